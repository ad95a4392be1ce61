from collections.abc import Callable

import pytest

from hosting.matches import dealing, verifying
from hosting.matches.models import Deal, Entry, Match, Seat
from tests import table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def played() -> Match:
    """A match with some turns behind it."""
    match = table.a_match()
    for _ in range(6):
        seat = table.on_turn(match)
        table.press(seat, table.discard(seat))
    match.refresh_from_db()
    dealing.forget()
    return match


def another_card(match: Match) -> None:
    entry = Entry.objects.filter(match=match, kind="action").latest("seq")
    rank, _, stack = entry.data["action"].removeprefix("discard ").partition(" ")
    Entry.objects.filter(pk=entry.pk).update(data={"action": f"discard {rank} {int(stack) % 4 + 1}"})


TAMPERINGS: dict[str, Callable[[Match], object]] = {
    "another card": another_card,
    "another instant": lambda match: Entry.objects.filter(match=match, seq=3).update(at=match.opened_at),
    "a missing entry": lambda match: Entry.objects.filter(match=match, seq=4).delete(),
    "another opener": lambda match: Deal.objects.filter(match=match).update(opener=7),
    "another commitment": lambda match: Match.objects.filter(pk=match.pk).update(commitment="0" * 64),
    "another seat to act": lambda match: Seat.objects.filter(match=match).update(
        question=1, deadline_at=match.opened_at
    ),
    "no deadline": lambda match: Seat.objects.filter(match=match).update(deadline_at=None),
    "other words of luck": lambda match: Seat.objects.filter(match=match, number=0).update(luck="x"),
    "a made-up result": lambda match: Match.objects.filter(pk=match.pk).update(
        state="finished", result={"winners": [0], "totals": [50, 0], "reason": "target"}
    ),
}


def test_an_untouched_match_agrees_with_its_log() -> None:
    assert list(verifying.differences(played())) == []


@pytest.mark.parametrize("tampering", sorted(TAMPERINGS))
def test_every_tampering_shows(tampering: str) -> None:
    match = played()
    TAMPERINGS[tampering](match)
    match.refresh_from_db()
    assert list(verifying.differences(match)) != []
