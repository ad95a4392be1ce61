"""Mails for tests of reading: a notice, its answers by different clients, and the toy grammar they use."""

from collections.abc import Sequence

from hosting.mail.reading.toy_grammar import ToyGrammar

GRAMMAR = ToyGrammar(["PLAY", "DISCARD", "END"])

MOVES = ("PLAY 7H C1", "DISCARD KD S2", "END")

NOTICE = """\
Anna, your card 6 on the pay-off pile can go to centre 1.

CENTRE
Stack 1: 5 on top, needs 6. Stack 2: jack, needs queen.
Stacks 3 and 4 are empty.

YOU
Pay-off pile: 14 cards, 6 on top.
Hand: 2, 7, queen, king.

What can be done now:
1. Play 6 from your pay-off pile to centre stack 1.
2. Discard king to side stack 2.

Answer with numbers or words, for instance play 6 to 1
or discard king to 2, each on a line of its own.
If nothing comes by Thursday 10:00 (Stockholm), the host
discards the king for you.

See the table: https://play.example.org/match/12
"""


def quoted(text: str = NOTICE, mark: str = "> ") -> str:
    """Put a mark before each line, as clients do."""
    return "\n".join((mark + line).rstrip() for line in text.splitlines())


def letter(
    text: str | bytes,
    *headers: str,
    subject: str = "Re: [Postbord 12] Spite & Malice",
    sender: str = "Anna Berg <anna@mail.example.org>",
    content_type: str = "text/plain; charset=utf-8",
) -> bytes:
    """Make the bytes of a mail; further headers come first, as the last server that saw it puts them."""
    body = text if isinstance(text, bytes) else text.encode()
    lines = [
        *headers,
        f"From: {sender}",
        "To: play+token@play.example.org",
        f"Subject: {subject}",
        "Message-ID: <a1@mail.example.org>",
        "In-Reply-To: <n12@play.example.org>",
        "MIME-Version: 1.0",
        f"Content-Type: {content_type}",
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def parts(*bodies: tuple[str, str], kind: str = "mixed", headers: Sequence[str] = ()) -> bytes:
    """Make a mail of several parts, each given as its header lines and its text."""
    inner = "".join(f"--edge\r\n{head}\r\n\r\n{body}\r\n" for head, body in bodies)
    return letter(inner + "--edge--\r\n", *headers, content_type=f'multipart/{kind}; boundary="edge"')
