"""A scripted player: reads a turn mail as a person does, and answers in one of the ways people do.

He knows the words of his language and nothing of the host. In Spite & Malice he looks at the table: he plays
whatever is listed to the centre, and discards his highest card that is no king. In other games he taps one of
the mail's buttons.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import make_msgid, parseaddr
from html import unescape
from typing import Final
from urllib.parse import parse_qs, urlsplit

CHOICE: Final = re.compile(r"^(\d+)\.\s(\S+)\s")
HAND: Final = re.compile(r"^(?:Hand|Tangan): (.+) \(", re.MULTILINE)
STACK: Final = re.compile(r"^(?:Sidohög|Susunan sampingan|Side stacks?) ([\d, a-z]+): (.+)$", re.MULTILINE)
HEADING: Final = re.compile(r"^[^a-zåäö\W]{2,}[^a-zåäö]*$", re.MULTILINE)
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
LINK: Final = re.compile(r'href="(mailto:[^"]+)"')
PROOF: Final = "verify_shuffle.py"
"""What every last mail of a match names, in whatever language."""


@dataclass(frozen=True)
class Tongue:
    """The few words that a player needs."""

    plays: tuple[str, ...]
    discard: str
    hello: str
    bye: str
    wrote: str


TONGUES: Final = {
    "sv": Tongue(
        ("Spela", "Lägg"),
        "Kasta {card} till {stack}",
        "Hej!",
        "Ha det bra",
        "Den 1 dec. 2026 skrev Postbord:",
    ),
    "ms": Tongue(
        ("Main", "Mainkan"),
        "Buang {card} ke {stack}",
        "Salam,",
        "Terima kasih",
        "Pada 1 Dis 2026, Postbord menulis:",
    ),
    "en": Tongue(
        ("Play",), "Discard {card} to {stack}", "Hello,", "Cheers", "On 1 Dec 2026, Postbord wrote:"
    ),
}


@dataclass
class Scripted:
    """One player at his mail program."""

    name: str
    address: str
    language: str
    taps: bool = False
    has_read_the_end: bool = False
    answered: int = 0
    read: set[str] = field(default_factory=set)

    def answer(self, mail: EmailMessage) -> EmailMessage | None:
        """Read a mail; write the answer when it asks for one."""
        text = _text(mail)
        if str(mail["Message-ID"]) in self.read:
            return None  # the same mail once more: a relay may deliver twice
        self.read.add(str(mail["Message-ID"]))
        if PROOF in text:
            self.has_read_the_end = True
        lines = self.tapped(mail) if self.taps else self.lines(text)
        if not lines:
            return None
        self.answered += 1
        return self.reply(mail, self.dressed(lines, text))

    def lines(self, text: str) -> list[str]:
        """Decide what to do: a number, words, or several lines in one mail."""
        tongue = TONGUES[self.language]
        listed = [match.groups() for line in text.splitlines() if (match := CHOICE.match(line))]
        if not listed:
            return []
        plays = [number for number, verb in listed if verb in tongue.plays]
        last = self.discard(text)
        if not plays:
            return [last] if last else [listed[-1][0]]
        if len(plays) == 1 and self.answered % 3 == 2 and last:
            return [plays[0], last]
        return plays[:1]

    def tapped(self, mail: EmailMessage) -> list[str]:
        """Tap one of the links of the mail's HTML part: each writes a mail with one line."""
        page = mail.get_body(("html",))
        links = LINK.findall(unescape(page.get_content())) if page is not None else []
        bodies = [body for link in links for body in parse_qs(urlsplit(link).query).get("body", [])]
        return [random.choice(bodies)] if bodies else []  # noqa: S311 - only a script plays here

    def discard(self, text: str) -> str:
        """Choose a card and a stack; "" when the mail does not show them."""
        hand = HAND.search(text)
        if hand is None:
            return ""
        held = [card for card in hand[1].split(", ") if card in RANKS]
        card = max(held, key=lambda rank: (rank != "K", RANKS.index(rank)))
        return TONGUES[self.language].discard.format(card=card, stack=_shortest_stack(text[hand.start() :]))

    def dressed(self, lines: list[str], text: str) -> str:
        """Put around the lines what people put around them."""
        tongue = TONGUES[self.language]
        plain = "\n".join(lines)
        quoted = "\n".join(f"> {line}".rstrip() for line in text.splitlines())
        return (
            plain,
            f"{tongue.hello}\n\n{plain}\n\n{tongue.bye}\n{self.name}",
            f"{plain}\n\n{tongue.wrote}\n{quoted}",
            f"{plain.upper()}\n\n-- \n{self.name}, play 1",
        )[self.answered % 4] + "\n"

    def reply(self, mail: EmailMessage, body: str) -> EmailMessage:
        """Make the answer as a mail program does."""
        answer = EmailMessage()
        answer["From"] = f"{self.name} <{self.address}>"
        answer["To"] = parseaddr(str(mail["Reply-To"]))[1]
        answer["Subject"] = f"Re: {mail['Subject']}"
        answer["Message-ID"] = make_msgid(domain="demo.localhost")
        answer["In-Reply-To"] = str(mail["Message-ID"])
        answer["References"] = f"{mail['References']} {mail['Message-ID']}"
        answer.set_content(body)
        return answer


def _text(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    return str(body.get_content()).replace("\N{NO-BREAK SPACE}", " ") if body is not None else ""


def _shortest_stack(own_table: str) -> int:
    """Find the side stack with the fewest cards in the part of the table that follows the hand."""
    own = HEADING.split(own_table, maxsplit=1)[0]
    size: dict[int, int] = {}
    for numbers, shown in STACK.findall(own):
        cards = len(re.findall(r"\b(?:10|[2-9AJQK])\b", shown))
        size.update({int(number): cards for number in re.findall(r"\d+", numbers)})
    return min(size, key=lambda number: (size[number], number)) if size else 1
