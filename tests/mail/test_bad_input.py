"""Odd and hostile mails, each of which some mail system once stumbled over."""

import base64

import pytest

from hosting.mail.reading.reader import Kind, read, read_text
from tests.mail.letters import GRAMMAR, MOVES, letter, parts, quoted

TEXT = "\n".join(MOVES)
PLAIN = "Content-Type: text/plain; charset=utf-8"
PAGE = "Content-Type: text/html; charset=utf-8"


def _lines(raw: bytes) -> tuple[str, ...]:
    found = read(raw, grammar=GRAMMAR)
    assert found.kind is Kind.LINES, (found.kind, found.reason)
    return found.lines


@pytest.mark.parametrize(
    "field", ["Message-ID:", "Message-ID: <[abc@x]>", "Message-ID: <>", "Message-ID: x y", "X: y"]
)
def test_a_mail_without_a_proper_id_is_read(field: str) -> None:
    raw = letter(TEXT).replace(b"Message-ID: <a1@mail.example.org>", field.encode())
    assert _lines(raw) == MOVES


@pytest.mark.parametrize(
    ("sender", "addresses"),
    [
        ("Anna <anna@mail.example.org>", ("anna@mail.example.org",)),
        ("anna@mail.example.org", ("anna@mail.example.org",)),
        ('"Berg, Anna (home)" <anna@mail.example.org>', ("anna@mail.example.org",)),
        ('"ben@mail.example.org" <anna@mail.example.org>', ("anna@mail.example.org",)),
        ("=?utf-8?q?=C3=85sa?= <asa@mail.example.org>", ("asa@mail.example.org",)),
        ("Åsa <åsa@mail.example.org>", ("åsa@mail.example.org",)),
        ("a@x.example, b@y.example", ("a@x.example", "b@y.example")),
        ("Friends: a@x.example, b@y.example;", ()),
        ("undisclosed-recipients:;", ()),
        ("", ()),
        ("Anna", ()),
        ("<>", ()),
        ("alice@example.org)bob@evil.example", ()),
        ("alice@example.org(x)bob@evil.example", ()),
        ("alice@example.org <bob@evil.example> <alice@example.org>", ()),
        ('"alice"@example.org', ()),
        ("(((((" * 1000, ()),
        ("<" * 5000, ()),
        ("Anna <anna@mail.example.org", ()),
        ('"Anna <anna@mail.example.org>', ()),
    ],
)
def test_the_sender_is_told_exactly_or_not_at_all(sender: str, addresses: tuple[str, ...]) -> None:
    assert read(letter(TEXT, sender=sender), grammar=GRAMMAR).from_addresses == addresses


def test_two_from_fields_give_both_addresses() -> None:
    raw = letter(TEXT, "From: ben@mail.example.org")
    assert read(raw, grammar=GRAMMAR).from_addresses == ("ben@mail.example.org", "anna@mail.example.org")


def test_no_from_field_gives_no_address() -> None:
    raw = letter(TEXT).replace(b"From: Anna Berg <anna@mail.example.org>", b"X: y")
    assert read(raw, grammar=GRAMMAR).from_addresses == ()


def test_reply_to_is_no_sender() -> None:
    found = read(letter(TEXT, "Reply-To: ben@mail.example.org"), grammar=GRAMMAR)
    assert found.from_addresses == ("anna@mail.example.org",)


def test_verdicts_are_handed_on_topmost_first() -> None:
    raw = letter(
        TEXT, "Authentication-Results: mx.example; dmarc=fail", "Authentication-Results: evil; dmarc=pass"
    )
    found = read(raw, grammar=GRAMMAR)
    assert found.auth_results == ("mx.example; dmarc=fail", "evil; dmarc=pass")


def test_ids_are_found_whatever_parts_them() -> None:
    raw = letter(TEXT, "References: <a@x>,<b@y>\r\n\t<c@z> <a@x>")
    assert read(raw, grammar=GRAMMAR).references == ("a@x", "b@y", "c@z", "n12@play.example.org")


