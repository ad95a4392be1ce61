"""The visible text of an HTML mail, line by line as a reader sees it; nothing is run, fetched or trusted.

Only what a reader cannot see is dropped (styles, scripts, hidden elements, so that no move hides in a mail
that a person forwards unseen). Quotations are not cut here: clients put whole new texts into what they call
a quotation. Where markup says plainly that it cites, the lines get a ">" as in plain text, and the rules
for text decide.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Final

from hosting.mail.reading.decoding import MOST_TEXT
from hosting.mail.reading.markup import Tag, tokens

MOST_HTML: Final = 256 * 1024
"""Characters of HTML that are looked at: style sheets come first and are long."""

MOST_TOKENS: Final = 10_000
"""Tags and texts that are looked at; a long page has half as many."""

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


class _Reader:
    """Goes through a page and keeps the lines that a reader sees."""

    def __init__(self, *, cited: bool) -> None:
        self.lines = [""]
        self.size = 0
        self.cited = cited
        self.open: list[tuple[str, bool, bool]] = []  # tag, hides its content, cites
        self.names: Counter[str] = Counter()
        self.hidden = 0
        self.citing = 0
        self.literal = 0

    def begin(self, tag: Tag) -> None:
        """Take a tag that opens an element."""
        name = tag.name
        if name == "br":
            self._break(force=True)
        if name in _BLOCKS:
            self._break()
        if name == "hr":
            self.text(RULE)
            self._break()
        if name in ("td", "th"):
            self.text(" ")
        if name in _VOID:
            return
        if name in _SELF_CLOSING and self.open and self.open[-1][0] == name:
            self._close()
        hides = name in _UNSEEN or _hides(tag.attributes) or len(self.open) >= DEEPEST
        cites = self.cited and name == "blockquote" and _cites(tag.attributes)
        self.open.append((name, hides, cites))
        self._count(1, hides=hides, cites=cites, name=name)

    def end(self, name: str) -> None:
        """Take a tag that closes an element, and with it whatever was left open inside."""
        if name in _BLOCKS:
            self._break()
        if self.names[name]:
            while self._close() != name:
                pass

    def text(self, data: str) -> None:
        """Take text, with white space folded unless it is preformatted."""
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
        words = " ".join(data.split())
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
        name, hides, cites = self.open.pop()
        self._count(-1, hides=hides, cites=cites, name=name)
        return name

    def _count(self, by: int, *, hides: bool, cites: bool, name: str) -> None:
        self.names[name] += by
        self.hidden += by if hides else 0
        self.citing += by if cites else 0
        self.literal += by if name == "pre" else 0


def _hides(given: dict[str, str]) -> bool:
    style = "".join(given.get("style", "").split()) + ";"
    return "hidden" in given or any(way in style for way in _HIDING)


def _cites(given: dict[str, str]) -> bool:
    """Say whether a blockquote cites: when its markup says so, or says nothing at all.

    Whoever only indents gives it a style. A bare one is a quotation in every public mail that has one.
    """
    return not given or given.get("type") == "cite" or any(name in given.get("class", "") for name in _CITING)


def text_of_html(html: str, *, cited: bool = True) -> str:
    """Return the visible text; with `cited`, lines of what the markup calls a citation begin with ">"."""
    reader = _Reader(cited=cited)
    for token in islice(tokens(html[:MOST_HTML]), MOST_TOKENS):
        if isinstance(token, str):
            reader.text(token)
        elif token.closes:
            reader.end(token.name)
        else:
            reader.begin(token)
    return "\n".join(line.rstrip() for line in reader.lines)
