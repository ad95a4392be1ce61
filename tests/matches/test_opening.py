import pytest

from hosting.matches import opening, queries, seeds
from hosting.matches.models import Match, Seat, Seed
from hosting.now import now, travel
from hosting.players.models import Player
from hosting.rules.errors import BadOption
from tests import people, table
from tests.table import DAY, GAME

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def test_the_last_seat_taken_starts_the_match() -> None:
    match = opening.open_match(people.anna(), game=GAME)
    assert match.state == "open"
    opening.join(match, people.ben())
    match.refresh_from_db()
    assert match.state == "playing"
    assert table.on_turn(match).deadline_at


def test_the_seed_is_committed_to_before_anybody_joins_and_kept_closed() -> None:
    match = opening.open_match(people.anna(), game=GAME)
    assert len(match.commitment) == 64
    seed = Seed.objects.get(match=match)
    assert seeds.master_of(match.pk) not in bytes(seed.sealed)
    assert seeds.master_of(match.pk).hex() not in f"{seed!r} {seed}"


def test_nobody_joins_twice_or_where_there_is_no_seat() -> None:
    match = opening.open_match(people.anna(), game=GAME)
    with pytest.raises(opening.CannotJoin, match="already_in"):
        opening.join(match, people.anna())
    opening.join(match, people.ben())
    with pytest.raises(opening.CannotJoin, match="full"):
        opening.join(match, people.cilla())


def test_only_its_creator_cancels_a_match_and_only_before_the_start() -> None:
    match = opening.open_match(people.anna(), game=GAME)
    with pytest.raises(opening.CannotCancel):
        opening.cancel(match, people.ben())
    opening.cancel(match, people.anna())
    with pytest.raises(opening.CannotJoin, match="not_open"):
        opening.join(match, people.ben())


def test_a_match_that_nobody_joins_lapses_after_thirty_days() -> None:
    match = opening.open_match(people.anna(), game=GAME)
    with travel(DAY * 29):
        assert opening.lapse(now()) == 0
    with travel(DAY * 31):
        assert opening.lapse(now()) == 1
    match.refresh_from_db()
    assert match.state == "cancelled"


def test_options_beyond_their_limits_are_refused_and_nothing_is_made() -> None:
    with pytest.raises(BadOption):
        opening.open_match(people.anna(), game=GAME, options={"target": 0})
    assert not Match.objects.exists()


def test_two_players_of_one_name_are_told_apart_at_the_table() -> None:
    match = opening.open_match(people.anna(), game=GAME)
    other = Player.objects.create_user("other@mail.example.org", "ÁNNA")
    opening.join(match, other)
    assert list(Seat.objects.filter(match=match).values_list("name", flat=True)) == ["Anna", "ÁNNA 2"]


def test_a_player_named_like_a_word_of_the_game_gets_a_number() -> None:
    assert opening.table_names(GAME, ["Help", "Ben"]) == ["Help 2", "Ben"]


def test_a_match_against_a_bot_starts_at_once() -> None:
    match = opening.open_match(people.anna(), game=GAME, bot="greedy")
    assert match.state == "playing"
    assert Seat.objects.get(match=match, number=1).bot == "greedy"


def test_the_record_shows_keys_of_ended_deals_only_and_the_seed_after_the_end_only() -> None:
    match = table.a_match()
    record = queries.record(match)
    assert record["deals"] == []
    assert record["master"] is None
    assert record["words"] == ["lycka", "tuah"]


def test_some_seats_may_be_given_to_bots_beside_people() -> None:
    match = opening.open_match(people.anna(), game="wicked-christmas", seats=4, bot="greedy", bot_seats=2)
    assert match.state == "open"
    opening.join(match, people.ben())
    match.refresh_from_db()
    assert match.state == "playing"
    assert [seat.bot for seat in match.seats.order_by("number")] == ["", "", "greedy", "greedy"]


@pytest.mark.parametrize("number", [-1, 4])
def test_no_more_seats_are_given_to_bots_than_there_are(number: int) -> None:
    with pytest.raises(ValueError, match="cannot be given to bots"):
        opening.open_match(people.anna(), game="wicked-christmas", seats=4, bot="greedy", bot_seats=number)
