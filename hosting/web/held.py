"""Lines from a doubtful sender: the player says whether they are his. The page shows, its buttons act."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from hosting.matches import playing
from hosting.matches.models import Notice, Submission
from hosting.web.readers import player_of
from hosting.web.submitting import wait_for


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def held(request: HttpRequest, number: int) -> HttpResponse:
    """Show held lines as read, and confirm or drop them on POST."""
    submission = _of_player(request, number)
    if request.method != "POST":
        asked = Notice.objects.filter(submission=submission, kind=Notice.Kind.HELD).first()
        context = {
            "submission": submission,
            "sender": asked.data.get("sender", "") if asked else "",
            "is_held": submission.state == Submission.State.HELD,
        }
        return render(request, "held.html", context)
    answer = request.POST.get("answer")
    if answer == "mine" and playing.confirm(submission):
        wait_for(submission)
        return HttpResponseRedirect(f"{reverse('match', args=[submission.match_id])}?done={submission.pk}")
    if answer not in {"mine", "not_mine"}:
        return HttpResponseBadRequest()
    if answer == "not_mine":
        playing.drop(submission)
    return HttpResponseRedirect(reverse("held", args=[submission.pk]))


def _of_player(request: HttpRequest, number: int) -> Submission:
    found = Submission.objects.filter(
        pk=number, seat__player=player_of(request), source=Submission.Source.MAIL
    ).select_related("match")
    submission = found.first()
    if submission is None or submission.state == Submission.State.UNREAD:
        raise Http404
    return submission
