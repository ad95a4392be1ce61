"""Answers as our players' mail programs write them: Swedish, Malay, English; top, bottom, between."""

import pytest

from hosting.mail.reading.reader import Kind, Reading, SentLines, read, read_text
from tests.mail.letters import GRAMMAR, MOVES, NOTICE, letter, quoted

HOST = "Postbord <play+token@play.example.org>"

ATTRIBUTIONS = {
    "gmail-en": f"On Mon, 3 Mar 2025 at 10:00, {HOST} wrote:",
    "gmail-en-wrapped": f"On Mon, 3 Mar 2025 at 10:00, {HOST[:10]}\n{HOST[9:]} wrote:",
    "gmail-en-torn": "On Mon, Mar 3, 2025 at 10:00 AM Postbord <\nplay+token@play.example.org> wrote:",
    "gmail-sv": f"Den mån 3 mars 2025 kl 10:00 skrev {HOST}:",
    "gmail-sv-torn": "Den mån 3 mars 2025 kl 10:00 skrev Postbord <\nplay+token@play.example.org>:",
    "gmail-ms": f"Pada Isn, 3 Mac 2025 pada 10:00 PG {HOST} menulis:",
    "gmail-ms-torn": "Pada Isn, 3 Mac 2025 pada 10:00 PG Postbord <\nplay+token@play.example.org> menulis:",
    "gmail-id": f"Pada tanggal Sen, 3 Mar 2025 pukul 10.00 {HOST} menulis:",
    "apple-en": f"On 3 Mar 2025, at 10:00, {HOST} wrote:",
    "apple-sv": f"3 mars 2025 kl. 10:00 skrev {HOST}:",
    "apple-ms": f"Pada 3 Mac 2025, pada 10:00 PG, {HOST} menulis:",
    "thunderbird-en": "On 03/03/2025 10:00, Postbord wrote:",
    "thunderbird-sv": "Den 2025-03-03 kl. 10:00, skrev Postbord:",
    "thunderbird-ms": "Pada 3/3/2025 10:00 PG, Postbord menulis:",
    "yahoo-en": f"On Monday, 3 March 2025 at 10:00:00 GMT+8, {HOST} wrote:",
    "proton-en": f"On Monday, March 3rd, 2025 at 10:00, {HOST} wrote:",
    "iso": f"2025-03-03 10:00 GMT+08:00 {HOST}:",
    "unheard-of": f"{HOST}-k hau idatzi du (2025 mar. 3, 10:00):",
}

HEADERS = {
    "outlook-en": "From: {host}\nSent: Monday, 3 March 2025 10:00\nTo: Anna <anna@x.example>\nSubject: {s}",
    "outlook-sv": "Från: {host}\nSkickat: den 3 mars 2025 10:00\nTill: Anna <anna@x.example>\nÄmne: {s}",
    "outlook-ms": "Daripada: {host}\nDihantar: Isnin, 3 Mac 2025 10:00 PG\nKepada: Anna Berg\nSubjek: {s}",
    "outlook-ms-2": "Dari: {host}\nTarikh: 3 Mac 2025 10:00\nKepada: anna@x.example\nPerkara: {s}",
    "bold": "*From:* {host}\n*Sent:* Monday, 3 March 2025 10:00\n*To:* Anna Berg\n*Subject:* {s}",
    "ruled": "_____________________\nFrån: {host}\nSkickat: 3 mars 2025\nTill: A\nÄmne: {s}",
    "original": "-----Original Message-----\nFrom: {host}\nSent: Monday\nTo: Anna\nSubject: {s}",
    "original-sv": "-----Ursprungligt meddelande-----\nFrån: {host}\nSkickat: måndag\nTill: A\nÄmne: {s}",
    "original-ms": "-------- Mesej asal --------\nDaripada: {host}\nTarikh: 3/3/25\nKepada: A\nSubjek: {s}",
    "samsung": "-------- Original message --------\nFrom: {host}\nDate: 3/3/25 10:00\nTo: Anna\nSubject: {s}",
    "forward-sv": "---------- Vidarebefordrat meddelande ---------\nFrån: {host}\nDate: 3 mars\nSubject: {s}",
    "unheard-of": "Nork: {host}\nNoiz: 2025-03-03 10:00\nNori: Anna\nGaia: {s}",
}


def _header(name: str) -> str:
    return HEADERS[name].format(host=HOST, s="[Postbord 12] Spite & Malice")


def _moves(found: Reading) -> None:
    assert found.kind is Kind.LINES
    assert found.lines == MOVES
    assert found.own == MOVES


@pytest.mark.parametrize("name", ATTRIBUTIONS)
def test_an_answer_above_the_quotation_is_read(name: str) -> None:
    text = "\n".join([*MOVES, "", ATTRIBUTIONS[name], "", quoted()])
    _moves(read(letter(text), grammar=GRAMMAR))


@pytest.mark.parametrize("name", ATTRIBUTIONS)
def test_an_answer_stuck_to_the_attribution_is_read(name: str) -> None:
    text = "\n".join([*MOVES, ATTRIBUTIONS[name], quoted()])
    _moves(read(letter(text), grammar=GRAMMAR))


