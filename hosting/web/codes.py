"""The words of sign-in mails: short, the code first, never a link that signs in (scanners follow links)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _


def mail(name: str, address: str, facts: Mapping[str, Any]) -> tuple[str, str] | None:
    """Give subject and text of the mail that allauth calls so, or None for one that we have no words for."""
    match name:
        case "login_code":
            words = _code(facts["code"])
        case "email_confirmation" | "email_confirmation_signup":
            words = _confirmation(facts["code"])
        case "unknown_account":
            words = _unknown(address)
        case "account_already_exists":
            words = _known()
        case "email_deleted":
            words = _removed(facts["deleted_email"])
        case _:
            return None
    return words


def _code(code: str) -> tuple[str, str]:
    return _("Postbord: your sign-in code"), _text(
        _("Your code: %(code)s") % {"code": code},
        _("Type it on the page where you asked for it. It works once, within 10 minutes."),
        _("If you did not ask for it, you need do nothing: without this code nobody gets in."),
    )


def _confirmation(code: str) -> tuple[str, str]:
    return _("Postbord: confirm your address"), _text(
        _("Your code: %(code)s") % {"code": code},
        _("Type it on the page where you entered this address. It works once, within 10 minutes."),
        _("If that was not you, you need do nothing: without this code nothing happens."),
    )


def _unknown(address: str) -> tuple[str, str]:
    link = f"{settings.SITE_URL}{reverse('account_signup')}?{urlencode({'email': address})}"
    return _("Postbord: no account with this address"), _text(
        _("Somebody, probably you, tried to sign in with this address. It has no account."),
        _("If you have an account with another address, sign in with that one."),
        _("If you are new here, create an account:"),
        link,
        _("If that was not you, you need do nothing."),
    )


def _known() -> tuple[str, str]:
    return _("Postbord: you already have an account"), _text(
        _("Somebody, probably you, tried to create an account with this address. You already have one."),
        _("Sign in here instead, with this address:"),
        f"{settings.SITE_URL}{reverse('account_login')}",
        _("If that was not you, you need do nothing."),
    )


def _removed(old: str) -> tuple[str, str]:
    return _("Postbord: an address was removed"), _text(
        _("%(old)s no longer belongs to your account.") % {"old": old},
        _("If that was not you, sign in and add it again, and write to postmaster@%(domain)s.")
        % {"domain": settings.MAIL_DOMAIN},
    )


def _text(*paragraphs: str) -> str:
    return "\n\n".join(paragraphs) + "\n"
