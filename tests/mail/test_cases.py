"""Mails written for this project, each after a fault that some mail system once had."""

import json
from pathlib import Path
from typing import Any

import pytest

from hosting.mail.reading.reader import Kind, read
from hosting.mail.reading.toy_grammar import ToyGrammar
from tests.mail.letters import GRAMMAR

CASES = sorted((Path(__file__).parent / "samples" / "cases").glob("*.eml"))

ASKS_FOR_MORE = {"91", "94", "95", "98", "100", "101"}
"""Need players, verdicts or earlier mails; reading alone can only say that they have lines."""

AUTOMATIC = {Kind.AUTOMATIC, Kind.BOUNCE, Kind.READ_RECEIPT, Kind.REACTION, Kind.CALENDAR, Kind.OWN}

BY_ACTION = {
    "commands": {Kind.LINES},
    "commands_or_hold": {Kind.LINES},
    "commands_per_recipient": {Kind.LINES},
    "error_reply": {Kind.EMPTY},
    "ignore": AUTOMATIC,
}

REJECTED = {"67": {Kind.BROKEN}, "82": {Kind.LIST}, "104": {Kind.TOO_MANY}}

OTHER_WORDS = {"58": ToyGrammar(["GE", "SLUT"])}
"""Written with other verbs than the rest."""


def _number(file: Path) -> str:
    return file.name.partition("-")[0]


def _expected(file: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    return told


@pytest.mark.parametrize(
    "file", [file for file in CASES if _number(file) not in ASKS_FOR_MORE], ids=lambda f: f.stem
)
def test_a_mail_is_what_its_case_says(file: Path) -> None:
    told = _expected(file)
    expect = told["expect"]
    found = read(
        file.read_bytes(),
        grammar=OTHER_WORDS.get(_number(file), GRAMMAR),
        mail_from=told.get("envelope", {}).get("mail_from"),
    )
    assert found.kind in BY_ACTION.get(expect["action"], REJECTED.get(_number(file), set()))
    if expect["action"] == "commands":
        assert list(found.lines) == expect["commands"]
        assert found.picked is not None
        assert not found.picked.doubtful


@pytest.mark.parametrize(
    "file", [file for file in CASES if _number(file) in ASKS_FOR_MORE], ids=lambda f: f.stem
)
def test_a_mail_that_others_judge_is_read_all_the_same(file: Path) -> None:
    found = read(file.read_bytes(), grammar=GRAMMAR)
    assert found.kind is Kind.LINES
    assert found.lines[-1] == "END"


def test_there_are_all_the_cases() -> None:
    assert len(CASES) == 70
