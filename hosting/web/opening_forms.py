"""The forms for opening and joining a match: made from the game's own options, with their limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Final

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from hosting import games
from hosting.matches.models import Match
from hosting.matches.opening import LONGEST_LUCK
from hosting.matches.standing_in import STAND_IN
from hosting.matches.terms import MOST_MISSES, MOST_REST_DAYS, OFFERED, USUAL, Terms, told
from hosting.rules.errors import BadOption
from hosting.rules.words import Words

OPPONENTS: Final = [
    ("", _("Somebody I send a link to")),
    ("greedy", _("The host's own player, who plays rather well")),
    ("random", _("A player who moves at random, for a first try")),
]

FIRST: Final = ("target", "threshold")
"""Options shown at once; the others are variants and stand folded below."""


class Luck(forms.Form):
    """Words of luck: what a player adds to the shuffle."""

    luck = forms.CharField(
        label=_("Words of luck"),
        required=False,
        max_length=LONGEST_LUCK,
        help_text=_("Anything you like, or nothing. They go into every shuffle and everybody sees them."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_luck(self) -> str:
        """Refuse signs that cannot be seen: everybody must be able to read the words for the proof."""
        luck: str = self.cleaned_data["luck"]
        if not luck.isprintable():
            raise forms.ValidationError(
                _("Words of luck are made of letters, digits and signs that can be seen.")
            )
        return luck


class Opening(Luck):
    """A new match of one game."""

    bot = forms.ChoiceField(label=_("Against"), choices=OPPONENTS, required=False, widget=forms.RadioSelect)
    pace = forms.TypedChoiceField(label=_("Pace"), coerce=int, initial=OFFERED.index(USUAL))
    rest_days = forms.TypedMultipleChoiceField(
        label=_("Days on which no clock runs"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Counted for each player where that player lives."),
    )
    absences_allowed = forms.BooleanField(
        label=_("Announced absence stops a player's clock"), initial=True, required=False
    )
    misses_allowed = forms.IntegerField(
        label=_("How many missed turns in a row are too many"),
        initial=USUAL.misses_allowed,
        min_value=1,
        max_value=MOST_MISSES,
    )
    after_misses = forms.ChoiceField(
        label=_("After too many missed turns"),
        choices=Match.AfterMisses.choices,
        initial=USUAL.after_misses,
    )
    invite = forms.CharField(
        label=_("Invite by address"),
        required=False,
        max_length=500,
        help_text=_(
            "We send each of them one email. Leave it empty if you would rather send a link yourself."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "email"}),
    )

    def __init__(
        self, game: str, words: Words, data: Mapping[str, Any] | None = None, *, bot: str = ""
    ) -> None:
        short = games.game(game).options.short() if bot else {}
        super().__init__(
            data, initial={"bot": bot} | {f"option_{name}": value for name, value in short.items()}
        )
        self.game = game
        paces, days = self.fields["pace"], self.fields["rest_days"]
        assert isinstance(paces, forms.TypedChoiceField)
        assert isinstance(days, forms.TypedMultipleChoiceField)
        paces.choices = [(place, told(terms)) for place, terms in enumerate(OFFERED)]
        days.choices = [(number + 1, name) for number, name in enumerate(WEEKDAYS.values())]
        sizes = games.game(game).seat_range
        if len(sizes) > 1:
            self.fields["seats"] = forms.TypedChoiceField(
                label=_("Players"), coerce=int, choices=[(size, size) for size in sizes]
            )
            self.fields["bot_seats"] = forms.IntegerField(
                label=_("Seats for the host's own players"),
                required=False,
                initial=0,
                min_value=0,
                max_value=sizes[-1] - 2,
                help_text=_("Alongside the people you send the link to."),
            )
        self.first: list[str] = []
        self.variants: list[str] = []
        for entry in fields(games.game(game).options):
            name = f"option_{entry.name}"
            self.fields[name] = _option_field(words, entry.name, entry.default, entry.metadata)
            (self.first if entry.name in FIRST else self.variants).append(name)

    @property
    def seats(self) -> int:
        """Give how many are to play."""
        return int(self.cleaned_data.get("seats") or games.game(self.game).seat_range.start)

    @property
    def kind_of_bot(self) -> str:
        """Give the kind of bot that takes seats, if any."""
        return str(self.cleaned_data["bot"] or (STAND_IN if self.cleaned_data.get("bot_seats") else ""))

    @property
    def seats_of_bots(self) -> int:
        """Give how many seats the host's own players take."""
        return self.seats - 1 if self.cleaned_data["bot"] else int(self.cleaned_data.get("bot_seats") or 0)

    @property
    def terms(self) -> Terms:
        """Give the terms that were chosen."""
        chosen = self.cleaned_data
        offered: Terms = OFFERED[chosen["pace"]]
        return replace(
            offered,
            rest_days=tuple(chosen["rest_days"]),
            absences_allowed=chosen["absences_allowed"],
            misses_allowed=chosen["misses_allowed"],
            after_misses=chosen["after_misses"],
        )

    @property
    def options(self) -> dict[str, object]:
        """Give what was chosen, under the game's own names."""
        return {name: self.cleaned_data[f"option_{name}"] for name in self._option_names()}

    def clean(self) -> dict[str, Any]:
        """Ask the game whether values that are good one by one go together."""
        cleaned = super().clean() or self.cleaned_data
        if len(cleaned.get("rest_days", ())) > MOST_REST_DAYS:
            self.add_error("rest_days", _("The clock must run on at least one day of the week."))
        if not cleaned.get("bot") and (cleaned.get("bot_seats") or 0) > self.seats - 2:
            self.add_error("bot_seats", _("At least one seat must be left for somebody else."))
        names = self._option_names()
        if all(f"option_{name}" in cleaned for name in names):
            try:
                games.game(self.game).options.parse({name: cleaned[f"option_{name}"] for name in names})
            except BadOption as refusal:
                self.add_error(
                    f"option_{refusal.name}" if refusal.name in names else None,
                    _("These values do not go together."),
                )
        return cleaned

    def _option_names(self) -> list[str]:
        return [entry.name for entry in fields(games.game(self.game).options)]


def _option_field(words: Words, name: str, usual: Any, limits: Mapping[str, Any]) -> forms.Field:
    label = words.option(name)
    if "values" in limits:
        known = [(value, words.option_value(name, value)) for value in limits["values"]]
        return forms.ChoiceField(label=label, initial=usual, choices=known)
    if "switch" in limits:
        return forms.BooleanField(label=label, initial=usual, required=False)
    low, high = limits["low"], limits["high"]
    return forms.IntegerField(
        label=label,
        initial=usual,
        min_value=low,
        max_value=high,
        help_text=_("From %(low)d to %(high)d; usually %(usual)d.")
        % {"low": low, "high": high, "usual": usual},
    )
