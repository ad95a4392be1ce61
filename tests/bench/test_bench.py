"""The measurement itself is measured by nobody; that its parts fit together is."""

import json
import subprocess
import sys

import pytest

from hosting.rules.commands import GameGrammar
from hosting.rules.lines import Sort
from hosting.surroundings import ROOT
from tests.bench.figures import Figure, Goal
from tests.bench.postman import wired
from tests.bench.tables import GAME, lines, reply, text_of

MAIL = (
    b"Subject: [Postbord 1] Spite & Malice\r\nMessage-ID: <a@play.localhost>\r\n"
    b"Reply-To: play+token@play.localhost\r\nFeedback-ID: turn:spite-and-malice:mail:postbord\r\n"
    b'Content-Type: multipart/alternative; boundary="=x="\r\n\r\n'
    b"--=x=\r\nContent-Type: text/plain\r\n\r\nIt is your turn.\r\n\r\n--=x=\r\n<p>It is.</p>\r\n--=x=--"
)


def test_the_document_has_every_number_beside_its_bare_peer() -> None:
    command = [sys.executable, "-m", "tests.bench", "--quick", "--only", "playouts"]
    document = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    assert {"machine", "size", "parts", "seconds"} == set(document)
    for figure in document["parts"]["playouts"]["figures"]:
        assert {"name", "what", "unit", "host", "bare", "ratio", "goal", "met", "details"} == set(figure)
        assert figure["host"] > 0
        assert figure["bare"] > 0


@pytest.mark.parametrize(("value", "met"), [(0.8, True), (0.79, False)])
def test_a_goal_is_met_or_missed(value: float, met: bool) -> None:  # noqa: FBT001 - a parameter of the test
    figure = Figure("some", "something", "pieces", value, 1.0, Goal("ratio", "at least", 0.8))
    assert figure.as_dict()["met"] is met


def test_players_of_a_measurement_answer_with_lines_that_the_host_reads_as_commands() -> None:
    choices = [["play hand A 1"], ["play hand A 2"], ["discard A 1", "discard 9 1", "discard 9 2"]]
    said = lines(choices)
    assert said == ["1", "DISCARD 9 TO 1"]
    assert {GameGrammar(GAME).sort(line) for line in said} == {Sort.COMMAND}


def test_a_reply_quotes_the_whole_mail_and_goes_to_its_reply_address() -> None:
    written = reply("player0@bench.localhost", MAIL, ["1"])
    assert text_of(MAIL) == "It is your turn."
    assert b"To: Postbord <play+token@play.localhost>\r\n" in written
    assert b"\r\n1\r\n" in written
    assert b"> It is your turn.\r\n" in written


def test_a_line_that_begins_with_a_dot_goes_over_the_wire_with_two() -> None:
    assert wired("a\n.b") == b"a\r\n..b\r\n.\r\n"
