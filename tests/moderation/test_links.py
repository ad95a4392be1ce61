"""The links of mails to moderators: each leads to what the mail is about."""

import pytest
from django.urls import resolve

from hosting.mail.writing.letters import AT_THE_DESK, write
from hosting.matches import notices, reporting
from hosting.matches.models import Notice, Report
from hosting.now import now
from tests.moderation import cases

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("page", AT_THE_DESK.values())
def test_every_page_that_is_named_is_one_of_the_desk(page: str) -> None:
    found = resolve(f"/admin/{page}/7/change/")
    assert found.view_name == f"admin:{page.replace('/', '_')}_change"


def test_the_mail_of_a_report_leads_to_the_report() -> None:
    maja, match = cases.with_role("moderator"), cases.running_match()
    seat = match.seats.exclude(player=None).order_by("number")[0]
    assert seat.player is not None
    reporting.report(match, "He called me names.", by=seat.player, kind=reporting.KINDS[0])
    mail = write(Notice.objects.get(kind=Notice.Kind.MODERATORS, player=maja), now())
    path = f"/admin/matches/report/{Report.objects.get().pk}/change/"
    assert path in "".join(mail.text.split())
    assert cases.signed_in(maja).get(path).status_code == 200


def test_a_mail_about_the_host_alone_leads_to_the_desk() -> None:
    maja = cases.with_role("moderator")
    notices.moderators(None, "sending_stuck", key="stuck", hours=3)
    mail = write(Notice.objects.get(kind=Notice.Kind.MODERATORS, player=maja), now())
    assert "/admin/\n" in mail.text
