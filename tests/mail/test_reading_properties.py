"""Whatever comes in, reading gives an answer."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from hosting.mail.reading.reader import Kind, Reading, SentLines, read, read_text
from hosting.rules.lines import MOST_COMMANDS
from tests.mail.letters import GRAMMAR, NOTICE

SAMPLES = [file.read_bytes() for file in sorted((Path(__file__).parent / "samples" / "cases").glob("*.eml"))]

PIECES = st.sampled_from(
    [
        *(
            b"\r\n",
            b"\n",
            b"\r",
            b"\x00",
            b"--",
            b"--=_alt",
            b"--=_alt--",
            b":",
            b";",
            b"=",
            b'"',
            b"<",
            b">",
            b"(",
        ),
        *(b"=?utf-8?q?", b"?=", b"=?", b"Content-Type: ", b"multipart/mixed; boundary=x", b"message/rfc822"),
        *(
            b"text/html",
            b"charset=",
            b"charset*0*=utf-8'en'%",
            b"; boundary*=",
            b"From: ",
            b"From ",
            b"\\",
            b"@",
        ),
        *(b"Content-Transfer-Encoding: base64\r\n", b"Auto-Submitted: ", b"Status: 5.", b"_" * 32),
        *(
            b"On 3 Mar 2025, Ben wrote:",
            b"> ",
            b"-- \n",
            b"PLAY 7H\n",
            b"<div>",
            b"&#",
            b"<!--",
            b"\xff\xfe",
            b"\xe5",
        ),
        *(b"-----BEGIN PGP SIGNED MESSAGE-----\n", b"\xf0\x9f\x91\x8d"),
    ]
)


def _sound(found: Reading) -> None:
    assert isinstance(found.kind, Kind)
    assert len(found.lines) <= MOST_COMMANDS or found.kind is Kind.TOO_MANY
    for line in (*found.own, *found.lines, found.subject):
        line.encode()  # no lone surrogates
        assert not {"\n", "\r", "\x00"} & set(line)


@given(st.binary(max_size=2000))
def test_any_bytes_are_read(raw: bytes) -> None:
    _sound(read(raw, grammar=GRAMMAR))


@given(st.lists(PIECES | st.binary(max_size=8), max_size=60))
def test_any_heap_of_pieces_of_mail_is_read(pieces: list[bytes]) -> None:
    _sound(read(b"".join(pieces), grammar=GRAMMAR))


@settings(max_examples=400)
@given(st.data())
def test_a_mail_that_was_damaged_on_its_way_is_read(data: st.DataObject) -> None:
    raw = data.draw(st.sampled_from(SAMPLES))[:4000]
    for _ in range(data.draw(st.integers(1, 6))):
        begin = data.draw(st.integers(0, len(raw)))
        end = min(len(raw), begin + data.draw(st.integers(0, 40)))
        raw = raw[:begin] + data.draw(PIECES | st.binary(max_size=6)) + raw[end:]
    _sound(read(raw, grammar=GRAMMAR))


@given(st.text(max_size=1500), st.booleans())
def test_any_text_is_read(text: str, html: bool) -> None:  # noqa: FBT001 - drawn
    _sound(read_text(text, grammar=GRAMMAR, html=html, sent=SentLines.of(NOTICE)))


@given(st.text(max_size=600))
def test_a_marked_quotation_alone_never_plays(text: str) -> None:
    marked = "\n".join("> " + line for line in text.splitlines())
    assert read_text(marked, grammar=GRAMMAR).lines == ()


@given(st.lists(st.sampled_from(["PLAY 7H C1", "END", "hello there", "see you", ""]), max_size=12))
def test_what_was_sent_and_comes_back_unmarked_never_plays(lines: list[str]) -> None:
    notice = "\n".join([NOTICE, *lines])
    assert read_text(notice, grammar=GRAMMAR, sent=SentLines.of(notice)).lines == ()
