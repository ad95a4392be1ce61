"""What a mail to the host asked for, from its lines to the answer: held if need be, done once, answered once.

Each line that matters is an item of the request: a plain dict with the line, what it was read as, and a code
that says what became of it. `waiting` items are to be done, `held` ones need their sender's word first. Each
is claimed before it is done, so nothing is done twice, whoever works on the request and however often; an
item at which a process died is told as such and not tried again (P5).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Container, Sequence
from typing import Any, Final

import structlog
from django.db import transaction

from hosting.mail.asking import doing
from hosting.mail.asking.grammar import Command, HostGrammar, Slip, read
from hosting.mail.models import InboundMail, Request
from hosting.matches import notices
from hosting.matches.models import Notice
from hosting.now import now
from hosting.players.models import Player
from hosting.rules.lines import MOST_COMMANDS, pick

log = structlog.get_logger(__name__)

State = Request.State
Item = dict[str, Any]

LAPSE: Final = dt.timedelta(days=3)
"""How long held commands wait for their sender's word."""

PATIENCE: Final = dt.timedelta(seconds=60)
"""How long an item may take; one that takes longer has lost its worker."""

LONGEST_LINE: Final = 200

OF_THEIR_OWN: Final = frozenset({"sent"})
"""Codes of items that a mail of their own answers."""

UNSETTLED: Final = frozenset({"waiting", "begun"})


def items_of(lines: Sequence[str]) -> list[Item]:
    """Read the lines into items; chatter is left out.

    The rule is that of moves: after a likely slip, and beyond chatter that follows a command, nothing is
    changed. What only asks is answered all the same, for that can do no harm.
    """
    written = [" ".join(line.split())[:LONGEST_LINE] for line in lines if line.strip()]
    picked = pick(written, HostGrammar())
    if picked.too_many or len(picked.unclear) + len(picked.aside) > MOST_COMMANDS:
        return [{"line": "", "verb": "", "code": "too_many", "most": MOST_COMMANDS}]
    items: list[Item] = []
    left = list(picked.commands)
    for line in written:
        found = read(line)
        if isinstance(found, Slip):
            items.append({"line": line, "verb": found.verb, "code": "unclear", "game": found.game})
        elif isinstance(found, Command):
            is_first = bool(left) and left[0] == line
            left = left[1:] if is_first else left
            code = "waiting" if is_first else "beyond"
            if doing.changes(found) and picked.doubtful and is_first:
                code = "doubtful"
            items.append({"line": line, "verb": found.verb, "args": found.args, "code": code})
    return items


def open_request(mail: InboundMail, items: list[Item], *, player: Player | None, address: str) -> Request:
    """Store what a mail asks; the same mail again gives the request that is there already (P5)."""
    request, _is_new = Request.objects.get_or_create(
        key=f"mail:{mail.pk}",
        defaults={
            "mail": mail,
            "player": player,
            "address": address,
            "lines": [item["line"] for item in items],
            "outcome": items,
            "asked_at": mail.received_at,
        },
    )
    return request


def hold(request: Request, which: Container[int]) -> None:
    """Let items that wait to be done wait for their sender's word instead."""
    with transaction.atomic():
        locked = Request.objects.select_for_update().get(pk=request.pk)
        for place, item in enumerate(locked.outcome):
            if place in which and item["code"] == "waiting":
                item["code"] = "held"
        locked.save(update_fields=["outcome"])


def carry_out(request_id: int, **data: Any) -> None:
    """Do all items that wait, then write the answer. May be called any number of times.

    `data` goes into the notice, for its words.
    """
    while (claimed := _claim(request_id)) is not None:
        place, item = claimed
        _settle(request_id, place, _outcome(request_id, item))
    _answer(request_id, data)


def confirm(request: Request, player: Player | None = None) -> bool:
    """Note that the sender said that held items are his; `player` is he when he had no account before.

    Says whether they were still held. `carry_out` does them.
    """
    with transaction.atomic():
        locked = Request.objects.select_for_update().get(pk=request.pk)
        if not is_open(locked):
            return False
        for item in locked.outcome:
            if item["code"] == "held":
                item |= {"code": "waiting", "confirmed": True}
        locked.state, locked.player = State.NEW, player or locked.player
        locked.save(update_fields=["outcome", "state", "player"])
    return True


def drop(request: Request) -> bool:
    """Note that held items are not their sender's wish; says whether they were still held."""
    held = Request.objects.filter(pk=request.pk, state=State.HELD)
    return bool(held.update(state=State.DROPPED, done_at=now()))


