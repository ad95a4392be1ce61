"""Things that two processes do at the same moment, over and over, on a real database.

The story only tells how it went; `test_at_once.py` says how it has to go.
"""

from __future__ import annotations

import datetime as dt
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from aiosmtpd.controller import Controller
from django.conf import settings
from django.core.management import call_command

from hosting.mail.addresses import classify, reply_address
from hosting.mail.listening.storing import Letter, store
from hosting.matches import moderating, opening, outages
from hosting.matches.models import Entry, Heartbeat, Match, Notice, Outage, Press, Seat, Submission
from hosting.matches.submitting import submit
from hosting.now import now, travel
from hosting.players.models import Player
from hosting.running.demo import Relay
from tests import people, table
from tests.stories import two_workers as doing
from tests.stories.two_workers import Two

ROUNDS: Final = 6
MATCHES: Final = 12
MINUTE: Final = dt.timedelta(minutes=1)

Facts = dict[str, object]


def main(_arguments: Sequence[str]) -> dict[str, Any]:
    """Tell how it went each time, by the name of what was done."""
    call_command("prepare")
    with doing.two_workers() as two, a_relay() as relay:
        seen: dict[str, Any] = {what: [tell(two) for _ in range(ROUNDS)] for what, tell in STORIES.items()}
        seen["one notice"] = [one_notice(two, relay) for _ in range(ROUNDS)]
        seen["an outage"] = an_outage(two)
    call_command("verify")
    return seen


@contextmanager
def a_relay() -> Iterator[Relay]:
    """Take the mails that are sent."""
    relay = Relay()
    sink = Controller(relay, hostname="127.0.0.1", port=int(settings.EMAIL_PORT), ident="relay")
    sink.start()
    yield relay
    sink.stop()


# ---- mails


def stored(seat: Seat, *lines: str, notice: Notice | None = None) -> int:
    """Let a mail to a notice lie there, accepted and unread; give its row."""
    notice = notice or notice_of(seat)
    assert seat.player is not None
    raw = f"From: {seat.player.email}\r\nTo: {reply_address(notice)}\r\n\r\n" + "\r\n".join(lines)
    letter = Letter(raw.encode(), seat.player.email, "127.0.0.1", (classify(reply_address(notice)),))
    return store([letter])[0]


def pressed(seat: Seat, action: str) -> int:
    """Let a pressed button lie there, not yet applied; give its row."""
    source, key = Submission.Source.WEB, secrets.token_hex(8)
    return submit(seat, player=seat.player, question=seat.question, source=source, key=key, action=action).pk


def notice_of(seat: Seat) -> Notice:
    """Give the newest notice that asks a seat."""
    return Notice.objects.filter(seat=seat, question__isnull=False).latest("pk")


def discards(seat: Seat) -> list[str]:
    """Give two different moves that end the turn."""
    found = [str(action) for action in table.legal(seat) if action.verb == "discard"]
    return [found[0], found[-1]]


def of(match: int) -> Facts:
    """Tell what the log and the outbox say of a match."""
    by_hand = Submission.objects.filter(match=match, source__in=["mail", "web"]).order_by("pk")
    kinds = Counter(Entry.objects.filter(match=match).values_list("kind", flat=True))
    return {
        "states": sorted(by_hand.values_list("state", flat=True)),
        "codes": sorted(str(outcome.get("code")) for outcome in by_hand.values_list("outcome", flat=True)),
        "answers": Notice.objects.filter(match=match, kind="answer").count(),
        **{kind: kinds[kind] for kind in ("action", "expired", "left", "paused")},
    }


def one_mail_in_two_workers(two: Two) -> Facts:
    """A mail is one row, and both workers are woken for it."""
    seat = table.on_turn(table.a_match())
    mail = stored(seat, discards(seat)[0])
    two.at_once((doing.take, mail), (doing.take, mail))
    return of(seat.match_id)


def the_same_mail_twice(two: Two) -> Facts:
    """A mail server delivers it again, since it did not hear our 250."""
    seat = table.on_turn(table.a_match())
    first, second = (stored(seat, discards(seat)[0]) for _ in range(2))
    two.at_once((doing.take, first), (doing.take, second))
    return of(seat.match_id)


def two_answers_to_one_mail(two: Two) -> Facts:
    """He changes his mind, and both mails come in together."""
    seat = table.on_turn(table.a_match())
    first, second = (stored(seat, line) for line in discards(seat))
    two.at_once((doing.take, first), (doing.take, second))
    late = Submission.objects.filter(match=seat.match_id).exclude(state="applied")[0].outcome
    return {**of(seat.match_id), "both instants": {"question_closed_at", "accepted_at"} <= set(late)}


