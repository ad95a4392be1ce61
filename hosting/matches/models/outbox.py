"""What is told to players: the outbox."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hosting.matches.models.log import Submission
from hosting.matches.models.table import Match, Seat
from hosting.now import now


def new_number() -> int:
    """Make the random 64-bit number by which a notice is known in addresses and Message-IDs."""
    return secrets.randbits(64) - 2**63


class Notice(models.Model):
    """What the host tells a player: the outbox. Words are made when it is sent, never stored here.

    `number` names it in reply addresses; `choices` keeps the numbered list it showed, as action data.
    """

    class Kind(models.TextChoices):
        TURN = "turn", _("your turn")
        ANSWER = "answer", _("answer")
        REMINDER = "reminder", _("reminder")
        EXPIRED = "expired", _("your turn was ended")
        STARTED = "started", _("the match started")
        DEAL_ENDED = "deal_ended", _("a deal ended")
        MATCH_ENDED = "match_ended", _("the match ended")
        PAUSED = "paused", _("paused")
        RESUMED = "resumed", _("resumed")
        VOIDED = "voided", _("declared void")
        BROKEN = "broken", _("stopped by a fault")
        MOVED = "moved", _("deadline moved")
        HELD = "held", _("please confirm")
        SIGN_IN = "sign_in", _("sign-in code")
        MODERATORS = "moderators", _("to the moderators")
        WRITE_HERE = "write_here", _("where to write now")
        MOVES = "moves", _("what others did")
        PRESS = "press", _("what was said at the table")
        OFFER = "offer", _("an offer")
        ABSENCE = "absence", _("an announced absence")
        DIGEST = "digest", _("the daily email")
        HOST = "host", _("answer to an email to the host")
        CONFIRM = "confirm", _("please confirm what you asked for")
        INVITATION = "invitation", _("an invitation")
        MAIL_TEST = "mail_test", _("a test email")
        SEAT = "seat", _("a seat changed hands")
        REPORTED = "reported", _("the outcome of a report")
        BACK_SOON = "back_soon", _("an offer to note an absence")
        WISHES = "wishes", _("which emails are sent from now on")

    class State(models.TextChoices):
        NEW = "new", _("waiting")
        LEASED = "leased", _("being sent")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("overtaken")
        FAILED = "failed", _("given up")
        GATHERED = "gathered", _("for the daily email")
        UNWANTED = "unwanted", _("not wanted")

    key = models.CharField(max_length=120, unique=True)
    number = models.BigIntegerField(unique=True, default=new_number)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.CASCADE,
        related_name="notices",
        verbose_name=_("player"),
    )
    address = models.EmailField(_("address, when there is no player"), blank=True)
    match = models.ForeignKey(
        Match, null=True, on_delete=models.CASCADE, related_name="notices", verbose_name=_("match")
    )
    seat = models.ForeignKey(
        Seat, null=True, on_delete=models.CASCADE, related_name="notices", verbose_name=_("seat")
    )
    epoch = models.PositiveIntegerField(default=0)
    seq = models.PositiveIntegerField(_("tells of the match as of"), default=0)
    question = models.PositiveIntegerField(_("question"), null=True)
    submission = models.ForeignKey(Submission, null=True, on_delete=models.CASCADE, related_name="answers")
    data = models.JSONField(default=dict)
    choices = models.JSONField(default=list)
    sealed = models.BinaryField(null=True, help_text=_("An encrypted body, for sign-in codes only."))
    sent_lines = models.JSONField(default=list, help_text=_("Short hashes of the lines it sent."))

    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.NEW)
    created_at = models.DateTimeField(_("made"), default=now)
    not_before = models.DateTimeField(_("not before"), null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    lease_holder = models.CharField(max_length=80, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    bounced_at = models.DateTimeField(_("came back"), null=True, blank=True)
    error = models.CharField(_("what the relay said"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        indexes = (
            models.Index(
                fields=["created_at"], condition=Q(state__in=["new", "leased"]), name="notice_waiting"
            ),
            models.Index(fields=["seat", "kind"], name="notice_seat"),
            models.Index(fields=["player"], condition=Q(state="gathered"), name="notice_gathered"),
            models.Index(
                fields=["player", "sent_at"],
                condition=Q(state="sent") & ~Q(kind__in=["turn", "answer"]),
                name="notice_counted",
            ),
        )

    def __str__(self) -> str:
        return self.key
