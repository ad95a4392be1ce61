"""Which submission a mail is about, and reading it with the words of that match."""

from __future__ import annotations

from typing import Final

from django.conf import settings

from hosting.mail import addresses
from hosting.mail.listening.storing import submission_key
from hosting.mail.models import InboundMail
from hosting.mail.reading.header_values import addresses as addresses_in
from hosting.mail.reading.header_values import message_ids
from hosting.mail.reading.reader import Kind, Reading, SentLines, read
from hosting.mail.taking import senders
from hosting.mail.taking.answered import head_of
from hosting.matches.models import Notice, Seat, Submission
from hosting.players.models import Player
from hosting.prepared import Prepared, Slot
from hosting.rules.commands import GameGrammar
from hosting.rules.lines import Grammar, Sort

names_at_table: Final = Prepared(
    Seat.objects.filter(match=Slot("match")).order_by("number").values_list("name")
)

WITH_TOKEN: Final = frozenset({addresses.Kind.TOKEN, addresses.Kind.OLD_TOKEN, addresses.Kind.NOTICE})
PLAIN: Final = frozenset({addresses.Kind.PLAY})


MOST_REFERENCES: Final = 100
"""Message-IDs of a mail that are looked up."""


MOST_ANSWERED: Final = 5
"""Message-IDs that a mail answers at once, of which we look up our own."""


class NoGrammar:
    """Knows no words: for mails that name no match."""

    def sort(self, line: str) -> Sort:
        """Call everything chatter."""
        del line
        return Sort.CHATTER


def read_for(mail: InboundMail, submission: Submission | None) -> Reading:
    """Read a mail as what it says to one match: with its game's words, and knowing the notice it answers."""
    grammar: NoGrammar | GameGrammar = NoGrammar()
    sent = SentLines()
    if submission is not None:
        names = tuple(name for (name,) in names_at_table.tuples(match=submission.match_id))
        grammar = GameGrammar(submission.match.game, names)
        sent = _sent_to(mail, submission)
    return _read(mail, grammar, sent)


def _sent_to(mail: InboundMail, submission: Submission) -> SentLines:
    """Give what we sent of which a mail may hold a copy: the notice of its token, and what its head answers.

    The two differ when the daily mail is answered, which holds many turns, each with its own address.
    """
    fields = head_of(bytes(mail.raw))
    named = message_ids(fields.all("in-reply-to"))[:MOST_ANSWERED] if fields else ()
    read = [addresses.read_message_id(name) for name in named]
    own = submission.notice
    notices = [] if own is None else [own]
    others = {number for number in read if number is not None} - {each.number for each in notices}
    if others:
        notices += Notice.objects.filter(number__in=others, player=submission.player_id)
    sent = SentLines()
    for notice in notices:
        sent |= SentLines.from_data(notice.sent_lines) if notice.sent_lines else SentLines()
    return sent


def read_answer(mail: InboundMail, notice: Notice, grammar: Grammar) -> Reading:
    """Read a mail as what it says to a notice that is about no seat."""
    return _read(mail, grammar, SentLines.from_data(notice.sent_lines) if notice.sent_lines else SentLines())


def _read(mail: InboundMail, grammar: Grammar, sent: SentLines) -> Reading:
    return read(
        bytes(mail.raw),
        grammar=grammar,
        mail_from=mail.mail_from,
        sent=sent,
        own_domain=settings.MAIL_DOMAIN,
    )


def names_a_token(mail: InboundMail) -> bool:
    """Say whether a mail was sent to a reply address, of now or formerly; others beside it are copies."""
    return any(recipient["kind"] in WITH_TOKEN for recipient in mail.recipients)


def is_plain(mail: InboundMail) -> bool:
    """Say whether a mail was sent to the address from which mails come, without a token."""
    return any(recipient["kind"] in PLAIN for recipient in mail.recipients) and not names_a_token(mail)


def is_to_host(mail: InboundMail) -> bool:
    """Say whether a mail was sent to the host's own address."""
    return any(recipient["kind"] == addresses.Kind.HOST for recipient in mail.recipients)


def by_references(mail: InboundMail, reading: Reading) -> list[Submission]:
    """Find what a mail to the plain address answers, by our signed Message-IDs, for a proved sender.

    Some programs strip the part of an address that follows the plus. References alone prove nothing:
    whoever has seen one of our mails knows them.
    """
    player = senders.proved_player(reading, mail.peer) if is_plain(mail) else None
    if player is None:
        return []
    for notice in notices_referred_to(mail, reading):
        if notice.player_id == player.pk and notice.kind in addresses.WITHOUT_SEAT:
            return []  # its own answer is taken up elsewhere
        if notice.seat is None or notice.match_id is None:
            continue
        if notice.player_id == player.pk == notice.seat.player_id and notice.epoch == notice.seat.token_epoch:
            return _submission(mail, notice)
    return []


def notices_referred_to(mail: InboundMail, reading: Reading) -> list[Notice]:
    """Find the notices whose signed Message-IDs a mail to the plain address names, the newest first."""
    if not is_plain(mail):
        return []
    numbers = [addresses.read_message_id(named) for named in reversed(reading.references[-MOST_REFERENCES:])]
    known = Notice.objects.filter(number__in=[number for number in numbers if number is not None])
    found = {notice.number: notice for notice in known.select_related("seat", "player")}
    return [found[number] for number in dict.fromkeys(numbers) if number in found]


def _submission(mail: InboundMail, notice: Notice) -> list[Submission]:
    """Store what a mail says to a notice, as the listener does for a token; give it while it is unread."""
    assert notice.match_id is not None
    assert notice.seat_id is not None
    submission, _is_new = Submission.objects.get_or_create(
        key=submission_key(mail.pk, len(mail.recipients)),
        defaults={
            "match_id": notice.match_id,
            "seat_id": notice.seat_id,
            "player_id": notice.player_id,
            "notice": notice,
            "question": notice.question,
            "source": Submission.Source.MAIL,
            "state": Submission.State.UNREAD,
            "accepted_at": mail.received_at,
        },
    )
    return [submission] if submission.state == Submission.State.UNREAD else []


def is_plainly_proved(mail: InboundMail, submission: Submission) -> bool:
    """Say whether a mail that could not be read comes from the player, by as little reading as possible."""
    reading = _read_plainly(mail)
    return reading is not None and senders.is_proved(submission.seat.player, reading, mail.peer)


def plainly_proved_player(mail: InboundMail) -> Player | None:
    """Find the player from whom a mail comes that could not be read, by as little reading as possible."""
    reading = _read_plainly(mail)
    return senders.proved_player(reading, mail.peer) if reading is not None else None


def _read_plainly(mail: InboundMail) -> Reading | None:
    try:
        fields = head_of(bytes(mail.raw))
        sender = addresses_in(fields.all("from")) if fields else ()
    except Exception:  # noqa: BLE001 - this mail has made everything else fail
        return None
    checked = fields.all("authentication-results") if fields else ()
    return Reading(Kind.BROKEN, from_addresses=sender, auth_results=checked)
