"""What a submission is worth at this moment: which of its lines are done, and why the rest is not.

It only does steps in the sitting that it is given, and tells the outcome. The codes of an outcome:

- applied: all that was asked for is done
- stopped: some is done, then a line could not be; nothing: already the first line could not be
- unclear, beyond, too_many, empty: nothing was tried, see `hosting.rules.lines`
- help: the word for help, and no move; spoken: other words to the host, and no move. What was done of them
  stands under "done", whatever became of moves in the same mail, see `hosting.matches.speaking`
- ordered: a standing order and nothing else; one among moves is named under "order", whatever became of them
- tried: a trial, see `hosting.matches.trying`; nothing is done
- stale: the question was closed before; not_your_turn: none was asked
- paused, over, broken, not_started: the match takes no moves
- not_seated: the player no longer sits there
- forward, encrypted, unreadable, too_long: the mail holds no lines that could be read
- fault: set aside by a fault of ours (see `hosting.matches.faults`)
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Final

from hosting import games
from hosting.matches import answering, dealing, leaving, offering, speaking, standing_in, trying, undoing
from hosting.matches.dealing import seen
from hosting.matches.models import Entry, Match, Seat, Submission
from hosting.matches.sitting import Sitting, names_of
from hosting.matches.speaking import Verdict
from hosting.matches.understanding import Reader, legal, stopped
from hosting.prepared import Prepared, Slot
from hosting.rules.commands import GameGrammar, is_try
from hosting.rules.errors import Ambiguous, Illegal, Unknown
from hosting.rules.lines import Picked, Sort, pick
from hosting.rules.ordering import standing_order
from hosting.rules.speaking import undo_count, words_beside
from hosting.rules.values import Action

State = Submission.State
applied_by_hand: Final = Prepared(
    Submission.objects.filter(
        seat=Slot("seat"), question=Slot("question"), state=State.APPLIED, source__in=["mail", "web"]
    ).exclude(pk=Slot("submission"))
)

NOT_SEATED: Final = "not_seated"

CLOSED: Final = {
    Match.State.OPEN: "not_started",
    Match.State.FINISHED: "over",
    Match.State.VOID: "over",
    Match.State.CANCELLED: "over",
    Match.State.BROKEN: "broken",
}

RESTING: Final = frozenset({"paused", "broken"})
"""Codes of a match that takes no moves now and will go on."""


def judge(sitting: Sitting, submission: Submission) -> Verdict:
    """Do what can be done of a submission and say what became of it."""
    seat = sitting.seat(submission.seat_id)
    closed = _closed(sitting, submission, seat)
    if closed == NOT_SEATED:
        return State.REFUSED, {"code": closed}
    if submission.source == Submission.Source.BOT:
        return (State.REFUSED, {"code": closed}) if closed else _bot(sitting, submission, seat)
    back = standing_in.welcome_back(sitting, seat) if closed in {None, "paused"} else None
    if back is None:
        return _of_a_player(sitting, submission, seat, closed)
    closed = _closed(sitting, submission, seat)
    return _back_at_the_table(back, _of_a_player(sitting, submission, seat, closed))


def _back_at_the_table(back: dict[str, Any], moves: Verdict) -> Verdict:
    """Say that the player has his seat again; that alone is done, when there is nothing else to answer."""
    state, outcome = moves
    if outcome["code"] in {"empty", "repeat"}:
        return speaking.verdict([back], ())
    return speaking.beside([back, *outcome.get("done", ())], (state, outcome))


def _of_a_player(sitting: Sitting, submission: Submission, seat: Seat, closed: str | None) -> Verdict:
    if settled := submission.outcome.get("code"):  # by the reading of its mail
        return State.REFUSED, {"code": closed or settled}
    for confirmed in (leaving.confirmed, offering.answered):
        if (answer := confirmed(sitting, submission, seat)) is not None:
            return speaking.verdict([answer], ())
    grammar = GameGrammar(sitting.match.game, names_of(sitting.seats))
    words, lines = words_beside(submission.lines, lambda line: grammar.sort(line) is Sort.COMMAND)
    if speaking.changes(words) and _is_repeat(submission):
        return State.REPEAT, {"code": "repeat"}
    done = speaking.do(sitting, submission, seat, words)
    picked = pick([part for line in lines for part in grammar.parts(line)], grammar)
    if done and not (submission.action or picked.commands or picked.unclear):
        return speaking.verdict(done, picked.aside)
    if closed:
        verdict = _order_alone(sitting, seat, picked, closed)
    elif any(map(is_try, picked.commands)):
        verdict = _trial(sitting, submission, seat, picked)
    else:
        verdict = _moves_and_order(sitting, submission, seat, picked)
    return speaking.beside(done, verdict)


def _order_alone(sitting: Sitting, seat: Seat, picked: Picked, closed: str) -> Verdict:
    """Refuse the moves of a match that takes none; neither a pause nor a fault stops a standing order."""
    if closed not in RESTING:
        return State.REFUSED, {"code": closed}
    moves, order = _ordered(picked, sitting, seat)
    if order and not moves.commands:
        return State.APPLIED, {"code": "ordered", "order": order}
    return State.REFUSED, {"code": closed, **({"order": order} if order else {})}


def _moves_and_order(sitting: Sitting, submission: Submission, seat: Seat, picked: Picked) -> Verdict:
    moves, order = _ordered(picked, sitting, seat)
    if not order:
        return _moves(sitting, submission, seat, picked)
    if not moves.commands:
        return State.APPLIED, {"code": "ordered", "order": order}
    state, outcome = _moves(sitting, submission, seat, moves)
    return state, {**outcome, "order": order}


def _moves(sitting: Sitting, submission: Submission, seat: Seat, picked: Picked) -> Verdict:
    if submission.question != seat.question and _is_repeat(submission):
        return State.REPEAT, {"code": "repeat"}
    if submission.action:
        return _stale(sitting, submission, seat) or _button(sitting, seat, submission.action)
    return _doubtful(picked) or _stale(sitting, submission, seat) or _lines(sitting, submission, seat, picked)


def _trial(sitting: Sitting, submission: Submission, seat: Seat, picked: Picked) -> Verdict:
    """Say what the lines would do, and do nothing, not even what stands above the word for a trial."""
    if refusal := _doubtful(picked) or _stale(sitting, submission, seat):
        return refusal
    game = sitting.match.game
    moves = [line for line in picked.commands if not is_try(line) and not standing_order(line, game)]
    outcome = trying.outcome_of(sitting.game, Reader.of(sitting, submission, seat.number), moves)
    return State.REFUSED, {**outcome, **({"aside": list(picked.aside)} if picked.aside else {})}


def _ordered(picked: Picked, sitting: Sitting, seat: Seat) -> tuple[Picked, str]:
    """Take the standing orders out of the commands; the last is in force from now on, moves stale or not."""
    given = [standing_order(line, sitting.match.game) for line in picked.commands]
    orders = [order for order in given if order]
    if not orders or picked.doubtful:
        return picked, ""
    answering.give(seat, orders[-1])
    moves = tuple(line for line, order in zip(picked.commands, given, strict=True) if not order)
    return replace(picked, commands=moves), orders[-1]


def _closed(sitting: Sitting, submission: Submission, seat: Seat) -> str | None:
    match = sitting.match
    is_own = submission.player_id is not None and submission.player_id == seat.player_id
    is_his = submission.source == Submission.Source.BOT or is_own
    if match.state not in CLOSED and (seat.is_out or not is_his):
        return NOT_SEATED
    if match.state == Match.State.PAUSED:
        assert match.paused_at is not None
        return None if submission.accepted_at < match.paused_at else "paused"
    return CLOSED.get(Match.State(match.state))


def _is_repeat(submission: Submission) -> bool:
    done = applied_by_hand.rows(
        seat=submission.seat_id, question=submission.question, submission=submission.pk
    )
    mine = _folded(submission)
    alike = [other for other in done if _folded(other) == mine]
    return bool(alike) and not _was_taken_back(alike[-1])


def _was_taken_back(submission: Submission) -> bool:
    """Whether something that it did was taken back, so that the same lines are no mere repetition."""
    return Entry.objects.filter(submission=submission, undone_by__isnull=False).exists()


def _folded(submission: Submission) -> list[str]:
    lines = [submission.action] if submission.action else submission.lines
    return [" ".join(line.casefold().split()) for line in lines if line.strip()]


def _doubtful(picked: Picked) -> Verdict | None:
    if picked.too_many:
        return State.REFUSED, {"code": "too_many"}
    if picked.unclear:
        return State.REFUSED, {"code": "unclear", "unclear": list(picked.unclear)}
    if picked.beyond:
        return State.REFUSED, {
            "code": "beyond",
            "beyond": list(picked.beyond),
            "left": list(picked.commands),
        }
    if not picked.commands:
        return State.REFUSED, {"code": "empty"}
    return None


def _stale(sitting: Sitting, submission: Submission, seat: Seat) -> Verdict | None:
    if submission.question is not None and submission.question == seat.question:
        return None
    closed = _closing_entry(sitting.match, submission, seat)
    if closed is None:
        return State.REFUSED, {"code": "not_your_turn"}
    return State.REFUSED, {
        "code": "stale",
        "closed_by": dealing.UNDONE if closed.undone_by is not None else closed.kind,
        "question_closed_at": closed.at.isoformat(),
    }


def _closing_entry(match: Match, submission: Submission, seat: Seat) -> Entry | None:
    """Find the entry that closed the question which was answered."""
    if submission.question is None:
        return None
    after = Entry.objects.filter(match=match, seq__gt=submission.question)
    own = after.filter(seat=seat.number).order_by("seq").first()
    return own or after.filter(kind=Entry.Kind.DEAL_ENDED).order_by("seq").first()


def _button(sitting: Sitting, seat: Seat, text: str) -> Verdict:
    try:
        action = Action.parse(text)
    except ValueError:
        return State.REFUSED, {"code": "nothing", "stopped": {"line": text, "error": "unknown"}}
    try:
        sitting.act(seat, legal(sitting.game, seat.number, action))
    except Illegal as refusal:
        return State.REFUSED, {"code": "nothing", "stopped": stopped(text, refusal)}
    return State.APPLIED, {"code": "applied"}


def _lines(sitting: Sitting, submission: Submission, seat: Seat, picked: Picked) -> Verdict:
    reader = Reader.of(sitting, submission, seat.number)
    done = 0
    outcome: dict[str, Any] = {"code": "applied"}
    for place, line in enumerate(picked.commands):
        if not seen(sitting.game, seat.number).legal:
            outcome["left"] = list(picked.commands[place:])
            break
        if (refused := _line(sitting, reader, seat, line)) is not None:
            outcome["stopped"] = refused
            outcome["left"] = list(picked.commands[place + 1 :])
            outcome["code"] = "stopped" if done else "nothing"
            break
        done += 1
    if picked.aside:
        outcome["aside"] = list(picked.aside)
    return (State.APPLIED if done else State.REFUSED), outcome


def _line(sitting: Sitting, reader: Reader, seat: Seat, line: str) -> dict[str, Any] | None:
    """Do what one line says; give what an outcome keeps of one that cannot be done."""
    count = undo_count(line)
    if count is not None:
        refused = undoing.take_back(sitting, seat, count)
        return None if refused is None else {"line": line, "error": "undo", **refused}
    try:
        action = reader.read(line, sitting.game)
    except (Unknown, Illegal, Ambiguous) as refusal:
        return stopped(line, refusal)
    sitting.act(seat, action)
    return None


def _bot(sitting: Sitting, submission: Submission, seat: Seat) -> Verdict:
    """Let a bot play its whole turn, from views alone and with chance of its own."""
    if submission.question != seat.question:
        return State.REFUSED, {"code": "stale"}
    choose = games.bots(sitting.match.game)[seat.bot]
    chance = random.SystemRandom()
    while (view := seen(sitting.game, seat.number)).legal:
        sitting.act(seat, choose(view, chance))
    return State.APPLIED, {"code": "applied"}
