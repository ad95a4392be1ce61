"""Doing what one line asks for: a function for each verb, which gives the code and facts of the answer.

What only asks is told from the database when the answer is written, so its function has nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hosting.mail.asking import preferring, tables
from hosting.mail.asking.grammar import Command
from hosting.mail.models import Request

Outcome = dict[str, Any]
Doing = Callable[[Request, Command], Outcome]


def changes(command: Command) -> bool:
    """Whether a command changes anything; such a one needs a sender who is proved."""
    if command.verb == "settings":
        return "key" in command.args
    if command.verb == "absence":
        return bool(command.args)
    return command.verb in CHANGING


def has_mail_of_its_own(command: Command) -> bool:
    """Whether a command is answered in the thread of its match, by a mail of its own."""
    return command.verb in {"show", "again"}


def do(request: Request, command: Command, *, confirmed: bool) -> Outcome:
    """Do a command for the player of a request. `confirmed`: he has been asked, and said yes."""
    if command.verb == "resign" and not confirmed:
        return tables.may_resign(request, command)
    return DOINGS[command.verb](request, command)


def _only_told(request: Request, command: Command) -> Outcome:
    del request
    return {"code": "told", **command.args}


CHANGING: Final = frozenset({"new", "tutorial", "join", "invite", "stop", "resign", "signup"})

DOINGS: Final[Mapping[str, Doing]] = {
    "help": _only_told,
    "games": _only_told,
    "rules": _only_told,
    "list": _only_told,
    "signup": _only_told,
    "new": tables.open_one,
    "tutorial": tables.learn,
    "join": tables.take_seat,
    "invite": tables.ask_along,
    "show": tables.show,
    "again": tables.send_again,
    "record": tables.record,
    "resign": tables.resign,
    "absence": preferring.leave,
    "settings": preferring.prefer,
    "stop": preferring.stop,
}