def test_addresses_it_was_sent_to_are_collected_from_all_fields() -> None:
    raw = letter(
        TEXT,
        "Delivered-To: one@play.example.org",
        'Cc: "Ben" <ben@mail.example.org>',
        "X-Original-To: two@x.example",
    )
    assert read(raw, grammar=GRAMMAR).recipients == (
        "play+token@play.example.org",
        "ben@mail.example.org",
        "one@play.example.org",
        "two@x.example",
    )


def test_a_subject_with_an_encoded_line_break_is_one_line() -> None:
    found = read(letter(TEXT, subject="=?utf-8?q?hi=0D=0ABcc:_evil@x.example?="), grammar=GRAMMAR)
    assert found.subject == "hi Bcc: evil@x.example"
    assert found.lines == MOVES


@pytest.mark.parametrize(
    "subject", ["=?bogus?q?hi?=", "=?utf-8?b?###?=", "=?utf-8?x?a?=", "=?idna?b?aGk=?=", "\x00\x07"]
)
def test_a_broken_subject_does_no_harm(subject: str) -> None:
    assert _lines(letter(TEXT, subject=subject)) == MOVES


@pytest.mark.parametrize(
    "date", ["Thu, 01 Jan 1970 00:00:00 +0000", "Fri, 31 Dec 99999 25:61:00 +9999", "yesterday", ""]
)
def test_the_date_says_nothing(date: str) -> None:
    assert _lines(letter(TEXT, f"Date: {date}")) == MOVES


@pytest.mark.parametrize(
    "given", ["garbage", "text", "/", "text/plain; charset", "multipart/mixed", "text/plain;;;=;"]
)
def test_a_content_type_that_makes_no_sense_is_plain_text(given: str) -> None:
    assert _lines(letter(TEXT, content_type=given)) == MOVES


@pytest.mark.parametrize(
    "charset", ["x-bogus", "hex", "idna", "utf\x008", "unicode_escape", "punycode", "undefined", '""']
)
def test_an_unknown_charset_is_guessed(charset: str) -> None:
    assert _lines(letter(TEXT, content_type=f"text/plain; charset={charset}")) == MOVES


def test_bytes_that_are_not_what_their_label_says_are_read_as_windows_1252() -> None:
    found = read(letter("END\nHälsningar, Åke".encode("cp1252")), grammar=GRAMMAR)
    assert found.own == ("END", "Hälsningar, Åke")


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("base64", base64.b64encode(TEXT.encode()).decode()),
        ("base64", base64.b64encode(TEXT.encode()).decode().rstrip("=") + "\n\n*** scanned ***"[:4]),
        ("quoted-printable", TEXT.replace("7H", "7=\r\nH").replace("END", "E=4ED=20")),
        ("quoted-printable", TEXT + "\n=ZZ="),
        ("8bit", TEXT),
        ("bogus", TEXT),
        ("x-uuencode", "begin 644 t\n#4$Q!\n`\nend\n"),
    ],
)
def test_transfer_encodings_are_undone_as_far_as_they_go(encoding: str, body: str) -> None:
    found = read(letter(body, f"Content-Transfer-Encoding: {encoding}"), grammar=GRAMMAR)
    assert found.kind is Kind.LINES
    assert found.own[0].startswith("PLA")


def test_more_header_than_64_kib_is_broken() -> None:
    assert read(letter(TEXT, "X: " + "a" * 70_000), grammar=GRAMMAR).kind is Kind.BROKEN


def test_more_than_500_headers_are_broken() -> None:
    assert read(letter(TEXT, *["X: y"] * 501), grammar=GRAMMAR).kind is Kind.BROKEN


def test_more_than_100_parts_are_broken() -> None:
    assert read(parts(*[(PLAIN, "x")] * 101), grammar=GRAMMAR).kind is Kind.BROKEN
    assert read(parts(*[(PLAIN, "x")] * 90), grammar=GRAMMAR).kind is Kind.LINES


