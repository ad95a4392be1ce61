"""Whatever is killed while a match is played by mail, the match ends, and nothing is lost or doubled."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.stories.playing_host import playing_host

PARTS = ("smtp", "worker-moves", "worker-mail", "sweep", "web", "broker", "guard")


def test_a_match_is_played_to_its_end_though_each_process_is_killed_in_turn(tmp_path: Path) -> None:
    with playing_host(tmp_path) as host:
        for part in PARTS:
            host.after_more_mails(2)
            if host.process.poll() is not None:
                break
            host.kill(part)
        figures = host.end()
    assert figures["actions"] >= figures["mails_in"] > 0
    nothing_is_left_over(tmp_path)


def test_a_match_goes_on_where_it_was_after_the_supervisor_was_killed(tmp_path: Path) -> None:
    with playing_host(tmp_path) as host:
        host.after_more_mails(5)
        killed = host.kill("supervisor")
        host.after_more_mails(5)
        if host.process.poll() is None:
            host.kill("supervisor", but_not=killed)
        host.end()
    nothing_is_left_over(tmp_path)


def nothing_is_left_over(place: Path) -> None:
    """Every mail was read, every submission has an outcome, every notice was sent, each answered once."""
    with closing(sqlite3.connect(place / "postbord.sqlite3")) as base:

        def count(question: str) -> int:
            return int(base.execute(question).fetchone()[0])

        assert count("SELECT count(*) FROM mail_inboundmail WHERE state != 'done'") == 0
        assert (
            count(
                "SELECT count(*) FROM matches_submission WHERE state NOT IN ('applied', 'refused', 'repeat')"
            )
            == 0
        )
        assert count("SELECT count(*) FROM matches_notice WHERE state NOT IN ('sent', 'dropped')") == 0
        assert count("SELECT count(*) FROM matches_submission WHERE source = 'clock'") == 0
        unanswered = (
            "SELECT count(*) FROM matches_submission s WHERE source = 'mail' AND state != 'repeat' AND NOT "
            "EXISTS (SELECT 1 FROM matches_notice n WHERE n.submission_id = s.id AND n.kind = 'answer')"
        )
        assert count(unanswered) == 0
