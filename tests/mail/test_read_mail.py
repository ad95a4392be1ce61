"""manage.py read_mail shows how a mail is read."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from hosting.mail.management.commands.read_mail import EveryGame
from hosting.rules.lines import Sort
from tests.mail.letters import MOVES, letter

CASES = Path(__file__).parent / "samples" / "cases"


def _run(*arguments: str) -> str:
    out = StringIO()
    call_command("read_mail", *arguments, stdout=out)
    return out.getvalue()


def test_each_file_gives_one_json_object() -> None:
    files = [str(CASES / "01-gmail-web.eml"), str(CASES / "83-dsn-hard.eml")]
    first, second = map(json.loads, _run(*files, "--verbs", "PLAY,DISCARD,END", "--json").splitlines())
    assert set(first) == {"file", "kind", "reason", "lines", "own", "ms"}
    assert (first["file"], first["kind"], first["lines"]) == (files[0], "lines", list(MOVES))
    assert (second["kind"], second["reason"], second["lines"]) == ("bounce", "delivery report", [])
    assert first["ms"] > 0


def test_a_bare_body_has_no_headers(tmp_path: Path) -> None:
    file = tmp_path / "body.txt"
    file.write_text("Subject: PLAY\n\nEND\n\n> PLAY 7", encoding="utf-8")
    told = json.loads(_run(str(file), "--body", "--verbs", "play,end", "--json"))
    assert told["own"] == ["Subject: PLAY", "", "END"]
    assert told["lines"] == ["Subject: PLAY", "END"]


def test_a_bare_page_is_read_as_html(tmp_path: Path) -> None:
    file = tmp_path / "body.html"
    file.write_text("<div>PLAY 7</div><div>END</div>", encoding="utf-8")
    assert json.loads(_run(str(file), "--body", "--verbs", "PLAY,END", "--json"))["lines"] == [
        "PLAY 7",
        "END",
    ]


def test_without_json_it_is_for_people(tmp_path: Path) -> None:
    file = tmp_path / "a.eml"
    file.write_bytes(letter("END\nbye"))
    told = _run(str(file), "--verbs", "END").splitlines()
    assert told[0].startswith(f"{file}: lines, ")
    assert told[1:] == ["  command: END", "  | END", "  | bye"]


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        _run(str(tmp_path / "none.eml"), "--verbs", "END")


def test_a_line_is_a_command_when_it_is_one_in_any_game() -> None:
    every = EveryGame()
    every.grammars = [_Only(Sort.CHATTER), _Only(Sort.UNCLEAR)]
    assert every.sort("x") is Sort.UNCLEAR
    every.grammars = [_Only(Sort.CHATTER), _Only(Sort.COMMAND), _Only(Sort.UNCLEAR)]
    assert every.sort("x") is Sort.COMMAND
    every.grammars = [_Only(Sort.CHATTER)]
    assert every.sort("x") is Sort.CHATTER


class _Only:
    """A grammar for which every line is of one sort."""

    def __init__(self, sort: Sort) -> None:
        self.always = sort

    def sort(self, line: str) -> Sort:  # noqa: ARG002 - that is the point
        return self.always
