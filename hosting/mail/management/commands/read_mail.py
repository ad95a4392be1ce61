"""`manage.py read_mail FILE...`: show how mails would be read, without storing or answering anything."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from hosting.games import GAMES
from hosting.mail.reading.decoding import decode
from hosting.mail.reading.reader import Reading, read, read_text
from hosting.mail.reading.toy_grammar import ToyGrammar
from hosting.rules.commands import GameGrammar
from hosting.rules.lines import Grammar, Sort

_PAGE = re.compile(
    r"\s*<(?:!doctype|\?xml|html|head|body|div|p|span|table|meta|font|blockquote|pre|center|br|b|a|h[1-6])\b",
    re.IGNORECASE,
)


class EveryGame:
    """The grammars of all games at once: a line is a command when it is one in any of them."""

    def __init__(self) -> None:
        self.grammars: Sequence[Grammar] = [GameGrammar(slug) for slug in GAMES]

    def sort(self, line: str) -> Sort:
        """Say what this line is."""
        sorts = {grammar.sort(line) for grammar in self.grammars}
        return next((sort for sort in (Sort.COMMAND, Sort.UNCLEAR) if sort in sorts), Sort.CHATTER)


class Command(BaseCommand):
    """Reads files of mails and prints what kind each is, its command lines, and the player's own text."""

    help = "Show how mails are read: their kind, the command lines, the player's own text. Changes nothing."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare files and options."""
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--body", action="store_true", help="the files are bare texts without headers")
        parser.add_argument(
            "--verbs", default="", help="a comma list of verbs to read by, instead of the games' words"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object a line")

    def handle(self, *, files: Sequence[Path], body: bool, verbs: str, **options: Any) -> None:
        """Read each file and print what was found."""
        grammar: Grammar = ToyGrammar(verbs.split(",")) if verbs else EveryGame()
        for file in files:
            try:
                raw = file.read_bytes()
            except OSError as error:
                raise CommandError(f"{file}: {error.strerror}") from error
            begun = perf_counter()
            found = _read_body(raw, grammar) if body else read(raw, grammar=grammar)
            took = (perf_counter() - begun) * 1000
            self.stdout.write(_as_json(file, found, took) if options["json"] else _as_text(file, found, took))


def _read_body(raw: bytes, grammar: Grammar) -> Reading:
    text = decode(raw, "")
    return read_text(text, grammar=grammar, html=bool(_PAGE.match(text)))


def _as_json(file: Path, found: Reading, took: float) -> str:
    data = {
        "file": str(file),
        "kind": found.kind,
        "reason": found.reason,
        "lines": found.lines,
        "own": found.own,
        "ms": round(took, 3),
    }
    return json.dumps(data, ensure_ascii=False)


def _as_text(file: Path, found: Reading, took: float) -> str:
    reason = f" ({found.reason})" if found.reason else ""
    head = f"{file}: {found.kind}{reason}, {took:.1f} ms"
    commands = [f"  command: {line}" for line in found.lines]
    own = [f"  | {line}" for line in found.own]
    return "\n".join([head, *commands, *own])
