"""What a moderator decides about reports and talk: one page a decision, with words that are kept (P24).

The match itself is not touched: no entry is written. Who plays in the match decides nothing about it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from hosting.matches import moderating, reporting, talking
from hosting.matches.moderating import SHORTEST_REASON, CannotModerate
from hosting.moderation.act_forms import LONGEST_REASON
from hosting.moderation.acting import CONFLICT, REFUSALS
from hosting.moderation.models import MODERATE
from hosting.players.models import Player


@dataclass(frozen=True, slots=True)
class Decision:
    """Something that may be decided about a row: what it is called, when it can be, and what does it."""

    name: str
    label: Promise
    asks: Promise
    can: Callable[[Any], bool]
    do: Callable[[Any, str, Player], object]


def _settle(report: Any, words: str, by: Player) -> None:
    reporting.settle(report.pk, words, by=by)


DECISIONS: Final = {
    each.name: each
    for each in (
        Decision(
            "settle",
            gettext_lazy("Settle"),
            gettext_lazy("The answer: whoever reported it gets it by email."),
            lambda report: report.settled_at is None,
            _settle,
        ),
        Decision(
            "hide",
            gettext_lazy("Hide what was said"),
            gettext_lazy("Why: kept in the log of the desk."),
            lambda press: press.hidden_at is None,
            lambda press, _words, by: talking.hide(press, by=by),
        ),
        Decision(
            "show",
            gettext_lazy("Show it again"),
            gettext_lazy("Why: kept in the log of the desk."),
            lambda press: press.hidden_at is not None,
            lambda press, _words, by: talking.show(press, by=by),
        ),
        Decision(
            "silence",
            gettext_lazy("Bar the player from talking at any table"),
            gettext_lazy("Why: kept in the log of the desk."),
            lambda press: press.player is not None and press.player.may_talk,
            lambda press, _words, by: talking.silence(press, by=by),
        ),
        Decision(
            "allow",
            gettext_lazy("Let the player talk again"),
            gettext_lazy("Why: kept in the log of the desk."),
            lambda press: press.player is not None and not press.player.may_talk,
            lambda press, _words, by: talking.allow(press, by=by),
        ),
    )
}


class Words(forms.Form):
    """The words that a decision needs, on one line."""

    words = forms.CharField(
        label=gettext_lazy("In words"),
        min_length=SHORTEST_REASON,
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
    )

    def clean_words(self) -> str:
        """Make one line of them: they may stand in a sentence of a mail."""
        return " ".join(str(self.cleaned_data["words"]).split())


def offered(row: Any, names: Sequence[str]) -> tuple[Decision, ...]:
    """Give what can be decided about a row as it is now."""
    return tuple(DECISIONS[name] for name in names if DECISIONS[name].can(row))


def page(
    request: HttpRequest,
    rows: QuerySet[Any],
    number: int,
    name: str,
    names: Sequence[str],
    context: dict[str, Any],
) -> HttpResponse:
    """Ask for the words of a decision, and decide when the form has them."""
    if not request.user.has_perm(MODERATE):
        raise PermissionDenied
    assert isinstance(request.user, Player)
    row = get_object_or_404(rows, pk=number)
    if name not in names:
        raise Http404
    decision, refusal, status = DECISIONS[name], "", 200
    if not decision.can(row):
        refusal, status = "changed", CONFLICT
    elif not moderating.may_moderate(request.user, row.match):
        refusal, status = "plays_in_it", CONFLICT
    form = Words(request.POST if request.method == "POST" else None)
    if request.method == "POST" and not refusal and form.is_valid():
        words = form.cleaned_data["words"]
        try:
            decision.do(row, words, request.user)
        except CannotModerate as fault:
            refusal, status = fault.code, CONFLICT
        else:
            _note(request.user, rows.filter(pk=number), f"{decision.name}: {words}")
            messages.success(request, _("Done: %(act)s.") % {"act": decision.label})
            kind = type(row)._meta.model_name  # noqa: SLF001 - Django's documented way to names
            return HttpResponseRedirect(reverse(f"admin:matches_{kind}_changelist"))
    told = {
        **context,
        "title": decision.label,
        "decision": decision,
        "form": form,
        "refusal": REFUSALS.get(refusal, refusal),
        "row": row,
        "opts": type(row)._meta,  # noqa: SLF001 - what Django's own templates want
    }
    return TemplateResponse(request, "moderation/decide.html", told, status=status)


def _note(player: Player, rows: QuerySet[Any], message: str) -> None:
    LogEntry.objects.log_actions(player.pk, rows, CHANGE, message, single_object=True)
