"""What an action of Maldade Presenter is about, and why it is not legal: from one player's view alone.

An action has these facts, and a line that a player writes claims some of them: verb (give, heal, play, draw,
pass), card (the trick or riposte), gift or gifts, cures (antidotes), lost (the price of a snatch), player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hosting.games.maldade_presenter.cards import CARDS, GIFTS
from hosting.games.maldade_presenter.items import ANY_ANTIDOTE, fits, item
from hosting.games.maldade_presenter.moves import WITH
from hosting.rules.values import Action, Reason, Scalar, View

PRICED = ("snatch", "karma")


def facts(action: Action, view: View) -> dict[str, Scalar]:  # noqa: ARG001 - an action says all of it
    """The facts of an action; cards with their points."""
    if action.verb in ("give", "greet"):
        return {"verb": "give", "gift": item(action.args[0]), "player": int(action.args[1])}
    if action.verb == "heal":
        at = action.args.index(WITH)
        gifts, cures = action.args[:at], action.args[at + 1 :]
        return {"verb": "heal", "gifts": " ".join(map(item, gifts)), "cures": " ".join(map(item, cures))}
    if action.verb != "play":
        return {"verb": action.verb}
    card, *args = action.args
    found: dict[str, Scalar] = {"verb": "play", "card": item(card)}
    if args and args[-1].isdecimal():
        found["player"] = int(args.pop())
    if args:
        found["lost" if CARDS[card].power in PRICED else "gift"] = item(args[0])
    return found


def settle(claims: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """A line that plays a gift gives it; one that plays an antidote heals with it."""
    code = _code(claims.get("card"))
    if claims.get("verb") != "play" or (code not in GIFTS and code != ANY_ANTIDOTE):
        return dict(claims)
    rest = {key: value for key, value in claims.items() if key not in ("verb", "card")}
    if code in GIFTS:
        return {"verb": "give", "gift": claims["card"], **rest}
    if "gift" in rest:
        rest["gifts"] = rest.pop("gift")
    return {"verb": "heal", "cures": claims["card"], **rest}


def why(claims: Mapping[str, Scalar], view: View) -> Reason:
    """Why no legal action has these facts; the first thing that is wrong, as a player would look for it."""
    if view.outcome is not None:
        return Reason("over")
    if view.viewer not in view.to_act:
        return Reason("not_your_turn")
    case = Case(claims, view)
    found = case.answer() if view.answering else case.turn()
    return found or Reason("not_now")


class Case:
    """A line that cannot be done, held against what its player sees."""

    def __init__(self, claims: Mapping[str, Scalar], view: View) -> None:
        self.claims = claims
        self.view = view
        self.verb = claims.get("verb")
        self.facts = view.table.facts
        self.out = {int(seat) for seat in str(self.facts["out"]).split()}
        self.hand = [item(card) for card in self._cards("hand", view.viewer)]
        self.gauge = [item(gift) for gift in self._cards("gauge", view.viewer)]

    def _cards(self, kind: str, seat: int | None) -> list[str]:
        return [card for card in self.view.table.zone(kind, seat).cards if card]

    # ---- in the own turn

    def turn(self) -> Reason | None:
        """What is wrong with a move."""
        if self.verb == "pass":
            return Reason("nothing_asked")
        if self.verb == "give":
            return self._held("gift") or self._kind("gift") or self._one_gift() or self._player()
        if self.verb == "heal":
            return self._healing()
        return self._held("card") or self._later() or self._trick()

    def _one_gift(self) -> Reason | None:
        if self.facts["given"] is not None:
            return Reason("one_gift")
        moved = {int(seat) for seat in str(self.facts["moved"]).split()}
        to = self.claims.get("player")
        others = sorted(moved - {to})
        return Reason("one_player", {"player": others[0]}) if isinstance(to, int) and others else None

    def _healing(self) -> Reason | None:
        gifts, cures = self._items("gifts"), self._items("cures")
        for gift in gifts:
            if not any(fits(gift, own) for own in self.gauge):
                return Reason("not_in_gauge", {"item": gift})
        for cure in cures:
            if not any(fits(cure, own) for own in self.hand):
                return Reason("not_in_hand", {"item": cure})
        if len(cures) > int(str(self.facts["cards_left"])):
            return Reason("cards_left", {"count": self.facts["cards_left"]})
        return Reason("not_exact") if gifts else None

    def _later(self) -> Reason | None:
        """Cards that are no move of the own turn."""
        kind = CARDS[code].kind if (code := _code(self.claims.get("card"))) in CARDS else ""
        return Reason(f"{kind}_later") if kind in ("riposte", "parting") else None

    def _trick(self) -> Reason | None:
        code = _code(self.claims.get("card"))
        power = CARDS[code].power if code in CARDS else ""
        found = self._player() if power not in ("mermaid", "draw") else None
        return found or self._aim(power)

    def _aim(self, power: str) -> Reason | None:
        to = self.claims.get("player")
        if power == "snatch":
            return self._held("lost") or self._robbed(to)
        if power == "rest":
            return Reason("resting", {"player": to}) if to is not None else None
        if power == "move" and self.facts["given"] not in (None, to):
            return Reason("one_player", {"player": self.facts["given"]})
        return self._lies(to if power == "raise" else self.view.viewer)

    def _robbed(self, to: Scalar) -> Reason | None:
        if len(self.hand) < 2:
            return Reason("no_price")
        held = self.view.table.zone("hand", to).count if isinstance(to, int) else 1
        return None if held else Reason("empty_hand", {"player": to})

    def _lies(self, seat: Scalar) -> Reason | None:
        """The gift of the line must lie in that gauge."""
        gift = self.claims.get("gift")
        mine = seat == self.view.viewer
        if not isinstance(seat, int) or gift is None:
            return None if self.gauge or not mine else Reason("gauge_empty")
        if any(fits(str(gift), item(own)) for own in self._cards("gauge", seat)):
            return None
        if mine:
            return Reason("not_in_gauge", {"item": gift})
        return Reason("not_in_their_gauge", {"item": gift, "player": seat})

    # ---- when asked

    def answer(self) -> Reason | None:
        """What is wrong with an answer."""
        asked = self.facts["asked"]
        if self.verb == "give" and asked == "parting":
            return self._held("gift") or self._parting() or self._player()
        if self.verb != "play":
            return Reason("must_answer")
        code = _code(self.claims.get("card"))
        if code not in CARDS or CARDS[code].kind != "riposte" or asked == "parting":
            return Reason("must_answer")
        power = CARDS[code].power
        if (power == "karma") is (asked == "gift"):
            return Reason("karma_for_tricks" if asked == "gift" else "only_karma")
        return self._held("card") or self._ways(power)

    def _ways(self, power: str) -> Reason | None:
        if power == "back":
            return Reason("no_sender")
        if power == "on":
            to = self.claims.get("player")
            return self._player() or (Reason("third_player") if to in (None, self.facts["sender"]) else None)
        return self._held("lost")

    def _parting(self) -> Reason | None:
        code = _code(self.claims.get("gift"))
        if not any(CARDS[_code(own)].kind == "parting" for own in self.hand):
            return Reason("no_parting")
        return Reason("golden_parting") if code in CARDS and CARDS[code].golden else None

    # ---- in both

    def _items(self, key: str) -> Sequence[str]:
        return str(self.claims.get(key) or "").split()

    def _held(self, key: str) -> Reason | None:
        for claimed in self._items(key):
            if not any(fits(claimed, own) for own in self.hand):
                return Reason("not_in_hand", {"item": claimed})
        return None

    def _kind(self, key: str) -> Reason | None:
        code = _code(self.claims.get(key))
        return Reason("no_gift", {"item": code}) if code and code not in GIFTS else None

    def _player(self) -> Reason | None:
        to = self.claims.get("player")
        if not isinstance(to, int):
            return None
        if not 0 <= to < self.view.seats:
            return Reason("no_such_player", {"count": self.view.seats})
        if to == self.view.viewer:
            return Reason("not_yourself")
        return Reason("is_out", {"player": to}) if to in self.out else None


def _code(claim: Scalar) -> str:
    return str(claim or "").partition("=")[0]
