"""Lines by which mail programs lead in what they quote: "On Monday Ben wrote:", header blocks, separators.

Programs write these in every language and wrap them as they please. So an attribution is recognised less by
its words than by its make: it stands right above a quotation, or ends in a colon or a verb of writing, and
names a date, a time or an address. The lists of words are for the cases in which make alone would not do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from hosting.mail.reading.phrases import label_kinds, phrases

LONGEST: Final = 5
"""Lines over which a program may spread one attribution."""

_MOST = 600
_BARE = 2  # words up to which a last line is only the verb, torn off

_ADDRESS = re.compile(r"[^\s@<>]{1,64}@[^\s@<>]{1,64}\.[^\s@<>]{1,64}|\[mailto:")
_TIME = re.compile(r"(?<!\d)\d{1,2}\s?[:.hH]\s?\d{2}(?!\d)")
_DATE = re.compile(
    r"(?<!\d)(?:19|20)\d\d(?!\d)"  # a year
    r"|(?<!\d)\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?!\d)"
    r"|\d{1,2}\u6708\s?\d{1,2}"  # month and day as in Chinese and Japanese
)
_VERBS = frozenset(phrases("verbs"))
_GLUED_VERBS = phrases("glued_verbs")
_OPENERS = frozenset(phrases("openers"))
_CLOSINGS = phrases("closings")
_FORWARD = phrases("forward")
_ORIGINAL = phrases("original")
_MARKER = phrases("marker")
_KIND_OF: Final = label_kinds()

_DRAWN = " -\u2013\u2014_*="
_EDGES = "<>\"'()[]{}*_-\u2013\u2014:\uff1a;,.|\xab\xbb "
_SENTENCE_ENDS = frozenset(".!?)-\u2013\u2014")

_LABEL = re.compile(r"[>\s*_|]{0,20}([^\W\d_][\w\s-]{0,20}?)[\s*_]{0,4}[:\uff1a][\s*_]{0,20}(\S?.*)")

_SEPARATOR = re.compile(
    r"[>\s]{0,10}[-=_*\u2013\u2014]{3,200}\s?[^\W\d_].{1,80}?[-=_*\u2013\u2014]{3,200}\s*"
)


def begins_forward(line: str) -> bool:
    """Say whether this line leads in a forwarded mail."""
    text = line.casefold()
    return any(word in text for word in _FORWARD) and _ruled(line)


def begins_original(line: str) -> bool:
    """Say whether this line parts a reply from what it answers: words between rules, in any language."""
    text = line.casefold()
    if any(word in text for word in _MARKER):
        return True
    if text.strip(" >*").startswith(_ORIGINAL):
        return True
    if any(word in text for word in (*_ORIGINAL, *_FORWARD)):
        return _ruled(line)
    return (
        bool(_SEPARATOR.fullmatch(line))
        and line.strip(" >").startswith("-----")
        and line.rstrip().endswith("-----")
    )


def _ruled(line: str) -> bool:
    text = line.strip(" >\t*")
    return bool(_SEPARATOR.fullmatch(line)) or text.endswith(":")


def is_rule(line: str) -> bool:
    """Say whether the line is nothing but a rule, drawn with underscores, dashes or the like."""
    text = line.strip()
    return len(text) >= 5 and not text.strip("_-=*\u2013\u2014")


def _kind(line: str) -> tuple[str, str]:
    """Return the kind of header field that a line looks like, and its value; empty when it is none."""
    if ":" not in line[:60] and "\uff1a" not in line[:60]:
        return "", ""
    found = _LABEL.match(line[:_MOST])
    if not found:
        return "", ""
    label = "".join(found[1].casefold().split())
    return _KIND_OF.get(label, "other"), found[2]


def begins_header_block(lines: Sequence[str], place: int) -> bool:
    """Say whether the header of a quoted mail begins here: sender, date, subject in any order.

    A block in a language that is not known here still shows itself: field under field, one with an address
    and one with a date.
    """
    kind, value = _kind(lines[place])
    if not kind:
        return False
    kinds = {kind}
    texts = [value]
    blanks = labelled = 0
    for line in lines[place + 1 : place + 11]:
        if not line.strip(" >*"):
            blanks += 1
            if blanks > 1 or labelled >= 2:
                break
            continue
        found, value = _kind(line)
        if found:
            labelled += 1
            kinds.add(found)
            texts.append(value)
        elif blanks:
            break
    whole = " ".join(texts)
    dated = bool(_DATE.search(whole) or _TIME.search(whole))
    known = len(kinds - {"other"})
    if kind != "other" and known >= 3 and ("from" in kinds or (dated and _ADDRESS.search(whole))):
        return True
    if kind != "other" and known == 2 and "from" in kinds and dated and _ADDRESS.search(whole):
        return True
    return labelled >= 2 and kind == "other" and bool(dated and _ADDRESS.search(whole))


def attribution_start(lines: Sequence[str], end: int, *, quoted_below: bool) -> int | None:
    """Return where the attribution begins whose last line is `lines[end]`, or None when that line ends none.

    quoted_below: lines with ">" follow; then less is asked of the line.
    """
    last = lines[end].strip().rstrip(_DRAWN)
    if not last or len(last) > _MOST:
        return None
    closed = last.endswith((":", "\uff1a"))
    verb_ends = _has_verb(last.split()[-1:]) or last.endswith(_GLUED_VERBS)
    if not (closed or verb_ends or quoted_below):
        return None
    text, found = "", None
    reach = LONGEST if closed or verb_ends else 2
    for start in range(end, max(-1, end - reach), -1):
        line = lines[start].strip()
        if not line or (found is not None and len(text.split()) > _BARE and not _goes_on(line)):
            break
        text = f"{line} {text}"
        if len(text) > _MOST:
            break
        if found is not None or _leads_in(
            text, closed=closed, verb_ends=verb_ends, quoted_below=quoted_below
        ):
            found = start
    return found


def _leads_in(text: str, *, closed: bool, verb_ends: bool, quoted_below: bool) -> bool:
    words = text.split()
    dated = bool(_DATE.search(text) or _TIME.search(text))
    addressed = bool(_ADDRESS.search(text))
    says = verb_ends or _has_verb(words) or any(verb in text for verb in _GLUED_VERBS)
    if dated and addressed and (closed or verb_ends or quoted_below):
        return True
    if dated and says and (closed or (verb_ends and quoted_below)):
        return True
    return quoted_below and closed and (says or addressed) and (dated or addressed or len(words) <= 12)


def _has_verb(words: Sequence[str]) -> bool:
    return any(
        word.casefold().strip(_EDGES) in _VERBS or word.casefold().startswith("napisał") for word in words
    )


def _goes_on(line: str) -> bool:
    """Say whether the line below plainly belongs to the same attribution ("On Nov 21, 2014,")."""
    if line.endswith("<"):
        return True
    words = line.casefold().split()
    opens = words[0].strip(_EDGES) in _OPENERS
    dated = bool(_DATE.search(line) or _TIME.search(line))
    return (dated and (opens or line[0].isdigit())) or (opens and line.endswith(","))


def inside_line(line: str) -> int | None:
    """Return where in a line an attribution begins that a client glued to a sentence, or None."""
    lower = line[:_MOST].casefold()
    if not any(word in lower for word in _CLOSINGS):
        return None
    for opener in ("on ", "den ", "pada "):
        place = lower.find(opener, 1)
        while place > 0:
            rest = lower[place:]
            before = lower[:place].rstrip()
            closes = before[-1:] in _SENTENCE_ENDS and any(map(str.isalpha, before))
            if closes and _DATE.search(rest[:60]) and any(word in rest for word in _CLOSINGS):
                return place
            place = lower.find(opener, place + 1)
    return None
