"""What a person makes of a mail: what he answers to it, or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hosting.running.scripted import Scripted
from hosting.running.simulating.letters import Letter, Part
from hosting.running.simulating.people import Person

SPITE: Final = "Spite & Malice"
RIPOSTE: Final = "RIPOSTE ASK"

MOVES: Final = "moves"
SLIP: Final = "slip"
ASK: Final = "ask"
CHAT: Final = "chat"
TALK: Final = "talk"
UNDO: Final = "undo"
RESIGN: Final = "resign"
YES: Final = "yes"
ORDER: Final = "order"

TO_BE_CONFIRMED: Final = frozenset({"held", "confirm", "back_soon", "mail_test"})
"""Kinds of mails, as their heads say, that ask for a yes."""


@dataclass(frozen=True)
class Said:
    """What somebody answers, and what sort of thing that is."""

    what: str
    lines: tuple[str, ...]


def answer(person: Person, letter: Letter, part: Part) -> Said:
    """Decide what a mail that asks for moves is answered with."""
    rng, habits, speech = person.rng, person.habits, person.writer.speech
    ways = {
        SLIP: habits.slips,
        ASK: habits.asks,
        CHAT: habits.chats,
        TALK: habits.talks,
        UNDO: 0.1 if letter.kind == "answer" else 0.0,
        RESIGN: 0.0006,
        ORDER: 0.4 if "RIPOSTE" in letter.text and part.match not in person.ordered else 0.0,
    }
    ways[MOVES] = max(0.1, 1 - sum(ways.values()))
    (what,) = rng.choices(list(ways), list(ways.values()))
    played = moves(person, letter, part)
    if what == ORDER:
        person.ordered.add(part.match)
    asked = ((speech.help,), (speech.show,), (speech.orders,), (speech.attempt, *played))
    lines = {
        MOVES: played,
        SLIP: (rng.choice((*speech.slips, str(len(part.choices) + 7))),),
        ASK: rng.choice(asked),
        CHAT: (rng.choice(speech.chatter),),
        TALK: (*played, "", f"{speech.talk} {rng.choice(speech.said)}"),
        UNDO: (speech.undo,),
        RESIGN: (speech.resign,),
        ORDER: (RIPOSTE, *played),
    }
    return Said(what, lines[what])


def moves(person: Person, letter: Letter, part: Part) -> tuple[str, ...]:
    """Choose what to play: numbers, or words as the mail gives them."""
    rng, habits = person.rng, person.habits
    if SPITE in letter.subject and rng.random() < 0.9:
        script = Scripted(person.writer.name, person.address, person.writer.language)
        script.answered = 2 if rng.random() < habits.several else 0
        if lines := script.lines(part.text):
            return tuple(lines)
    tapped = letter.tapped(part.address)
    if tapped and rng.random() < 0.5:
        return (rng.choice(tapped),)
    choice = rng.choice(part.choices)
    if choice.typed and (rng.random() < habits.words or not tapped):
        return (choice.typed,)
    if len(part.choices) > 1 and rng.random() < habits.several:
        return tuple(rng.choice(part.choices).number for _ in range(2))
    return (choice.number,)
