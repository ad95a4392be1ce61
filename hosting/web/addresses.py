"""A player's addresses: added by a mailed code, chosen for mails, removed; and what is wrong with one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from allauth.account import views
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from hosting.matches import moving, reaching
from hosting.players import health
from hosting.players.addresses import verified_addresses
from hosting.players.models import Player
from hosting.web.readers import player_of


@dataclass(frozen=True, slots=True)
class Trouble:
    """That the address for a player's mails is dead: where they go instead, if anywhere, and what waits."""

    address: str
    other: str
    waiting: int


def trouble(player: Player) -> Trouble | None:
    """Say what is wrong with the way of mails to a player; None when nothing is."""
    if not health.is_dead(player.email):
        return None
    other = health.address_for(player)
    return Trouble(player.email, other, 0 if other else reaching.waiting_for_an_address(player))


def why_kept(address: EmailAddress) -> str:
    """Say why an address cannot be removed, or nothing."""
    player = Player.objects.get(pk=address.user_id)
    if address.verified and verified_addresses(player) <= {address.email.lower()}:
        return _("This is your only confirmed address. Add another one first.")
    if address.primary:
        return _("Emails go to this address. Choose another one for them first.")
    if address.email.lower() in {change.address.lower() for change in moving.changes(player)}:
        return _(
            "Emails went here until recently. It stays for a week, so that whoever reads it can stop the "
            "change."
        )
    return ""


class Addresses(views.EmailView):  # type: ignore[misc]  # allauth brings no types
    """The page of a player's addresses. What changes them needs a sign-in of the last minutes (P18)."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add which addresses are dead, and which changes can be put back."""
        player = player_of(self.request)
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return {**context, "dead": health.dead_addresses(player), "changes": moving.changes(player)}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Do what was asked."""
        if "action_try" in request.POST:
            return self._try_again(request)
        if "action_put_back" in request.POST:
            return self._put_back(request)
        if "action_remove" in request.POST and (why := self._why_kept(request)):
            messages.error(request, why)
            return HttpResponseRedirect(reverse("account_email"))
        return self._by_allauth(request, *args, **kwargs)

    def _by_allauth(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        before = player_of(request).email
        response: HttpResponse = super().post(request, *args, **kwargs)
        player = Player.objects.get(pk=player_of(request).pk)
        if player.email != before:
            moving.moved(player, before)
            reaching.release(player)
        if "action_remove" in request.POST:
            health.forget(request.POST.get("email", ""))
        return response

    def _why_kept(self, request: HttpRequest) -> str:
        mine = EmailAddress.objects.filter(user_id=player_of(request).pk)
        found = mine.filter(email__iexact=request.POST.get("email", "")).first()
        return why_kept(found) if found else ""

    def _try_again(self, request: HttpRequest) -> HttpResponse:
        player, address = player_of(request), request.POST.get("email", "").lower()
        if address in verified_addresses(player) and reaching.try_again(player, address):
            messages.success(
                request, _("We are writing to that address again. Please answer the email that comes now.")
            )
        return HttpResponseRedirect(reverse("account_email"))

    def _put_back(self, request: HttpRequest) -> HttpResponse:
        asked = request.POST.get("change", "")
        told = next((each for each in moving.changes(player_of(request)) if str(each.pk) == asked), None)
        if told is not None and moving.put_back(told):
            return HttpResponseRedirect(reverse("account_login"))
        return HttpResponseRedirect(reverse("account_email"))
