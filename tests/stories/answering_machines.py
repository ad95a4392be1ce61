"""Programs that answer mails by themselves, each with the marks that such a program really sets, or forgets.

A machine gets a mail of ours and gives the mail that it would send, and to which of our addresses: that of
the envelope (where well-made ones answer), that of Reply-To, or that of From.
"""

import datetime as dt
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import Message
from email.utils import format_datetime

AWAY_UNTIL = (dt.datetime.now(dt.UTC) + dt.timedelta(days=9)).date()
BACK = "Return-Path"
REPLY = "Reply-To"
FROM = "From"


@dataclass(frozen=True)
class Got:
    """A mail of ours as a machine got it. `person` is the address that it was sent to."""

    person: str
    envelope: str
    mail: Message

    @property
    def subject(self) -> str:
        """Its subject."""
        return str(self.mail["Subject"])

    @property
    def message_id(self) -> str:
        """Its id, with brackets."""
        return str(self.mail["Message-ID"])

    def way_back(self, way: str) -> str:
        """Where an answer goes."""
        named = self.envelope if way == BACK else str(self.mail[way] or self.mail[FROM])
        return named.rpartition("<")[2].strip("> ")


@dataclass(frozen=True)
class Sent:
    """What a machine sends: envelope and bytes."""

    sender: str
    to: str
    raw: bytes


@dataclass(frozen=True)
class Machine:
    """A kind of program. `null`: sends with the null sender. `make` gives further headers, then the body."""

    name: str
    way: str
    make: Callable[[Got], tuple[list[str], str]]
    null: bool = False
    is_away: bool = False

    def answer(self, got: Got, way: str = "") -> Sent:
        """Answer a mail."""
        headers, body = self.make(got)
        to = got.way_back(way or self.way)
        number = random.getrandbits(64)
        plain = [] if any(line.startswith("Content-Type") for line in headers) else PLAIN
        names = {line.partition(":")[0] for line in headers}
        usual = [
            f"From: {got.person}",
            f"To: {to}",
            f"Date: {format_datetime(dt.datetime.now(dt.UTC))}",
            f"Message-ID: <{number:x}@mail.example.org>",
            f"In-Reply-To: {got.message_id}",
            "MIME-Version: 1.0",
        ]
        kept = [line for line in usual if line.partition(":")[0] not in names]
        raw = "\r\n".join([*headers, *kept, *plain, "", body.replace("\n", "\r\n")])
        return Sent("" if self.null else got.person, to, raw.encode())


PLAIN = ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"]


def simple(subject: str, body: str, *headers: str) -> Callable[[Got], tuple[list[str], str]]:
    """A machine that only differs by words and headers; {subject} is ours, {n} a number of its own."""

    def make(got: Got) -> tuple[list[str], str]:
        facts = {"subject": got.subject, "until": f"{AWAY_UNTIL:%d %B %Y}", "iso": AWAY_UNTIL.isoformat()}
        facts |= {"n": str(random.randrange(10**8)), "person": got.person}
        lines = [f"Subject: {subject}", *headers]
        return [line.format(**facts) for line in lines], body.format(**facts)

    return make


def report(
    kind: str, subject: str, said: str, block: str, *headers: str
) -> Callable[[Got], tuple[list[str], str]]:
    """A machine that sends a report: words, a part for programs, and the head of our mail."""

    def make(got: Got) -> tuple[list[str], str]:
        typed = f'Content-Type: multipart/report; report-type={kind}; boundary="=_r"'
        body = (
            f"--=_r\nContent-Type: text/plain; charset=us-ascii\n\n{said}\n\n"
            f"--=_r\nContent-Type: message/{kind}\n\n{block.format(person=got.person, id=got.message_id)}\n\n"
            f"--=_r\nContent-Type: text/rfc822-headers\n\nMessage-ID: {got.message_id}\n\n--=_r--\n"
        )
        return [f"Subject: {subject}", *headers, typed], body

    return make


def reaction(got: Got) -> tuple[list[str], str]:
    """An emoji put on a mail, as Gmail sends it."""
    body = (
        '--=_e\nContent-Type: text/plain; charset="UTF-8"\n\n👍 reacted via Gmail\n\n'
        '--=_e\nContent-Type: text/vnd.google.email-reaction+json; charset="UTF-8"\n\n'
        '{"emoji": "👍", "version": 1}\n\n--=_e--\n'
    )
    return [f"Subject: Re: {got.subject}", 'Content-Type: multipart/alternative; boundary="=_e"'], body


