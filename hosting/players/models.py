"""The people who play: how they are called, what they read, where their clock stands."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
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

    objects = Players()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")

    def __str__(self) -> str:
        return self.name or f"#{self.pk}"
