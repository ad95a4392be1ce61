"""What is asked by mail about matches: opening, joining, inviting; the table, the record; resigning."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.db import transaction

from hosting import games
from hosting.mail.asking.grammar import Command
from hosting.mail.models import Request
from hosting.matches import inviting, leaving, notices
from hosting.matches.inviting import CannotInvite, clean_address, invite
from hosting.matches.models import Deal, Match, Notice, Seat
from hosting.matches.opening import LONGEST_LUCK, CannotJoin, join, open_match, open_tutorial
from hosting.matches.sitting import Sitting
from hosting.matches.terms import LEAST_ALLOWANCE, MOST_ALLOWANCE, USUAL, Terms
from hosting.players.addresses import verified_addresses
from hosting.players.models import Player
from hosting.rules.errors import BadOption
from hosting.wake import wake

Outcome = dict[str, Any]

BOT: Final = "greedy"
FIRST_GAME: Final = next(iter(games.GAMES))
RUNNING: Final = (Match.State.PLAYING, Match.State.PAUSED)
MOST_TURNS: Final = 5
"""Turns that are sent again at one word."""


# ---- opening, joining, inviting


def open_one(request: Request, command: Command) -> Outcome:
    """Open a match as asked, and invite whom its line names."""
    player, asked = _player(request), command.args
    rules = games.game(asked["game"])
    seats = asked["seats"] or max(rules.seat_range.start, 1 + len(asked["addresses"]))
    allowance = asked["allowance"] or USUAL.allowance
    if (wrong := _wrong(player, asked, seats, allowance)) is not None:
        return {"game": asked["game"], **wrong}
    match = open_match(
        player,
        game=asked["game"],
        options=asked["options"],
        terms=Terms(allowance=allowance),
        seats=seats,
        luck=_luck(asked),
        bot=BOT if asked["bot"] else "",
    )
    code = "opened_bot" if asked["bot"] else "opened"
    return {"code": code, "match": match.pk, **_invite_all(match, player, asked["addresses"])}


def _wrong(player: Player, asked: dict[str, Any], seats: int, allowance: int) -> Outcome | None:
    rules = games.game(asked["game"])
    if not player.name:
        return {"code": "no_name"}
    if seats not in rules.seat_range or seats < 1 + len(asked["addresses"]):
        return {"code": "bad_seats", "least": rules.seat_range.start, "most": rules.seat_range.stop - 1}
    if not LEAST_ALLOWANCE <= allowance <= MOST_ALLOWANCE:
        return {"code": "bad_pace", "least": LEAST_ALLOWANCE, "most": MOST_ALLOWANCE}
    if asked["bot"] and asked["addresses"]:
        return {"code": "bot_or_people"}
    try:
        rules.options.parse(asked["options"])
    except BadOption as refusal:
        return {"code": "bad_option", "option": refusal.name}
    return None


def learn(request: Request, command: Command) -> Outcome:
    """Begin a tutorial match, or go on with the one that runs."""
    player = _player(request)
    if not player.name:
        return {"code": "no_name"}
    game = command.args.get("game", FIRST_GAME)
    return {"code": "tutorial", "match": open_tutorial(player, game=game).pk, "game": game}


def take_seat(request: Request, command: Command) -> Outcome:
    """Take a seat at an open match: by its code whoever has it, by its number who is invited."""
    player = _player(request)
    match = _asked_to_join(player, command)
    if match is None:
        return {"code": "no_such", "number": command.args.get("match", 0)}
    if Seat.objects.filter(match=match, player=player).exists():
        return {"code": "already_in", "match": match.pk}
    if not player.name:
        return {"code": "no_name"}
    try:
        join(match, player, luck=_luck(command.args))
    except CannotJoin as refusal:
        return {"code": refusal.code, "match": match.pk}
    match.refresh_from_db()
    return {"code": "joined" if match.state == Match.State.OPEN else "begun", "match": match.pk}


def _asked_to_join(player: Player, command: Command) -> Match | None:
    if "code" in command.args:
        return Match.objects.filter(join_code=command.args["code"], game__in=list(games.GAMES)).first()
    found = Match.objects.filter(pk=command.args["match"], game__in=list(games.GAMES)).first()
    if found is None or Seat.objects.filter(match=found, player=player).exists():
        return found
    return found if inviting.was_invited(found, verified_addresses(player)) else None


def ask_along(request: Request, command: Command) -> Outcome:
    """Invite people to an open match of the player's."""
    player = _player(request)
    mine = Match.objects.filter(seats__player=player, state=Match.State.OPEN).order_by("pk")
    number = command.args.get("match")
    found = [match for match in mine if number in {None, match.pk}]
    if len(found) != 1:
        code = "which" if found else "none_open" if number is None else "not_open"
        return {"code": code, "numbers": [match.pk for match in mine], "number": number or 0}
    return {
        "code": "invited",
        "match": found[0].pk,
        **_invite_all(found[0], player, command.args["addresses"]),
    }