@pytest.mark.parametrize("name", ATTRIBUTIONS)
def test_an_answer_below_the_quotation_is_read(name: str) -> None:
    text = "\n".join([ATTRIBUTIONS[name], quoted(), "", *MOVES])
    _moves(read(letter(text), grammar=GRAMMAR))


@pytest.mark.parametrize("name", ATTRIBUTIONS)
def test_an_unmarked_quotation_plays_nothing(name: str) -> None:
    notice = NOTICE + "\nPLAY 2C C2\nEND\n"
    _moves(read_text("\n".join([*MOVES, "", ATTRIBUTIONS[name], "", notice]), grammar=GRAMMAR))


@pytest.mark.parametrize("name", HEADERS)
def test_an_answer_above_a_header_block_is_read(name: str) -> None:
    notice = NOTICE + "\nPLAY 2C C2\nEND\n"
    _moves(read(letter("\n".join([*MOVES, "", _header(name), "", notice])), grammar=GRAMMAR))


@pytest.mark.parametrize("name", HEADERS)
def test_an_answer_stuck_to_a_header_block_is_read(name: str) -> None:
    notice = NOTICE + "\nPLAY 2C C2\nEND\n"
    _moves(read(letter("\n".join([*MOVES, _header(name), "", notice])), grammar=GRAMMAR))


@pytest.mark.parametrize("name", HEADERS)
def test_nothing_under_a_header_block_is_the_players_own(name: str) -> None:
    found = read(letter("\n".join([_header(name), "", NOTICE, "PLAY 2C C2", "END"])), grammar=GRAMMAR)
    assert found.kind in {Kind.EMPTY, Kind.FORWARD}
    assert found.lines == ()


@pytest.mark.parametrize(
    "signature",
    [
        "-- \nAnna\nPLAY 2C C2",
        "--\nAnna\nPLAY 2C C2",
        "Sent from my iPhone",
        "Skickat från min iPhone",
        "Hämta Outlook för iOS<https://aka.ms/o0ukef>",
        "Dihantar daripada telefon pintar saya",
        "Get Outlook for Android",
        "________________________________________\nThis mail is confidential.\nPLAY 2C C2",
    ],
)
def test_a_signature_is_not_read(signature: str) -> None:
    text = "\n".join([*MOVES, "", signature, "", ATTRIBUTIONS["gmail-sv"], quoted()])
    _moves(read(letter(text), grammar=GRAMMAR))


def test_answers_between_quoted_lines_are_read() -> None:
    lines = quoted().splitlines()
    text = [
        ATTRIBUTIONS["thunderbird-en"],
        *lines[:12],
        "",
        MOVES[0],
        "",
        *lines[12:14],
        MOVES[1],
        MOVES[2],
        *lines[14:],
    ]
    assert read(letter("\n".join(text)), grammar=GRAMMAR).lines == MOVES


def test_answers_between_quoted_lines_are_read_under_a_greeting() -> None:
    lines = quoted().splitlines()
    text = ["Hi, see below!", "", ATTRIBUTIONS["gmail-en"], *lines[:12], "", *MOVES, "", *lines[12:]]
    found = read(letter("\n".join(text)), grammar=GRAMMAR)
    assert found.lines == MOVES
    assert found.own[0] == "Hi, see below!"


def test_what_stands_below_is_left_alone_when_there_are_commands_on_top() -> None:
    text = [*MOVES, "", ATTRIBUTIONS["gmail-en"], quoted(), "", "PLAY 2C C2"]
    _moves(read(letter("\n".join(text)), grammar=GRAMMAR))


def test_the_torn_off_tail_of_a_quoted_line_is_not_the_players_own() -> None:
    text = [
        ATTRIBUTIONS["gmail-en"],
        "> Answer with numbers or words, each on a line of its own, for instance",
        "PLAY 7H C1",
        "> or discard king to 2.",
    ]
    assert read(letter("\n".join(text)), grammar=GRAMMAR).kind is Kind.EMPTY


def test_what_is_typed_inside_of_the_quotation_is_not_read() -> None:
    text = "\n".join([ATTRIBUTIONS["apple-sv"], "> PLAY 7H C1", "> END", quoted()])
    found = read(letter(text), grammar=GRAMMAR)
    assert (found.kind, found.reason) == (Kind.EMPTY, "only quoted text")


@pytest.mark.parametrize(
    "line", ["Svara ovanför den här raden", "##- Reply above this line -##", "Balas di atas garisan ini"]
)
def test_nothing_under_a_line_that_asks_to_write_above_it_is_read(line: str) -> None:
    _moves(read_text("\n".join([*MOVES, line, "PLAY 2C C2"]), grammar=GRAMMAR))


def test_a_chat_that_names_a_day_is_no_attribution() -> None:
    text = "On Thursday I am away.\nI wrote it down: see you 3 March 2025!\nPLAY 7H C1"
    assert read_text(text, grammar=GRAMMAR).lines == ("PLAY 7H C1",)


