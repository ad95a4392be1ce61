"""The rule for a player's lines: commands, chatter, slips."""

from hypothesis import given
from hypothesis import strategies as st

from hosting.rules.lines import MOST_COMMANDS, Picked, Sort, pick


class Marked:
    """A grammar for these tests: ! begins a command, ? a slip, all else is chatter."""

    def sort(self, line: str) -> Sort:
        return {"!": Sort.COMMAND, "?": Sort.UNCLEAR}.get(line[0], Sort.CHATTER)


def picked(*lines: str) -> Picked:
    return pick(lines, Marked())


def test_commands_are_taken_in_the_order_written() -> None:
    assert picked("!b", "!a", "!b") == Picked(commands=("!b", "!a", "!b"))


def test_lines_are_trimmed_and_blank_lines_do_not_end_the_commands() -> None:
    assert picked("", "  !a ", " ", "\t", "!b\n") == Picked(commands=("!a", "!b"))


def test_chatter_before_the_first_command_is_skipped() -> None:
    assert picked("Hello Ben,", "how are you?", "!a") == Picked(commands=("!a",))


def test_chatter_after_the_commands_ends_them() -> None:
    assert picked("!a", "!b", "Cheers,", "Anna") == Picked(commands=("!a", "!b"))


def test_commands_beyond_chatter_are_named_and_nothing_is_to_be_applied() -> None:
    found = picked("!a", "hm, no, rather", "!b")
    assert found == Picked(commands=("!a",), beyond=("!b",))
    assert found.doubtful


def test_a_slip_before_a_command_stops_everything() -> None:
    found = picked("Hello", "?plya", "!a")
    assert found == Picked(commands=("!a",), unclear=("?plya",))
    assert found.doubtful


def test_a_slip_between_commands_stops_everything() -> None:
    assert picked("!a", "?plya", "!b") == Picked(commands=("!a", "!b"), unclear=("?plya",))


def test_slips_after_the_last_command_are_left_aside() -> None:
    found = picked("!a", "?x", "Cheers", "?y")
    assert found == Picked(commands=("!a",), aside=("?x", "?y"))
    assert not found.doubtful


def test_a_slip_between_the_block_and_commands_beyond_it_is_between_commands() -> None:
    assert picked("!a", "chat", "?x", "!b") == Picked(commands=("!a",), unclear=("?x",), beyond=("!b",))


def test_slips_alone_are_unclear_and_not_aside() -> None:
    assert picked("Hello", "?plya") == Picked(unclear=("?plya",))


def test_chatter_alone_gives_nothing_and_is_no_doubt() -> None:
    assert picked("Hello", "thanks") == Picked()
    assert not picked("Hello").doubtful


def test_twenty_commands_are_fine() -> None:
    assert not picked(*["!a"] * MOST_COMMANDS).too_many


def test_more_than_twenty_commands_are_too_many_also_when_chatter_parts_them() -> None:
    assert picked(*["!a"] * (MOST_COMMANDS + 1)).too_many
    assert picked(*["!a"] * 15, "chat", *["!a"] * 15).too_many


@given(st.lists(st.sampled_from(["!a", "!b", "?x", "?y", "chat", ""])))
def test_every_command_and_every_slip_is_reported_exactly_once(lines: list[str]) -> None:
    found = pick(lines, Marked())
    commands = [line for line in lines if line.startswith("!")]
    slips = [line for line in lines if line.startswith("?")]
    assert [*found.commands, *found.beyond] == commands
    assert [*found.unclear, *found.aside] == slips
