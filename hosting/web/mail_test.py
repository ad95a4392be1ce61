"""A mail to try the way: the player asks for it, answers it, and sees how his answer was read."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from hosting.matches import reaching
from hosting.players.health import address_for
from hosting.web.readers import player_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def mail_test(request: HttpRequest) -> HttpResponse:
    """Show what became of the newest test; on POST send another one."""
    player = player_of(request)
    if request.method == "POST":
        if reaching.send_test(player) is None:
            messages.error(request, _("That was a little too often. Wait a few minutes and try again."))
        return HttpResponseRedirect(reverse("mail_test"))
    test = reaching.newest_test(player)
    read = test.data.get("read") if test else None
    goes_to = (test.address if test else "") or address_for(player)
    return render(request, "mail_test.html", {"test": test, "read": read, "goes_to": goes_to})
