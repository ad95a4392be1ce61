"""What the cards of Maldade Presenter do."""

from __future__ import annotations

from abc import abstractmethod

from hosting.games.maldade_presenter.agenda import Aimed, Clearing, Coming, Matter, Parting
from hosting.games.maldade_presenter.cards import CARDS, Gift, in_order, worth
from hosting.games.maldade_presenter.moves import WITH
from hosting.rules.game import Game
from hosting.rules.values import Action, Event


class Powers(Game):
    """The part of the game that plays cards; rules.py holds the rest."""

    hands: list[list[str]]
    gauges: list[list[Gift]]
    septic: list[str]
    resting: list[bool]
    agenda: list[Matter]
    played: int
    given: int | None
    moved: set[int]

    def total(self, seat: int) -> int:
        """What a gauge stands at."""
        return sum(worth(gift.code) for gift in self.gauges[seat])

    @abstractmethod
    def draw(self, seat: int, count: int) -> int:
        """Draw cards for a seat."""

    @abstractmethod
    def check(self, seat: int) -> None:
        """Eliminate a seat whose gauge is full."""

    @abstractmethod
    def clear(self, seat: int) -> None:
        """Clear the cards of an eliminated seat away."""

    # ---- in the own turn

    def do(self, seat: int, action: Action) -> None:
        """Play a card of the turn; each antidote counts as one (M10)."""
        if action.verb == "give":
            self._give(seat, action.args[0], int(action.args[1]))
        elif action.verb == "heal":
            self._heal(seat, action)
        else:
            self._trick(seat, *action.args)

    def _give(self, seat: int, card: str, to: int) -> None:
        """One gift card a turn, whatever becomes of it (M12)."""
        self.hands[seat].remove(card)
        self.played += 1
        self.given = to
        self.tell(Event("gave", seat, {"card": card, "to": to}))
        self.agenda.append(Coming(card, to, seat))

    def _heal(self, seat: int, action: Action) -> None:
        """Gifts healed and antidotes used go to the septic discard together."""
        at = action.args.index(WITH)
        gifts, used = action.args[:at], action.args[at + 1 :]
        for code in gifts:
            self.septic += self._lift(seat, code).cards
        for card in used:
            self._discard(seat, card)
        self.played += len(used)
        self.tell(Event("healed", seat, {"gifts": " ".join(gifts), "used": " ".join(used)}))

    def _trick(self, seat: int, card: str, *args: str) -> None:
        self.hands[seat].remove(card)
        self.played += 1
        power = CARDS[card].power
        if power == "mermaid":
            self.septic += (*self._lift(seat, args[0]).cards, card)
            self.tell(Event("rescued", seat, {"card": card, "gift": args[0]}))
        elif power == "draw":
            self.tell(Event("jumped", seat, {"card": card}))
            self.draw(seat, CARDS[card].value)
            self.septic.append(card)
        else:
            self._aim(seat, card, args)

    def _aim(self, seat: int, card: str, args: tuple[str, ...]) -> None:
        """A trick at another player; what a snatch costs is lost either way."""
        to, power = int(args[-1]), CARDS[card].power
        gift = args[0] if power in ("raise", "move") else ""
        self.tell(Event(f"aimed_{power}", seat, {"card": card, "to": to, **({"gift": gift} if gift else {})}))
        if power == "snatch":
            self._lose(seat, args[0])
        if power == "move":
            self.moved.add(to)
        self.agenda.append(Aimed(card, to, seat, gift))

    # ---- answers

    def answer(self, seat: int, action: Action) -> None:
        """Do what a seat answers; one answer to each thing that comes (M16)."""
        asked = self.agenda.pop()
        if action.verb == "pass":
            self.settle(asked)
        elif isinstance(asked, Coming):
            self._parry(seat, asked, *action.args)
        elif isinstance(asked, Aimed):
            self._karma(seat, asked, *action.args)
        else:
            self._greet(seat, *action.args)

    def _parry(self, seat: int, asked: Coming, card: str, *args: str) -> None:
        """A riposte: the gift is discarded, or it is on its way anew and may be answered again (M15)."""
        self._discard(seat, card)
        power = CARDS[card].power
        if power == "away":
            self.septic.append(asked.card)
            self.tell(Event("parried_away", seat, {"card": card, "gift": asked.card}))
            return
        to = asked.sender if power == "back" else int(args[0])
        self.tell(Event(f"parried_{power}", seat, {"card": card, "gift": asked.card, "to": to}))
        self.agenda.append(Coming(asked.card, to, seat))

    def _karma(self, seat: int, asked: Aimed, card: str, *args: str) -> None:
        """The trick is cancelled; a snatch is turned round if a card is discarded."""
        self._discard(seat, card)
        self.septic.append(asked.card)
        self.tell(Event("cancelled", seat, {"card": card, "trick": asked.card, "to": asked.sender}))
        if args:
            self._lose(seat, args[0])
            self._steal(seat, asked.sender)

    def _greet(self, seat: int, card: str, to: str) -> None:
        """The parting gift, sent by who is out already: so it cannot be returned."""
        self._discard(seat, next(mine for mine in self.hands[seat] if CARDS[mine].kind == "parting"))
        self.hands[seat].remove(card)
        self.tell(Event("greeted", seat, {"card": card, "to": int(to)}))
        self.agenda.append(Coming(card, int(to), seat))

    # ---- what nobody has answered

    def settle(self, matter: Matter) -> None:
        """Let a thing happen as it was meant."""
        if isinstance(matter, Coming):
            self.gauges[matter.to].append(Gift(matter.card))
            self.tell(Event("took", matter.to, {"card": matter.card, "points": self.total(matter.to)}))
            self.check(matter.to)
        elif isinstance(matter, Aimed):
            self._strike(matter)
        elif isinstance(matter, Clearing):
            self.clear(matter.seat)
        else:
            assert isinstance(matter, Parting), "a last gift that is not given is no loss"

    def _strike(self, trick: Aimed) -> None:
        """The power of a trick at another player; then the card is discarded, unless it lies on a gift."""
        power = CARDS[trick.card].power
        if power == "raise":
            gift = self._lift(trick.to, trick.gift)
            self.gauges[trick.to].append(Gift(gift.card, (*gift.on_it, trick.card)))
            self.tell(Event("raised", trick.to, {"points": self.total(trick.to)}))
        elif power == "move":
            self.gauges[trick.to].append(self._lift(trick.sender, trick.gift))
            self.tell(Event("took", trick.to, {"card": trick.gift, "points": self.total(trick.to)}))
        elif power == "snatch":
            self._steal(trick.sender, trick.to)
        else:
            self.resting[trick.to] = True
            self.tell(Event("queued", trick.to))
        if power != "raise":
            self.septic.append(trick.card)
        self.check(trick.to)

    def _steal(self, thief: int, victim: int) -> None:
        """A card by chance: an index into the sorted hand. Only the two of them see which."""
        card = self.hands[victim].pop(self.chance.pick(len(self.hands[victim])))
        self.hands[thief] = in_order([*self.hands[thief], card])
        both = frozenset({thief, victim})
        self.tell(Event("stole", thief, {"from": victim}))
        self.tell(Event("stolen", thief, {"from": victim, "card": card}, both))

    # ---- cards

    def _lift(self, seat: int, code: str) -> Gift:
        """Take a gift out of a gauge; equal ones are alike."""
        gauge = self.gauges[seat]
        return gauge.pop(next(place for place, gift in enumerate(gauge) if gift.code == code))

    def _discard(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.septic.append(card)

    def _lose(self, seat: int, card: str) -> None:
        """Discard a hand card as the price of a snatch."""
        self._discard(seat, card)
        self.tell(Event("lost", seat, {"card": card}))
