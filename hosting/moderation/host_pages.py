"""The page about the host, and its buttons. It names rows by number: nothing of any game, nobody's words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from hosting.logs import mask
from hosting.mail.models import InboundMail
from hosting.matches.models import Notice, Submission
from hosting.moderation import again as once_more
from hosting.moderation import state
from hosting.moderation.models import RUN_AGAIN, SEE_HOST, SEND_AGAIN
from hosting.now import now


@dataclass(frozen=True, slots=True)
class Again:
    """A kind of rows that can be taken up again: by which function, with which right, for which rows."""

    do: Callable[[int], bool]
    right: str
    rows: QuerySet[Any]


KINDS: Final = {
    "mail": Again(once_more.mail, RUN_AGAIN, InboundMail.objects.all()),
    "submission": Again(once_more.submission, RUN_AGAIN, Submission.objects.all()),
    "notice": Again(once_more.notice, SEND_AGAIN, Notice.objects.all()),
}


def show(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Queues, heartbeats, and the rows that were set aside or given up."""
    if not request.user.has_perm(SEE_HOST):
        raise PermissionDenied
    told = {
        **context,
        "title": _("The state of the host"),
        "queues": state.queues(),
        "beats": state.beats(now()),
        "mails": [(row.pk, row.received_at, mask(row.reason)) for row in state.shunted_mails()[: state.MOST]],
        "submissions": [
            (row.pk, row.accepted_at, row.outcome.get("why", ""))
            for row in state.shunted_submissions()[: state.MOST]
        ],
        "notices": [
            (row.pk, row.get_kind_display(), row.created_at, mask(row.error))
            for row in state.failed_notices()[: state.MOST]
        ],
        "may_run": request.user.has_perm(RUN_AGAIN),
        "may_send": request.user.has_perm(SEND_AGAIN),
    }
    return TemplateResponse(request, "moderation/host.html", told)


@require_POST
def again(request: HttpRequest) -> HttpResponse:
    """Take one row up again."""
    kind = KINDS.get(request.POST.get("kind", ""))
    number = request.POST.get("row", "")
    if kind is None or not number.isdecimal():
        raise Http404
    if not request.user.has_perm(kind.right):
        raise PermissionDenied
    row = int(number)
    if kind.do(row):
        _note(request, kind.rows.filter(pk=row))
        messages.success(request, _("It is being tried again."))
    else:
        messages.warning(request, _("There was nothing to try again: somebody else has just done it."))
    return HttpResponseRedirect(reverse("admin:host"))


def _note(request: HttpRequest, rows: QuerySet[Model]) -> None:
    assert request.user.pk is not None
    LogEntry.objects.log_actions(request.user.pk, rows, CHANGE, "again", single_object=True)
