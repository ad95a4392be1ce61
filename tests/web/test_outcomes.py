"""What the match page tells about each outcome of what was sent."""

import pytest

from hosting.matches.models import Submission
from tests import table
from tests.web.visiting import reader_on_turn, text_of

pytestmark = pytest.mark.django_db

OUTCOMES = [
    ({"code": "too_many"}, "No more than 20 moves"),
    ({"code": "empty"}, "There was no move"),
    ({"code": "help"}, "These are the words"),
    ({"code": "beyond", "beyond": ["discard 9 to 1"], "left": ["1"]}, "before and after some other text"),
    ({"code": "unclear", "unclear": ["plya 7"]}, "look like a slip"),
    ({"code": "paused"}, "is paused"),
    ({"code": "over"}, "is over"),
    ({"code": "not_started"}, "has not begun"),
    ({"code": "not_seated"}, "no longer sit"),
    ({"code": "broken"}, "stopped through a fault of ours"),
    ({"code": "fault"}, "We made a mistake"),
    ({"code": "not_his"}, "are not yours"),
    ({"code": "repeat"}, "already been played"),
    ({"code": "stale"}, "already over"),
    ({"code": "not_your_turn"}, "not your turn"),
    ({"code": "applied", "left": ["play 3 to 1"], "aside": ["hmm 7"]}, "were not tried"),
    ({"code": "stopped", "stopped": {"line": "play 3 to 1", "error": "unknown"}, "left": ["4"]}, "Not tried"),
    (
        {"code": "nothing", "stopped": {"line": "x", "error": "ambiguous", "actions": ["discard 2 1"]}},
        "several",
    ),
    (
        {
            "code": "nothing",
            "stopped": {
                "line": "play 3 to 1",
                "error": "illegal",
                "reason": {"name": "no_such_centre", "args": {"number": 9, "last": 3}},
            },
        },
        "There is no centre stack 9",
    ),
]


@pytest.mark.parametrize(("outcome", "told"), OUTCOMES)
def test_each_outcome_is_told_in_words(outcome: dict[str, object], told: str) -> None:
    match = table.a_match()
    client, seat = reader_on_turn(match)
    done = Submission.objects.create(
        match=match,
        seat=seat,
        player=seat.player,
        question=seat.question,
        source="web",
        key="web:t",
        state="refused",
        outcome={**outcome, "since": match.seq},
        lines=["1"],
    )
    assert told in text_of(client.get(f"/match/{match.pk}?done={done.pk}"))
