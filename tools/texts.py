"""The texts of pages and mails, and their translations: `make texts`.

Whatever our Python and our templates ask gettext for is gathered, and so is what those of allauth's pages
ask for that we show; then the catalogues `hosting/locale/*/LC_MESSAGES/django.po` are brought up to date and
compiled. A text that nobody asks for any more leaves; a new one comes in without a translation, and never
with a guess. Nothing that changes by itself (dates, line numbers) is written, so that a difference between
two versions is one of words.
"""

import io
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize
from jinja2.ext import babel_extract

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "hosting" / "locale"
LANGUAGES = ("sv", "ms")
"""English needs no catalogue: the texts themselves are written in it."""

KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
HEAD = (
    "# What pages and mails say. Written by `make texts`; only the words behind msgstr are written by hand."
)
OPTIONS = {"encoding": "utf-8", "newstyle_gettext": "true", "silent": "false"}


def read_django(file: IO[bytes], keywords: Any, tags: Any, options: Any) -> Iterator[Any]:
    """Read a template of Django's kind, which Babel does not know."""
    flat = "\n".join(line.lstrip() for line in templatize(file.read().decode()).split("\n"))
    yield from extract_python(io.BytesIO(flat.encode()), keywords, tags, options)


class Files(NamedTuple):
    """Files that are read alike."""

    pattern: str
    read: Callable[..., Any]


OURS = (
    Files("hosting/**/*.py", extract_python),
    Files("hosting/**/*.html", read_django),
    Files("templates/**/*.txt", babel_extract),
    Files("templates/**/*.html", babel_extract),
)
ALLAUTHS = (
    Files("account/adapter.py", extract_python),
    Files("account/apps.py", extract_python),
    Files("account/models.py", extract_python),
    Files("mfa/**/*.py", extract_python),
    Files("templates/account/base_reauthenticate.html", read_django),
    Files("templates/account/email/base_*.txt", read_django),
    Files("templates/mfa/**/*.html", read_django),
    Files("templates/mfa/**/*.txt", read_django),
)
"""What is shown of allauth in its own words: second factors, and rows at the desk. It speaks no Malay."""

DJANGOS = ("Enter a valid email address.", "This field is required.")
"""What players read that Django has translated, but not into our words."""


class Plain(Catalog):
    """A catalogue whose head says what a program needs to read it, and no more: no dates, no names."""

    def _needed(self) -> list[tuple[str, str]]:
        return [
            ("Language", str(self.locale_identifier)),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", self.plural_forms),
        ]

    mime_headers = property(_needed)


def gather() -> Catalog:
    """Gather every text that is asked for, with the files that ask for it."""
    found = Catalog()
    spec = find_spec("allauth")
    assert spec is not None
    assert spec.origin is not None
    for folder, prefix, kinds in ((ROOT, "", OURS), (Path(spec.origin).parent, "allauth/", ALLAUTHS)):
        for files in kinds:
            for path in sorted(folder.glob(files.pattern)):
                place = prefix + path.relative_to(folder).as_posix()
                with path.open("rb") as file:
                    read = extract(
                        files.read, file, KEYWORDS, ("Translators:",), OPTIONS, strip_comment_tags=True
                    )
                    for _line, text, hints, context in read:
                        found.add(text, locations=[(place, 1)], auto_comments=hints, context=context)
    for words in DJANGOS:
        found.add(words, locations=[("django", 1)])
    return found


def po_file(language: str) -> Path:
    """Name the catalogue that people edit."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def translated(language: str) -> Catalog:
    """Read a catalogue as it stands."""
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language)


def up_to_date(language: str, asked: Catalog, known: Catalog) -> Catalog:
    """Give the catalogue of what is asked for, with every translation that is known."""
    made = Plain(locale=language, header_comment=HEAD, fuzzy=False)
    for text in asked:
        if text.id:
            old = known.get(text.id, text.context)
            made.add(
                text.id,
                old.string if old else None,
                text.locations,
                auto_comments=text.auto_comments,
                user_comments=old.user_comments if old else (),
                context=text.context,
            )
    return made


def as_po(catalogue: Catalog) -> bytes:
    """Write a catalogue for people: by file, a sentence on a line."""
    written = io.BytesIO()
    write_po(written, catalogue, width=0, sort_by_file=True, include_lineno=False, omit_header=False)
    return written.getvalue()


def as_mo(catalogue: Catalog) -> bytes:
    """Write a catalogue for the running site."""
    written = io.BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()


def untranslated(catalogue: Catalog) -> list[Message]:
    """Name the texts that have no translation, or not in every form, or only a guess."""
    return [text for text in catalogue if text.id and (text.fuzzy or not all(forms(text)))]


def forms(text: Message) -> tuple[str, ...]:
    """Give a translation as a tuple: one form, or one for each form of the plural."""
    said = text.string
    return (said or "",) if said is None or isinstance(said, str) else tuple(form or "" for form in said)


def main() -> None:
    """Bring both catalogues up to date and say what is left to translate."""
    asked = gather()
    for language in LANGUAGES:
        file = po_file(language)
        file.parent.mkdir(parents=True, exist_ok=True)
        known = translated(language) if file.exists() else Catalog(locale=language)
        made = up_to_date(language, asked, known)
        file.write_bytes(as_po(made))
        file.with_suffix(".mo").write_bytes(as_mo(made))
        left = untranslated(made)
        print(f"{language}: {len(made)} texts, {len(left)} to translate in {file.relative_to(ROOT)}")
        for text in left:
            print(f"  {text.id!r}")


if __name__ == "__main__":
    main()
