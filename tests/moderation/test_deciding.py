"""The queue of reports, and talk, at the desk: each decision with words that are kept."""

import pytest
from django.contrib.admin.models import LogEntry

from hosting.matches import reporting, talking
from hosting.matches.models import Match, Notice, Press, Report
from hosting.moderation import roles
from tests import people, table
from tests.moderation import cases
from tests.web.visiting import text_of

pytestmark = pytest.mark.django_db

WORDS = "We have talked with the player."


@pytest.fixture
def match() -> Match:
    return table.a_match()


def something_said(match: Match, text: str = "something ugly") -> Press:
    seat = table.on_turn(match)
    assert seat.player
    talking.say(seat, text, by=seat.player)
    return Press.objects.latest("pk")


def test_the_queue_shows_open_reports_first_and_settling_answers_who_reported(match: Match) -> None:
    maja = cases.with_role("moderator")
    press = something_said(match)
    old = reporting.report(match, "the first one", by=people.ben())
    new = reporting.report(match, "the second one", by=people.ben(), kind="abuse", press=press)
    client = cases.signed_in(maja)
    reporting.settle(old.pk, WORDS, by=maja)
    listed = client.get("/admin/matches/report/").content.decode()
    assert listed.index(f"/report/{new.pk}/change/") < listed.index(f"/report/{old.pk}/change/")
    shown = client.get(f"/admin/matches/report/{new.pk}/change/")
    assert "something ugly" in text_of(shown)
    assert "decide/settle" in shown.content.decode()
    done = client.post(f"/admin/matches/report/{new.pk}/decide/settle/", {"words": WORDS})
    assert done.status_code == 302
    new.refresh_from_db()
    assert (new.settled_by, new.answer) == (maja, WORDS)
    assert Notice.objects.filter(key=f"report:{new.pk}").exists()
    assert LogEntry.objects.filter(change_message=f"settle: {WORDS}").exists()
    again = client.post(f"/admin/matches/report/{new.pk}/decide/settle/", {"words": WORDS})
    assert again.status_code == 409


def test_words_are_needed(match: Match) -> None:
    report = reporting.report(match, "something", by=people.ben())
    client = cases.signed_in(cases.with_role("moderator"))
    page = client.post(f"/admin/matches/report/{report.pk}/decide/settle/", {"words": "ok"})
    assert page.status_code == 200
    report.refresh_from_db()
    assert report.settled_at is None


def test_what_was_said_is_hidden_and_its_speaker_silenced_with_a_reason_that_is_kept(match: Match) -> None:
    press = something_said(match)
    client = cases.signed_in(cases.with_role("moderator"))
    for name in ("hide", "silence"):
        page = f"/admin/matches/press/{press.pk}/decide/{name}/"
        assert "something ugly" in text_of(client.get(page))
        assert client.post(page, {"words": WORDS}).status_code == 302
        assert LogEntry.objects.filter(change_message=f"{name}: {WORDS}").exists()
    assert Press.objects.filter(hidden_at__isnull=False, player__may_talk=False).exists()
    for name in ("show", "allow"):
        client.post(f"/admin/matches/press/{press.pk}/decide/{name}/", {"words": WORDS})
    assert Press.objects.filter(hidden_at=None, player__may_talk=True).exists()


def test_who_plays_in_the_match_sees_nothing_of_it_at_the_desk(match: Match) -> None:
    press = something_said(match)
    report = reporting.report(match, "about Anna, who moderates, too", by=people.ben())
    anna = people.anna()
    roles.give(anna, "moderator")
    client = cases.signed_in(anna)
    assert "who moderates" not in text_of(client.get("/admin/matches/report/"))
    for page in (f"report/{report.pk}/decide/settle", f"press/{press.pk}/decide/hide"):
        assert client.post(f"/admin/matches/{page}/", {"words": WORDS}).status_code == 404
    report.refresh_from_db()
    assert report.settled_at is None


@pytest.mark.parametrize("role", ["support", "operator"])
def test_others_with_a_role_decide_nothing(match: Match, role: str) -> None:
    report = reporting.report(match, "something", by=people.ben())
    client = cases.signed_in(cases.with_role(role))
    assert (
        client.post(f"/admin/matches/report/{report.pk}/decide/settle/", {"words": WORDS}).status_code == 403
    )
    assert Report.objects.get().settled_at is None
