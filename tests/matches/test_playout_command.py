"""`manage.py playout`."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("playout", "spite-and-malice", *arguments, stdout=out)
    return out.getvalue()


def test_figures_come_as_one_json_object() -> None:
    found = json.loads(run("--count", "3", "--seed", "1", "--json"))
    assert set(found) == {"turns", "ties", "actions_per_second"}
    assert set(found["turns"]) == {"median", "p90", "max"}
    assert found["turns"]["median"] <= found["turns"]["p90"] <= found["turns"]["max"]


def test_figures_come_as_sentences_for_people() -> None:
    assert run("--count", "3", "--bot", "random").startswith("Turns: median ")


@pytest.mark.parametrize("wrong", [("--seats", "3"), ("--bot", "clever"), ("--count", "0")])
def test_what_cannot_be_played_is_refused(wrong: tuple[str, str]) -> None:
    with pytest.raises(CommandError):
        run(*wrong)
