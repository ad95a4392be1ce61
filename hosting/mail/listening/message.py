"""Reading a message from an SMTP connection: bounded, and ended only by CRLF, a dot and CRLF (P3)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from hosting.mail.listening import replies
from hosting.mail.listening.limits import Budget, Limits

LINE_END: Final = b"\r\n"
MESSAGE_END: Final = b"\r\n.\r\n"


class Message:
    """A message while it comes in: what may be kept of it, or why it may not.

    It is read in large pieces, not line by line. `body` begins with the line break of the DATA command, so
    that a dot in the first place is one that begins a line, too. `ahead` is what came behind the end.
    """

    def __init__(self, read_piece: Callable[[], Awaitable[bytes]], limits: Limits, budget: Budget) -> None:
        self.read_piece = read_piece
        self.limits = limits
        self.budget = budget
        self.body = bytearray(LINE_END)
        self.ahead = b""
        self.kept = 0
        self.size = 0
        self.line_size = 0
        self.problem = ""
        self.is_endless = False

    async def read(self) -> None:
        """Read to the line with a single dot, or until that is no use any more."""
        is_over = False
        while not is_over and not self.is_endless:
            piece = await self.read_piece()
            self.body += piece
            end = self.body.find(MESSAGE_END, max(0, len(self.body) - len(piece) - len(MESSAGE_END)))
            is_over = end >= 0
            if is_over:
                self.ahead = bytes(self.body[end + len(MESSAGE_END) :])
                del self.body[end + len(LINE_END) :]
            self.weigh(piece, len(piece) - len(self.ahead))
            self.is_endless = not is_over and self.goes_too_far()
        if not self.problem and has_long_line(self.body, self.limits.line):
            self.give_up(replies.LINE_TOO_LONG)

    def content(self) -> bytes:
        """Give the message as it was before it was sent, without the dots that were added for the way."""
        sent, self.body = self.body, bytearray()
        return bytes(sent.replace(LINE_END + b".", LINE_END)[len(LINE_END) :])

    def weigh(self, piece: bytes, size: int) -> None:
        """Count a piece, of which `size` bytes belong to the message, and let go of what is too much."""
        self.size += size
        end = piece.rfind(LINE_END)
        self.line_size = len(piece) - end if end >= 0 else self.line_size + len(piece)
        if self.size > self.limits.message + len(MESSAGE_END):
            self.give_up(replies.TOO_BIG)
        elif not self.problem and self.budget.take(size):
            self.kept += size
        else:
            self.give_up(replies.BUSY)

    def goes_too_far(self) -> bool:
        """Say whether to wait for its end is no use any more."""
        line_never_ends = self.line_size > self.limits.line
        overflows = self.size > self.limits.message + self.limits.overflow
        return (line_never_ends and overflows) or self.size > self.limits.drained

    def give_up(self, problem: str) -> None:
        """Note why it cannot be taken, and let go of what is there but for what an end may begin in."""
        self.problem = self.problem or problem
        del self.body[: -len(MESSAGE_END)]
        self.forget()

    def forget(self) -> None:
        """Give the memory back to others."""
        self.budget.give_back(self.kept)
        self.kept = 0


def has_long_line(body: bytearray, limit: int) -> bool:
    """Say whether a line is longer than the limit, in a few great steps: each from line end to line end."""
    start = 0
    while len(body) - start > limit + len(LINE_END):
        end = body.rfind(LINE_END, start, start + limit + len(LINE_END))
        if end < 0:
            return True
        start = end + len(LINE_END)
    return False
