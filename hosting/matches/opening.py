"""A match before its first deal.

Opened, joined, cancelled, lapsed, and started by the last who takes a seat.
"""

from __future__ import annotations

import datetime as dt
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from django.db import transaction

from hosting import games
from hosting.matches import inviting, notices, seeds
from hosting.matches.models import Entry, Match, Seat
from hosting.matches.queries import running_tutorial
from hosting.matches.sitting import Sitting
from hosting.matches.terms import USUAL, Terms
from hosting.now import now
from hosting.players.models import Player
from hosting.players.names import fold_name
from hosting.rules.commands import GameGrammar
from hosting.rules.lines import Sort
from hosting.rules.speaking import host_word

UNHURRIED: Final = 7 * 24 * 3600
"""Seconds for a turn of a tutorial match: nobody waits for the player but the host."""

TUTOR: Final = "random"
"""The bot of a tutorial match: it picks moves by chance, so that the first match may well be won."""

LAPSE: Final = dt.timedelta(days=30)
"""How long a match may wait for its players."""

LONGEST_LUCK: Final = 100
BOT_NAMES: Final = ("Botilda", "Robo", "Mekko", "Tik", "Tok", "Bipp", "Bopp", "Skruv")


class CannotJoin(ValueError):
    """The seat cannot be taken; `code` is full, already_in or not_open."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class CannotCancel(ValueError):
    """Only the one who opened a match may cancel it, and only before it starts."""


def open_match(
    creator: Player,
    *,
    game: str,
    options: Mapping[str, object] | None = None,
    terms: Terms = USUAL,
    seats: int | None = None,
    luck: str = "",
    bot: str = "",
    bot_seats: int | None = None,
) -> Match:
    """Open a match; its creator takes seat 0. A `bot` has the last `bot_seats` seats, or all others.

    When no seat is free the match starts. `seats`: the fewest that the game takes, if no number is named.
    Raises BadOption for options that the game does not take, ValueError for a number of seats.
    """
    rules = games.game(game)
    count = rules.seat_range.start if seats is None else seats
    if count not in rules.seat_range:
        raise ValueError(f"{game} is not played by {count}")
    by_bots = (count - 1 if bot_seats is None else bot_seats) if bot else 0
    if not 0 <= by_bots < count:
        raise ValueError(f"{by_bots} of {count} seats cannot be given to bots")
    chosen = rules.options.parse(options or {})
    with transaction.atomic(durable=True):
        match = _set_up(Match(game=game, options=chosen.as_dict(), creator=creator, **terms.as_columns()))
        _sit_down(match, 0, player=creator, luck=luck)
        for number in range(1, count):
            _sit_down(match, number, bot=bot if number >= count - by_bots else "")
        if by_bots == count - 1:
            start(match.pk)
    match.refresh_from_db()
    return match


def open_tutorial(player: Player, game: str = "spite-and-malice") -> Match:
    """Give the player's tutorial match of a game: the one that is running, else a new one, begun at once.

    It is short, has plenty of time for each turn, and a bot in every other seat. However often and from
    wherever this is called, a player has one running tutorial of a game. The player needs a name; the call
    stands in no transaction. KeyError when there is no such game.
    """
    rules = games.game(game)
    short = rules.options.parse(rules.options.short())
    with transaction.atomic(durable=True):
        Player.objects.select_for_update().get(pk=player.pk)
        match = running_tutorial(player, game)
        if match is None:
            match = _set_up(Match(game=game, options=short.as_dict(), allowance=UNHURRIED, creator=player))
            _sit_down(match, 0, player=player)
            for number in range(1, rules.seat_range.start):
                _sit_down(match, number, bot=TUTOR)
            start(match.pk, tutorial=True)
    match.refresh_from_db()
    return match


def open_rematch(old: Match, seats: Sequence[Seat]) -> Match:
    """Open another match of those who played one, with its options and terms, and begin it at once.

    Each sits one seat farther on, so that another one begins. Inside the caller's transaction.
    """
    options = games.game(old.game).options.parse(old.options).as_dict()
    terms = Terms.of(old).as_columns()
    made = Match(game=old.game, options=options, creator_id=old.creator_id, rematch_of=old, **terms)
    match = _set_up(made)
    for number in range(len(seats)):
        was = seats[(number + 1) % len(seats)]
        bot = "" if was.player is not None else was.bot
        _sit_down(match, number, player=was.player, luck=was.luck, bot=bot)
    start(match.pk)
    return match


def _set_up(match: Match) -> Match:
    """Write a new match with its seed, inside the caller's transaction."""
    match.save(force_insert=True)
    seeds.plant(match)
    match.save(update_fields=["commitment"])
    return match


