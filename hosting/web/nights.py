"""A player's night on the page of his settings."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from hosting.players import nights
from hosting.players.models import Player
from hosting.web.mail_wishes import clock
from hosting.web.readers import player_of


def _hours() -> list[tuple[str, Any]]:
    return [("", gettext_lazy("no night")), *((str(hour), clock(hour)) for hour in range(nights.HOURS))]


class Night(forms.Form):
    """From which hour and until which the player sleeps."""

    begins = forms.TypedChoiceField(
        label=gettext_lazy("I sleep from"), choices=_hours, coerce=int, required=False, empty_value=None
    )
    ends = forms.TypedChoiceField(
        label=gettext_lazy("until"), choices=_hours, coerce=int, required=False, empty_value=None
    )

    @classmethod
    def of(cls, player: Player) -> Night:
        """Give the form as it stands for a player."""
        begins, ends = nights.of(player) or (None, None)
        return cls(initial={"begins": begins, "ends": ends}, prefix="night")

    def night(self) -> nights.Night | None:
        """Give what was chosen; None when one of the two is missing."""
        begins, ends = self.cleaned_data["begins"], self.cleaned_data["ends"]
        return None if begins is None or ends is None else (begins, ends)


@require_POST
@login_required
def keep(request: HttpRequest) -> HttpResponse:
    """Keep the player's night."""
    form = Night(request.POST, prefix="night")
    try:
        if not form.is_valid():
            raise nights.BadNight  # noqa: TRY301 - one way out for both
        nights.keep(player_of(request), form.night())
    except nights.BadNight:
        said = _("A night can have %(count)d hours at most, so nothing was changed.") % {
            "count": nights.LONGEST
        }
        messages.error(request, said)
    else:
        messages.success(request, _("Your settings are saved."))
    return HttpResponseRedirect(f"{reverse('settings')}#night")
