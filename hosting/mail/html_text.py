"""The visible text of an HTML mail, line by line as a reader sees it; nothing is run, fetched or trusted.

Only what a reader cannot see is dropped (styles, scripts, hidden elements, so that no move hides in a mail
that a person forwards unseen). Quotations are not cut here: clients put whole new texts into what they call
a quotation. Where markup says plainly that it cites, the lines get a ">" as in plain text, and the rules
for text decide.
"""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Final

from hosting.mail.decoding import MOST_TEXT

MOST_HTML: Final = 512 * 1024
"""Characters of HTML that are looked at: style sheets come first and are long."""

DEEPEST: Final = 200
"""Open elements that are kept track of; what stands deeper is not read."""

RULE: Final = "_" * 32
"""What a horizontal rule becomes; some clients part the quotation by nothing else."""

_BLOCKS = frozenset(
    {
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figure",
    }
    | {
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "html",
        "li",
        "main",
        "nav",
        "ol",
        "p",
    }
    | {"pre", "section", "table", "tbody", "tfoot", "thead", "tr", "ul"}
)
_UNSEEN = frozenset({"style", "script", "title", "template", "svg", "math", "select"})
_SELF_CLOSING = frozenset({"p", "li", "td", "th", "tr", "dt", "dd", "option"})
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
_CITING = ("gmail_quote", "moz-cite", "protonmail_quote", "yahoo_quoted", "zmail_extra")
_HIDING = (
    "display:none",
    "visibility:hidden",
    "font-size:0;",
    "font-size:0px",
    "font-size:0pt",
    "max-height:0;",
    "max-height:0px",
    "opacity:0;",
    "mso-hide:all",
)


class _Reader(HTMLParser):
    def __init__(self, *, cited: bool) -> None:
        super().__init__(convert_charrefs=True)
        self.lines = [""]
        self.size = 0
        self.cited = cited
        self.open: list[tuple[str, bool, bool]] = []  # tag, hides its content, cites
        self.hidden = 0
        self.citing = 0
        self.literal = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "br":
            self._break(force=True)
            return
        if tag in _BLOCKS:
            self._break()
        if tag == "hr" and not self.hidden:
            self.handle_data(RULE)
            self._break()
        if tag in ("td", "th"):
            self.handle_data(" ")
        if tag in _VOID:
            return
        if tag in _SELF_CLOSING and self.open and self.open[-1][0] == tag:
            self._close()
        given = {name: value or "" for name, value in attrs}
        hides = tag in _UNSEEN or _hides(given) or len(self.open) >= DEEPEST
        cites = self.cited and tag == "blockquote" and _cites(given)
        self.open.append((tag, hides, cites))
        self._count(1, hides=hides, cites=cites, tag=tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in _BLOCKS:
            self._break()
        if not any(name == tag for name, _, _ in self.open):
            return
        while self._close() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.hidden or self.size > MOST_TEXT:
            return
        self.size += len(data)
        if self.literal:
            first, *others = data.split("\n")
            self._add(first)
            for line in others:
                self._break(force=True)
                self._add(line)
            return
        words = " ".join(data.split(None) if "\xa0" not in data else data.replace("\xa0", " ").split(None))
        glue_before = " " if data[:1].isspace() and self.lines[-1] else ""
        glue_after = " " if words and data[-1:].isspace() else ""
        self._add(glue_before + words + glue_after)

    def _add(self, text: str) -> None:
        line = self.lines[-1]
        if text and not line and self.citing:
            line = ">" * min(self.citing, 9) + " "
        self.lines[-1] = line[:-1] + text if line.endswith(" ") and text.startswith(" ") else line + text

    def _break(self, *, force: bool = False) -> None:
        if self.hidden:
            return
        if force and not self.lines[-1] and self.citing:
            self.lines[-1] = ">"
        if force or self.lines[-1].strip():
            self.lines.append("")
            self.size += 1

    def _close(self) -> str:
        tag, hides, cites = self.open.pop()
        self._count(-1, hides=hides, cites=cites, tag=tag)
        return tag

    def _count(self, by: int, *, hides: bool, cites: bool, tag: str) -> None:
        self.hidden += by if hides else 0
        self.citing += by if cites else 0
        self.literal += by if tag == "pre" else 0


def _hides(given: dict[str, str]) -> bool:
    style = "".join(given.get("style", "").lower().split()) + ";"
    return "hidden" in given or any(way in style for way in _HIDING)


def _cites(given: dict[str, str]) -> bool:
    names = given.get("class", "").lower()
    return given.get("type", "").lower() == "cite" or any(name in names for name in _CITING)


def text_of_html(html: str, *, cited: bool = True) -> str:
    """Return the visible text; with `cited`, lines of what the markup calls a citation begin with ">"."""
    reader = _Reader(cited=cited)
    reader.feed(html[:MOST_HTML])
    reader.close()
    return "\n".join(line.rstrip() for line in reader.lines)
