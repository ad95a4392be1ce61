"""What moderators do to a match: by form, with a reason, as of an entry, through the match's own path."""

import datetime as dt
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry

from hosting.games import GAMES
from hosting.mail.writing.letters import write
from hosting.matches import expiring, faults, opening, queries, verifying
from hosting.matches.models import Deal, Entry, Match, Notice, Seat, Submission
from hosting.matches.playing import play
from hosting.matches.queries import situation
from hosting.matches.submitting import submit
from hosting.moderation import previews, roles
from hosting.now import now, travel
from hosting.players.models import Player
from hosting.rules.words import words
from tests import people
from tests.moderation import cases

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

ACTS = ["pause", "end-turn", "void"]


def act(by: Player, match: Match, name: str, *, reason: str = cases.REASON, seq: int | None = None) -> Any:
    """Post the form of an act as it would be sent by somebody who looks at the match now."""
    fields = {"reason": reason, "seq": str(match.seq if seq is None else seq)}
    response = cases.signed_in(by).post(f"/admin/matches/match/{match.pk}/act/{name}/", fields)
    match.refresh_from_db()
    return response


def store(seat: Seat, *, key: str) -> Submission:
    """Press the last button of the list, while no worker is there."""
    last = str(situation(seat.match, seat).view.legal[-1])
    return submit(seat, player=seat.player, question=seat.question, source="web", key=key, action=last)


def press(seat: Seat, *, key: str) -> Submission:
    """Press the last button of the list."""
    submission = store(seat, key=key)
    play(submission.pk)
    submission.refresh_from_db()
    return submission


def to_act(match: Match) -> Seat:
    return Seat.objects.select_related("match", "player").get(match=match, question__isnull=False)


@pytest.mark.parametrize(
    ("name", "kind", "state"),
    [
        ("pause", Entry.Kind.PAUSED, "paused"),
        ("void", Entry.Kind.VOIDED, "void"),
        ("end-turn", Entry.Kind.EXPIRED, "playing"),
    ],
)
def test_an_act_is_an_entry_that_names_moderator_and_reason(name: str, kind: str, state: str) -> None:
    match = cases.running_match()
    maja = cases.with_role("moderator")
    response = act(maja, match, name)
    assert response.status_code == 302
    assert match.state == state
    entry = Entry.objects.get(match=match, kind=kind)
    assert (entry.data["by"], entry.data["by_id"], entry.data["why"]) == ("Maja", maja.pk, cases.REASON)
    assert list(verifying.differences(match)) == []


@pytest.mark.parametrize(("name", "kind"), [("pause", "paused"), ("void", "voided")])
def test_both_players_are_told_who_decided_and_why(name: str, kind: str) -> None:
    match = cases.running_match()
    act(cases.with_role("moderator"), match, name)
    told = Notice.objects.filter(match=match, kind=kind)
    assert sorted(str(notice.player) for notice in told) == ["Anna", "Ben"]
    assert all((notice.data["by"], notice.data["reason"]) == ("Maja", cases.REASON) for notice in told)


@pytest.mark.parametrize("name", ACTS)
def test_an_act_is_audited(name: str) -> None:
    match = cases.running_match()
    maja = cases.with_role("moderator")
    before = match.seq
    act(maja, match, name)
    audited = LogEntry.objects.get()
    assert (audited.user, audited.object_id) == (maja, str(match.pk))
    assert audited.change_message == f"{name} (as of entry {before}): {cases.REASON}"


@pytest.mark.parametrize("name", ACTS)
@pytest.mark.parametrize("reason", ["", "too short", "   short    "])
def test_without_a_reason_nothing_is_done(name: str, reason: str) -> None:
    match = cases.running_match()
    before = match.seq
    response = act(cases.with_role("moderator"), match, name, reason=reason)
    assert response.status_code == 200
    assert match.seq == before
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("name", ACTS)
def test_when_the_match_has_changed_nothing_is_done_and_he_is_asked_to_look_again(name: str) -> None:
    match = cases.running_match()
    looked_at = match.seq
    press(to_act(match), key="k1")
    match.refresh_from_db()
    changed = match.seq
    response = act(cases.with_role("moderator"), match, name, seq=looked_at)
    assert response.status_code == 409
    text = response.content.decode()
    assert "Look again" in text
    assert f'name="seq" value="{changed}"' in text
    assert cases.REASON in text
    assert match.seq == changed


