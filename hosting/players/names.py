"""What a player may be called: visible letters only, safe in a mail header and honest at a table."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 2, 30
_MARKS = {"Mn", "Mc"}
_PLAIN = {" ", "-", "'", ".", "\N{RIGHT SINGLE QUOTATION MARK}"}


def clean_name(text: str) -> str:
    """Bring a typed name into its one stored form: composed letters, single blanks, nothing around it."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def check_name(text: str) -> None:
    """Refuse a name that could hide, mislead or break a line. Raises ValidationError with what to do."""
    if not SHORTEST <= len(text) <= LONGEST:
        raise ValidationError(
            _("A name has %(shortest)d to %(longest)d letters."),
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    if not all(_is_allowed(sign) for sign in text) or not any(sign.isalpha() for sign in text):
        raise ValidationError(
            _(
                "A name is made of letters and digits, with spaces, hyphens and full stops allowed between "
                "them."
            )
        )


def _is_allowed(sign: str) -> bool:
    return sign.isalpha() or sign.isdigit() or sign in _PLAIN or unicodedata.category(sign) in _MARKS


def fold_name(text: str) -> str:
    """Give the form in which two names are compared: no case, no accents, no blanks."""
    spread = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in spread if sign.isalnum())