@pytest.mark.parametrize("depth", [21, 1000])
def test_deep_nesting_is_broken(depth: int) -> None:
    multi = letter("", content_type='multipart/mixed; boundary="e0"') + b"".join(
        b'--e%d\r\nContent-Type: multipart/mixed; boundary="e%d"\r\n\r\n' % (level, level + 1)
        for level in range(depth)
    )
    assert read(multi, grammar=GRAMMAR).kind is Kind.BROKEN
    mails = b"Content-Type: message/rfc822\r\n\r\n" * depth + TEXT.encode()
    assert read(mails, grammar=GRAMMAR).kind is Kind.BROKEN


def test_ten_levels_are_read() -> None:
    raw = letter("", content_type='multipart/mixed; boundary="e0"') + b"".join(
        b'--e%d\r\nContent-Type: multipart/mixed; boundary="e%d"\r\n\r\n' % (level, level + 1)
        for level in range(10)
    )
    assert _lines(raw + b"--e10\r\n\r\n" + TEXT.encode() + b"\r\n--e10--\r\n") == MOVES


def test_attachments_are_never_read() -> None:
    attached = f'{PLAIN}\r\nContent-Disposition: attachment; filename="move.txt"'
    named = 'Content-Type: text/plain; name="move.txt"'
    found = read(parts((attached, TEXT), (named, TEXT)), grammar=GRAMMAR)
    assert (found.kind, found.reason) == (Kind.EMPTY, "only attachments, which are not opened")


def test_a_winmail_dat_is_not_opened() -> None:
    found = read(parts(('Content-Type: application/ms-tnef; name="winmail.dat"', "x")), grammar=GRAMMAR)
    assert (found.kind, found.reason) == (Kind.EMPTY, "only a winmail.dat, which is not opened")


def test_plain_text_wins_over_html() -> None:
    raw = parts((PLAIN, TEXT), (PAGE, "<p>PLAY 9 C2</p>"), kind="alternative")
    assert _lines(raw) == MOVES
    chat = parts((PLAIN, "Hello there"), (PAGE, "<p>PLAY 9 C2</p>"), kind="alternative")
    assert read(chat, grammar=GRAMMAR).lines == ()


def test_html_alone_is_read() -> None:
    assert _lines(parts((PAGE, "<div>PLAY 7H C1<div>DISCARD KD S2</div><div>END</div></div>"))) == MOVES


def test_hidden_html_is_not_read() -> None:
    page = '<p>END</p><p style="display: none">PLAY 9 C2</p><p hidden>PLAY 9 C2</p><style>PLAY 9</style>'
    assert _lines(parts((PAGE, page))) == ("END",)


def test_text_in_several_parts_is_read_together() -> None:
    image = "Content-Type: image/png\r\nContent-Disposition: inline; filename=a.png"
    assert _lines(parts((PLAIN, "Look at this:"), (image, "iVBO"), (PLAIN, TEXT))) == MOVES


def test_a_mail_inside_of_the_mail_is_not_read() -> None:
    found = read(parts(("Content-Type: message/rfc822", "Subject: x\r\n\r\nPLAY 9 C2")), grammar=GRAMMAR)
    assert found.kind is Kind.FORWARD
    assert _lines(parts((PLAIN, TEXT), ("Content-Type: message/rfc822", "Subject: x\r\n\r\nPLAY 9"))) == MOVES


def test_an_empty_mail_is_empty() -> None:
    assert read(letter(""), grammar=GRAMMAR).kind is Kind.EMPTY
    assert read(b"", grammar=GRAMMAR).kind is Kind.EMPTY
    assert read_text(" \n\t\n", grammar=GRAMMAR).kind is Kind.EMPTY


def test_the_subject_is_never_read_for_commands() -> None:
    assert read(letter("", subject="PLAY 7H C1"), grammar=GRAMMAR).kind is Kind.EMPTY


