"""How cards and players of Maldade Presenter are called in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from hosting.games.maldade_presenter.cards import CARDS, DECKS, base, worth
from hosting.games.maldade_presenter.items import ANY_ANTIDOTE
from hosting.rules.values import Scalar, View
from hosting.rules.words import Words

MINUS = "\N{MINUS SIGN}"

GLYPHS: Final[Mapping[str, str]] = {
    "gift": "\N{BLACK DIAMOND}",
    "unavoidable": "\N{BLACK DIAMOND}\N{EXCLAMATION MARK}",
    "antidote": "\N{HEAVY GREEK CROSS}",
    "trick": "\N{BLACK STAR}",
    "riposte": "\N{LEFTWARDS ARROW WITH HOOK}",
    "parting": "\N{ENVELOPE}",
}
"""The sign of each kind of card where a mail draws it: letters, so that no picture has to be loaded."""

BORDERS: Final[Mapping[str, str]] = {
    "gift": "solid",
    "unavoidable": "thick",
    "antidote": "dashed",
    "trick": "double",
    "riposte": "dotted",
    "parting": "double",
}
"""The border of each kind, as on the page."""


class Naming(Words):
    """The part of the words that names things."""

    def card(self, code: str) -> str:
        """A card or a gift of a gauge inside a sentence: "Drum kit (6)", "Antidote -2", "Karma"."""
        card, name = CARDS[base(code)], self.text(f"cards.{base(code)}")
        if card.kind != "gift":
            return name.rstrip("!")
        return self.text(
            "formats.unavoidable" if card.unavoidable else "formats.gift", name=name, points=worth(code)
        )

    def card_label(self, code: str | None) -> str:
        """The accessible name of a card, with its kind."""
        if code is None:
            return self.text("cards.hidden")
        kind = CARDS[base(code)].kind
        if kind == "antidote":
            return self.card(code)
        name = self.card(code) if kind == "gift" else self.text(f"cards.{code}")
        return self.text("formats.label", card=name, kind=self.text(f"kinds.{kind}"))

    def face(self, code: str) -> str:
        """The name that stands on a drawn card; long words know where they may break."""
        faces = self.texts["faces"]
        return str(faces.get(base(code)) or self.text(f"cards.{base(code)}").partition(f" {MINUS}")[0])

    def kind(self, code: str) -> str:
        """The kind of a card in a word."""
        return self.text(f"kinds.{self.kind_of(code)}")

    def kind_of(self, code: str) -> str:
        """The kind of a card for a page: gift, unavoidable, antidote, trick, riposte or parting."""
        card = CARDS[base(code)]
        return "unavoidable" if card.unavoidable else card.kind

    def glyph(self, code: str) -> str:
        """The sign of a card's kind, the same as on a page."""
        return GLYPHS[self.kind_of(code)]

    def border(self, code: str) -> str:
        """The border of a card's kind, the same as on a page."""
        return BORDERS[self.kind_of(code)]

    def does(self, code: str) -> str:
        """What a card does, in a sentence, for who reads the rules."""
        card = CARDS[code]
        key = "golden" if card.golden else card.power or self.kind_of(code)
        return self.text(f"does.{key}")

    def added(self, code: str) -> int:
        """By how much a trick raises a gift; 0 for any other card."""
        card = CARDS[code]
        return card.value if card.power == "raise" else 0

    def decks(self) -> list[tuple[str, tuple[int, ...]]]:
        """Every card that a deck has, with its copies in each deck, for who reads the rules."""
        return [(code, tuple(deck.get(code, 0) for deck in DECKS.values())) for code in CARDS]

    def deck_sizes(self) -> tuple[int, ...]:
        """How many cards each deck has."""
        return tuple(sum(deck.values()) for deck in DECKS.values())

    def points(self, code: str) -> str:
        """The points that stand on a drawn card, an antidote's with a true minus; none on other cards."""
        kind = CARDS[base(code)].kind
        return {"gift": str(worth(code)), "antidote": f"{MINUS}{worth(code)}"}.get(kind, "")

    def listed(self, names: Iterable[str]) -> str:
        """Several things in a sentence: "a, b and c"."""
        *first, last = names
        return self.text("formats.and", first=", ".join(first), last=last) if first else last

    def cards_of(self, codes: Iterable[str]) -> str:
        """Several cards in a sentence."""
        return self.listed(self.card(code) for code in codes)

    def claimed(self, item: str) -> str:
        """A card as a line named it: by name, by points or by both."""
        code, _, points = item.partition("=")
        if not code:
            return self.count(int(points), "point")
        if code == ANY_ANTIDOTE:
            name = self.text(f"cards.{code}")
            return f"{name} {MINUS}{points}" if points else name
        card = self.card(code)
        name = self.text(f"cards.{code}")
        return card if not points or CARDS[code].value == int(points) else f"{name} ({points})"

    # ---- as they are typed

    def typed(self, code: str, among: Sequence[str] = ()) -> str:
        """A card as it is typed; with its points where a gauge has it raised and plain."""
        name = self.text(f"cards.{base(code)}").rstrip("!")
        twins = {other for other in among if base(other) == base(code)}
        return f"{name} ({worth(code)})" if len(twins) > 1 else name

    def typed_player(self, seat: int, names: Sequence[str]) -> str:
        """A player as he is typed: by name, or by his seat where no names are given."""
        return names[seat] if names else self.text("commands.seat", number=seat + 1)


def total(view: View, seat: Scalar) -> int:
    """What a gauge stands at."""
    return int(str(view.table.facts[f"gauge_{seat}"]))


def gauge(view: View, seat: int | None) -> list[str]:
    """The gifts of a gauge."""
    return [card for card in view.table.zone("gauge", seat).cards if card]


def living(view: View) -> list[int]:
    """The players that are still in, by seat."""
    out = str(view.table.facts["out"]).split()
    return [seat for seat in range(view.seats) if str(seat) not in out]
