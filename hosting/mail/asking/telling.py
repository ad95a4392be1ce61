"""Telling what became of each line of a mail to the host, from the rows of the moment of writing.

The words of a line's answer stand in `templates/mail/host/`: in the file of its verb, or for what may happen
to any line in `refused.txt`; `usage.txt` says how each verb is used, for the help and beside slips.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from django.conf import settings
from django.utils import dateformat
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from hosting import games
from hosting.mail.asking.listing import listed, pace_of, waiting_for_players
from hosting.mail.asking.rules_text import rules_of
from hosting.mail.models import Request
from hosting.mail.writing.lines import TIE, quoted
from hosting.mail.writing.templates import said
from hosting.matches.models import Match
from hosting.players import absences, nights
from hosting.players.addresses import verified_addresses
from hosting.players.models import Language, Player
from hosting.players.times import instant, place, span
from hosting.players.vouching import has_verifier
from hosting.rules.words import Words, words

Facts = dict[str, Any]

USED: Final = (
    "list",
    "show",
    "again",
    "new",
    "invite",
    "join",
    "tutorial",
    "games",
    "rules",
    "absence",
    "settings",
    "stop",
    "record",
    "resign",
    "help",
)
"""The verbs in the order in which the help tells them."""

REFUSED: Final = frozenset(
    {
        "unclear", "beyond", "doubtful", "uncertain", "fault", "too_many", "no_name",
        "which", "none", "not_his", "not_begun", "over", "too_late", "not_wanted",
    }
)  # fmt: skip
"""Codes that any verb may have: their words stand together."""

_QUOTED: Final = re.compile(r"[“”][^“”]{1,54}”")


@dataclass(frozen=True, slots=True)
class Part:
    """The answer to one line: the line as it was written, and paragraphs."""

    heading: str
    pieces: tuple[str, ...]


def parts(request: Request, places: list[int]) -> tuple[Part, ...]:
    """Tell what became of the lines at these places; those that a mail of their own answers are left out."""
    items = [request.outcome[place] for place in places]
    found = [_part(request, item) for item in items if item["code"] not in {"held", "sent"}]
    told = [part.pieces for part in found if part.heading]
    return tuple(part for part in found if part.heading or part.pieces not in told)


def _part(request: Request, item: Facts) -> Part:
    player = request.player
    if player is None:  # who has no account is told no more than what became of a line
        return Part(_heading(item), said("host/refused.txt", {"code": item["code"]})["said"])
    told = facts(player, item)
    name = "refused" if item["code"] in REFUSED else item["verb"]
    pieces = said(f"host/{name}.txt", told)["said"]
    if item["code"] == "unclear":
        pieces += usage(item["verb"], item.get("game", ""), player, wholly=True)
    elif item["verb"] == "help":
        pieces += tuple(piece for verb in USED for piece in usage(verb, "", player))
    elif item["verb"] == "rules" and "game" in item["args"]:
        pieces += rules_of(item["args"]["game"], _language(player, item["args"]["game"]))
    return Part(_heading(item), tuple(map(tied, pieces)))


def _heading(item: Facts) -> str:
    # Translators: above the answer to a line of a mail to the host; the line is quoted.
    return _("You wrote %(line)s.") % {"line": quoted([item["line"]])} if item["line"] else ""


def tied(piece: str) -> str:
    """Tie the words of each quotation together, so that no line begins inside of one."""
    return _QUOTED.sub(lambda found: found[0].replace(" ", TIE), piece)


def usage(verb: str, game: str, player: Player, *, wholly: bool = False) -> tuple[str, ...]:
    """Say how a verb is used, with examples; with a game, also what may be chosen of it."""
    told = {
        "wholly": wholly,
        "verb": verb,
        "game": _game(game, player),
        "options": _options(game, player) if game else (),
    }
    return said("host/usage.txt", told)["said"]


def facts(player: Player, item: Facts) -> Facts:
    """Gather what the words for an item need."""
    args = item.get("args", {})
    match = Match.objects.filter(pk=item["match"]).first() if item.get("match") else None
    told: Facts = {
        "code": item["code"],
        "verb": item["verb"],
        "number": item.get("match") or item.get("number") or args.get("match") or 0,
        "numbers": ", ".join(map(str, item.get("numbers", ()))),
        "most": item.get("most", 0),
        "sent": ", ".join(item.get("sent", ())),
        "refused": [{"address": address, "why": why} for address, why in item.get("refused", ())],
        "game": _game(match.game if match else item.get("game") or args.get("game", ""), player),
        "example": quoted([pgettext("a line to the host", "new spite")]),
        "site": settings.SITE_URL,
        "name": player.name,
    }
    more = MORE.get(item["verb"])
    return told | (more(player, item, match) if more else {})


# ---- what each verb needs besides


def _of_games(player: Player, item: Facts, match: Match | None) -> Facts:
    del item, match
    rows = []
    for slug in games.GAMES:
        sizes = games.game(slug).seat_range
        rows.append({"name": _game(slug, player), "least": sizes.start, "most": sizes.stop - 1})
    return {"rows": rows}


def _of_new(player: Player, item: Facts, match: Match | None) -> Facts:
    least, most = item.get("least", 0), item.get("most", 0)
    if item["code"] == "bad_pace":
        least, most = span(dt.timedelta(seconds=least)), span(dt.timedelta(seconds=most))
    told: Facts = {"least": least, "most": most, "option": "", "limits": ""}
    if item["code"] == "bad_option":
        told |= _limits(item["args"]["game"], item["option"], player)
    if match is not None:
        told |= {"pace": pace_of(match), **waiting_for_players(match, player)}
    return told


def _of_join(player: Player, item: Facts, match: Match | None) -> Facts:
    del item
    return waiting_for_players(match, player) if match else {}


def _of_list(player: Player, item: Facts, match: Match | None) -> Facts:
    del item, match
    return listed(player)


def _of_absence(player: Player, item: Facts, match: Match | None) -> Facts:
    del match
    today = absences.today(player)
    coming = [(each.first_day, each.last_day) for each in absences.coming(player)]
    first, last = item.get("first"), item.get("last")
    return {
        "why": item.get("why", ""),
        "first": day(dt.date.fromisoformat(first)) if first else "",
        "last": day(dt.date.fromisoformat(last)) if last else "",
        "coming": [{"first": day(first), "last": day(last)} for first, last in coming],
        "left": absences.days_left(player, today.year),
        "most_days": absences.MOST_DAYS,
        "runs_in": get_text_list(
            [str(number) for number in item.get("runs_in") or ()], pgettext("between names", "and")
        ),
    }


def _of_settings(player: Player, item: Facts, match: Match | None) -> Facts:
    del match
    return {
        "key": item.get("key", ""),
        "value": str(item.get("value", "")),
        "addresses": ", ".join(sorted(verified_addresses(player))),
        "language": Language(player.language).label,
        "zone": str(player.zone),
        "city": place(player.zone),
        "hour": player.digest_hour,
        "night": nights.of(player),
        "text_only": player.text_only,
    }


MORE: Final[Mapping[str, Callable[[Player, Facts, Match | None], Facts]]] = {
    "games": _of_games,
    "new": _of_new,
    "join": _of_join,
    "list": _of_list,
    "absence": _of_absence,
    "settings": _of_settings,
}


# ---- the whole mail


def whole(request: Request | None, data: Facts, player: Player | None) -> Facts:
    """Gather what the mails of a request need: an answer, or a question before something is done."""
    items = [request.outcome[place] for place in data["items"]] if request else []
    held = [item for item in items if item["code"] == "held"]
    return {
        "parts": parts(request, data["items"]) if request and (player or not held) else (),
        "welcome": bool(data.get("welcome")),
        "newcomer": player is None,
        "unproved": bool(data.get("unproved")),
        "name": player.name if player else data.get("name", ""),
        "reads": Language(player.language if player else data.get("language", "en")).label,
        "lines": quoted([item["line"] for item in held if item["line"]], whole=True),
        "resigns": [item["args"]["match"] for item in held if item["verb"] == "resign" and player],
        "only_resigns": bool(held) and all(item["verb"] == "resign" for item in held),
        "until": instant(request.lapses_at, player.zone if player else None)
        if request and request.lapses_at
        else "",
        "host": f"host@{settings.MAIL_DOMAIN}",
        "city": place(player.zone) if player else "",
        "is_signing_up": has_verifier(),
    }


# ---- parts


def day(at: dt.date) -> str:
    """Say a day."""
    # Translators: a format of Django's date filter; letters that are no format letters need a backslash.
    return dateformat.format(at, pgettext("format of a day", "l j F Y"))


def _game(slug: str, player: Player) -> str:
    return _words(slug, player).game_name if slug in games.GAMES else ""


def _words(slug: str, player: Player) -> Words:
    return words(slug, _language(player, slug))


def _language(player: Player, game: str) -> str:
    known = games.game(game).languages
    return player.language if player.language in known else known[0]


def _options(game: str, player: Player) -> tuple[Facts, ...]:
    return tuple(_limits(game, entry.name, player) for entry in fields(games.game(game).options))


def _limits(game: str, name: str, player: Player) -> Facts:
    """Say what an option is called, what it is about, and what it may be."""
    entry = next((each for each in fields(games.game(game).options) if each.name == name), None)
    if entry is None:
        return {"option": name, "label": name, "limits": ""}
    limits = entry.metadata
    if "values" in limits:
        shown = ", ".join(map(str, limits["values"]))
    elif "switch" in limits:
        shown = _("on or off")
    else:
        shown = _("from %(low)d to %(high)d") % {"low": limits["low"], "high": limits["high"]}
    return {"option": name.replace("_", " "), "label": _words(game, player).option(name), "limits": shown}
