"""Taking up a mail to the host itself, or an answer to a question of his: who wrote it, and what he may ask.

What only asks is answered at once, to the registered address. What changes anything needs a sender whose
domain vouches for him (DMARC passed); else his registered address is asked first. A reply to an answer of
ours shows that its writer reads that address, so it may ask as often as it likes; any other mail of a sender
who is not proved causes one mail an hour at most (P4). An unknown sender whom nobody vouches for causes none.
"""

from __future__ import annotations

import datetime as dt
from enum import Enum, auto
from typing import Final

from django.conf import settings
from django.db.models import Q

from hosting.mail.asking import doing, requests, signing_up
from hosting.mail.asking.grammar import Command, HostGrammar
from hosting.mail.asking.requests import Item
from hosting.mail.models import InboundMail, Request
from hosting.mail.reading.reader import Kind, Reading, SentLines
from hosting.mail.reading.reader import read as read_mail
from hosting.mail.taking import senders
from hosting.mail.taking.senders import Verdict
from hosting.matches import inviting
from hosting.matches.models import Invitation, Notice
from hosting.now import now
from hosting.players.addresses import player_of
from hosting.players.models import Player
from hosting.rules.speaking import said_yes

LIMITS: Final = ((1, dt.timedelta(hours=1)), (5, dt.timedelta(days=1)))
"""So many mails go to a player in such a time because of mails whose sender is not proved (P4)."""

MOST_ASKED: Final = ((30, dt.timedelta(hours=1)), (100, dt.timedelta(days=1)))
"""So many mails of a player are answered in such a time: talk between programs ends by itself (P4, P15)."""

SAME: Final = 5
"""So often the same lines are answered within an hour."""

HELPED: Final = dt.timedelta(days=1)
"""A mail that asks for nothing is answered with the help once in this time."""

READ: Final = frozenset({Kind.LINES, Kind.EMPTY, Kind.TOO_MANY, Kind.FORWARD, Kind.ENCRYPTED})
"""Kinds of mails that are answered. Lists are not (P4), nor what could not be taken apart."""


class Proof(Enum):
    """How sure it is who wrote a mail."""

    VOUCHED = auto()
    REPLIED = auto()
    NONE = auto()


def take(mail: InboundMail, notice: Notice | None = None) -> None:
    """Take up a mail to the host's own address, or an answer to `notice`, which is about no seat."""
    reading = _read(mail, notice)
    sender = _sender(mail, reading)
    if not sender:
        return
    if notice is not None and _is_answered(mail, notice, reading, sender):
        return
    player = player_of(sender)
    if player is None:
        _newcomer(mail, reading, sender)
    else:
        _player(mail, reading, player, _proof(mail, notice, reading, player), notice)


def _read(mail: InboundMail, notice: Notice | None) -> Reading:
    sent = SentLines.from_data(notice.sent_lines) if notice is not None and notice.sent_lines else SentLines()
    return read_mail(
        bytes(mail.raw),
        grammar=HostGrammar(),
        mail_from=mail.mail_from,
        sent=sent,
        own_domain=settings.MAIL_DOMAIN,
    )


def _sender(mail: InboundMail, reading: Reading) -> str:
    """Give the one address that a mail says it comes from; nothing for one that is never answered."""
    if reading.kind not in READ or not mail.mail_from or len(reading.from_addresses) != 1:
        return ""
    return (
        "" if senders.verdict(reading, mail.peer) is Verdict.FAILED else reading.from_addresses[0].casefold()
    )


def _proof(mail: InboundMail, notice: Notice | None, reading: Reading, player: Player) -> Proof:
    if senders.verdict(reading, mail.peer) is Verdict.PASSED:
        return Proof.VOUCHED
    return Proof.REPLIED if notice is not None and notice.player_id == player.pk else Proof.NONE


# ---- a player asks


def _player(mail: InboundMail, reading: Reading, player: Player, proof: Proof, notice: Notice | None) -> None:
    items = requests.items_of(reading.own) or _neither_yes_nor_no(reading, player, notice)
    if (proof is Proof.NONE and was_told(player)) or _asks_too_often(mail, player, items):
        return
    if not items:
        if _was_helped(player):
            return
        items = [{"line": "", "verb": "help", "args": {}, "code": "waiting"}]
    request = requests.open_request(mail, items, player=player, address=player.email)
    if proof is not Proof.VOUCHED and request.state == Request.State.NEW:
        requests.hold(request, _to_be_confirmed(items, proof))
    requests.carry_out(request.pk, mail=mail.pk, unproved=proof is Proof.NONE)


def _neither_yes_nor_no(reading: Reading, player: Player, notice: Notice | None) -> list[Item]:
    """Name what waits for a player's word: he said yes in the wrong place, or no clear yes in the right."""
    is_invited = notice is not None and notice.kind == Notice.Kind.INVITATION
    if notice is None or not (is_invited or said_yes(reading.own) is not None):
        return []
    line = next((line for line in reading.own if line.strip()), "")
    item: Item = {"line": " ".join(line.split())[: requests.LONGEST_LINE], "verb": "join"}
    waiting = [invitation.match_id for invitation in inviting.open_to(player)]
    if not waiting:
        return [] if is_invited else [item | {"code": "nothing_waits"}]
    first = notice.match_id if is_invited and notice.match_id in waiting else waiting[0]
    return [item | {"code": "yes_or_no", "numbers": waiting, "number": first}]


def _to_be_confirmed(items: list[Item], proof: Proof) -> set[int]:
    """Say which items need the player's word: changes; and of who is not proved, what causes more mails."""
    alone = len(items) == 1
    return {
        place
        for place, item in enumerate(items)
        if "args" in item
        and (
            doing.changes(command := Command(item["verb"], item["args"]))
            or (proof is Proof.NONE and not alone and doing.has_mail_of_its_own(command))
        )
    }


