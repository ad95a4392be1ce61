"""Answers to a mail that tries the way: how each was read is kept for the page, and told once by mail."""

from __future__ import annotations

from typing import Any, Final

from hosting import games
from hosting.mail.models import InboundMail
from hosting.mail.reading.reader import Kind, Reading
from hosting.mail.taking import senders
from hosting.mail.taking.words import says_stop
from hosting.matches import moving, reaching
from hosting.matches.models import Notice
from hosting.rules.commands import GameGrammar
from hosting.rules.lines import Sort

LONGEST_LINE: Final = 200
MOST_LINES: Final = 20
TESTS: Final = frozenset({"test", "moved"})


class AnyGame:
    """The words of all games together: a mail that tries the way is about no match."""

    def __init__(self) -> None:
        self.grammars = [GameGrammar(slug, ()) for slug in games.GAMES]

    def sort(self, line: str) -> Sort:
        """Say what a line is to the game to which it means most."""
        found = {grammar.sort(line) for grammar in self.grammars}
        return next((sort for sort in (Sort.COMMAND, Sort.UNCLEAR) if sort in found), Sort.CHATTER)


def answered(mail: InboundMail, reading: Reading, notice: Notice) -> str:
    """Take up an answer to a notice about the way of mails; say what became of it."""
    what = notice.data.get("what")
    if what == "changed":
        return _stop(mail, reading, notice)
    if what not in TESTS:
        return "nothing asked"
    doubt = senders.doubt(notice.player, reading, mail.peer)
    is_first = not _is_his(notice.data.get("read") or {})
    if is_first:
        notice.data["read"] = _read(mail, reading, doubt)
        notice.save(update_fields=["data"])
    if doubt is not None or not is_first or not _is_by_hand(reading):
        return f"test: {doubt or reading.kind}"
    assert notice.player is not None
    reaching.answered(notice.player, notice, reading.from_addresses[0])
    data = {"what": "read", "read": notice.data["read"], "mail": mail.pk}
    reaching.write(notice.player, Notice.Kind.MAIL_TEST, notice.address, data, key=f"read:{notice.pk}")
    return "test: told"


def _stop(mail: InboundMail, reading: Reading, notice: Notice) -> str:
    """Put a change of address back when whoever reads the former one says so from there."""
    is_his = not senders.doubt(notice.player, reading, mail.peer)
    if not is_his or reading.from_addresses[0].casefold() != notice.address.casefold():
        return "unproved"
    if reading.kind is not Kind.LINES or not says_stop(reading):
        return "nothing asked"
    return "put back" if moving.put_back(notice) else "too late"


def _read(mail: InboundMail, reading: Reading, doubt: senders.Doubt | None) -> dict[str, Any]:
    own = [line.strip()[:LONGEST_LINE] for line in reading.own if line.strip()]
    return {
        "at": mail.received_at.isoformat(),
        "kind": str(reading.kind),
        "doubt": str(doubt or ""),
        "sender": senders.masked(reading) if doubt else "",
        "own": own[:MOST_LINES],
        "moves": [line[:LONGEST_LINE] for line in reading.lines[:MOST_LINES]],
    }


def _is_by_hand(reading: Reading) -> bool:
    return str(reading.kind) in BY_HAND


def _is_his(read: dict[str, Any]) -> bool:
    """Say whether what was read before is the player's own answer; anything else gives way to a newer one."""
    return bool(read) and not read["doubt"] and read["kind"] in BY_HAND


BY_HAND: Final = frozenset(
    map(str, (Kind.LINES, Kind.LIST, Kind.ENCRYPTED, Kind.FORWARD, Kind.EMPTY, Kind.TOO_MANY, Kind.BROKEN))
)
"""What a person sends; everything else is a program's, and is shown on the page but never answered."""
