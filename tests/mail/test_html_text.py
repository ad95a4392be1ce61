"""HTML to the lines a reader sees."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hosting.mail.reading.html_text import RULE, text_of_html
from hosting.mail.reading.markup import Tag, tokens
from hosting.mail.reading.reader import read_text
from tests.mail.letters import GRAMMAR


def _lines(page: str, *, cited: bool = True) -> list[str]:
    return [line for line in text_of_html(page, cited=cited).split("\n") if line]


@pytest.mark.parametrize(
    "page",
    [
        "<div>PLAY 7</div><div>END</div>",
        "<p>PLAY 7<p>END",
        "PLAY 7<br>END",
        "PLAY 7<br/>END",
        '<div dir="auto">PLAY 7<div dir="auto">END</div></div>',
        "<ul><li>PLAY 7<li>END</ul>",
        "<table><tr><td>PLAY 7</td></tr><tr><td>END</td></tr></table>",
        "<pre>PLAY 7\nEND</pre>",
        "<span>PL</span>AY&nbsp;7<div><b>E</b>ND</div>",
        "<DIV>PLAY&#32;7</DIV>\n\n<DIV>END</DIV>",
        "<html><head><title>x</title><meta charset=utf-8><body>PLAY\n 7<p>END</html>",
        "<!-- x --><![if mso]><div>PLAY 7</div><![endif]><div>END</div>",
        '<o:p class="MsoNormal">PLAY 7</o:p><br>END',
        "<script>if (a < b) x()</script>PLAY 7<style>p > a {}</style><br>END",
        '<div title="a > b">PLAY 7</div><div>END</div>',
    ],
)
def test_markup_of_all_kinds_gives_the_same_two_lines(page: str) -> None:
    assert _lines(page) == ["PLAY 7", "END"]


@pytest.mark.parametrize(
    "way",
    [
        'style="display:none"',
        'STYLE="DISPLAY : NONE"',
        "style='visibility: hidden;'",
        "style=font-size:0",
        'style="color:red; max-height: 0px; overflow:hidden"',
        'style="mso-hide:all"',
        'style="opacity:0"',
        "hidden",
        "hidden=hidden",
    ],
)
def test_what_a_reader_cannot_see_is_not_read(way: str) -> None:
    assert _lines(f"<div {way}>PLAY 9<p>PLAY 8</p></div><div>END</div>") == ["END"]


@pytest.mark.parametrize("style", ["font-size:0.9em", "max-height:0.5em", "opacity:0.5", "display:block"])
def test_what_a_reader_can_see_is_read(style: str) -> None:
    assert _lines(f'<p style="{style}">END</p>') == ["END"]


def test_what_is_too_deep_to_be_kept_track_of_is_not_read() -> None:
    assert _lines("<div>" * 250 + "PLAY 9" + "</div>" * 250 + "END") == ["END"]


def test_a_citation_is_marked_when_its_markup_says_so() -> None:
    inner = '<blockquote class="gmail_quote">older<br>x</blockquote>'
    page = f'<p>END</p><blockquote type="cite"><p>old</p>{inner}</blockquote>'
    assert _lines(page) == ["END", "> old", ">> older", ">> x"]
    assert _lines(page, cited=False) == ["END", "old", "older", "x"]


def test_a_block_of_quotation_that_says_nothing_of_itself_is_one() -> None:
    assert _lines("<p>END</p><blockquote>old</blockquote>") == ["END", "> old"]
    assert read_text("<blockquote>END</blockquote>", grammar=GRAMMAR, html=True).lines == ("END",)


def test_an_indented_paragraph_is_no_citation() -> None:
    assert _lines('<blockquote style="margin:0 0 0 40px"><div>END</div></blockquote>') == ["END"]


def test_a_rule_becomes_a_line() -> None:
    assert _lines("a<hr>b") == ["a", RULE, "b"]


def test_a_bracket_that_begins_no_tag_is_text() -> None:
    assert _lines("3 < 4 and <3") == ["3 < 4 and <3"]


def test_a_number_of_thousands_of_digits_is_left_as_it_is() -> None:
    assert text_of_html("&#" + "9" * 5000 + ";").startswith("&#999")


def test_attributes_are_told_in_lower_case() -> None:
    assert list(tokens('<P Class="A b" type=Cite x=1 hidden>')) == [
        Tag("p", attributes={"class": "a b", "type": "cite", "hidden": ""})
    ]


@given(st.text(alphabet="<>/!-ab\"'= &#;\n", max_size=300))
def test_nothing_in_markup_raises(page: str) -> None:
    text_of_html(page)
