"""What is asked of a moderator for an act: always a reason, for some acts also a seat or a number of days."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy

from hosting.matches.models import Match
from hosting.matches.moderating import MOST_DAYS, SHORTEST_REASON

LONGEST_REASON: Final = 300
OF_EVERY_ACT: Final = frozenset({"reason", "seq"})


class Reason(forms.Form):
    """Why, and which entry was the newest when it was decided."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("The players will read it, in their emails and in the log of the match."),
        min_length=SHORTEST_REASON,
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
    )
    seq = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if isinstance(field, SeatField):
                field.choices = seats_of(match)

    def clean_reason(self) -> str:
        """One line: it stands in a sentence of a mail."""
        return " ".join(str(self.cleaned_data["reason"]).split())

    def more(self) -> dict[str, Any]:
        """Give what was chosen beside the reason."""
        return {name: value for name, value in self.cleaned_data.items() if name not in OF_EVERY_ACT}


class SeatField(forms.TypedChoiceField):
    """One of the seats of people at the table."""

    def __init__(self) -> None:
        super().__init__(label=gettext_lazy("Seat"), coerce=int)


class DaysField(forms.IntegerField):
    """By how many days a deadline moves."""

    def __init__(self) -> None:
        super().__init__(label=gettext_lazy("Days"), min_value=1, max_value=MOST_DAYS, initial=3)


class WithDays(Reason):
    """For an act that moves all deadlines."""

    days = DaysField()
    field_order = ("days", "reason")


class WithSeat(Reason):
    """For an act on one seat."""

    seat = SeatField()
    field_order = ("seat", "reason")


class WithSeatAndDays(Reason):
    """For an act that moves the deadline of one seat."""

    seat = SeatField()
    days = DaysField()
    field_order = ("seat", "days", "reason")


def seats_of(match: Match) -> list[tuple[str, str]]:
    """List the seats of people at a table."""
    seats = match.seats.filter(player__isnull=False).order_by("number")
    return [(str(seat.number), seat.name) for seat in seats]