def was_told(player: Player) -> bool:
    """Say whether a player has had enough mails because of mails whose sender is not proved."""
    unproved = Q(kind=Notice.Kind.WRITE_HERE) | Q(data__unproved=True)
    told = Notice.objects.filter(unproved, player=player)
    return any(told.filter(created_at__gt=now() - span).count() >= most for most, span in LIMITS)


def _asks_too_often(mail: InboundMail, player: Player, items: list[Item]) -> bool:
    """Say whether a player, or a program in his name, has asked so much of late that nothing more is said."""
    before = Request.objects.filter(player=player).exclude(mail=mail)
    if any(before.filter(asked_at__gt=now() - span).count() >= most for most, span in MOST_ASKED):
        return True
    lines = [item["line"] for item in items]
    lately = before.filter(asked_at__gt=now() - dt.timedelta(hours=1)).values_list("lines", flat=True)
    return [asked == lines for asked in lately].count(True) >= SAME


def _was_helped(player: Player) -> bool:
    lately = Request.objects.filter(player=player, asked_at__gt=now() - HELPED)
    return any(item["verb"] == "help" for request in lately for item in request.outcome)


# ---- a stranger asks


def _newcomer(mail: InboundMail, reading: Reading, sender: str) -> None:
    """Ask an unknown sender, if his domain vouches for him, whether he wants an account."""
    is_vouched = senders.verdict(reading, mail.peer) is Verdict.PASSED
    if not is_vouched or not signing_up.may_ask(sender):
        return
    items = requests.items_of(reading.own) or [{"line": "", "verb": "signup", "args": {}, "code": "waiting"}]
    _ask_newcomer(mail, items, sender, signing_up.facts(mail, items, reading.own))


def _ask_newcomer(mail: InboundMail, items: list[Item], sender: str, facts: dict[str, str]) -> None:
    if not any(item["code"] == "waiting" for item in items):  # there is always something to say yes to
        items = [*items, {"line": "", "verb": "signup", "args": {}, "code": "waiting"}]
    request = requests.open_request(mail, items, player=None, address=sender)
    requests.hold(request, range(len(items)))
    requests.carry_out(request.pk, mail=mail.pk, **facts)


# ---- answers to our questions


def _is_answered(mail: InboundMail, notice: Notice, reading: Reading, sender: str) -> bool:
    """Take a mail as the answer to a question of ours; say whether nothing more is to be done with it."""
    if notice.kind == Notice.Kind.HOST:
        return False
    if not _may_answer(notice, sender):
        return True
    yes = said_yes(reading.own)
    if yes is None:
        return False
    if notice.kind == Notice.Kind.CONFIRM:
        _settle(mail, notice, yes=yes)
    elif notice.kind == Notice.Kind.INVITATION:
        _settle_invitation(mail, notice, reading, sender, yes=yes)
    return True


def _may_answer(notice: Notice, sender: str) -> bool:
    """Whether a sender is who was asked: the player, from any of his addresses, else the address itself."""
    if notice.player_id is None:
        return sender == notice.address.casefold()
    player = player_of(sender)
    return player is not None and player.pk == notice.player_id


def _settle(mail: InboundMail, notice: Notice, *, yes: bool) -> None:
    request = Request.objects.filter(pk=notice.data["request"]).first()
    if request is None:
        return
    if not yes:
        _refuse(mail, request)
    elif not requests.is_open(request):
        _say_that_it_is_too_late(mail, notice, request)
    else:
        _do_at_last(mail, notice, request)


def _do_at_last(mail: InboundMail, notice: Notice, request: Request) -> None:
    player = request.player or signing_up.make(request, notice.data)
    if player is not None:
        requests.confirm(request, player)
        requests.carry_out(
            request.pk, mail=mail.pk, **({"welcome": True} if notice.player_id is None else {})
        )


def _refuse(mail: InboundMail, request: Request) -> None:
    """Do nothing of a request, and say so to a player; a stranger who wants nothing hears nothing more."""
    if request.player is None:
        requests.drop(request)
    elif requests.settle_undone(request, "not_wanted", was={Request.State.HELD}):
        requests.carry_out(request.pk, mail=mail.pk)


def _say_that_it_is_too_late(mail: InboundMail, notice: Notice, request: Request) -> None:
    """Tell a yes that comes after its time that nothing was done; a second one is settled by the first."""
    if requests.settle_undone(request, "too_late", was={Request.State.HELD, Request.State.LAPSED}):
        stranger = {name: notice.data[name] for name in ("name", "language") if name in notice.data}
        requests.carry_out(request.pk, mail=mail.pk, **stranger)


def _settle_invitation(
    mail: InboundMail, notice: Notice, reading: Reading, sender: str, *, yes: bool
) -> None:
    invitation = Invitation.objects.filter(pk=notice.data["invitation"]).first()
    if invitation is None:
        return
    if not yes:
        inviting.decline(invitation)
        return
    args = {"match": invitation.match_id}
    items: list[Item] = [{"line": "", "verb": "join", "args": args, "code": "waiting"}]
    player = player_of(sender)
    if player is not None:
        request = requests.open_request(mail, items, player=player, address=player.email)
        requests.carry_out(request.pk, mail=mail.pk)
    elif senders.verdict(reading, mail.peer) is Verdict.PASSED and signing_up.may_ask(sender):
        facts = signing_up.facts(mail, items, reading.own)
        _ask_newcomer(mail, items, sender, facts | {"language": notice.data["language"]})
