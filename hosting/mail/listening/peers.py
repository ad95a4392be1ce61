"""Which peers are our own relays (SMTP_TRUSTED_PEERS)."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import Final

LOCAL: Final = "local"
"""What stands for an address where there is none: the LMTP socket, and programs that run `receive_mail`.

Whoever reaches these was let in by the rights of files; whether his word on senders counts, the operator says
by naming `local` among the trusted peers, as for any address.
"""


def is_trusted(peer: str, trusted: Sequence[str]) -> bool:
    """Say whether a peer is one of these: by its IP address, by a network that it is in, or as `local`."""
    if peer == LOCAL:
        return LOCAL in trusted
    networks = [each for each in trusted if each != LOCAL]
    if not networks:
        return False
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return any(address in ipaddress.ip_network(each, strict=False) for each in networks)
