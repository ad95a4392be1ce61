"""What mails about no seat have to tell: answers of the host, questions to be confirmed, invitations."""

from __future__ import annotations

import json
from typing import Any, Final

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from hosting import games
from hosting.mail.asking.listing import pace_of
from hosting.mail.asking.telling import whole
from hosting.mail.models import Request
from hosting.mail.sending.outgoing import Attachment
from hosting.matches import inviting, queries
from hosting.matches.models import Match, Notice
from hosting.players.addresses import player_of
from hosting.players.models import Player
from hosting.players.times import pace, span
from hosting.players.vouching import has_verifier
from hosting.rules.words import Words, words

Facts = dict[str, Any]

OF_REQUESTS: Final = frozenset({Notice.Kind.HOST, Notice.Kind.CONFIRM})


def language_of(notice: Notice) -> str:
    """Give the language of a notice's reader; an unknown one gets that in which he wrote or was invited."""
    return str(
        notice.player.language if notice.player else notice.data.get("language", settings.LANGUAGE_CODE)
    )


def asked(notice: Notice) -> Facts:
    """Give what the templates of these kinds need besides. The reader's language must be active."""
    if notice.kind in OF_REQUESTS:
        told = whole(_request(notice), notice.data, notice.player)
        asks = notice.kind == Notice.Kind.CONFIRM and notice.player is not None
        return told | {"link": f"{settings.SITE_URL}/asked" if asks else settings.SITE_URL}
    return _invitation(notice, notice.match) if notice.kind == Notice.Kind.INVITATION and notice.match else {}


def _request(notice: Notice) -> Request | None:
    request = Request.objects.filter(pk=notice.data.get("request")).first()
    if request is not None and notice.player is not None:
        request.player = notice.player
    return request


def _invitation(notice: Notice, match: Match) -> Facts:
    known = games.game(match.game).languages
    language = language_of(notice)
    told = words(match.game, language if language in known else known[0])
    return {
        "inviter": notice.data["by"],
        "known": player_of(notice.address) is not None,
        "pace": span(match.pace),
        "count": match.seats.count(),
        "terms": terms if (terms := pace_of(match)) != pace(match.allowance) else "",
        "options": [
            {"label": told.option(name), "value": _value(told, name, value)}
            for name, value in _differing(match)
        ],
        "is_signing_up": has_verifier(),
        "link": f"{settings.SITE_URL}/join/{match.join_code}",
        "never": never_link(notice),
    }


def _differing(match: Match) -> list[tuple[str, Any]]:
    """Give the options that are not as usual."""
    usual = games.game(match.game).options.parse({}).as_dict()
    return [(name, value) for name, value in match.options.items() if value != usual.get(name)]


def _value(told: Words, name: str, value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return told.option_value(name, value)


def never_link(notice: Notice) -> str:
    """Give the page on which the reader of an invitation refuses all others."""
    return f"{settings.SITE_URL}/never/{inviting.never_token(notice)}"


# ---- files


def attachments(notice: Notice) -> tuple[Attachment, ...]:
    """Give the files of an answer: log and proof of each match whose record was asked for."""
    request = _request(notice) if notice.kind == Notice.Kind.HOST else None
    if request is None or notice.player is None:
        return ()
    items = [request.outcome[place] for place in notice.data["items"]]
    wanted = dict.fromkeys(item["match"] for item in items if item["code"] == "record")
    return tuple(file for number in wanted for file in _record(number, notice.player))


def _record(number: int, player: Player) -> tuple[Attachment, ...]:
    match = Match.objects.filter(pk=number, seats__player=player).first()
    if match is None:
        return ()
    proof = json.dumps(queries.record(match), indent=1)
    return (
        Attachment(f"match-{number}.txt", _log(match, player)),
        Attachment(f"match-{number}-record.json", proof + "\n"),
    )


def _log(match: Match, player: Player) -> str:
    """Tell the whole match as the player saw it, deal by deal."""
    seat = queries.seat_of(match, player)
    names = [each.name for each in match.seats.order_by("number")]
    me = None if seat is None else seat.number
    language = translation.get_language() or settings.LANGUAGE_CODE
    told = words(match.game, language if language in games.game(match.game).languages else "en")
    lines = [f"{told.game_name}, {match.pk}: {', '.join(names)}"]
    for part in queries.log_of(match, seat):
        # Translators: heading of a deal in the log of a match.
        lines += ["", _("Deal %(number)d") % {"number": part.deal_number}]
        lines += filter(None, (told.event(event, me, names) for event in part.events))
        lines += [told.outcome(part.outcome, me, names)] if part.outcome else []
        lines += [told.result(part.result, me, names)] if part.result else []
    return "\n".join(lines) + "\n"
