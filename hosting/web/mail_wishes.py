"""Which mails a player wants: for all his matches on the page of his settings, for one on its own page."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils import dateformat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_POST

from hosting.matches import wishing
from hosting.matches.models import Seat
from hosting.players import wishes
from hosting.players.models import Player
from hosting.players.times import zone_name
from hosting.players.wishes import About, Way
from hosting.web.readers import player_of, seat_of

LABELS: Final = {
    About.TURN: gettext_lazy("When it is your turn"),
    About.REMINDER: gettext_lazy("When your time is running out"),
    About.PRESS: gettext_lazy("What is said at the table"),
    About.NEWS: gettext_lazy("News of the match"),
    About.MOVES: gettext_lazy("Every turn the others take"),
}
HINTS: Final = {
    About.NEWS: gettext_lazy("Its end, pauses, changed deadlines, who comes and goes, what is offered."),
    About.MOVES: gettext_lazy("The email about your own turn tells you of them anyway."),
}
WAYS: Final = {
    Way.MAIL: gettext_lazy("by email at once"),
    Way.DIGEST: gettext_lazy("in the daily email"),
    Way.NONE: gettext_lazy("not at all"),
}
AS_EVERYWHERE: Final = ""


class Ways(forms.Form):
    """A choice for each matter; the fields have the names of the matters."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for about in About:
            self.fields[about] = forms.ChoiceField(
                label=LABELS[about],
                help_text=HINTS.get(about, ""),
                choices=self.choices(about),
                required=False,
            )
        self.order_fields(list(About))

    def choices(self, about: About) -> list[tuple[str, Any]]:
        """Give the ways that can be chosen."""
        del about
        return [(str(way), said) for way, said in WAYS.items()]


class Everywhere(Ways):
    """What a player wants in all his matches, and how the mails are to be."""

    hour = forms.TypedChoiceField(
        label=gettext_lazy("The daily email comes at"),
        coerce=int,
        choices=lambda: [(hour, clock(hour)) for hour in range(24)],
    )
    text_only = forms.BooleanField(
        label=gettext_lazy("Emails as plain text only, without colours or buttons"), required=False
    )

    @classmethod
    def of(cls, player: Player) -> Everywhere:
        """Give the form as it stands for a player."""
        ways = {str(about): str(wishes.way(about, player.wishes)) for about in About}
        hour = wishes.USUAL_HOUR if player.digest_hour is None else player.digest_hour
        made = cls(initial={**ways, "hour": hour, "text_only": player.text_only}, prefix="mails")
        made.fields["hour"].help_text = _("In %(place)s time; only when there is something to tell.") % {
            "place": zone_name()
        }
        return made


class OfMatch(Ways):
    """What a player wants in one match; the first choice is whatever he wants in all."""

    def __init__(self, *args: Any, everywhere: Mapping[str, Any], **kwargs: Any) -> None:
        self.everywhere = everywhere
        super().__init__(*args, **kwargs)

    def choices(self, about: About) -> list[tuple[str, Any]]:
        """Give the ways, and before them that of all matches."""
        usual = _("as in all your matches: %(way)s") % {"way": WAYS[wishes.way(about, self.everywhere)]}
        return [(AS_EVERYWHERE, usual), *super().choices(about)]

    @classmethod
    def of(cls, seat: Seat, player: Player) -> OfMatch:
        """Give the form as it stands for a seat."""
        kept = {str(about): seat.wishes.get(about, AS_EVERYWHERE) for about in About}
        return cls(initial=kept, prefix="mails", everywhere=player.wishes)


def clock(hour: int) -> str:
    """Say a full hour as the reader does."""
    # Translators: a format of Django's date filter; letters that are no format letters need a backslash.
    return dateformat.time_format(dt.time(hour), pgettext("format of a time of day", "H:i"))


@require_POST
@login_required
def keep(request: HttpRequest) -> HttpResponse:
    """Keep what a player wants in all his matches."""
    player = player_of(request)
    form = Everywhere(request.POST, prefix="mails")
    if not form.is_valid():
        return HttpResponseBadRequest()
    chosen = {about: Way(form.cleaned_data[about]) for about in About if form.cleaned_data[about]}
    wishing.choose(player, chosen, hour=form.cleaned_data["hour"], text_only=form.cleaned_data["text_only"])
    _say(request, player.wishes)
    return HttpResponseRedirect(f"{reverse('settings')}#mails")


@require_POST
@login_required
def keep_for_match(request: HttpRequest, number: int) -> HttpResponse:
    """Keep what a player wants in one match."""
    seat, player = seat_of(request, number), player_of(request)
    form = OfMatch(request.POST, prefix="mails", everywhere=player.wishes)
    if not form.is_valid():
        return HttpResponseBadRequest()
    chosen = {about: Way(said) if (said := form.cleaned_data[about]) else None for about in About}
    wishing.choose_for(seat, chosen)
    _say(request, {**player.wishes, **seat.wishes})
    return HttpResponseRedirect(f"{reverse('match', args=[number])}#mails")


def _say(request: HttpRequest, kept: Mapping[str, Any]) -> None:
    """Say that it is kept, and what follows for whoever is not told of his turns at once."""
    said = _("Your choice of emails is saved.")
    if any(wishes.way(about, kept) is not Way.MAIL for about in wishes.ON_THE_CLOCK):
        said += " " + _("The clocks keep running all the same, so look at your matches in time.")
    messages.success(request, said)
