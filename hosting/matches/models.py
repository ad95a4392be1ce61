"""What the host keeps of a match.

The log (Entry) and the secret seed are the truth; the rest is for speed.
"""

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


def new_number() -> int:
    """Make the random 64-bit number by which a notice is known in addresses and Message-IDs."""
    return secrets.randbits(64) - 2**63


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

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    game = models.SlugField(_("game"), max_length=40)
    options = models.JSONField(_("options"), default=dict)
    allowance = models.PositiveIntegerField(_("seconds a turn"), default=72 * 3600)
    misses_allowed = models.PositiveSmallIntegerField(_("misses in a row until the deal is lost"), default=3)
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
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
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

    question = models.PositiveIntegerField(_("open question"), null=True, blank=True)
    asked_at = models.DateTimeField(_("turn began"), null=True, blank=True)
    deadline_at = models.DateTimeField(_("deadline"), null=True, blank=True)
    remind_at = models.DateTimeField(_("reminder due"), null=True, blank=True)
    has_acted = models.BooleanField(_("has acted in this turn"), default=False)
    turn_left = models.DurationField(_("time left of a turn that waits for an answer"), null=True, blank=True)
    was_raised = models.BooleanField(_("time was raised in this turn"), default=False)
    turn_grace = models.PositiveIntegerField(_("seconds added in this turn"), default=0)
    match_grace = models.PositiveIntegerField(_("seconds added in this match"), default=0)
    host_faults = models.PositiveSmallIntegerField(_("deadlines moved for faults of ours"), default=0)

    acted_seq = models.PositiveIntegerField(_("newest entry of his own"), default=0)
    misses = models.PositiveSmallIntegerField(_("misses in a row"), default=0)
    misses_total = models.PositiveSmallIntegerField(_("misses in all"), default=0)
    notices_sent = models.PositiveIntegerField(default=0)
    seen_at = models.DateTimeField(_("last saw the page"), null=True, blank=True)

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


class Submission(models.Model):
    """Lines for a seat and a question, from whatever way they came. `key` makes its effect happen once.

    `lines` are a person's words; `action` is what a button posts instead. `outcome` says what became of it.
    """

    class State(models.TextChoices):
        UNREAD = "unread", _("unread")
        READY = "ready", _("ready")
        HELD = "held", _("held")
        APPLIED = "applied", _("applied")
        REFUSED = "refused", _("refused")
        REPEAT = "repeat", _("repeat")
        SHUNTED = "shunted", _("set aside")

    class Source(models.TextChoices):
        MAIL = "mail", _("mail")
        WEB = "web", _("web")
        BOT = "bot", _("bot")
        CLOCK = "clock", _("clock")
        MODERATOR = "moderator", _("moderator")

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="submissions", verbose_name=_("match")
    )
    seat = models.ForeignKey(
        Seat, on_delete=models.CASCADE, related_name="submissions", verbose_name=_("seat")
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("player"),
    )
    notice = models.ForeignKey("Notice", null=True, on_delete=models.SET_NULL, related_name="submissions")
    question = models.PositiveIntegerField(_("question"), null=True)
    source = models.CharField(_("came by"), max_length=10, choices=Source.choices)
    key = models.CharField(max_length=80, unique=True)
    lines = models.JSONField(_("lines"), default=list)
    action = models.CharField(_("action"), max_length=200, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.READY)
    outcome = models.JSONField(_("outcome"), default=dict, blank=True)
    accepted_at = models.DateTimeField(_("accepted"), default=now)
    done_at = models.DateTimeField(_("done"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    not_before = models.DateTimeField(_("not before"), null=True, blank=True)

    class Meta:
        verbose_name = _("submission")
        verbose_name_plural = _("submissions")
        indexes = (
            models.Index(
                fields=["accepted_at"], condition=Q(state__in=["unread", "ready"]), name="submission_waiting"
            ),
            models.Index(fields=["seat", "question"], name="submission_question"),
        )

    def __str__(self) -> str:
        return f"{self.key} ({self.state})"


class Entry(models.Model):
    """A row of a match's log. `seq` is dense, never reused and never falls; rows are only ever added.

    `digest` stands on the last entry of each transaction: an HMAC with the deal's key over the digest before,
    the entries since and every seat's view. It never leaves the database.
    """

    class Kind(models.TextChoices):
        STARTED = "started", _("the match started")
        DEALT = "dealt", _("a deal began")
        ACTION = "action", _("an action")
        EXPIRED = "expired", _("the host ended a turn")
        LEFT = "left", _("a seat left the deal")
        DEAL_ENDED = "deal_ended", _("a deal ended")
        MATCH_ENDED = "match_ended", _("the match ended")
        PAUSED = "paused", _("paused")
        RESUMED = "resumed", _("resumed")
        VOIDED = "voided", _("declared void")
        DEADLINE_MOVED = "deadline_moved", _("a deadline moved")
        BROKEN = "broken", _("stopped by a fault")

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="entries", verbose_name=_("match")
    )
    seq = models.PositiveIntegerField(_("number"))
    deal = models.ForeignKey(
        Deal, null=True, on_delete=models.CASCADE, related_name="entries", verbose_name=_("deal")
    )
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    kind = models.CharField(_("kind"), max_length=16, choices=Kind.choices)
    data = models.JSONField(_("what"), default=dict)
    submission = models.ForeignKey(Submission, null=True, on_delete=models.SET_NULL, related_name="entries")
    at = models.DateTimeField(_("at"), default=now)
    digest = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ("match", "seq")
        constraints = (models.UniqueConstraint(fields=["match", "seq"], name="entry_seq"),)

    def __str__(self) -> str:
        return f"{self.match_id}.{self.seq} {self.kind}"


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

    class State(models.TextChoices):
        NEW = "new", _("waiting")
        LEASED = "leased", _("being sent")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("overtaken")
        FAILED = "failed", _("given up")

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
        )

    def __str__(self) -> str:
        return self.key


class Seed(models.Model):
    """The master seed of a match, encrypted. It stands apart: no admin page, log line or error shows it."""

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.CASCADE, related_name="+")
    sealed = models.BinaryField()

    def __str__(self) -> str:
        return f"seed of {self.match_id}"

    def __repr__(self) -> str:
        return f"<Seed of {self.match_id}>"


class Heartbeat(models.Model):
    """When a process of the host was last well."""

    name = models.CharField(_("name"), max_length=40, primary_key=True)
    at = models.DateTimeField(_("last well"))

    class Meta:
        verbose_name = _("process")
        verbose_name_plural = _("processes")

    def __str__(self) -> str:
        return self.name
