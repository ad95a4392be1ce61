"""Public test mails that may lie beside this repository, with the reply that their own tests expect.

Nothing of them stands here; without them these tests are skipped.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from hosting.mail.reading.attribution import attribution_start
from hosting.mail.reading.decoding import decode
from hosting.mail.reading.html_text import text_of_html
from hosting.mail.reading.reader import Kind, Reading, read, read_text
from tests.mail.letters import GRAMMAR

_GRIDDLER = "spec_griddler_email_spec_rb_handles"

LEFT_OUT = {
    f"{_GRIDDLER}_Original_message_case_insensitively_without__82.txt": "nothing expected",
    f"{_GRIDDLER}_date_soandso_email_example_format_83.txt": "nothing expected",
    "spam_1.txt": "nothing expected",
    "tests_html_quotations_test_py_test_bad_html_48.html": "nothing expected, as markup",
    "embedded_email_16.txt": "quotes",
    "embedded_email_7.txt": "quotes",
    "quote_and_text.txt": "quotes",
    "quote_only.txt": "quotes",
    "tests_text_quotations_test_py_test_quotation_marker_false_positive_32.txt": "quotes",
    "email_12.html": "quotes, as markup",
}
"""Entries that expect nothing, or a quotation: a matter of policy, in which this host differs."""

Entry = dict[str, Any]


@pytest.fixture(scope="session")
def corpus(shared: Path) -> Path:
    place = shared / "mail" / "corpus"
    if not (place / "corpus.jsonl").exists():
        pytest.skip("there are no public test mails beside this repository")
    return place


def _entries(corpus: Path) -> Iterator[Entry]:
    for line in (corpus / "corpus.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def _read(corpus: Path, entry: Entry) -> Reading:
    raw = (corpus / entry["file"]).read_bytes()
    if entry["raw_message"]:
        return read(raw, grammar=GRAMMAR)
    return read_text(decode(raw, ""), grammar=GRAMMAR, html=entry["kind"] == "html_only")


def _expected(entry: Entry) -> list[str]:
    text = entry["expected"]
    text = text_of_html(text) if entry["file"].endswith(".html") and text.lstrip().startswith("<") else text
    return [" ".join(line.replace("\u200b", "").split()) for line in text.splitlines() if line.strip()]


def _own(found: Reading) -> list[str]:
    return [" ".join(line.split()) for line in found.own if line.strip()]


def _judged(corpus: Path) -> list[tuple[Entry, Reading]]:
    judged = [
        e for e in _entries(corpus) if e["expected"] is not None and Path(e["file"]).name not in LEFT_OUT
    ]
    return [(entry, _read(corpus, entry)) for entry in judged]


def _is_quoted(own: Sequence[str], place: int) -> bool:
    return own[place].startswith(">") or attribution_start(own, place, quoted_below=False) is not None


def test_every_mail_is_read(corpus: Path) -> None:
    for entry in _entries(corpus):
        assert isinstance(_read(corpus, entry).kind, Kind)


def test_only_entries_that_expect_nothing_or_a_quotation_are_left_out(corpus: Path) -> None:
    seen = set()
    for entry in _entries(corpus):
        name = Path(entry["file"]).name
        if entry["expected"] is not None and name in LEFT_OUT:
            expected = _expected(entry)
            assert not expected or any(line.startswith(">") or " > " in line for line in expected)
            seen.add(name)
    assert seen == set(LEFT_OUT)


def test_the_first_line_is_right_in_98_of_100(corpus: Path) -> None:
    judged = _judged(corpus)
    wrong = [entry["file"] for entry, found in judged if _own(found)[:1] != _expected(entry)[:1]]
    assert len(judged) > 150
    assert len(wrong) <= 0.02 * len(judged), wrong


def test_no_quoted_line_is_taken_for_the_writers_own(corpus: Path) -> None:
    quoted = []
    for entry, found in _judged(corpus):
        own, expected = _own(found), set(_expected(entry))
        quoted += [
            (entry["file"], line) for n, line in enumerate(own) if line not in expected and _is_quoted(own, n)
        ]
    assert quoted == []


def test_bounces_are_told_apart(corpus: Path) -> None:
    kinds = [_read(corpus, entry).kind for entry in _entries(corpus) if entry["kind"] == "bounce"]
    assert len(kinds) > 40
    assert sum(kind in {Kind.BOUNCE, Kind.AUTOMATIC} for kind in kinds) >= 0.95 * len(kinds)
