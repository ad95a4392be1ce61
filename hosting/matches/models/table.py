"""A match, its seats and its deals."""

from __future__ import annotations

import secrets
import uuid
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hosting.now import now

CODE_SIGNS = "abcdefghijkmnpqrstuvwxyz23456789"


def new_join_code() -> str:
    """Make the ten signs of a join link; none of them is easily mistaken for another."""
    return "".join(secrets.choice(CODE_SIGNS) for _ in range(10))


class Match(models.Model):
    """One playing of a game, from the first open seat to the last result.

    `seq` is the number of its newest entry: the version of the match. Durations are whole seconds.
    """

    class State(models.TextChoices):
        OPEN = "open", _("open")
        PLAYING = "playing", _("playing")
        PAUSED = "paused", _("paused")
        FINISHED = "finished", _("finished")
        VOID = "void", _("void")
        CANCELLED = "cancelled", _("cancelled")
        BROKEN = "broken", _("broken")

    class AfterMisses(models.TextChoices):
        FORFEIT = "forfeit", _("the player is out of the deal")
        BOT = "bot", _("the host's own player takes over until the player is back")
        SUBSTITUTE = "substitute", _("the match waits up to a week for another player")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    game = models.SlugField(_("game"), max_length=40)
    options = models.JSONField(_("options"), default=dict)
    allowance = models.PositiveIntegerField(_("seconds per turn"), default=72 * 3600)
    reserve = models.PositiveIntegerField(_("seconds in reserve"), default=0)
    increment = models.PositiveIntegerField(_("seconds added to the reserve by a turn"), default=0)
    reserve_cap = models.PositiveIntegerField(_("most seconds in reserve"), default=0)
    rest_days = models.JSONField(_("days without a clock, 1 is Monday"), default=list, blank=True)
    absences_allowed = models.BooleanField(_("announced absence stops the clock"), default=True)
    after_misses = models.CharField(
        _("after too many misses"), max_length=10, choices=AfterMisses.choices, default=AfterMisses.FORFEIT
    )
    misses_allowed = models.PositiveSmallIntegerField(_("misses in a row until the deal is lost"), default=3)
    is_tutorial = models.BooleanField(_("a first match, to learn"), default=False)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.OPEN)
    seq = models.PositiveIntegerField(_("newest entry"), default=0)
    join_code = models.CharField(max_length=10, unique=True, default=new_join_code)
    commitment = models.CharField(_("commitment"), max_length=64)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("opened by"),
    )
    opened_at = models.DateTimeField(_("opened"), default=now)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    paused_at = models.DateTimeField(_("paused"), null=True, blank=True)
    resume_at = models.DateTimeField(_("the pause ends by itself"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    rematch_of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematches"
    )
    result = models.JSONField(_("result"), null=True, blank=True)
    master_shown = models.CharField(
        max_length=64, blank=True, help_text=_("The master seed, shown after the end.")
    )

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = (
            models.Index(fields=["opened_at"], condition=Q(state="open"), name="match_open"),
            models.Index(fields=["paused_at"], condition=Q(state="paused"), name="match_paused"),
            models.Index(fields=["resume_at"], condition=Q(resume_at__isnull=False), name="match_resume"),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"

    @property
    def pace(self) -> timedelta:
        """The time that a player has for one turn."""
        return timedelta(seconds=self.allowance)

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen in it any more."""
        return self.state in {self.State.FINISHED, self.State.VOID, self.State.CANCELLED}


class Seat(models.Model):
    """A number at the table and who sits there. Its open question, if any, is the `seq` that put it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", verbose_name=_("match"))
    number = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="seats",
        verbose_name=_("player"),
    )
    bot = models.CharField(_("bot"), max_length=20, blank=True)
    name = models.CharField(_("name"), max_length=40)
    luck = models.CharField(_("words of luck"), max_length=100, blank=True)
    token_epoch = models.PositiveIntegerField(default=0)
    orders = models.JSONField(_("standing orders"), default=dict, blank=True)
    is_out = models.BooleanField(_("has left the match"), default=False)
    held_since = models.DateTimeField(_("held by a bot since"), null=True, blank=True)
    comes_back = models.BooleanField(_("takes over again at the next turn"), default=False)
    offered_at = models.DateTimeField(_("offered to a substitute"), null=True, blank=True)

    question = models.PositiveIntegerField(_("open question"), null=True, blank=True)
    asked_at = models.DateTimeField(_("turn began"), null=True, blank=True)
    deadline_at = models.DateTimeField(_("deadline"), null=True, blank=True)
    remind_at = models.DateTimeField(_("reminder due"), null=True, blank=True)
    allowance_ends_at = models.DateTimeField(_("from then on the reserve runs"), null=True, blank=True)
    reserve_left = models.PositiveIntegerField(_("seconds left in reserve"), default=0)
    reminders = models.PositiveSmallIntegerField(_("reminders in this turn"), default=0)
    has_acted = models.BooleanField(_("has acted in this turn"), default=False)
    turn_left = models.DurationField(_("time left of a turn that waits for an answer"), null=True, blank=True)
    was_raised = models.BooleanField(_("time was raised in this turn"), default=False)
    turn_grace = models.PositiveIntegerField(_("seconds added in this turn"), default=0)
    match_grace = models.PositiveIntegerField(_("seconds added in this match"), default=0)
    host_faults = models.PositiveSmallIntegerField(_("deadlines moved for faults of ours"), default=0)

    acted_seq = models.PositiveIntegerField(_("the player's own newest entry"), default=0)
    misses = models.PositiveSmallIntegerField(_("misses in a row"), default=0)
    misses_total = models.PositiveSmallIntegerField(_("misses in all"), default=0)
    notices_sent = models.PositiveIntegerField(default=0)
    seen_at = models.DateTimeField(_("last saw the page"), null=True, blank=True)
    press_seen_at = models.DateTimeField(_("last read what was said"), null=True, blank=True)
    wishes = models.JSONField(_("what is told how"), default=dict, blank=True)
    player_wishes: dict[str, str]
    """His player's, read by the same query as the seat where a match is sat at. It is no column."""

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("match", "number")
        constraints = (
            models.UniqueConstraint(fields=["match", "number"], name="seat_number"),
            models.UniqueConstraint(fields=["match", "player"], name="seat_player"),
        )
        indexes = (
            models.Index(
                fields=["deadline_at"], condition=Q(deadline_at__isnull=False), name="seat_deadline"
            ),
            models.Index(fields=["remind_at"], condition=Q(remind_at__isnull=False), name="seat_reminder"),
            models.Index(
                fields=["match"], condition=Q(question__isnull=False) & ~Q(bot=""), name="seat_bot_to_act"
            ),
            models.Index(fields=["offered_at"], condition=Q(offered_at__isnull=False), name="seat_offered"),
        )

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number} {self.name}"


class Deal(models.Model):
    """From one shuffle to the next. It ends under the rules version it began with."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="deals", verbose_name=_("match"))
    number = models.PositiveIntegerField(_("deal"))
    rules_version = models.PositiveIntegerField(_("rules version"))
    opening = models.JSONField(default=dict)
    opener = models.PositiveSmallIntegerField(_("opener"))
    first_seq = models.PositiveIntegerField(_("first entry"))
    last_seq = models.PositiveIntegerField(_("last entry"), null=True, blank=True)
    outcome = models.JSONField(_("outcome"), null=True, blank=True)
    left = models.JSONField(_("seats that lost it by missed turns"), default=list)
    resigned = models.JSONField(_("seats that resigned in it"), default=list)
    key_shown = models.CharField(
        max_length=64, blank=True, help_text=_("The key of its shuffles, shown after its end.")
    )

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        ordering = ("match", "number")
        constraints = (models.UniqueConstraint(fields=["match", "number"], name="deal_number"),)

    def __str__(self) -> str:
        return f"{self.match_id} deal {self.number}"
