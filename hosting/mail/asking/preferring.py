"""What a player says of himself by mail: his language, his zone, how he is told; when he is away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError

from hosting.mail.asking.grammar import Command
from hosting.mail.models import Request
from hosting.matches import absent, digesting, wishing
from hosting.players import absences, nights, wishes
from hosting.players.models import Player
from hosting.players.names import check_name, clean_name
from hosting.rules.dates import Day, resolved
from hosting.rules.folding import fold

Outcome = dict[str, Any]


def prefer(request: Request, command: Command) -> Outcome:
    """Change one setting, or nothing: the answer then shows them all."""
    player = request.player
    assert player is not None
    if "key" not in command.args:
        return {"code": "told"}
    key, value = command.args["key"], command.args["value"]
    return {"key": key, **PREFERRING[key](player, value)}


def _language(player: Player, value: str) -> Outcome:
    player.language = value
    player.save(update_fields=["language"])
    return {"code": "set"}


def _zone(player: Player, value: str) -> Outcome:
    zone = zone_named(value)
    if zone is None:
        return {"code": "bad_zone", "value": value}
    player.zone = zone
    player.save(update_fields=["zone"])
    digesting.reschedule(player)
    return {"code": "set"}


def _digest(player: Player, value: int | str) -> Outcome:
    wishing.take_daily(player, None if value == "off" else int(value))
    return {"code": "set"}


def _sleep(player: Player, value: list[int] | str) -> Outcome:
    try:
        nights.keep(player, None if isinstance(value, str) else (value[0], value[1]))
    except nights.BadNight:
        return {"code": "bad_night"}
    return {"code": "set"}


def _text_only(player: Player, value: bool) -> Outcome:  # noqa: FBT001 - a value like the others
    player.text_only = value
    player.save(update_fields=["text_only"])
    return {"code": "set"}


def _name(player: Player, value: str) -> Outcome:
    name = clean_name(value)
    try:
        check_name(name)
    except ValidationError:
        return {"code": "bad_name", "value": name}
    player.name = name
    player.save(update_fields=["name"])
    return {"code": "set"}


PREFERRING: Final[Mapping[str, Callable[[Player, Any], Outcome]]] = {
    "language": _language,
    "zone": _zone,
    "digest": _digest,
    "sleep": _sleep,
    "text_only": _text_only,
    "name": _name,
}


def zone_named(text: str) -> ZoneInfo | None:
    """Find a zone by its name or by its city alone: "Asia/Kuala_Lumpur", "kuala lumpur"."""
    name = _zones().get(_plain(text))
    return ZoneInfo(name) if name else None


@cache
def _zones() -> Mapping[str, str]:
    names = sorted(name for name in available_timezones() if "/" in name or name == "UTC")
    usual = [name for name in names if not name.startswith(("Etc/", "posix/", "right/", "SystemV/", "US/"))]
    cities = {_plain(name.rpartition("/")[2]): name for name in reversed(usual)}
    return {**cities, **{_plain(name): name for name in names}}


def _plain(text: str) -> str:
    return fold(text).replace("_", " ").strip()


# ---- away


def leave(request: Request, command: Command) -> Outcome:
    """Announce an absence, or call off what is announced; or nothing: the answer then tells what there is."""
    player = request.player
    assert player is not None
    if command.args.get("none"):
        return {"code": "back" if absent.call_off(player) else "was_not_away"}
    if "days" not in command.args:
        return {"code": "told"}
    try:
        first, last = resolved(_days(command.args["days"]), absences.today(player))
    except ValueError:
        return {"code": "bad_days", "why": "no_day"}
    try:
        noted = absent.announce(player, first, last)
    except absences.Refused as refusal:
        return {"code": "bad_days", "why": refusal.code}
    return {"code": "away", **absent.facts(noted)}


def _days(written: list[dict[str, Any]]) -> tuple[Day, Day]:
    first, last = (Day(**day) for day in written)
    return first, last


# ---- fewer mails


def stop(request: Request, command: Command) -> Outcome:
    """Send as few mails as can be, or as before; clocks run on, and the answer says so."""
    player = request.player
    assert player is not None
    is_off = bool(command.args.get("off"))
    player.wishes = (
        wishes.undone(player.wishes) if is_off else wishes.stopped(player.wishes, wishes.Way.DIGEST)
    )
    player.save(update_fields=["wishes"])
    digesting.reschedule(player)
    return {"code": "undone" if is_off else "stopped"}
