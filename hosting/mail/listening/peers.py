"""Which peers of the SMTP listener are our own relays (SMTP_TRUSTED_PEERS)."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence


def is_trusted(peer: str, trusted: Sequence[str]) -> bool:
    """Say whether a peer's IP address is one of these addresses or in one of these networks."""
    if not trusted:
        return False
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return any(address in ipaddress.ip_network(each, strict=False) for each in trusted)