def test_a_chat_that_ends_in_a_verb_of_saying_is_no_attribution() -> None:
    found = read_text("PLAY 7H C1\nEND\nI shall be back at 10:30, as I said\nand wrote", grammar=GRAMMAR)
    assert found.own[-1] == "and wrote"


def test_a_line_with_dashes_inside_survives() -> None:
    assert read_text("PLAY 7H C1 -- sorry\nEND", grammar=GRAMMAR).lines == ("PLAY 7H C1 -- sorry", "END")


def test_an_attribution_glued_to_a_sentence_is_cut_off() -> None:
    found = read_text("That was mean. On 3/3/2025, Postbord <a@b.example> wrote: PLAY 2C", grammar=GRAMMAR)
    assert found.own == ("That was mean.",)


def test_a_quotation_with_bars_is_not_read() -> None:
    found = read_text("END\n\n2025/3/3 Postbord <a@b.example>\n\n" + quoted(mark="| "), grammar=GRAMMAR)
    assert found.own == ("END",)


@pytest.mark.parametrize("subject", ["Fwd: [Postbord 12]", "VB: [Postbord 12]", "Re: [Postbord 12]"])
def test_a_notice_passed_on_without_a_word_is_a_forward(subject: str) -> None:
    text = "---------- Forwarded message ---------\n" + _header("outlook-en") + "\n\n" + NOTICE
    assert read(letter(text, subject=subject), grammar=GRAMMAR).kind is Kind.FORWARD


def test_moves_above_a_forwarded_notice_are_read() -> None:
    text = "\n".join(
        [*MOVES, "", "---------- Forwarded message ---------", _header("outlook-en"), "", NOTICE]
    )
    _moves(read(letter(text, subject="Fwd: [Postbord 12]"), grammar=GRAMMAR))


class TestOurOwnNoticeComeBack:
    """An unquoted copy of the notice is recognised by its hashes alone."""

    sent = SentLines.of(NOTICE)

    def test_a_copy_below_the_moves_is_cut(self) -> None:
        _moves(read_text("\n".join([*MOVES, NOTICE]), grammar=GRAMMAR, sent=self.sent))

    def test_a_copy_above_the_moves_is_cut(self) -> None:
        _moves(read_text("\n".join([NOTICE, *MOVES]), grammar=GRAMMAR, sent=self.sent))

    @pytest.mark.parametrize("width", [20, 30, 40, 50, 60, 70, 78, 200])
    def test_a_re_wrapped_copy_is_cut(self, width: int) -> None:
        wrapped = _wrapped(NOTICE, width)
        found = read_text("\n".join([*MOVES, "", wrapped]), grammar=GRAMMAR, sent=self.sent)
        assert found.lines == MOVES
        assert "what can be done" not in " ".join(found.own).lower()

    def test_moves_that_stand_by_themselves_between_its_quoted_lines_are_read(self) -> None:
        quoted = [f"> {line}" for line in NOTICE.splitlines()]
        place = next(n for n, line in enumerate(quoted) if line.startswith("> 1."))
        text = "\n".join([*quoted[: place + 1], "", *MOVES, "", *quoted[place + 1 :]])
        _moves(read_text(text, grammar=GRAMMAR, sent=self.sent))

    def test_a_number_below_a_choice_that_ends_with_it_is_read(self) -> None:
        text = "Your turn.\n\n1. Play 6 to centre stack 1.\n2. Play 5 to centre stack 2; then 6 fits.\n"
        quoted = [f"> {line}" for line in text.splitlines()]
        answer = "\n".join(["On Monday Postbord wrote:", *quoted[:3], "", "1", "", *quoted[3:]])
        assert read_text(answer, grammar=GRAMMAR, sent=SentLines.of(text)).own == ("1",)

    @pytest.mark.parametrize("width", [20, 30, 40, 50, 60])
    def test_the_torn_off_ends_of_its_quoted_lines_are_no_moves(self, width: int) -> None:
        quoted = _wrapped("\n".join(f"> {line}" for line in NOTICE.splitlines()), width)
        assert read_text(quoted, grammar=GRAMMAR, sent=self.sent).lines == ()

    def test_one_line_of_the_notice_may_be_typed_again(self) -> None:
        line = "1. Play 6 from your pay-off pile to centre stack 1."
        assert read_text(line, grammar=GRAMMAR, sent=self.sent).own == (line,)

    def test_the_data_they_are_kept_as_tells_no_word(self) -> None:
        data = self.sent.to_data()
        assert SentLines.from_data(data) == self.sent
        assert all(len(name) == 10 and int(name, 16) >= 0 for names in data.values() for name in names)

    def test_other_text_is_no_copy(self) -> None:
        other = ["Good morning Anna, how are you today?", "It rains here, and the cat sleeps."]
        assert self.sent.copied(other) == [False, False]

    def test_nothing_sent_recognises_nothing(self) -> None:
        assert SentLines().copied(NOTICE.splitlines()) == [False] * len(NOTICE.splitlines())


def _wrapped(text: str, width: int) -> str:
    """Wrap like a careless client: all paragraphs run together."""
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
    return "\n".join([*lines, line])
