"""What a moderator does to a match: one page an act, with a preview, a reason, and the entry he looked at.

Everything goes through `hosting.matches.moderating`, which locks the match and checks all of it again (P24).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from hosting.matches import moderating
from hosting.matches.models import Match
from hosting.matches.moderating import CannotModerate
from hosting.moderation import previews
from hosting.moderation.act_forms import Reason, WithDays, WithSeat, WithSeatAndDays
from hosting.moderation.models import MODERATE
from hosting.now import now
from hosting.players.models import Player

CONFLICT: Final = 409

State = Match.State


@dataclass(frozen=True, slots=True)
class Act:
    """Something that may be done to a match in some of its states."""

    name: str
    label: Promise
    states: frozenset[State]
    do: Callable[..., None]
    may: Callable[[Player, Match], bool]
    preview: Callable[..., list[str]]
    form: type[Reason] = Reason


ACTS: Final = {
    act.name: act
    for act in (
        Act(
            "pause",
            gettext_lazy("Pause"),
            frozenset({State.PLAYING}),
            moderating.pause,
            moderating.may_stop_clocks,
            previews.pause,
        ),
        Act(
            "resume",
            gettext_lazy("Resume"),
            frozenset({State.PAUSED, State.BROKEN}),
            moderating.resume,
            moderating.may_stop_clocks,
            previews.resume,
        ),
        Act(
            "more-time",
            gettext_lazy("Give a seat more time"),
            frozenset({State.PLAYING}),
            moderating.give_time,
            moderating.may_moderate,
            previews.more_time,
            WithSeatAndDays,
        ),
        Act(
            "more-time-for-all",
            gettext_lazy("Move all deadlines"),
            frozenset({State.PLAYING}),
            moderating.give_all_time,
            moderating.may_stop_clocks,
            previews.more_time,
            WithDays,
        ),
        Act(
            "offer-seat",
            gettext_lazy("Offer a seat to a substitute"),
            frozenset({State.PLAYING}),
            moderating.offer_seat,
            moderating.may_moderate,
            previews.offer_seat,
            WithSeat,
        ),
        Act(
            "end-turn",
            gettext_lazy("End the stalled turn"),
            frozenset({State.PLAYING}),
            moderating.end_stalled_turn,
            moderating.may_moderate,
            previews.end_turn,
        ),
        Act(
            "void",
            gettext_lazy("Declare void"),
            frozenset({State.PLAYING, State.PAUSED, State.BROKEN}),
            moderating.void,
            moderating.may_moderate,
            previews.void,
        ),
    )
}

REFUSALS: Final[dict[str, Promise]] = {
    "plays_in_it": gettext_lazy("You play in this match, so somebody else has to decide about it."),
    "reason": gettext_lazy("Please give a reason of at least ten characters: the players will read it."),
    "state": gettext_lazy("That is not possible as the match stands now."),
    "changed": gettext_lazy("The match has changed since you looked. Look again, then decide."),
    "nobody_to_act": gettext_lazy("It is nobody's turn at the moment."),
    "move_waits": gettext_lazy(
        "A move of that player was accepted and is being played. Look again in a minute."
    ),
    "days": gettext_lazy("A deadline can be moved by 1 to 30 days at a time."),
    "seat": gettext_lazy("Nobody plays in that seat any more."),
    "no_miss": gettext_lazy("That player has not missed a turn, so the seat cannot be taken away."),
    "still_broken": gettext_lazy("The rules of the game still fail in this match, so it cannot go on yet."),
}


def offered(match: Match) -> tuple[Act, ...]:
    """The acts that are possible in the match's state."""
    return tuple(act for act in ACTS.values() if match.state in act.states)


def page(request: HttpRequest, match_id: int, name: str, context: dict[str, Any]) -> HttpResponse:
    """Show what an act would do; do it when the form says so."""
    if not request.user.has_perm(MODERATE):
        raise PermissionDenied
    assert isinstance(request.user, Player)
    match = get_object_or_404(Match, pk=match_id)
    act = ACTS.get(name)
    if act is None:
        raise Http404
    if request.method != "POST":
        return _shown(request, match, act, act.form(initial={"seq": match.seq}, match=match), context)
    form = act.form(request.POST, match=match)
    if not form.is_valid():
        return _shown(request, match, act, form, context)
    seq, reason = form.cleaned_data["seq"], form.cleaned_data["reason"]
    try:
        act.do(match.pk, by=request.user, reason=reason, seq=seq, **form.more())
    except CannotModerate as refusal:
        match.refresh_from_db()
        return _refused(request, match, act, refusal.code, context)
    more = "".join(f", {name} {value}" for name, value in form.more().items())
    _note(request.user, match, f"{act.name} (as of entry {seq}{more}): {reason}")
    messages.success(request, _("Done: %(act)s. The players have been told.") % {"act": act.label})
    return HttpResponseRedirect(reverse("admin:matches_match_change", args=[match.pk]))


def _refused(
    request: HttpRequest, match: Match, act: Act, code: str, context: dict[str, Any]
) -> HttpResponse:
    form = act.form(initial={**request.POST.dict(), "seq": match.seq}, match=match)
    return _shown(request, match, act, form, context, refusal=code, status=CONFLICT)


def _shown(
    request: HttpRequest,
    match: Match,
    act: Act,
    form: Reason,
    context: dict[str, Any],
    *,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    assert isinstance(request.user, Player)
    if not refusal:
        refusal = _why_not(request.user, match, act)
    told = {
        **context,
        "title": act.label,
        "subtitle": str(match),
        "match": match,
        "opts": Match._meta,  # noqa: SLF001 - what Django's own templates want
        "act": act,
        "form": form,
        "refusal": REFUSALS.get(refusal, refusal),
        "may_try": refusal
        in {"", "changed", "reason", "still_broken", "move_waits", "seat", "no_miss", "days"},
        "preview": act.preview(match, now()) if match.state in act.states else [],
    }
    return TemplateResponse(request, "moderation/act.html", told, status=status)


def _why_not(player: Player, match: Match, act: Act) -> str:
    if match.state not in act.states:
        return "state"
    return "" if act.may(player, match) else "plays_in_it"


def _note(player: Player, match: Match, message: str) -> None:
    """Audit it in Django's own log, too; the match's log has its entry already."""
    LogEntry.objects.log_actions(
        player.pk, Match.objects.filter(pk=match.pk), CHANGE, message, single_object=True
    )