def calendar(got: Got) -> tuple[list[str], str]:
    """A calendar's answer to an invitation that nobody sent."""
    body = (
        "--=_c\nContent-Type: text/plain\n\nAccepted\n\n"
        "--=_c\nContent-Type: text/calendar; method=REPLY; charset=utf-8\n\n"
        "BEGIN:VCALENDAR\nMETHOD:REPLY\nBEGIN:VEVENT\nUID:1\nEND:VEVENT\nEND:VCALENDAR\n\n--=_c--\n"
    )
    return [f"Subject: Accepted: {got.subject}", 'Content-Type: multipart/alternative; boundary="=_c"'], body


def our_own(got: Got) -> tuple[list[str], str]:
    """A mailbox that redirects everything back to where it came from, as it came."""
    kept = [f"{name}: {value}" for name, value in got.mail.items() if "\n" not in str(value)]
    text = got.mail.get_payload(0)
    assert isinstance(text, Message)
    kept = [line for line in kept if not line.lower().startswith(("content-", "mime-", "to:"))]
    return kept, str(text.get_payload())


AWAY = "Hello,\n\nI am out of the office until {until}.\n\n1\n\nKind regards"
BOUNCE = (
    "Reporting-MTA: dns; mx.mail.example.org\n\n"
    "Final-Recipient: rfc822; {person}\nAction: failed\nStatus: 5.1.1\n"
    "Diagnostic-Code: smtp; 550 5.1.1 no such user"
)
LATE = BOUNCE.replace("failed", "delayed").replace("5.1.1", "4.4.1")
DONE = BOUNCE.replace("failed", "relayed").replace("5.1.1", "2.0.0")
READ = (
    "Reporting-UA: mail.example.org; Some Mail\nFinal-Recipient: rfc822;{person}\nOriginal-Message-ID: {id}\n"
    "Disposition: manual-action/MDN-sent-manually; displayed"
)
DAEMON = "From: Mail Delivery System <MAILER-DAEMON@mx.mail.example.org>"
AUTO = "Auto-Submitted: auto-replied"
SUPPRESS = "X-Auto-Response-Suppress: All"


def away(name: str, way: str, subject: str, body: str, *headers: str, null: bool = False) -> Machine:
    """A program that says that its owner is away."""
    return Machine(name, way, simple(subject, body, *headers), null=null, is_away=True)


def other(name: str, way: str, subject: str, body: str, *headers: str, null: bool = False) -> Machine:
    """A program that says something else."""
    return Machine(name, way, simple(subject, body, *headers), null=null)