def an_old_mail_and_the_new_one(two: Two) -> Facts:
    """He answers his newest mail, and by mistake an older one of an earlier turn."""
    match = table.a_match()
    old = notice_of(table.on_turn(match))
    for _ in range(2):
        table.press(table.on_turn(match), table.discard(table.on_turn(match)))
    seat = table.on_turn(match)
    new, stale = stored(seat, discards(seat)[0]), stored(seat, "1", notice=old)
    two.at_once((doing.take, stale), (doing.take, new))
    asked = Submission.objects.filter(match=match, source="mail", state="applied")
    return {**of(match.pk), "asked": list(asked.values_list("question", flat=True)) == [seat.question]}


def a_mail_and_a_button(two: Two) -> Facts:
    """The same move by mail and on the page."""
    seat = table.on_turn(table.a_match())
    line = discards(seat)[0]
    mail = stored(seat, line)
    two.at_once((doing.take, mail), (doing.press, seat.pk, seat.question, line, secrets.token_hex(8)))
    return of(seat.match_id)


def a_form_sent_twice(two: Two) -> Facts:
    """Two presses of one button carry the same key."""
    seat = table.on_turn(table.a_match())
    line, key = discards(seat)[0], secrets.token_hex(8)
    press = (doing.press, seat.pk, seat.question, line, key)
    two.at_once(press, press)
    return of(seat.match_id)


# ---- time


def due(match: Match) -> Seat:
    """Give whoever is to act, his time up just now, and seen by him."""
    seat = table.on_turn(match)
    seat.seen_at = now()
    seat.deadline_at = seat.allowance_ends_at = now()
    seat.save(update_fields=["seen_at", "deadline_at", "allowance_ends_at"])
    return seat


def two_sweeps_at_one_turn(two: Two) -> Facts:
    """Both find the turn due."""
    seat = due(table.a_match())
    two.at_once((doing.end_turn, seat.pk, seat.question), (doing.end_turn, seat.pk, seat.question))
    return of(seat.match_id)


def the_deadline_and_a_late_answer(two: Two) -> Facts:
    """An answer that came a moment too late counts if the host has not moved yet."""
    seat = due(table.a_match())
    late = pressed(seat, discards(seat)[0])
    two.at_once((doing.end_turn, seat.pk, seat.question), (doing.apply, late))
    return of(seat.match_id)


def two_reminders(two: Two) -> Facts:
    """Both sweeps find a reminder due."""
    seat = table.on_turn(table.a_match())
    Seat.objects.filter(pk=seat.pk).update(remind_at=now())
    two.at_once((doing.remind, seat.pk, seat.question), (doing.remind, seat.pk, seat.question))
    return {"reminders": Notice.objects.filter(seat=seat, kind="reminder").count()}


def two_daily_mails(two: Two) -> Facts:
    """Both sweeps find a daily mail due."""
    seat = table.waiting(table.a_match())
    assert seat.player is not None
    Notice.objects.filter(player=seat.player).exclude(match=seat.match_id).update(state="sent")
    Notice.objects.filter(seat=seat).update(state="gathered")
    Notice.objects.filter(player=seat.player, kind="digest").delete()
    Player.objects.filter(pk=seat.player.pk).update(digest_due_at=now())
    two.at_once((doing.write_daily, seat.player.pk), (doing.write_daily, seat.player.pk))
    return {"daily mails": Notice.objects.filter(player=seat.player, kind="digest").count()}


def a_bot_in_two_workers(two: Two) -> Facts:
    """Both workers are woken for a bot's turn."""
    match = table.a_match()
    seat = table.on_turn(match)
    Seat.objects.filter(pk=seat.pk).update(bot="greedy", deadline_at=None, remind_at=None)
    two.at_once((doing.play_bot, seat.pk), (doing.play_bot, seat.pk))
    played = Submission.objects.filter(match=match, source="bot")
    return {
        "played": list(played.values_list("state", flat=True)),
        "turned": table.on_turn(match).pk != seat.pk,
    }


# ---- what is beside the moves


def a_move_and_what_the_other_changes(two: Two, *, own: bool = False) -> Facts:
    """While a move is applied a player looks at the page, chooses mails, and lets them go elsewhere."""
    match = table.a_match()
    seat = table.on_turn(match)
    beside = seat if own else table.waiting(match)
    move = pressed(seat, discards(seat)[0])
    two.at_once((doing.apply, move), (doing.change_beside, beside.pk))
    after = Seat.objects.get(pk=beside.pk)
    kept = (after.token_epoch, after.wishes, after.seen_at is not None, after.press_seen_at is not None)
    return {"kept": kept == (beside.token_epoch + 1, {"press": "none"}, True, True), **of(match.pk)}


