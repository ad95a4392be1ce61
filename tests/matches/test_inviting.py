import datetime as dt

import pytest

from hosting.matches import inviting, opening
from hosting.matches.inviting import CannotInvite, invite
from hosting.matches.models import Invitation, Match, Notice
from hosting.now import now, travel
from hosting.players.addresses import add_verified
from hosting.players.models import AddressHealth, NeverAgain, Player
from tests import people
from tests.table import DAY, GAME

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]

FRIEND = "friend@other.example.org"


def open_match(**options: int) -> Match:
    return opening.open_match(people.anna(), game=GAME, options=dict(options))


def why_not(match: Match, by: Player, address: str) -> str:
    with pytest.raises(CannotInvite) as refusal:
        invite(match, by, address)
    return refusal.value.code


def test_an_invitation_writes_one_mail_to_the_address_in_its_one_form() -> None:
    found = invite(open_match(), people.anna(), " Friend@Other.EXAMPLE.org ")
    assert (found.address, found.state) == (FRIEND, "sent")
    notice = Notice.objects.get(kind="invitation")
    assert (notice.address, notice.player, notice.data["invitation"]) == (FRIEND, None, found.pk)


def test_nobody_is_invited_twice_to_one_match() -> None:
    match = open_match()
    invite(match, people.anna(), FRIEND)
    assert why_not(match, people.anna(), FRIEND.upper()) == "refused"
    invite(open_match(), people.anna(), FRIEND)
    assert Notice.objects.filter(kind="invitation").count() == 2


def test_a_player_sends_five_invitations_a_day_and_an_address_gets_three() -> None:
    for number in range(inviting.MOST_A_DAY):
        invite(open_match(), people.anna(), f"friend{number}@other.example.org")
    assert why_not(open_match(), people.anna(), FRIEND) == "too_many"
    for _ in range(inviting.MOST_TO_ONE):
        invite(opening.open_match(people.ben(), game=GAME), people.ben(), FRIEND)
    assert why_not(opening.open_match(people.ben(), game=GAME), people.ben(), FRIEND) == "refused"
    with travel(DAY + dt.timedelta(minutes=1)):
        invite(open_match(), people.anna(), FRIEND)


def test_who_wants_none_gets_none_and_the_words_for_it_are_those_of_any_refusal() -> None:
    invite(open_match(), people.anna(), FRIEND)
    inviting.never_again(FRIEND)
    assert why_not(open_match(), people.anna(), FRIEND) == "refused"
    AddressHealth.objects.create(address="gone@other.example.org", is_dead=True)
    assert why_not(open_match(), people.anna(), "gone@other.example.org") == "refused"
    assert Invitation.objects.get().state == "declined"


def test_of_who_wants_none_only_a_keyed_hash_is_kept() -> None:
    inviting.never_again(FRIEND)
    inviting.never_again(FRIEND)
    assert "friend" not in NeverAgain.objects.get().mark


def test_the_link_of_an_invitation_is_signed() -> None:
    invite(open_match(), people.anna(), FRIEND)
    token = inviting.never_token(Notice.objects.get(kind="invitation"))
    assert inviting.address_of(token) == FRIEND
    assert inviting.address_of("1" + token) is None
    assert inviting.address_of("12:aaaa") is None


@pytest.mark.parametrize(
    "address", ["", "friend", "a b@other.example.org", "a@b", "x" * 250 + "@other.example.org"]
)
def test_what_is_no_address_is_told_as_such(address: str) -> None:
    assert why_not(open_match(), people.anna(), address) == "no_address"


def test_only_who_sits_at_an_open_table_and_has_proved_his_address_invites() -> None:
    match = open_match()
    assert why_not(match, people.ben(), FRIEND) == "not_seated"
    assert why_not(match, people.anna(), people.anna().email) == "own"
    unproved = Player.objects.create_user("eve@mail.example.org", "Eve")
    assert why_not(opening.open_match(unproved, game=GAME), unproved, FRIEND) == "no_account"
    opening.join(match, people.ben())
    assert why_not(match, people.anna(), FRIEND) == "not_open"


def test_a_known_address_is_written_to_as_an_unknown_one_is() -> None:
    match = open_match()
    add_verified(people.ben(), "ben.at.work@other.example.org")
    invite(match, people.anna(), "ben.at.work@other.example.org")
    assert [found.match for found in inviting.open_to(people.ben())] == [match]
    assert inviting.open_to(people.cilla()) == []


def test_the_seat_taken_accepts_the_invitation_and_the_start_lets_the_others_lapse() -> None:
    match = open_match()
    invite(match, people.anna(), people.ben().email)
    invite(match, people.anna(), people.cilla().email)
    opening.join(match, people.ben())
    assert list(Invitation.objects.order_by("pk").values_list("state", flat=True)) == ["accepted", "lapsed"]
    assert inviting.open_to(people.cilla()) == []


def test_a_match_called_off_takes_its_invitations_along() -> None:
    match = open_match()
    invite(match, people.anna(), FRIEND)
    opening.cancel(match, people.anna())
    assert Invitation.objects.get().state == "lapsed"
    other = open_match()
    invite(other, people.anna(), FRIEND)
    with travel(opening.LAPSE + DAY):
        opening.lapse(now())
    assert set(Invitation.objects.values_list("state", flat=True)) == {"lapsed"}


def test_a_declined_invitation_stays_declined() -> None:
    found = invite(open_match(), people.anna(), FRIEND)
    assert inviting.decline(found)
    assert not inviting.decline(found)
