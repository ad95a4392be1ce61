"""The addresses of sign-in: only those of allauth's pages that make sense without passwords."""

from __future__ import annotations

from typing import Any

from allauth.account import views
from django.urls import include, path
from django.views.generic import RedirectView

from hosting.web.forms import Newcomer


class SignUp(views.SignupView):  # type: ignore[misc]  # allauth brings no types
    """Sign-up with language and zone guessed."""

    def get_initial(self) -> dict[str, Any]:
        """Add the guesses to what the address of the page says."""
        return {**Newcomer.guesses(self.request), **super().get_initial()}


urlpatterns = [
    path("login/", views.login, name="account_login"),
    path(
        "login/code/",
        RedirectView.as_view(pattern_name="account_login", query_string=True),
        name="account_request_login_code",
    ),
    path("login/code/confirm/", views.confirm_login_code, name="account_confirm_login_code"),
    path("logout/", views.logout, name="account_logout"),
    path("inactive/", views.account_inactive, name="account_inactive"),
    path("signup/", SignUp.as_view(), name="account_signup"),
    path("confirm-email/", views.email_verification_sent, name="account_email_verification_sent"),
    path("email/", views.email, name="account_email"),
    path(
        "reauthenticate/code/",
        views.request_reauthentication_code,
        name="account_request_reauthentication_code",
    ),
    path(
        "reauthenticate/code/confirm/",
        views.confirm_reauthentication_code,
        name="account_confirm_reauthentication_code",
    ),
    path("2fa/", include("allauth.mfa.urls")),
]
