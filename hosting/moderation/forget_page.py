"""The page on which a player closes his account, for good."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from hosting.matches.models import Match, Seat
from hosting.moderation import forgetting
from hosting.web.readers import player_of

RUNNING = (Match.State.PLAYING, Match.State.PAUSED, Match.State.BROKEN)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]  # allauth brings no types
def forget_me(request: HttpRequest) -> HttpResponse:
    """Say what will go and what will stay; on POST, after a sign-in of the last minutes, do it."""
    player = player_of(request)
    if request.method != "POST" or player.is_staff or not request.POST.get("sure"):
        running = Seat.objects.filter(player=player, match__state__in=RUNNING).count()
        status = 422 if request.method == "POST" else 200
        return render(request, "forget.html", {"running": running}, status=status)
    said = _("Your account is closed, and what we knew about you has been deleted. Thank you for playing.")
    forgetting.forget(player)
    logout(request)
    messages.success(request, said)
    return HttpResponseRedirect("/")
