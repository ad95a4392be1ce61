"""The desk: the site of moderators, supporters and operators. Only what is registered here can be seen there.

It is a site of its own, not Django's default one, so that nothing comes in by itself: no seeds, no second
factors, no sessions. Everybody signs in as players do, by a mailed code.
"""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path
from django.utils.translation import gettext_lazy as _

from hosting.moderation import host_pages


class Desk(AdminSite):
    """Django's admin with our sign-in and a page about the host."""

    site_title = "Postbord"
    site_header = _("Postbord: the desk")
    index_title = _("What there is to see")
    index_template = "moderation/index.html"
    enable_nav_sidebar = True

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Send strangers to the players' sign-in; a player without a role is told that he may not."""
        signed_in: HttpResponse = secure_admin_login(super().login)(request, extra_context)
        return signed_in

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Add the host's pages and take away what has to do with passwords: there are none."""
        own: list[URLPattern | URLResolver] = [
            path("host/", self.admin_view(self.host), name="host"),
            path("host/again/", self.admin_view(host_pages.again), name="again"),
        ]
        return own + [url for url in super().get_urls() if "password" not in str(getattr(url, "name", ""))]

    def host(self, request: HttpRequest) -> HttpResponse:
        """Show the state of the host."""
        return host_pages.show(request, self.each_context(request))


desk = Desk(name="admin")