def _sit_down(
    match: Match, number: int, *, player: Player | None = None, luck: str = "", bot: str = ""
) -> Seat:
    return Seat.objects.create(
        match=match,
        number=number,
        player=player,
        bot=bot,
        name=player.name if player else (BOT_NAMES[(match.pk + number) % len(BOT_NAMES)] if bot else ""),
        luck=unicodedata.normalize("NFC", luck.strip())[:LONGEST_LUCK],
    )


def join(match: Match, player: Player, *, luck: str = "") -> Seat:
    """Take the next free seat; the last one starts the match. Raises CannotJoin."""
    with transaction.atomic(durable=True):
        locked = Match.objects.select_for_update().get(pk=match.pk)
        if locked.state != Match.State.OPEN:
            raise CannotJoin("full" if locked.started_at else "not_open")
        seats = list(locked.seats.order_by("number"))
        if any(seat.player_id == player.pk for seat in seats):
            raise CannotJoin("already_in")
        free = [seat for seat in seats if seat.player_id is None and not seat.bot]
        if not free:
            raise CannotJoin("full")
        seat = free[0]
        seat.player, seat.name = player, player.name
        seat.luck = unicodedata.normalize("NFC", luck.strip())[:LONGEST_LUCK]
        seat.save(update_fields=["player", "name", "luck"])
        inviting.accepted(locked, player)
        if len(free) == 1:
            start(match.pk)
    return Seat.objects.get(pk=seat.pk)


def cancel(match: Match, player: Player) -> None:
    """Call a match off before it starts; nobody has anything to lose yet. Raises CannotCancel."""
    with transaction.atomic(durable=True):
        locked = Match.objects.select_for_update().get(pk=match.pk)
        if locked.creator_id != player.pk or locked.state != Match.State.OPEN:
            raise CannotCancel
        call_off(locked)
        notices.called_off(locked, by=player)


def lapse(at: dt.datetime) -> int:
    """Call off the matches that have waited too long for players; say how many."""
    lapsed = 0
    for match_id in Match.objects.filter(state=Match.State.OPEN, opened_at__lt=at - LAPSE).values_list(
        "pk", flat=True
    ):
        with transaction.atomic(durable=True):
            locked = Match.objects.select_for_update().get(pk=match_id)
            if locked.state == Match.State.OPEN:
                call_off(locked)
                notices.called_off(locked)
                lapsed += 1
    return lapsed


def call_off(match: Match) -> None:
    """End a locked match before it has begun."""
    match.state, match.ended_at = Match.State.CANCELLED, now()
    match.save(update_fields=["state", "ended_at"])
    inviting.lapse(match)


def start(match_id: int, *, tutorial: bool = False) -> None:
    """Freeze names and words of luck, and deal the first deal; inside the caller's transaction."""
    sitting = Sitting.open(match_id)
    match = sitting.match
    for seat, name in zip(
        sitting.seats, table_names(match.game, [s.name for s in sitting.seats]), strict=True
    ):
        seat.name = name
        seat.reserve_left = match.reserve
    match.state, match.started_at = Match.State.PLAYING, sitting.at
    inviting.lapse(match)
    begun = sitting.log(
        Entry.Kind.STARTED,
        commitment=match.commitment,
        names=[seat.name for seat in sitting.seats],
        luck=[seat.luck for seat in sitting.seats],
    )
    if tutorial:
        begun.data["tutorial"] = True
    sitting.begin_deal()
    sitting.close()


def table_names(game: str, names: Sequence[str]) -> list[str]:
    """Make names unique at a table after folding, and none a word of the game: a number is added else."""
    grammar = GameGrammar(game, ())
    taken: set[str] = set()
    chosen = []
    for plain in names:
        name, number = plain, 1
        while fold_name(name) in taken or (number == 1 and _is_word(plain, grammar)):
            number += 1
            name = f"{plain} {number}"
        taken.add(fold_name(name))
        chosen.append(name)
    return chosen


def _is_word(name: str, grammar: GameGrammar) -> bool:
    """Whether a name is a command, or would make one of what its bearer says ("Talk: hello")."""
    return grammar.sort(name) is Sort.COMMAND or host_word(f"{name}: 1") is not None