def test_the_second_press_of_the_same_button_does_nothing() -> None:
    match = cases.running_match()
    maja = cases.with_role("moderator")
    seq = match.seq
    act(maja, match, "end-turn", seq=seq)
    assert act(maja, match, "end-turn", seq=seq).status_code == 409
    assert Entry.objects.filter(match=match, kind="expired").count() == 1


@pytest.mark.parametrize("name", ACTS)
@pytest.mark.parametrize("role", ["moderator", "superuser"])
def test_somebody_who_plays_in_the_match_is_refused_kindly(name: str, role: str) -> None:
    match = cases.running_match()
    cases.with_role("moderator")
    roles.give(people.ben(), role)
    before = match.seq
    page = cases.signed_in(people.ben()).get(f"/admin/matches/match/{match.pk}/act/{name}/").content.decode()
    assert "<textarea" not in page
    assert act(people.ben(), match, name).status_code == 409
    assert match.seq == before
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("role", ["support", "operator"])
def test_other_roles_cannot_act_by_posting(role: str) -> None:
    match = cases.running_match()
    assert act(cases.with_role(role), match, "void").status_code == 403
    assert match.state == "playing"


@pytest.mark.parametrize("name", ["resume", "nonsense"])
def test_an_act_that_the_state_does_not_allow_is_refused(name: str) -> None:
    match = cases.running_match()
    assert act(cases.with_role("moderator"), match, name).status_code in {404, 409}
    assert match.state == "playing"


def test_a_page_says_what_would_happen_before_it_does() -> None:
    match = cases.running_match()
    client = cases.signed_in(cases.with_role("moderator"))
    name = to_act(match).name
    pages = {act: client.get(f"/admin/matches/match/{match.pk}/act/{act}/").content.decode() for act in ACTS}
    assert f"{name} keeps the time that is left now" in pages["pause"]
    assert f"ends {name}&#x27;s turn" in pages["end-turn"]
    assert "It counts as a missed turn: 1 in a row." in pages["end-turn"]
    assert "After 3 missed turns in a row, the deal is lost." in pages["end-turn"]
    assert "cannot be undone" in pages["void"]
    match.refresh_from_db()
    assert match.state == "playing"


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_what_too_many_missed_turns_lead_to_is_told_in_the_games_own_words(slug: str) -> None:
    match = opening.open_match(people.anna(), game=slug)
    opening.join(match, people.ben())
    if match.seats.filter(player=None).exists():
        opening.join(match, people.cilla())
    match.refresh_from_db()
    told = previews.end_turn(match, now())
    assert words(slug, "en").forfeit in told[-1]


def test_a_paused_match_refuses_moves_and_does_not_run_out() -> None:
    match = cases.running_match()
    act(cases.with_role("moderator"), match, "pause")
    seat = to_act(match)
    assert press(seat, key="k1").outcome["code"] == "paused"
    with travel(dt.timedelta(days=10)):
        assert expiring.due_turns(now()) == []
    assert Entry.objects.filter(match=match, kind__in=["action", "expired"]).count() == 0


def test_resuming_moves_deadline_and_reminder_by_the_length_of_the_pause() -> None:
    match = cases.running_match()
    maja = cases.with_role("moderator")
    before = to_act(match)
    act(maja, match, "pause")
    paused_at = match.paused_at
    with travel(dt.timedelta(days=5)):
        assert act(maja, match, "resume").status_code == 302
    after = to_act(match)
    resumed = Entry.objects.get(match=match, kind="resumed")
    assert paused_at is not None
    assert before.deadline_at is not None
    assert after.deadline_at == before.deadline_at + (resumed.at - paused_at)
    assert before.remind_at is not None
    assert after.remind_at == before.remind_at + (resumed.at - paused_at)
    assert resumed.at - paused_at >= dt.timedelta(days=5)
    assert match.state == "playing"
    assert press(after, key="k2").outcome["code"] == "applied"
    assert list(verifying.differences(match)) == []


def test_what_was_accepted_before_the_pause_is_still_applied() -> None:
    match = cases.running_match()
    seat = to_act(match)
    waiting = store(seat, key="k1")
    maja = cases.with_role("moderator")
    act(maja, match, "pause")
    play(waiting.pk)
    waiting.refresh_from_db()
    assert waiting.outcome["code"] == "applied"
    match.refresh_from_db()
    act(maja, match, "resume")
    other = to_act(match)
    assert other.pk != seat.pk
    assert list(verifying.differences(match)) == []


def test_a_void_match_shows_its_keys() -> None:
    match = cases.running_match()
    act(cases.with_role("moderator"), match, "void")
    assert len(match.master_shown) == 64
    assert len(Deal.objects.get(match=match).key_shown) == 64
    assert match.ended_at is not None
    assert not Seat.objects.filter(match=match, question__isnull=False).exists()


