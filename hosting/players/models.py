"""The people who play: how they are called, what they read, where their clock stands."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from timezone_field import TimeZoneField

from hosting.now import now
from hosting.players.names import check_name


class Language(models.TextChoices):
    """The languages that the host speaks; the reader's own word for each."""

    ENGLISH = "en", "English"
    SWEDISH = "sv", "Svenska"
    MALAY = "ms", "Bahasa Melayu"


class Players(BaseUserManager["Player"]):
    """Makes players. There are no passwords: a code sent by mail signs a player in."""

    def create_user(self, email: str, name: str = "", **fields: Any) -> Player:
        """Make a player; `email` becomes the address that mails go to."""
        player = self.model(email=self.normalize_email(email).lower(), name=name, **fields)
        player.set_unusable_password()
        player.save(using=self._db)
        return player

    def create_superuser(self, email: str, name: str = "", **fields: Any) -> Player:
        """Make a player with every right of the admin site."""
        return self.create_user(email, name, is_staff=True, is_superuser=True, **fields)


class Player(AbstractBaseUser, PermissionsMixin):
    """A person with an account. `email` is where notices go; more addresses stand in allauth's table."""

    email = models.EmailField(_("e-mail address"), max_length=254, unique=True)
    name = models.CharField(_("name"), max_length=30, blank=True, validators=[check_name])
    language = models.CharField(
        _("language"), max_length=2, choices=Language.choices, default=Language.ENGLISH
    )
    zone = TimeZoneField(_("time zone"), default="UTC")
    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("may enter the admin site"), default=False)
    joined_at = models.DateTimeField(_("joined"), default=now)

    wishes = models.JSONField(_("what is told how"), default=dict, blank=True)
    text_only = models.BooleanField(_("emails as plain text only"), default=False)
    digest_hour = models.PositiveSmallIntegerField(_("hour of the daily email"), null=True, blank=True)
    digest_due_at = models.DateTimeField(_("next daily email"), null=True, blank=True)
    sleeps_from = models.PositiveSmallIntegerField(_("sleeps from this hour"), null=True, blank=True)
    sleeps_until = models.PositiveSmallIntegerField(_("until this hour"), null=True, blank=True)
    feed_key = models.CharField(_("secret of the feeds"), max_length=32, blank=True)
    may_talk = models.BooleanField(_("may talk at tables"), default=True)

    objects = Players()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        indexes = (
            models.Index(
                fields=["digest_due_at"], condition=Q(digest_due_at__isnull=False), name="player_digest"
            ),
            models.Index(fields=["feed_key"], condition=~Q(feed_key=""), name="player_feed"),
        )

    def __str__(self) -> str:
        return self.name or f"#{self.pk}"


class Absence(models.Model):
    """Announced leave: from the first day to the last, both counted, in the player's own zone."""

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="absences", verbose_name=_("player")
    )
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    announced_at = models.DateTimeField(_("announced"), default=now)

    class Meta:
        verbose_name = _("absence")
        verbose_name_plural = _("absences")
        ordering = ("first_day",)
        constraints = (
            models.CheckConstraint(condition=Q(last_day__gte=models.F("first_day")), name="absence_days"),
        )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.first_day} - {self.last_day}"


class Mute(models.Model):
    """A player who does not want to read what another one says at a table."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField(default=now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["player", "muted"], name="mute_once"),)

    def __str__(self) -> str:
        return f"{self.player_id} does not hear {self.muted_id}"


class AddressHealth(models.Model):
    """How mails to an address have fared: kept only for those from which some came back."""

    address = models.EmailField(_("e-mail address"), max_length=254, unique=True)
    failures = models.PositiveSmallIntegerField(_("emails returned in a row"), default=0)
    failed_at = models.DateTimeField(_("last came back"), null=True, blank=True)
    is_dead = models.BooleanField(_("gets no email"), default=False)
    what = models.CharField(_("what was said"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("address in trouble")
        verbose_name_plural = _("addresses in trouble")

    def __str__(self) -> str:
        return self.address


class NeverAgain(models.Model):
    """An address whose owner wants no invitations. Only a keyed hash of it is kept."""

    mark = models.CharField(max_length=64, primary_key=True)
    since = models.DateTimeField(default=now)

    def __str__(self) -> str:
        return self.mark[:8]
