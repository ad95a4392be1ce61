"""Which mail of the player an answer answers, so that his mail program shows the two together."""

from __future__ import annotations

import re
from typing import Final

from django.db.models import BinaryField
from django.db.models.functions import Substr

from hosting.mail.addresses import WITHOUT_SEAT
from hosting.mail.models import InboundMail
from hosting.mail.reading.header_values import message_ids
from hosting.mail.reading.parsing import MOST_HEADER_BYTES, Broken, Headers, parse_headers
from hosting.matches.models import Notice, Submission
from hosting.prepared import Prepared, Slot

beginning_of_mail: Final = Prepared(
    InboundMail.objects.filter(pk=Slot("mail"))
    .annotate(begin=Substr("raw", 1, MOST_HEADER_BYTES, output_field=BinaryField()))
    .values_list("begin")
)

_SAFE: Final = re.compile(r"[!-;=?-~]{1,150}@[!-;=?-~]{1,100}")
"""What of a sender's own Message-ID may stand in a header of ours: visible signs, and not too many."""

_END: Final = re.compile(rb"\r?\n\r?\n")


def message_id_answered(notice: Notice) -> str:
    """Give the Message-ID, brackets and all, of the mail that this notice answers, or nothing."""
    number = _number_of_mail(notice)
    if not number:
        return ""
    found = beginning_of_mail.tuples(mail=number)
    if not found:
        return ""
    fields = head_of(bytes(found[0][0]))
    named = message_ids(fields.all("message-id")) if fields else ()
    return f"<{named[0]}>" if named and _SAFE.fullmatch(named[0]) else ""


def _number_of_mail(notice: Notice) -> int:
    submission = _submission_answered(notice)
    if submission is not None:
        return mail_of(submission.key) or 0 if submission.source == Submission.Source.MAIL else 0
    tells_of_mail = notice.kind in WITHOUT_SEAT or notice.kind == Notice.Kind.WRITE_HERE
    return int(notice.data.get("mail") or 0) if tells_of_mail else 0


def _submission_answered(notice: Notice) -> Submission | None:
    """Find the submission that a notice answers: an answer does, and a turn mail that has taken one up."""
    if notice.kind == Notice.Kind.ANSWER:
        return notice.submission
    taken_up = notice.data.get("answers") if notice.kind == Notice.Kind.TURN else None
    return Submission.objects.filter(pk=taken_up).first() if taken_up else None


def head_of(raw: bytes) -> Headers | None:
    """Read the header of a mail and nothing else; None when it passes a cap."""
    try:
        return parse_headers(_END.split(raw[:MOST_HEADER_BYTES], maxsplit=1)[0])
    except Broken:
        return None


def mail_of(key: str) -> int | None:
    """Give the number of the mail from which a submission with this key came, if it came by mail."""
    kind, _colon, rest = key.partition(":")
    number = rest.partition(":")[0]
    return int(number) if kind == "mail" and number.isdecimal() else None