def _invite_all(match: Match, player: Player, addresses: Iterable[str]) -> Outcome:
    sent, refused = [], []
    for address in addresses:
        try:
            sent.append(invite(match, player, address).address)
        except CannotInvite as refusal:
            refused.append([_shown(address), refusal.code])
    return {"sent": sent, "refused": refused}


def _shown(address: str) -> str:
    try:
        return clean_address(address)
    except CannotInvite:
        return address


# ---- looking at a match


def show(request: Request, command: Command) -> Outcome:
    """Send the table of a match as its player sees it, in its own thread."""
    found = _seats(request, command)
    return found if isinstance(found, dict) else _in_its_thread(request, found[0])


def send_again(request: Request, command: Command) -> Outcome:
    """Send the player's turn in a match again; without a number, every turn that waits for him."""
    player = _player(request)
    turns = Seat.objects.filter(player=player, question__isnull=False, match__state=Match.State.PLAYING)
    if "match" not in command.args:
        seats = list(turns.select_related("match").order_by("deadline_at")[:MOST_TURNS])
        told = [_in_its_thread(request, seat) for seat in seats]
        return {"code": "sent", "matches": [each["match"] for each in told]} if told else {"code": "no_turn"}
    found = _seats(request, command)
    if isinstance(found, dict):
        return found
    if not turns.filter(pk=found[0].pk).exists():
        return {"code": "not_his_turn", "match": found[0].match_id}
    return _in_its_thread(request, found[0])


def _in_its_thread(request: Request, seat: Seat) -> Outcome:
    """Write a notice about how a match stands; the same request again writes none."""
    key = f"asked:{request.pk}:{seat.pk}"
    with transaction.atomic(durable=True):
        sitting = Sitting.open(seat.match_id)
        here = sitting.seat(seat.pk)
        facts = {"since": here.acted_seq, "asked_for": True, "mail": request.mail_id}
        letter = notices.about(sitting, here, Notice.Kind.WRITE_HERE, facts)
        letter.key = key
        sitting.keep()
        if not Notice.objects.filter(key=key).exists():
            wake("deliver", *notices.write([letter]))
    return {"code": "sent", "match": seat.match_id}


def record(request: Request, command: Command) -> Outcome:
    """Say of which match the record is to be sent."""
    found = _seats(request, command)
    return found if isinstance(found, dict) else {"code": "record", "match": found[0].match_id}


# ---- resigning


def may_resign(request: Request, command: Command) -> Outcome:
    """Ask back before a match is given up: nothing that is asked by mail costs more."""
    found = _seats(request, command)
    if isinstance(found, dict):
        return found
    if not leaving.may_leave(found[0]):
        return {"code": "over", "number": found[0].match_id}
    return {"code": "held", "args": {"match": found[0].match_id}}


def resign(request: Request, command: Command) -> Outcome:
    """Give a match up for its player, who has confirmed it; before the start, his seat."""
    found = _seats(request, command)
    if isinstance(found, dict):
        return found
    try:
        return {"code": leaving.resign(found[0], by=_player(request)), "match": found[0].match_id}
    except leaving.CannotLeave:
        return {"code": "over", "number": found[0].match_id}


# ---- parts


def _seats(request: Request, command: Command) -> list[Seat] | Outcome:
    """Find the seat that is meant, in the match named or in his only one; or say why there is none."""
    number = command.args.get("match")
    mine = Seat.objects.filter(player=_player(request)).exclude(match__state=Match.State.CANCELLED)
    mine = mine.select_related("match").order_by("match_id")
    if number is None:
        running = list(mine.filter(match__state__in=RUNNING, is_out=False))
        if len(running) == 1:
            return running
        return {"code": "which" if running else "none", "numbers": [seat.match_id for seat in running]}
    seat = next(iter(mine.filter(match_id=number)), None)
    if seat is None:
        return {"code": "not_his", "number": number}
    if command.verb != "resign" and not Deal.objects.filter(match=seat.match).exists():
        return {"code": "not_begun", "number": number}
    return [seat]


def _player(request: Request) -> Player:
    assert request.player is not None
    return request.player


def _luck(args: dict[str, Any]) -> str:
    """Give the words of luck as everybody can read them: without signs that cannot be seen."""
    return "".join(sign for sign in args.get("luck") or "" if sign.isprintable())[:LONGEST_LUCK]
