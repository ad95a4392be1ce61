"""Queries that are put together once find and change what the ORM's own would, on both databases."""

import datetime as dt

import pytest
from django.db import transaction
from django.db.models import F, Q

from hosting.matches import opening
from hosting.matches.models import Match, Notice, Seat
from hosting.now import now
from hosting.prepared import Prepared, PreparedSave, PreparedUpdate, Slot
from tests import people

pytestmark = [pytest.mark.django_db, pytest.mark.storage]

GAME = "spite-and-malice"


def match() -> Match:
    made = opening.open_match(people.anna(), game=GAME)
    opening.join(made, people.ben())
    return made


def test_a_query_gives_whole_rows_with_those_that_belong_to_them() -> None:
    prepared = Prepared(Seat.objects.filter(match=Slot("match")).select_related("player").order_by("number"))
    for made in (match(), match()):
        found = prepared.rows(match=made.pk)
        assert found == list(Seat.objects.filter(match=made).order_by("number"))
        assert [seat.__dict__.keys() for seat in found] == [
            seat.__dict__.keys() for seat in made.seats.order_by("number").select_related("player")
        ]
        assert [seat.player and seat.player.name for seat in found] == ["Anna", "Ben"]


def test_a_row_has_the_values_that_the_orm_gives() -> None:
    made = match()
    found = Prepared(Match.objects.filter(pk=Slot("match"))).one(match=made.pk)
    expected = Match.objects.get(pk=made.pk)
    for field in Match._meta.concrete_fields:
        assert getattr(found, field.attname) == getattr(expected, field.attname)


def test_a_related_row_that_is_not_there_is_none() -> None:
    made = opening.open_match(people.anna(), game=GAME)
    [_anna, free] = Prepared(Seat.objects.filter(match=Slot("match")).select_related("player")).rows(
        match=made.pk
    )
    assert free.player is None


def test_a_query_for_values_gives_tuples() -> None:
    made = match()
    prepared = Prepared(Seat.objects.filter(match=Slot("match")).order_by("number").values_list("name"))
    assert prepared.tuples(match=made.pk) == [("Anna",), ("Ben",)]


def test_a_row_that_is_not_there_is_missed_as_the_orm_does() -> None:
    with pytest.raises(Match.DoesNotExist):
        Prepared(Match.objects.filter(pk=Slot("match"))).one(match=0)


def test_a_locked_row_is_found_inside_a_transaction() -> None:
    made = match()
    prepared = Prepared(Match.objects.select_for_update().filter(pk=Slot("match")))
    with transaction.atomic():
        assert prepared.one(match=made.pk) == made


def test_instants_are_compared_as_the_orm_compares_them() -> None:
    made = match()
    due = Prepared(
        Seat.objects.filter(Q(deadline_at=None) | Q(deadline_at__lte=Slot("at")), match=Slot("match"))
    )
    before, after = now(), now() + dt.timedelta(days=5)
    assert len(due.rows(match=made.pk, at=before)) == 1
    assert len(due.rows(match=made.pk, at=after)) == 2


def test_an_update_changes_what_its_query_finds_and_counts_it() -> None:
    made = match()
    at = now()
    update = PreparedUpdate(
        Notice.objects.filter(match=Slot("match"), state=Notice.State.NEW),
        state=Notice.State.SENT,
        sent_at=Slot("at"),
        sent_lines=Slot("lines"),
        attempts=F("attempts") + 1,
    )
    waiting = Notice.objects.filter(match=made, state=Notice.State.NEW).count()
    assert update(match=made.pk, at=at, lines={"lines": ["å"]}) == waiting > 0
    assert update(match=made.pk, at=at, lines={}) == 0
    notice = Notice.objects.filter(match=made).earliest("pk")
    assert (notice.sent_at, notice.sent_lines, notice.attempts) == (at, {"lines": ["å"]}, 1)


def test_rows_are_saved_with_all_their_values() -> None:
    made = match()
    seat = made.seats.earliest("number")
    seat.orders, seat.deadline_at, seat.name = {"a": [1, "ö"]}, now(), "Annå"
    PreparedSave(Seat)([seat])
    found = Seat.objects.get(pk=seat.pk)
    assert (found.orders, found.deadline_at, found.name) == (seat.orders, seat.deadline_at, seat.name)


def test_what_others_write_is_left_out_of_a_save() -> None:
    made = match()
    seat = made.seats.earliest("number")
    Seat.objects.filter(pk=seat.pk).update(token_epoch=3)
    seat.name = "Annå"
    PreparedSave(Seat, but_not=("token_epoch",))([seat])
    found = Seat.objects.get(pk=seat.pk)
    assert (found.name, found.token_epoch) == ("Annå", 3)
