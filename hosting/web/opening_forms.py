"""The forms for opening and joining a match: made from the game's own options, with their limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from hosting import games
from hosting.matches.opening import LONGEST_LUCK
from hosting.players.times import pace
from hosting.rules.errors import BadOption
from hosting.rules.words import Words

HOUR: Final = 3600
DAY: Final = 24 * HOUR
PACES: Final = (HOUR, 6 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY, 14 * DAY)
USUAL_PACE: Final = 3 * DAY

OPPONENTS: Final = [
    ("", _("Somebody I send a link to")),
    ("greedy", _("The host's own player, who plays rather well")),
    ("random", _("A player who picks moves by chance, for a first try")),
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
            raise forms.ValidationError(_("Words of luck are letters, digits and signs that can be seen."))
        return luck


class Opening(Luck):
    """A new match of one game."""

    bot = forms.ChoiceField(label=_("Against"), choices=OPPONENTS, required=False, widget=forms.RadioSelect)
    allowance = forms.TypedChoiceField(label=_("Pace"), coerce=int, initial=USUAL_PACE)

    def __init__(
        self, game: str, words: Words, data: Mapping[str, Any] | None = None, *, bot: str = ""
    ) -> None:
        short = games.game(game).options.short() if bot else {}
        super().__init__(
            data, initial={"bot": bot} | {f"option_{name}": value for name, value in short.items()}
        )
        self.game = game
        allowance = self.fields["allowance"]
        assert isinstance(allowance, forms.TypedChoiceField)
        allowance.choices = [(seconds, pace(seconds)) for seconds in PACES]
        sizes = games.game(game).seat_range
        if len(sizes) > 1:
            self.fields["seats"] = forms.TypedChoiceField(
                label=_("Players"), coerce=int, choices=[(size, size) for size in sizes]
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
    def options(self) -> dict[str, object]:
        """Give what was chosen, under the game's own names."""
        return {name: self.cleaned_data[f"option_{name}"] for name in self._option_names()}

    def clean(self) -> dict[str, Any]:
        """Ask the game whether values that are good one by one go together."""
        cleaned = super().clean() or self.cleaned_data
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