def test_ending_a_turn_counts_as_a_miss_and_the_next_player_is_asked() -> None:
    match = cases.running_match()
    silent = to_act(match)
    act(cases.with_role("moderator"), match, "end-turn")
    assert to_act(match).pk != silent.pk
    silent.refresh_from_db()
    assert silent.misses == 1
    assert Notice.objects.filter(match=match, kind="expired", seat=silent).count() == 1


def test_the_silent_player_and_the_next_one_are_told_who_ended_the_turn_and_why() -> None:
    match = cases.running_match()
    act(cases.with_role("moderator"), match, "end-turn")
    for notice in Notice.objects.filter(match=match, seq=match.seq):
        assert (notice.data.get("by"), notice.data.get("reason")) == ("Maja", cases.REASON), notice.kind


def test_the_story_names_who_ended_the_turn_and_does_not_blame_the_clock() -> None:
    match = cases.running_match()
    silent = to_act(match)
    act(cases.with_role("moderator"), match, "end-turn")
    Player.objects.update(language="en")
    told = {
        notice.seat_id == silent.pk: " ".join(write(notice, now()).text.split())
        for notice in Notice.objects.filter(match=match, seq=match.seq)
    }
    assert "A moderator ended your turn, and" in told[True]
    assert "- Maja, a moderator, ended your turn." in told[True]
    assert f"- Maja, a moderator, ended {silent.name}'s turn." in told[False]
    assert not any("ran out" in text for text in told.values())
    story = queries.log_of(match, None)[0].events
    assert [event.args for event in story if event.name == "expired"] == [{"by": "Maja"}]
    assert list(verifying.differences(match)) == []


def test_the_last_miss_loses_the_deal_also_when_a_moderator_ended_the_turn() -> None:
    match = cases.running_match()
    silent = to_act(match)
    Seat.objects.filter(pk=silent.pk).update(misses=2, misses_total=2)
    act(cases.with_role("moderator"), match, "end-turn")
    assert Entry.objects.filter(match=match, kind="left", seat=silent.number).exists()
    assert Deal.objects.filter(match=match, number=1).get().left == [silent.number]


def test_a_turn_is_not_ended_while_a_move_of_that_player_waits_to_be_applied() -> None:
    match = cases.running_match()
    seat = to_act(match)
    store(seat, key="k1")
    response = act(cases.with_role("moderator"), match, "end-turn")
    assert response.status_code == 409
    assert not Entry.objects.filter(match=match, kind="expired").exists()


def test_the_only_moderator_may_pause_his_own_match_and_the_log_says_so() -> None:
    match = cases.running_match()
    roles.give(people.ben(), "moderator")
    assert act(people.ben(), match, "pause").status_code == 302
    assert Entry.objects.get(match=match, kind="paused").data["plays_in_it"] is True
    assert act(people.ben(), match, "void").status_code == 409
    assert act(people.ben(), match, "resume").status_code == 302
    assert match.state == "playing"


def test_a_broken_match_can_be_declared_void() -> None:
    match = cases.running_match()
    faults.stop(match.pk, why="KeyError")
    match.refresh_from_db()
    assert act(cases.with_role("moderator"), match, "void").status_code == 302
    assert match.state == "void"
    assert len(Deal.objects.get(match=match).key_shown) == 64


def test_a_match_whose_log_the_rules_no_longer_accept_is_stopped_and_can_be_declared_void() -> None:
    match = cases.running_match()
    seat = to_act(match)
    cases.log(match, Entry.Kind.ACTION, action=f"play {cases.CARD}")
    assert seat.deadline_at is not None
    assert seat.question is not None
    with travel(dt.timedelta(days=4)):
        expiring.expire(seat.pk, seat.question)
    match.refresh_from_db()
    assert match.state == "broken"
    maja = cases.with_role("moderator")
    assert act(maja, match, "resume").status_code == 409
    assert act(maja, match, "void").status_code == 302
    assert match.state == "void"


def test_what_moderators_are_told_of_a_fault_names_no_card() -> None:
    match = cases.running_match()
    maja = cases.with_role("moderator")
    cases.log(match, Entry.Kind.ACTION, action=f"play {cases.CARD}")
    seat = to_act(match)
    with travel(dt.timedelta(days=4)):
        expiring.expire(seat.pk, seat.question or 0)
    told = Notice.objects.get(player=maja, kind="moderators")
    assert cases.CARD not in str(told.data)
    assert told.data["why"] == "IllegalAction"