def test_more_than_twenty_commands_are_too_many() -> None:
    found = read(letter("PLAY 1\n" * 40_000), grammar=GRAMMAR)
    assert (found.kind, found.reason) == (Kind.TOO_MANY, "more than 20 commands")


def test_text_of_ones_own_beyond_what_is_read_is_too_many() -> None:
    found = read(letter("END\n" + "blah\n" * 1000), grammar=GRAMMAR)
    assert (found.kind, found.reason) == (Kind.TOO_MANY, "more text than is read")


def test_a_long_quotation_is_not_too_many() -> None:
    assert _lines(letter(TEXT + "\n\nOn 3 Mar 2025 at 10:00, Postbord wrote:\n" + "> blah\n" * 5000)) == MOVES


def test_control_and_invisible_characters_are_dropped() -> None:
    found = read_text("PL\x00AY\x07 7H\u200b C1\n\ufeffEND\u202e\u00ad", grammar=GRAMMAR)
    assert found.lines == ("PLAY 7H C1", "END")


def test_odd_spaces_are_spaces() -> None:
    assert read_text("PLAY\u00a07H\u2003 C1\t", grammar=GRAMMAR).lines == ("PLAY 7H C1",)


def test_what_looks_like_a_template_stays_what_it_is() -> None:
    text = "{{7*7}} {% raw %} %s {0.__class__}"
    assert read_text(text, grammar=GRAMMAR).own == (text,)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r", "\u2028"])
def test_all_line_ends_end_lines(ending: str) -> None:
    assert read_text(ending.join(MOVES), grammar=GRAMMAR).lines == MOVES


def test_flowed_text_is_joined_per_depth_of_quoting() -> None:
    text = "PLAY 7H \nC1\n DISCARD KD S2\nEND\n-- \nAnna\n> old \n> text\n"
    assert _lines(letter(text, content_type="text/plain; format=flowed")) == MOVES
    joined = letter("PLAY 7 \nH C1\nDISCARD KD S2\nEND", content_type="text/plain; format=flowed; delsp=yes")
    assert _lines(joined) == MOVES


@pytest.mark.parametrize("kind", ["signed; protocol=x; micalg=y", "mixed"])
def test_a_signed_mail_is_read(kind: str) -> None:
    signature = 'Content-Type: application/pgp-signature; name="signature.asc"'
    assert _lines(parts((PLAIN, TEXT), (signature, "-----BEGIN PGP SIGNATURE-----"), kind=kind)) == MOVES


def test_an_inline_signature_is_taken_off() -> None:
    text = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n"
        + TEXT
        + "\n-----BEGIN PGP SIGNATURE-----\n\nPLAY\n"
    )
    assert _lines(letter(text)) == MOVES


@pytest.mark.parametrize(
    "raw",
    [
        parts(("Content-Type: application/pgp-encrypted", "Version: 1"), kind="encrypted"),
        letter("MIAG", content_type="application/pkcs7-mime; smime-type=enveloped-data"),
        letter("MIAG", content_type="application/x-pkcs7-mime; smime-type=signed-data"),
        letter("-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----"),
    ],
)
def test_an_encrypted_mail_is_told_apart(raw: bytes) -> None:
    assert read(raw, grammar=GRAMMAR).kind is Kind.ENCRYPTED


def test_the_line_of_a_mailbox_file_is_skipped() -> None:
    assert _lines(b"From anna@x Mon Mar  3 10:00:00 2025\n" + letter(TEXT)) == MOVES


def test_a_line_gone_astray_among_the_headers_is_skipped() -> None:
    raw = letter(TEXT).replace(b"MIME-Version:", b"stray words here\r\nMIME-Version:")
    assert _lines(raw) == MOVES


def test_a_text_without_any_header_is_read() -> None:
    assert _lines(TEXT.encode()) == MOVES


@pytest.mark.parametrize("mark", [">", ">>", "  >", "> > "])
def test_quoted_moves_are_never_commands(mark: str) -> None:
    assert read_text(quoted(TEXT, mark), grammar=GRAMMAR).lines == ()