def machines() -> Iterator[Machine]:
    """One of each kind."""
    loop = "X-MS-Exchange-Inbox-Rules-Loop: {person}"
    generated = "Auto-Submitted: auto-generated"
    bulk = "Precedence: bulk"
    yield away("exchange", BACK, "Automatic reply: {subject}", AWAY, SUPPRESS, generated, loop, null=True)
    yield away(
        "exchange-sv",
        BACK,
        "Automatiskt svar: {subject}",
        "Jag har semester t.o.m. {iso}.",
        SUPPRESS,
        null=True,
    )
    yield away(
        "exchange-de", BACK, "Automatische Antwort: {subject}", "Ich bin bis {iso} im Urlaub.", SUPPRESS
    )
    yield away("exchange-ms", BACK, "Balasan automatik: {subject}", "Saya bercuti hingga {iso}.", SUPPRESS)
    yield away("gmail", BACK, "On leave Re: {subject}", AWAY, bulk, "X-Autoreply: yes", AUTO)
    yield away("sendmail", BACK, "away from my mail", AWAY, "Precedence: junk", AUTO, null=True)
    yield away(
        "vacation",
        BACK,
        "Re: {subject}",
        AWAY,
        "Delivered-By-The-Graces-Of: The Vacation program",
        bulk,
        AUTO,
    )
    yield away(
        "dovecot",
        BACK,
        "Auto: {subject}",
        AWAY,
        "X-Sieve: Pigeonhole Sieve 0.5",
        bulk,
        AUTO + " (vacation)",
        null=True,
    )
    yield away("cyrus", REPLY, "Auto: {subject}", AWAY, "X-Sieve: CMU Sieve 3.0", AUTO + " (vacation)")
    yield away(
        "notes", FROM, "AUTO: Anna is out of the office (returning {iso})", AWAY, "X-Mailer: IBM Notes 9"
    )
    yield away("outlook rule", REPLY, "Re: {subject}", AWAY.replace("1\n\n", ""))
    yield away(
        "telephone",
        REPLY,
        "Re: {subject}",
        "Jag är bortrest. Jag är på semester till {iso}.\n\nSkickat från min telefon",
    )
    yield away("cpanel", FROM, "Away", AWAY, "X-Autorespond: {subject}", "Precedence: auto_reply", AUTO)
    yield away("plesk", FROM, "Re: {subject}", AWAY, "X-Autorespond: 1", bulk)
    yield away("hmailserver", FROM, "Autoreply: {subject}", AWAY, "X-hMailServer-LoopCount: 1")
    yield away("groupwise", REPLY, "Out of Office: {subject}", AWAY, "X-Mailer: Novell GroupWise 18")
    yield away("zimbra", REPLY, "Re: {subject}", AWAY, AUTO + " (zimbra; vacation)", bulk)
    yield other(
        "tmda",
        REPLY,
        "Please confirm your message",
        "Answer this mail: {n}",
        "X-Delivery-Agent: TMDA/1.1",
        AUTO,
        bulk,
    )
    yield other("boxtrapper", FROM, "Your email requires verification verify#{n}", "Click here, number {n}")
    yield other(
        "otrs",
        REPLY,
        "[Ticket#{n}] RE: {subject}",
        "Your ticket {n} is here.",
        "X-OTRS-Loop: yes",
        bulk,
        generated,
    )
    yield other(
        "rt",
        REPLY,
        "[example.org #{n}] AutoReply: {subject}",
        "Ticket {n}",
        "X-RT-Loop-Prevention: x",
        "RT-Ticket: x#{n}",
        bulk,
    )
    yield other(
        "zendesk",
        REPLY,
        "[Request received] {subject}",
        "Request {n}",
        "X-Mailer: Zendesk Mailer",
        generated,
        SUPPRESS,
    )
    yield other(
        "plain tickets", REPLY, "Ticket created: {subject}", "We shall look into it soon. Your number is {n}."
    )
    yield other(
        "receipt desk", REPLY, "Re: {subject}", "Thank you for your mail! We read everything that we get."
    )
    yield other(
        "list",
        FROM,
        "[cards] {subject}",
        "1",
        "List-Id: <cards.example.org>",
        "Precedence: list",
        "Sender: c@example.org",
    )
    yield other(
        "list, waiting",
        REPLY,
        "Your message to cards awaits approval",
        "It waits.",
        bulk,
        "X-List-Administrivia: yes",
        AUTO,
    )
    yield other(
        "ezmlm",
        REPLY,
        "confirm subscribe to cards@example.org",
        "Reply to confirm {n}",
        bulk,
        "X-Auto-Response: yes",
    )
    yield other("null sender", BACK, "Hello", "Delivered to a box that nobody reads.", null=True)
    yield other(
        "qmail", BACK, "failure notice", "Hi. This is qmail-send.\nSorry. (#5.1.1)", DAEMON, null=True
    )
    yield Machine(
        "postfix bounce",
        BACK,
        report("delivery-status", "Undelivered Mail Returned to Sender", "no", BOUNCE, DAEMON, AUTO),
        null=True,
    )
    yield Machine(
        "exim warning",
        BACK,
        report("delivery-status", "Warning: message delayed 24 hours", "late", LATE, DAEMON, AUTO),
        null=True,
    )
    yield Machine(
        "relayed",
        REPLY,
        report("delivery-status", "Successful Mail Delivery Report", "done", DONE, DAEMON),
        null=True,
    )
    yield Machine(
        "read receipt", REPLY, report("disposition-notification", "Read: your mail", "Read.", READ), null=True
    )
    yield Machine("reaction", REPLY, reaction)
    yield other(
        "outlook reaction", REPLY, "Reaction: {subject}", "Anna reacted to your message with a thumb."
    )
    yield Machine("calendar", REPLY, calendar)
    yield Machine("loop", FROM, our_own)
