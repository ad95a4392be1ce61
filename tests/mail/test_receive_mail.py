"""`manage.py receive_mail`: what a mail server's pipe hands over is stored, or answered by an exit status."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from hosting.mail.addresses import reply_address
from hosting.mail.listening import replies
from hosting.mail.listening.handed import exit_status, receive
from hosting.mail.listening.limits import Limits
from hosting.mail.models import InboundMail
from hosting.matches.models import Submission
from tests.conftest import ROOT
from tests.mail.test_addresses import a_notice

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

RAW = b"From: Anna <anna@mail.example.org>\nSubject: \xff\0\n\n1\n"
SENDER = "anna@mail.example.org"
PLAY = "play@play.localhost"


def handed(raw: bytes, *to: str, sender: str = SENDER, limits: Limits | None = None) -> str:
    """What is said to a program that hands over a mail."""
    return receive(io.BytesIO(raw), sender, to, limits=limits)


def test_a_mail_is_stored_as_it_came_with_a_submission_for_its_token() -> None:
    notice = a_notice()
    assert handed(RAW, reply_address(notice)) == replies.STORED
    mail, submission = InboundMail.objects.get(), Submission.objects.get()
    assert bytes(mail.raw) == RAW
    assert (mail.mail_from, mail.peer, mail.state) == (SENDER, "local", "new")
    assert (submission.notice, submission.state) == (notice, "unread")


@pytest.mark.parametrize("sender", ["", "<>", "MAILER-DAEMON"])
def test_a_bounce_has_no_sender_however_that_is_written(sender: str) -> None:
    handed(RAW, PLAY, sender=sender)
    assert InboundMail.objects.get().mail_from == ""


@pytest.mark.parametrize(
    ("to", "reply", "status"),
    [
        (("nobody@play.localhost",), replies.UNKNOWN, 67),
        ((PLAY, "nobody@play.localhost"), replies.UNKNOWN, 67),
        (("anna@elsewhere.example",), replies.RELAY, 67),
        (("play\x00@play.localhost",), replies.BAD_SIGNS, 64),
        (("pl\udcffay@play.localhost",), replies.BAD_SIGNS, 64),
        ((PLAY,) * 21, replies.TOO_MANY_RECIPIENTS, 75),
    ],
)
def test_nothing_is_stored_when_one_recipient_is_refused(
    to: tuple[str, ...], reply: str, status: int
) -> None:
    assert handed(RAW, *to) == reply
    assert exit_status(reply) == status
    assert not InboundMail.objects.exists()


def test_a_sender_beyond_all_measure_is_refused() -> None:
    reply = handed(RAW, PLAY, sender=f"{'a' * 400}@mail.example.org")
    assert (reply, exit_status(reply)) == (replies.ADDRESS_TOO_LONG, 64)


def test_a_mail_that_is_too_big_or_has_an_endless_line_is_refused() -> None:
    limits = Limits(message=1000, line=100)
    assert handed(b"x\n" * 500, PLAY, limits=limits) == replies.STORED
    assert handed(b"x\n" * 501, PLAY, limits=limits) == replies.TOO_BIG
    assert handed(b"x" * 101, PLAY, limits=limits) == replies.LINE_TOO_LONG
    assert exit_status(replies.TOO_BIG) == exit_status(replies.LINE_TOO_LONG) == 65
    assert InboundMail.objects.count() == 1


def test_what_is_too_big_is_read_to_its_end_within_bounds() -> None:
    limits = Limits(message=1000, line=100, drained=5000)
    for size, left in ((5000, 0), (50_000, 50_000 - 6001)):
        mail = io.BytesIO(b"x" * size)
        receive(mail, SENDER, [PLAY], limits=limits)
        assert abs(len(mail.read()) - left) <= limits.line


def test_a_full_disk_means_try_later() -> None:
    reply = handed(RAW, PLAY, limits=Limits(free_disk=10**18))
    assert (reply, exit_status(reply)) == (replies.DISK_FULL, 75)


def test_a_fault_of_ours_means_try_later_and_says_nothing() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE mail_inboundmail RENAME TO gone")
    try:
        reply = handed(RAW, PLAY)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE gone RENAME TO mail_inboundmail")
    assert (reply, exit_status(reply)) == (replies.TRY_LATER, 75)


def command(*arguments: str, **environ: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a mail server does."""
    return subprocess.run(
        [sys.executable, "manage.py", "receive_mail", *arguments],
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "hosting.settings"} | environ,
        input=RAW,
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "environ"),
    [
        ([f"--sender={SENDER}", f"--recipient={PLAY}"], {}),  # a database without tables
        ([f"--sender={SENDER}", f"--recipient={PLAY}"], {"DATABASE_URL": "mysql://nowhere"}),
        ([f"--sender={SENDER}", f"--recipient={PLAY}"], {"PROFILE": "production"}),
        ([f"--sender={SENDER}"], {}),
        (["--nonsense"], {}),
    ],
)
def test_whatever_keeps_the_command_from_working_means_try_later(
    tmp_path: Path, arguments: list[str], environ: dict[str, str]
) -> None:
    given = {"STATE_DIR": str(tmp_path), "DATABASE_URL": "", "SECRET_KEY": "", "SEED_KEYS": ""} | environ
    done = command(*arguments, **given)
    assert done.returncode == 75


def test_a_mail_server_is_told_the_status_code_of_a_bounce(tmp_path: Path) -> None:
    done = command(
        f"--sender={SENDER}", "--recipient=anna@elsewhere.example", STATE_DIR=str(tmp_path), DATABASE_URL=""
    )
    assert (done.returncode, done.stdout) == (67, b"5.7.1 Not a domain of ours\n")
