"""A player's absences: those he has announced, and a form for another one."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from hosting.matches import absent
from hosting.matches.models import Notice
from hosting.players import absences
from hosting.players.models import Player
from hosting.web.readers import player_of


class Days(forms.Form):
    """The first and the last day of an absence."""

    WIDGET: ClassVar = {"type": "date"}
    first = forms.DateField(
        label=gettext_lazy("First day"), widget=forms.DateInput(attrs=WIDGET, format="%Y-%m-%d")
    )
    last = forms.DateField(
        label=gettext_lazy("Last day"), widget=forms.DateInput(attrs=WIDGET, format="%Y-%m-%d")
    )

    noted: absent.Noted

    def announce(self, player: Player) -> bool:
        """Note the absence, or say in the form why not."""
        try:
            self.noted = absent.announce(player, self.cleaned_data["first"], self.cleaned_data["last"])
        except absences.Refused as refusal:
            self.add_error(None, why(refusal))
            return False
        return True


def why(refusal: absences.Refused) -> str:
    """Say why an absence cannot be noted."""
    return {
        "past": _("An absence cannot begin before today."),
        "order": _("The last day is before the first."),
        "known": _("These days are already noted."),
        "too_many": _("You may be away for %(count)s days a year, and this is more than you have left.")
        % {"count": absences.MOST_DAYS},
    }[refusal.code]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def away(request: HttpRequest) -> HttpResponse:
    """Show the player's absences, and note another one on POST."""
    player = player_of(request)
    form = Days(request.POST) if request.method == "POST" else Days(initial=_offered(player))
    if request.method == "POST" and form.is_valid() and form.announce(player):
        messages.success(request, told(form.noted))
        return HttpResponseRedirect(reverse("away"))
    day = absences.today(player)
    context = {
        "form": form,
        "announced": absences.coming(player),
        "today": day,
        "runs_in": absent.runs_on(player),
        "most_days": absences.MOST_DAYS,
        "left": absences.days_left(player, day.year),
        "year": day.year,
    }
    return render(request, "away.html", context, status=422 if form.is_bound else 200)


@require_POST
@login_required
def call_off(request: HttpRequest, number: int) -> HttpResponse:
    """Forget an absence; one that has begun ends now."""
    if absent.call_off(player_of(request), only=number) is None:
        messages.info(request, _("That absence is no longer noted."))
    else:
        messages.success(
            request, _("Done. Your clocks are running again, each with at least a quarter of its time.")
        )
    return HttpResponseRedirect(reverse("away"))


def told(noted: absent.Noted) -> str:
    """Say what came of an absence."""
    said = [_("Your absence is noted.")]
    if noted.stands_in:
        said.append(
            ngettext(
                "The others in %(count)d match have been told.",
                "The others in %(count)d matches have been told.",
                len(noted.stands_in),
            )
            % {"count": len(noted.stands_in)}
        )
    if noted.runs_in:
        numbers = ", ".join(map(str, noted.runs_in))
        said.append(
            _("In match %(numbers)s your clock keeps running: it was opened without absences.")
            % {"numbers": numbers}
        )
    return " ".join(said)


def _offered(player: Player) -> dict[str, Any]:
    """Give the days of the newest offer to note an absence, if they are still to come."""
    offers = Notice.objects.filter(player=player, kind=Notice.Kind.BACK_SOON, data__what="offer")
    newest = offers.order_by("pk").last()
    last = (newest.data.get("last") or "") if newest else ""
    today = absences.today(player)
    return {"first": today, "last": last} if last >= today.isoformat() else {"first": today}
