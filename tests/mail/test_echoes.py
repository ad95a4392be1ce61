"""Our own mails come back, whole and unquoted: nothing is done, and one friendly answer is the most (P4).

Everything that is told is looked at. A kind of notice, or an answer, of which `gallery` has no sample fails.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hosting.games import GAMES
from hosting.mail.asking.grammar import HostGrammar
from hosting.mail.reading.reader import read_text
from hosting.mail.sending.outgoing import WrittenMail
from hosting.mail.writing.letters import write
from hosting.mail.writing.templates import FOLDER
from hosting.matches.models import Notice
from hosting.now import now
from hosting.rules.commands import GameGrammar
from hosting.rules.lines import Grammar, Sort
from hosting.rules.speaking import host_word
from tests.mail import echoes
from tests.mail.gallery import LANGUAGES, whole

pytestmark = pytest.mark.django_db(transaction=True)

every_game = pytest.mark.parametrize("slug", sorted(GAMES))

INCLUDED = re.compile(r'{%-? *(?:include|import|from) *"([^"]+)"')
SEEN: dict[str, set[str]] = {}
"""What the test before has met of each game, so that it need not be brought about again."""

ROUNDS = 8
"""How often a program sends back what it is sent, each time."""


def name_of(notice: Notice) -> str:
    """Say what a notice is."""
    code = notice.submission.outcome.get("code", "") if notice.submission else ""
    return f"{notice.kind} {code}".strip()


def written(slug: str) -> Iterator[tuple[Notice, str, WrittenMail]]:
    """Every notice of a game as it is written in every language, one before the next comes about."""
    for notice in echoes.all_notices(slug):
        for language in LANGUAGES:
            if notice.player is not None:
                notice.player.language = language
            yield notice, language, write(notice, now())


def told() -> set[str]:
    """Name what there is to tell: the templates of notices and answers that no other one includes."""
    files = [*FOLDER.glob("*.txt"), *FOLDER.glob("answers/*.txt")]
    parts = {part for file in files for part in INCLUDED.findall(file.read_text("utf-8"))}
    kinds = {str(kind) for kind in Notice.Kind}
    answers = {f"answer {code}" for code in codes(FOLDER / "answers", parts)}
    return answers | {file.stem for file in files if file.stem in kinds} | {"sign_in"}


def codes(folder: Path, parts: set[str]) -> set[str]:
    """Name the outcomes that have an answer of their own."""
    return {file.stem for file in folder.glob("*.txt") if f"answers/{file.name}" not in parts}


def players_of(notice: Notice) -> list[str]:
    """The names at the table of a notice."""
    return [seat.name for seat in notice.match.seats.order_by("number")] if notice.match else []


@every_game
def test_whatever_comes_back_does_nothing_and_is_answered_once_at_most(slug: str) -> None:
    """Each line alone, wrapped anew, and each mail whole; in one, for bringing all about takes longest."""
    in_match, outside = dict[str, str](), dict[str, str]()
    names, wrong, answered = set(), list[str](), 0
    kinds: set[str] = SEEN.setdefault(slug, set())
    sent_back = set()
    with echoes.echoing() as echo:
        for notice, language, mail in written(slug):
            kinds.add(name_of(notice))
            names.update(players_of(notice))
            what = f"{name_of(notice)} {language}"
            seen = in_match if notice.match else outside
            for line in echoes.lines_back(mail.text):
                seen.setdefault(line, what)
            if what not in sent_back:
                sent_back.add(what)
                answers, found = came_of(echo, notice, mail, grammar_of(notice))
                answered += answers
                wrong += [f"{what}: {each}" for each in found]
    grammar = GameGrammar(slug, sorted(names))
    assert [(what, line) for line, what in in_match.items() if is_read(line, grammar)] == []
    assert [(what, line) for line, what in outside.items() if is_read(line, HostGrammar())] == []
    assert wrong == []
    assert answered > len(sent_back)


def grammar_of(notice: Notice) -> Grammar:
    """The words in which a notice is answered: those of its game, or those to the host."""
    return GameGrammar(notice.match.game, players_of(notice)) if notice.match else HostGrammar()


def is_read(line: str, grammar: Grammar) -> bool:
    """Say whether a line alone would be done, as a move or as a word to the host."""
    return grammar.sort(line) is Sort.COMMAND or host_word(line) is not None


def came_of(echo: echoes.Echo, notice: Notice, mail: WrittenMail, grammar: Grammar) -> tuple[int, list[str]]:
    """Send a mail back in every way; give how often that was answered, and what else came of it."""
    answered, wrong = 0, list[str]()
    before = echoes.standing()
    for text in echoes.ways_back(mail.text):
        echoes.remember(notice, mail)
        with echoes.as_if_it_had_not_come(notice):
            came = echo.of(mail, text)
        answered += len(came)
        if (commands := read_text(text, grammar=grammar).lines) != ():
            wrong.append(f"read as {commands}")
        if len(came) > 1:
            wrong.append(f"answered by {[name_of(each) for each in came]}")
    wrong += echoes.differences(before, echoes.standing())
    return answered, wrong


def test_there_is_a_sample_of_everything_that_is_told() -> None:
    for slug in set(GAMES) - set(SEEN):
        SEEN[slug] = {name_of(notice) for notice in echoes.all_notices(slug)}
    assert told() - set().union(*SEEN.values()) == set()


@every_game
def test_a_program_that_sends_back_whatever_comes_is_left_alone_soon(slug: str) -> None:
    match = echoes.a_match(slug)
    notice = whole(Notice.objects.filter(match=match, question__isnull=False).latest("pk"))
    answered = 0
    with echoes.echoing() as echo:
        for _round in range(ROUNDS):
            mail = write(notice, now())
            came = echo.of(mail, mail.text)
            came = [each for each in came if each.kind != Notice.Kind.MODERATORS]
            assert len(came) <= 1
            if came:
                answered += 1
                notice = whole(came[0])
    assert answered < ROUNDS / 2
