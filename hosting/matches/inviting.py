"""Inviting somebody to a match by his address: a few a day, once each, and never who wants none.

Whoever invites learns nothing of whom he invites (P20): a known address is written to as an unknown one is.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Final

from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q

from hosting.matches import notices
from hosting.matches.models import Invitation, Match, Notice
from hosting.now import now
from hosting.players.addresses import player_of, verified_addresses
from hosting.players.models import AddressHealth, Player
from hosting.players.refusing import refuse, refuses

MOST_A_DAY: Final = 5
"""Invitations that one player may send in a day."""

MOST_TO_ONE: Final = 3
"""Invitations that one address gets in a day, whoever sends them (P15)."""

DAY: Final = dt.timedelta(days=1)
LONGEST_ADDRESS: Final = 254
LINK: Final = "never again"

State = Invitation.State


class CannotInvite(ValueError):
    """Nothing was sent; `code` says why.

    not_open, not_seated, no_account, too_many, no_address, own: for what the player can see himself.
    refused: all else, in the same words whatever it is (P20).
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def invite(match: Match, by: Player, address: str) -> Invitation:
    """Offer a seat of a match that waits for players to an address. Raises CannotInvite."""
    to = clean_address(address)
    with transaction.atomic(durable=True):
        Player.objects.select_for_update().get(pk=by.pk)  # so that nobody sends more than he may at once
        locked = Match.objects.select_for_update().get(pk=match.pk)
        if (code := _why_not(locked, by, to)) is not None:
            raise CannotInvite(code)
        invitation = Invitation.objects.create(match=locked, by=by, address=to)
        notices.invitation(invitation, player_of(to))
    return invitation


def clean_address(address: str) -> str:
    """Bring an address into its one form, its domain in the letters of mail servers. Raises CannotInvite."""
    local, _at, domain = address.strip().rpartition("@")
    try:
        to = f"{local}@{domain.encode('idna').decode()}".casefold()
        validate_email(to)
    except (UnicodeError, ValidationError):
        raise CannotInvite("no_address") from None
    if len(to) > LONGEST_ADDRESS:
        raise CannotInvite("no_address")
    return to


def _why_not(match: Match, by: Player, to: str) -> str | None:
    if match.state != Match.State.OPEN or not match.seats.filter(player=None, bot="").exists():
        return "not_open"
    if not match.seats.filter(player=by).exists():
        return "not_seated"
    own = verified_addresses(by)
    if not own or not by.name:
        return "no_account"
    if to in own:
        return "own"
    if Invitation.objects.filter(by=by, at__gt=now() - DAY).count() >= MOST_A_DAY:
        return "too_many"
    return "refused" if _is_refused(match, to) else None


def _is_refused(match: Match, to: str) -> bool:
    lately = Invitation.objects.filter(address=to, at__gt=now() - DAY).count()
    return (
        Invitation.objects.filter(match=match, address=to).exists()
        or lately >= MOST_TO_ONE
        or AddressHealth.objects.filter(address=to, is_dead=True).exists()
        or refuses(to)
    )


def open_to(player: Player) -> list[Invitation]:
    """The invitations to a player that he has not answered, to matches that still wait; oldest first."""
    sent = Invitation.objects.filter(state=State.SENT, match__state=Match.State.OPEN)
    return list(
        sent.filter(address__in=verified_addresses(player)).select_related("match", "by").order_by("at")
    )


def was_invited(match: Match, addresses: Iterable[str]) -> bool:
    """Whether somebody with these addresses was invited to a match, whatever has become of that."""
    return Invitation.objects.filter(match=match, address__in=list(addresses)).exists()


def waiting_by(match: Match, by: Player) -> list[str]:
    """The addresses that a player has invited to a match and that have not answered yet."""
    sent = Invitation.objects.filter(match=match, by=by, state=State.SENT).order_by("pk")
    return list(sent.values_list("address", flat=True))


def accepted(match: Match, player: Player) -> None:
    """Note that an invited player has taken his seat; in the caller's transaction."""
    waiting = Invitation.objects.filter(match=match, address__in=verified_addresses(player))
    waiting.filter(~Q(state=State.LAPSED)).update(state=State.ACCEPTED)


def decline(invitation: Invitation) -> bool:
    """Note that the invited does not want to; says whether the invitation was still open."""
    return bool(Invitation.objects.filter(pk=invitation.pk, state=State.SENT).update(state=State.DECLINED))


def lapse(match: Match) -> None:
    """Let the open invitations of a match lapse: it has begun, or never will; in the caller's transaction."""
    Invitation.objects.filter(match=match, state=State.SENT).update(state=State.LAPSED)


# ---- never again


def never_token(notice: Notice) -> str:
    """Give the signed end of the link by which who got this invitation refuses all others."""
    return signing.Signer(salt=LINK).sign(str(notice.number))


def address_of(token: str) -> str | None:
    """Give the address that a link of an invitation is about, or None for a link that is none of ours."""
    try:
        number = int(signing.Signer(salt=LINK).unsign(token))
    except (signing.BadSignature, ValueError):
        return None
    found = Notice.objects.filter(number=number, kind=Notice.Kind.INVITATION)
    return found.values_list("address", flat=True).first()


def never_again(address: str) -> None:
    """Send no invitation to this address any more; those that are open count as declined."""
    refuse(address)
    Invitation.objects.filter(address=address, state=State.SENT).update(state=State.DECLINED)