def a_move_and_what_its_player_changes(two: Two) -> Facts:
    """The same, by whoever moves."""
    return a_move_and_what_the_other_changes(two, own=True)


def a_move_and_talk(two: Two) -> Facts:
    """One moves, the other says something."""
    match = table.a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    mail = stored(seat, discards(seat)[0])
    two.at_once((doing.take, mail), (doing.talk, other.pk, f"well played {secrets.token_hex(2)}"))
    return {"said": Press.objects.filter(match=match).count(), **of(match.pk)}


def a_move_and_a_resignation(two: Two) -> Facts:
    """One moves while the other resigns: both are in the log, or the move came too late."""
    match = table.a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    move = pressed(seat, discards(seat)[0])
    two.at_once((doing.apply, move), (doing.leave, other.pk))
    match.refresh_from_db()
    return {"state": match.state, **of(match.pk)}


def both_resign(two: Two) -> Facts:
    """Two players of two leave: the first one ends the match, and the other has won it."""
    match = table.a_match()
    seat, other = table.on_turn(match), table.waiting(match)
    raised = two.at_once((doing.leave, seat.pk), (doing.leave, other.pk))
    match.refresh_from_db()
    return {"state": match.state, "raised": sorted(raised), **of(match.pk)}


def a_move_and_a_pause(two: Two) -> Facts:
    """A moderator pauses the match while a move that was accepted before is applied: it counts."""
    match = table.a_match()
    seat = table.on_turn(match)
    dan = people.dan()
    dan.is_staff = True
    dan.save()
    mail = stored(seat, discards(seat)[0])
    two.at_once((doing.take, mail), (pause, match.pk, dan.pk))
    return of(match.pk)


def pause(match: int, moderator: int) -> None:
    """Pause a match."""
    by = Player.objects.get(pk=moderator)
    moderating.pause(match, by=by, reason="the players have asked for it")


def the_last_seat(two: Two) -> Facts:
    """Two people take the last free seat."""
    match = opening.open_match(people.anna(), game=table.GAME)
    both = [(doing.take_seat, match.pk, each.pk) for each in (people.ben(), people.cilla())]
    raised = two.at_once(both[0], both[1])
    match.refresh_from_db()
    dealt = Entry.objects.filter(match=match, kind="dealt").count()
    return {"raised": sorted(raised), "state": match.state, "dealt": dealt}


def one_notice(two: Two, relay: Relay) -> Facts:
    """Both workers are woken for one notice."""
    seat = table.on_turn(table.a_match())
    notice, before = notice_of(seat), relay.count
    two.at_once((doing.send, notice.pk), (doing.send, notice.pk))
    notice.refresh_from_db()
    return {"mails": relay.count - before, "state": notice.state}


def an_outage(two: Two) -> Facts:
    """Two sweeps make an outage good, in many matches."""
    with travel(-30 * MINUTE):
        open_matches = [table.a_match().pk for _ in range(MATCHES)]
    Match.objects.exclude(pk__in=open_matches).update(state="finished")
    Heartbeat.objects.create(name="smtp", at=now() - 17 * MINUTE)
    with travel(-2 * MINUTE):
        outages.beat("smtp")
    Heartbeat.objects.update(at=now())
    two.at_once((doing.make_good,), (doing.make_good,))
    moved = Entry.objects.filter(kind="deadline_moved").values_list("match", flat=True)
    return {
        "moved": sorted(Counter(moved).values()),
        "matches": list(Outage.objects.values_list("matches", flat=True)),
        "left": Outage.objects.filter(credited_at=None).count(),
    }


STORIES: Final[dict[str, Callable[[Two], Facts]]] = {
    "one mail in two workers": one_mail_in_two_workers,
    "the same mail twice": the_same_mail_twice,
    "two answers to one mail": two_answers_to_one_mail,
    "an old mail and the new one": an_old_mail_and_the_new_one,
    "a mail and a button": a_mail_and_a_button,
    "a form sent twice": a_form_sent_twice,
    "two sweeps at one turn": two_sweeps_at_one_turn,
    "the deadline and a late answer": the_deadline_and_a_late_answer,
    "two reminders": two_reminders,
    "two daily mails": two_daily_mails,
    "a bot in two workers": a_bot_in_two_workers,
    "a move and what the other changes": a_move_and_what_the_other_changes,
    "a move and what its player changes": a_move_and_what_its_player_changes,
    "a move and talk": a_move_and_talk,
    "a move and a resignation": a_move_and_a_resignation,
    "both resign": both_resign,
    "a move and a pause": a_move_and_a_pause,
    "the last seat": the_last_seat,
}
