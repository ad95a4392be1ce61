"""What a page says of each thing that may become of an offer, or of an answer to one."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TOLD: Final[dict[str, Promise]] = {
    "offered": _("Offered. The others are asked; until all have agreed nothing changes."),
    "accepted": _("You have agreed. Others are still to answer."),
    "agreed": _("All have agreed."),
    "declined": _("You said no. Nothing changes."),
    "withdrawn": _("Your offer is taken back."),
    "open_already": _("You have offered this already."),
    "open_other": _("Somebody else has offered something like it. Answer that first."),
    "bad_days": _(
        "So many days cannot be offered: a pause lasts 60 days at most, and a turn gets 14 days more at most."
    ),
    "too_often": _("You have offered a lot in this match today. Please try again tomorrow."),
    "not_now": _("That can only be offered while the match is played."),
    "not_paused": _("The match is not paused."),
    "not_agreed": _(
        "This stop was not agreed on by the players, so it does not end by an agreement of theirs."
    ),
    "nobody_to_act": _("No clock runs just now, so nobody needs time."),
    "not_over": _("Another match can be offered when this one has ended."),
    "too_late": _("This match ended more than 30 days ago; open a new one instead."),
    "already": _("Another match after this one has begun already."),
    "somebody_gone": _("Not all who played are still here; open a new match instead."),
    "which": _("Several offers are open. Press the button of the one that you mean."),
    "not_asked": _("Your word is not needed for that."),
    "gone": _("That offer is not open any more."),
    "none": _("That offer is not open any more."),
    "not_seated": _("You no longer sit at this table."),
}


def said(code: str) -> str:
    """Say it in the reader's language."""
    return str(TOLD[code])
