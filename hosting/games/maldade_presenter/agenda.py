"""What still has to be settled in a turn of Maldade Presenter, before the player may go on.

The game keeps these in a list and settles the last one first: so a parting gift is settled before the cards
of who gave it are cleared away, and a gift that was passed on before anything else happens.
"""

from __future__ import annotations

from dataclasses import dataclass

from hosting.games.maldade_presenter.cards import CARDS


@dataclass(frozen=True, slots=True)
class Coming:
    """A gift on its way to a gauge. `sender` sent it last: gave it, returned it or passed it on."""

    card: str
    to: int
    sender: int

    @property
    def asks(self) -> int | None:
        """Who may answer: the receiver, unless the gift is unavoidable."""
        return None if CARDS[self.card].unavoidable else self.to

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that lie nowhere else meanwhile."""
        return (self.card,)


@dataclass(frozen=True, slots=True)
class Aimed:
    """A trick at another player, whose power is applied unless Karma cancels it. `gift` as in a gauge."""

    card: str
    to: int
    sender: int
    gift: str = ""

    @property
    def asks(self) -> int | None:
        """Who may answer: the player that it is aimed at."""
        return self.to

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that lie nowhere else meanwhile."""
        return (self.card,)


@dataclass(frozen=True, slots=True)
class Parting:
    """An eliminated player may give a last gift."""

    to: int

    @property
    def asks(self) -> int | None:
        """Who may answer: the player himself."""
        return self.to

    cards = ()


@dataclass(frozen=True, slots=True)
class Clearing:
    """The cards of an eliminated player go into the puddle (M7)."""

    seat: int

    asks = None
    cards = ()


Matter = Coming | Aimed | Parting | Clearing
