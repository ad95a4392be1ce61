"""What a page says of each thing that may become of an offer, or of an answer to one."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TOLD: Final[dict[str, Promise]] = {
    "offered": _("Offered. The others are asked; nothing changes until all have agreed."),
    "accepted": _("You have agreed. Others have yet to answer."),
    "agreed": _("All have agreed."),
    "declined": _("You said no. Nothing changes."),
    "withdrawn": _("You have taken your offer back."),
    "open_already": _("You have offered this already."),
    "open_other": _("Somebody else has offered something similar. Answer that first."),
    "bad_days": _("That is too many days: a pause lasts at most 60 days, and a turn gets at most 14 more."),
    "too_often": _("You have offered a lot in this match today. Please try again tomorrow."),
    "not_now": _("That can only be offered while the match is being played."),
    "not_paused": _("The match is not paused."),
    "not_agreed": _("The players did not agree on this pause, so they cannot end it by agreement."),
    "nobody_to_act": _("No clock is running just now, so nobody needs extra time."),
    "not_over": _("Another match can be offered when this one has ended."),
    "too_late": _("This match ended more than 30 days ago; open a new one instead."),
    "already": _("Another match after this one has already begun."),
    "somebody_gone": _("Not all who played are still here; open a new match instead."),
    "which": _("Several offers are open. Press the button of the one you mean."),
    "not_asked": _("Your agreement is not needed for that."),
    "gone": _("That offer is no longer open."),
    "none": _("That offer is no longer open."),
    "not_seated": _("You no longer sit at this table."),
}


def said(code: str) -> str:
    """Say it in the reader's language."""
    return str(TOLD[code])
