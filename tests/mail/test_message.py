"""Reading messages in pieces gives the same as reading them line by line, wherever the pieces end."""

import asyncio
import itertools

from hypothesis import example, given
from hypothesis import strategies as st

from hosting.mail.listening import replies
from hosting.mail.listening.limits import Budget, Limits
from hosting.mail.listening.message import Message, has_long_line

LIMITS = Limits(message=400, line=40, overflow=60, drained=2000, memory=10_000)
parts = st.sampled_from([b"\r\n", b"\r", b"\n", b".", b"..", b"x", b"line", b"\r\n.", b"\n.\n", b"\0"])


def taken(stream: bytes, cuts: list[int], limits: Limits = LIMITS) -> tuple[Message, Budget]:
    """Read a message from a stream that comes in pieces cut at these places."""
    places = sorted({0, len(stream), *(cut % (len(stream) + 1) for cut in cuts)})
    pieces = [stream[start:end] for start, end in itertools.pairwise(places)]

    async def read_piece() -> bytes:
        if not pieces:
            raise EOFError
        return pieces.pop(0)

    budget = Budget(limits.memory)
    message = Message(read_piece, limits, budget)
    asyncio.run(message.read())
    message.ahead += b"".join(pieces)  # nobody has read it
    return message, budget


def line_by_line(stream: bytes) -> tuple[bytes, bytes]:
    """Read a message as RFC 5321 tells it; give it and what stands behind it."""
    lines: list[bytes] = []
    while True:
        line, _, stream = stream.partition(b"\r\n")
        if line == b".":
            return b"".join(each + b"\r\n" for each in lines), stream
        lines.append(line.removeprefix(b"."))


@given(st.lists(parts, max_size=40).map(b"".join), st.lists(st.integers(0, 200), max_size=12))
@example(b"", [1, 2])
@example(b"\r\n", [1, 2, 3, 4])
def test_where_the_pieces_end_makes_no_difference(body: bytes, cuts: list[int]) -> None:
    stream = body + b"\r\n.\r\nQUIT\r\n"
    expected, behind = line_by_line(stream)
    message, budget = taken(stream, cuts)
    if any(len(line) > LIMITS.line for line in stream[: -len(behind)].split(b"\r\n")):
        assert message.problem == replies.LINE_TOO_LONG
    else:
        assert message.problem == ""
        assert message.content() == expected
    assert message.ahead == behind
    message.forget()
    assert budget.left == LIMITS.memory


@given(st.integers(401, 1500), st.lists(st.integers(0, 2000), max_size=30))
def test_a_message_that_is_too_big_is_read_to_its_end_and_let_go(size: int, cuts: list[int]) -> None:
    stream = (b"x" * 18 + b"\r\n") * (size // 20 + 1) + b".\r\nQUIT\r\n"
    message, budget = taken(stream, cuts)
    assert (message.problem, message.is_endless, message.ahead) == (replies.TOO_BIG, False, b"QUIT\r\n")
    assert len(message.body) < 10
    assert budget.left == LIMITS.memory


@given(st.lists(st.integers(0, 3000), min_size=30, max_size=60))
def test_a_message_without_end_is_given_up(cuts: list[int]) -> None:
    message, budget = taken((b"x" * 18 + b"\r\n") * 200, cuts)
    assert message.is_endless
    assert budget.left == LIMITS.memory


def test_commands_that_came_along_do_not_count() -> None:
    message, _ = taken((b"x" * 18 + b"\r\n") * 20 + b".\r\n" + b"NOOP\r\n" * 90, [])
    assert message.problem == ""
    assert message.size == 403


def test_a_line_without_end_is_given_up_sooner() -> None:
    message, _ = taken(b"x" * 3000, list(range(0, 3000, 10)))
    assert message.is_endless
    assert message.size <= LIMITS.message + LIMITS.overflow + 10


@given(st.lists(st.integers(0, 30), max_size=20), st.integers(1, 25))
def test_a_long_line_is_found_wherever_it_is(lengths: list[int], limit: int) -> None:
    body = b"".join(b"x" * length + b"\r\n" for length in lengths)
    assert has_long_line(bytearray(body), limit) == any(length > limit for length in lengths)
