"""The forms of an account: who one is, how one reads."""

from __future__ import annotations

import json
from typing import Any, cast

from django import forms
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from hosting.players.models import Language, Player
from hosting.players.names import LONGEST, check_name, clean_name
from hosting.web.zones import FORMER, guess_zone, to_zone, today, with_own, zone_choices


class Profile(forms.Form):
    """Name, language and zone of a player."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST,
        help_text=_("How the others at the table see you."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    language = forms.ChoiceField(
        label=_("Language"), choices=Language.choices, help_text=_("For pages and emails.")
    )
    zone = forms.TypedChoiceField(
        label=_("Time zone"),
        choices=zone_choices,
        coerce=to_zone,
        help_text=_("Deadlines are shown in it."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = str(self.data.get("zone") or self.initial.get("zone") or "UTC")
        zone = cast("forms.TypedChoiceField", self.fields["zone"])
        zone.choices = with_own(own)
        zone.widget.attrs["data-former"] = json.dumps(FORMER, sort_keys=True)
        self.initial["zone"] = today(str(self.initial.get("zone") or "UTC"))

    def clean_name(self) -> str:
        """Bring the name into its stored form, and refuse one that could mislead."""
        name = clean_name(self.cleaned_data["name"])
        check_name(name)
        return name

    def keep(self, player: Player) -> None:
        """Keep what was chosen (allauth's forms have a `save` of another kind)."""
        player.name = self.cleaned_data["name"]
        player.language = self.cleaned_data["language"]
        player.zone = self.cleaned_data["zone"]
        player.save(update_fields=["name", "language", "zone"])


class Newcomer(Profile):
    """What allauth's sign-up form asks besides the address."""

    field_order = ("name", "email", "language", "zone")

    def signup(self, request: HttpRequest, user: Player) -> None:  # noqa: ARG002 - allauth's signature
        """Keep what was chosen, when allauth has made the player."""
        self.keep(user)

    @staticmethod
    def guesses(request: HttpRequest) -> dict[str, str]:
        """Give what a newcomer need not type: his language and, as far as one can tell, his zone."""
        return {
            "language": translation.get_language() or Language.ENGLISH,
            "zone": guess_zone(request.headers.get("Accept-Language", "")),
        }
