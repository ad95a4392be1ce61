"""The addresses of sign-in: only those of allauth's pages that make sense without passwords."""

from __future__ import annotations

from typing import Any

from allauth.account import views
from allauth.account.adapter import get_adapter
from allauth.account.forms import LoginForm
from django.urls import include, path
from django.views.generic import RedirectView

from hosting.web.addresses import Addresses
from hosting.web.forms import Newcomer


class SignInForm(LoginForm):  # type: ignore[misc]  # allauth brings no types
    """Asks for an address, and takes it in the form in which it is stored."""

    def clean_login(self) -> str:
        """Refuse what cannot be an address."""
        address: str = get_adapter().clean_email(super().clean_login())
        return address


class SignIn(views.LoginView):  # type: ignore[misc]  # allauth brings no types
    """Sign-in by mailed code."""

    form_class = SignInForm


class SignUp(views.SignupView):  # type: ignore[misc]  # allauth brings no types
    """Sign-up with language and zone guessed."""

    def get_initial(self) -> dict[str, Any]:
        """Add the guesses to what the address of the page says."""
        return {**Newcomer.guesses(self.request), **super().get_initial()}


urlpatterns = [
    path("login/", SignIn.as_view(), name="account_login"),
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
    path("email/", Addresses.as_view(), name="account_email"),
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
