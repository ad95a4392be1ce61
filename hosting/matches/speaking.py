"""What is done of a player's words to the host: they work from any notice, also when his moves do not.

Each word has one function. It gets the sitting, the submission, the seat and what stood behind the word, and
gives the facts that the answer tells, with a code of its own. What it did stands, whatever becomes of moves
in the same mail. Nothing that it gives may name a card that its player does not see (P16).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from hosting.matches import absent, leaving, offering, reporting, talking
from hosting.matches.models import Offer, Seat, Submission
from hosting.matches.sitting import Sitting
from hosting.rules.speaking import AWAY, Word

Verdict = tuple[Submission.State, dict[str, Any]]
Done = dict[str, Any]
Doing = Callable[[Sitting, Submission, Seat, str], Done]

HELP: Final = "help"


def _only_told(sitting: Sitting, submission: Submission, seat: Seat, rest: str) -> Done:
    """Do nothing: what is asked for stands in every answer, or is told by its code."""
    del sitting, submission, seat, rest
    return {"code": "told"}


def _resign(sitting: Sitting, submission: Submission, seat: Seat, rest: str) -> Done:
    """Ask whether he means it."""
    del submission, rest
    return leaving.asked(sitting, seat)


ASKING: Final[Mapping[str, Doing]] = {
    HELP: _only_told,
    "show": _only_told,
    "again": _only_told,
    "orders": _only_told,
    "back": _only_told,
    leaving.WORD: _resign,
}
"""Words that change nothing, so that they may be said again and again."""

CHANGING: Final[Mapping[str, Doing]] = {
    talking.WORD: talking.talk,
    reporting.WORD: reporting.from_mail,
    "mute": talking.mute_named,
    "unmute": talking.unmute_named,
}
"""Words that change something: said once more with the same lines they are a repetition."""

AGREEING: Final[Mapping[str, Doing]] = {
    AWAY: absent.said,
    **{str(kind): offering.saying(kind) for kind in Offer.Kind},
    **{what: offering.answering(what) for what in (offering.AGREE, offering.REFUSE, offering.WITHDRAW)},
}
"""Words that change something, but say only what is so the second time; by then they may mean more."""

DOINGS: Final = {**ASKING, **CHANGING, **AGREEING}


def changes(words: Sequence[Word]) -> bool:
    """Whether any of these words changes something each time that it is said."""
    return any(word.name in CHANGING for word in words)


def do(sitting: Sitting, submission: Submission, seat: Seat, words: Sequence[Word]) -> list[Done]:
    """Do what the words ask for, in their order; give what became of each."""
    return [{"word": word.name, **DOINGS[word.name](sitting, submission, seat, word.rest)} for word in words]


def verdict(done: Sequence[Done], aside: Sequence[str]) -> Verdict:
    """Judge a submission that holds words to the host and no move."""
    code = HELP if any(each["word"] == HELP for each in done) else "spoken"
    return _state(done), {"code": code, "done": list(done), **({"aside": list(aside)} if aside else {})}


def beside(done: Sequence[Done], moves: Verdict) -> Verdict:
    """Judge a submission that holds words to the host beside its moves; repeated moves add nothing."""
    if not done:
        return moves
    state, outcome = moves
    if state == Submission.State.REPEAT and _state(done) == Submission.State.APPLIED:
        return verdict(done, ())
    worth = Submission.State.APPLIED in {state, _state(done)}
    return (Submission.State.APPLIED if worth else state), {**outcome, "done": list(done)}


def _state(done: Sequence[Done]) -> Submission.State:
    """Applied when something was changed; a refusal otherwise, so that the same words are answered again."""
    changed = any(each.get("changed") for each in done)
    return Submission.State.APPLIED if changed else Submission.State.REFUSED