def settle_undone(request: Request, code: str, *, was: Container[str]) -> bool:
    """Give up held items of a request in such a state, so that `carry_out` tells why, once.

    Says whether it was so.
    """
    with transaction.atomic():
        locked = Request.objects.select_for_update().get(pk=request.pk)
        if locked.state not in was:
            return False
        for item in locked.outcome:
            if item["code"] == "held":
                item["code"] = code
        locked.state = State.NEW
        locked.save(update_fields=["outcome", "state"])
    return True


def tell_of_our_fault(mail: InboundMail, player: Player | None) -> None:
    """Tell a player that a mail of his was set aside because we failed; once a day, no more (P4)."""
    if player is None:
        return
    key = f"mail_shunted:{player.pk}:{mail.received_at:%Y-%m-%d}"
    if Notice.objects.filter(key=key).exists():
        return
    item: Item = {"line": "", "verb": "", "code": "fault", "told": True}
    request, _is_new = Request.objects.get_or_create(
        key=f"shunted:{mail.pk}",
        defaults={
            "mail": mail,
            "player": player,
            "address": player.email,
            "outcome": [item],
            "state": State.DONE,
            "asked_at": mail.received_at,
            "done_at": now(),
        },
    )
    told = {"request": request.pk, "items": [0], "mail": mail.pk}
    notices.to_asker(Notice.Kind.HOST, key=key, player=player, address=player.email, data=told)


def is_open(request: Request) -> bool:
    """Whether a request waits for its sender's word, and still may have it."""
    return request.state == State.HELD and request.lapses_at is not None and request.lapses_at > now()


def held_for(player: Player) -> list[Request]:
    """What waits for a player's word; oldest first."""
    return list(Request.objects.filter(player=player, state=State.HELD, lapses_at__gt=now()).order_by("pk"))


def lapse(at: dt.datetime) -> int:
    """Let held requests lapse whose time is over, and finish what a process left half done; daily work."""
    for request_id in Request.objects.filter(
        state=State.NEW, asked_at__lt=at - PATIENCE, player__isnull=False
    ).values_list("pk", flat=True):
        carry_out(request_id)
    return Request.objects.filter(state=State.HELD, lapses_at__lte=at).update(state=State.LAPSED, done_at=at)


# ---- one item after the other


def _claim(request_id: int) -> tuple[int, Item] | None:
    """Take the next item that waits; None when there is none, or somebody else is at work."""
    at = now()
    with transaction.atomic():
        request = Request.objects.select_for_update().get(pk=request_id)
        for place, item in enumerate(request.outcome):
            if item["code"] == "begun" and dt.datetime.fromisoformat(item["at"]) > at - PATIENCE:
                return None
            if item["code"] == "begun":
                item["code"] = "uncertain"
            if item["code"] == "waiting":
                item |= {"code": "begun", "at": at.isoformat()}
                request.save(update_fields=["outcome"])
                return place, item
        request.save(update_fields=["outcome"])
    return None


def _outcome(request_id: int, item: Item) -> Item:
    request = Request.objects.select_related("player").get(pk=request_id)
    assert request.player is not None
    command = Command(item["verb"], item["args"])
    try:
        return doing.do(request, command, confirmed=bool(item.get("confirmed")))
    except Exception:
        log.exception("request_item_failed", request=request_id, verb=item["verb"])
        return {"code": "fault"}


def _settle(request_id: int, place: int, outcome: Item) -> None:
    with transaction.atomic():
        request = Request.objects.select_for_update().get(pk=request_id)
        request.outcome[place] = {**request.outcome[place], **outcome}
        request.save(update_fields=["outcome"])


def _answer(request_id: int, data: Item) -> None:
    """Write the one answer to what was settled since the last one, and the question about what is held."""
    with transaction.atomic():
        request = Request.objects.select_for_update().get(pk=request_id)
        items: list[Item] = request.outcome
        fresh = [place for place, item in enumerate(items) if not item.get("told")]
        if not fresh or any(items[place]["code"] in UNSETTLED for place in fresh):
            return
        asks = any(items[place]["code"] == "held" for place in fresh)
        if asks and request.state == State.HELD:
            return
        for place in fresh:
            items[place]["told"] = items[place]["code"] != "held"
        request.state = State.HELD if asks else State.DONE
        request.lapses_at = now() + LAPSE if asks else request.lapses_at
        request.done_at = None if asks else now()
        request.save(update_fields=["outcome", "state", "lapses_at", "done_at"])
        if not all(items[place]["code"] in OF_THEIR_OWN for place in fresh) or data.get("welcome"):
            _write(request, Notice.Kind.CONFIRM if asks else Notice.Kind.HOST, fresh, data)


def _write(request: Request, kind: Notice.Kind, fresh: list[int], data: Item) -> None:
    told = {"request": request.pk, "items": fresh, **data}
    notices.to_asker(
        kind, key=f"{kind}:{request.pk}", player=request.player, address=request.address, data=told
    )
