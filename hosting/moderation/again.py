"""Once more, by hand: what was set aside after five tries, when its cause is gone (P8).

It shows nothing and decides nothing: the same lines, accepted at the same instant, for the same question.
So also somebody who plays in the match may do it. Each function says whether there was something to do.
"""

from __future__ import annotations

from django.db import transaction

from hosting.mail.listening.storing import submission_key
from hosting.mail.models import InboundMail
from hosting.matches.models import Notice, Submission
from hosting.wake import wake


def mail(mail_id: int) -> bool:
    """Have a mail that was set aside read again, and those of its submissions that were set aside with it."""
    with transaction.atomic(durable=True):
        return _reread(mail_id)


def submission(submission_id: int) -> bool:
    """Have a submission that was set aside played again; if its mail was never read, from there."""
    with transaction.atomic(durable=True):
        found = Submission.objects.filter(pk=submission_id, state=Submission.State.SHUNTED).first()
        if found is None:
            return False
        if found.source == Submission.Source.MAIL and not found.lines:
            return _reread(int(found.key.split(":")[1]))
        _free(found.pk, Submission.State.READY)
        wake("play", found.pk)
        return True


def notice(notice_id: int) -> bool:
    """Send a notice that was given up again; nothing for sign-in codes, which are kept no longer."""
    with transaction.atomic(durable=True):
        failed = Notice.objects.filter(pk=notice_id, state=Notice.State.FAILED)
        freed = failed.exclude(kind=Notice.Kind.SIGN_IN).update(
            state=Notice.State.NEW, attempts=0, not_before=None, lease_until=None, error=""
        )
        if freed:
            wake("deliver", notice_id)
        return bool(freed)


def _reread(mail_id: int) -> bool:
    kept = InboundMail.objects.exclude(raw=b"")  # else there is nothing left to read
    found = kept.select_for_update().filter(pk=mail_id).defer("raw").first()
    if found is None or found.state == InboundMail.State.NEW:
        return False
    keys = [submission_key(mail_id, index) for index in range(len(found.recipients) + 1)]
    waiting = Submission.objects.filter(key__in=keys, state=Submission.State.SHUNTED)
    for each in waiting.values_list("pk", flat=True):
        _free(each, Submission.State.UNREAD)
    InboundMail.objects.filter(pk=mail_id).update(
        state=InboundMail.State.NEW, attempts=0, not_before=None, done_at=None
    )
    wake("take_mail", mail_id)
    return True


def _free(submission_id: int, state: Submission.State) -> None:
    """Let a submission wait as before. What was told of our fault makes room for its real answer."""
    told = Notice.objects.filter(key=f"answer:{submission_id}").first()
    if told is not None:
        told.key = f"{told.key}:{told.pk}"
        told.state = Notice.State.DROPPED if told.state == Notice.State.NEW else told.state
        told.save(update_fields=["key", "state"])
    Submission.objects.filter(pk=submission_id).update(
        state=state, attempts=0, not_before=None, done_at=None, outcome={}
    )
