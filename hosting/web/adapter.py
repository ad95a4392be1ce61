"""How allauth behaves here: no passwords, its mails through our outbox, its words in ours."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any, Final

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import context as allauth_context
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from hosting.matches import notices, reaching
from hosting.matches.models import Notice
from hosting.now import now
from hosting.players.addresses import player_of
from hosting.players.models import Player
from hosting.web import codes
from hosting.web.addresses import why_kept
from hosting.web.errors import too_many

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

LONGEST_ADDRESS: Final = 254
MOST_MAILS: Final = 5
WINDOW: Final = dt.timedelta(minutes=15)
"""So many sign-in mails go to one address in that time, whoever asks: counted for all processes alike."""

MESSAGES: Final[dict[str, str | _StrPromise]] = {
    "email_confirmed": _("The address is confirmed."),
    "email_confirmation_failed": _("The address could not be confirmed; somebody else may have it by now."),
    "email_deleted": _("The address is removed."),
    "cannot_delete_primary_email": _("Emails go to this address. Choose another one for them first."),
    "primary_email_set": _("From now on emails go to that address."),
    "unverified_primary_email": _("Confirm the address first."),
    "logged_out": _("You are signed out."),
}
"""What is told of allauth's doings; of all others the pages themselves tell."""


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth brings no types
    """The hooks of allauth that we use."""

    error_messages: Final = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("This address is already yours."),
        "incorrect_code": _("That is not the code. Look at the newest email, or ask for another code."),
        "max_email_addresses": _("You can have %d addresses at most."),
        "rate_limited": _("That was a little too often. Wait a few minutes and try again."),
        "same_as_current": _("This is the same as before."),
        "too_many_login_attempts": _("That was a little too often. Wait a few minutes and try again."),
        "unverified_primary_email": _("Confirm the address first."),
    }

    def clean_email(self, email: str) -> str:
        """Bring an address into its one stored form: its domain in the letters that mail servers speak."""
        local, _at, domain = email.rpartition("@")
        try:
            address = f"{local}@{domain.encode('idna').decode()}"
        except UnicodeError:
            raise ValidationError(EmailValidator.message) from None
        if len(address) > LONGEST_ADDRESS:
            raise ValidationError(EmailValidator.message)
        return address

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write a mail of allauth's into the outbox; too many to one address end the request with 429.

        The same for known and unknown addresses (P20): the limit counts what the address was sent.
        """
        request: HttpRequest = allauth_context.request
        sent = Notice.objects.filter(
            kind=Notice.Kind.SIGN_IN, address__iexact=email, created_at__gt=now() - WINDOW
        ).count()
        if sent >= MOST_MAILS:
            raise ImmediateHttpResponse(too_many(request))
        player = player_of(email)
        with translation.override(player.language if player else translation.get_language()):
            subject, body = self.words_of(template_prefix, email, context)
        notices.sign_in(email, subject=subject, body=body)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Note that an address is proved; mails that waited for one that works go there."""
        confirmed: bool = super().confirm_email(request, email_address)
        if confirmed:
            reaching.release(Player.objects.get(pk=email_address.user_id))
        return confirmed

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """Never the last proved address, nor the one for mails, nor one that can still stop a change."""
        return not why_kept(email_address)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: Player,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tell by mail what was done, save of a change of address: of that a notice of ours tells."""
        if not template_prefix.endswith("email_changed"):
            super().send_notification_mail(template_prefix, user, context, email)

    def words_of(self, template_prefix: str, email: str, context: dict[str, Any]) -> tuple[str, str]:
        """Give subject and text of a mail: ours where we have one, else allauth's own."""
        ours = codes.mail(template_prefix.rpartition("/")[2], email, context)
        if ours:
            return ours
        made = self.render_mail(template_prefix, email, context)
        return made.subject, made.body

    def format_email_subject(self, subject: str) -> str:
        """Put the host's name before a subject of allauth's own."""
        return f"Postbord: {subject}"

    def send_account_already_exists_mail(self, email: str) -> None:
        """Tell somebody who signs up anew that he has an account."""
        self.send_mail("account/email/account_already_exists", email, {})

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,  # noqa: ARG002 - allauth's signature
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        """Tell in our words what allauth did, or nothing where the page tells it."""
        name = (message_template or "").rpartition("/")[2].removesuffix(".txt")
        told = message or MESSAGES.get(name)
        if told:
            messages.add_message(request, level, told, extra_tags=extra_tags)

    def is_ajax(self, request: HttpRequest) -> bool:  # noqa: ARG002 - allauth's signature
        """Answer with pages, whatever a client says it accepts."""
        return False
