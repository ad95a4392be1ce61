"""What logs never say."""

import logging
from collections.abc import Iterator
from io import StringIO
from logging.config import dictConfig

import pytest
import structlog

from hosting.logs import logging_settings, mask

TOKEN = "play+k7qz4m2abcdefgh5ijkl6mno@play.example.org"


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("to anna.berg@example.org", "to ...@example.org"),
        (f"rcpt {TOKEN}", "rcpt play+TOKEN@play.example.org"),
        ("GET /t/k7qz4m2abcdefgh5ijkl6mno/", "GET /t/TOKEN/"),
        ("code=123456&next=/", "code=...&next=/"),
        ("mail to host@play.example.org", "mail to host@play.example.org"),
        ("match 12, seq 40: played", "match 12, seq 40: played"),
    ],
)
def test_addresses_tokens_and_codes_are_masked(text: str, masked: str) -> None:
    assert mask(text) == masked


@pytest.fixture
def lines() -> Iterator[StringIO]:
    """Give what production logs, while this process logs as production does."""
    before = logging.root.handlers[:], logging.root.level
    dictConfig(logging_settings(production=True))
    written = StringIO()
    (handler,) = logging.root.handlers
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(written)
    yield written
    logging.root.handlers, level = before
    logging.root.setLevel(level)


def test_fields_and_tracebacks_are_masked_too(lines: StringIO) -> None:
    try:
        int(TOKEN)
    except ValueError:
        structlog.get_logger("test").exception("broken", address="anna@example.org", more={"to": [TOKEN]})
    logging.getLogger("library").warning("sent to %s", "anna@example.org")
    text = lines.getvalue()
    assert "ValueError" in text
    assert "anna" not in text
    assert "k7qz4m2" not in text
