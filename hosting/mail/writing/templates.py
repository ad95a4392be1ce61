"""The Jinja2 environments of mails, made once a process: sentences, plain text, HTML with its styles.

The words of a mail stand in one place, `templates/mail/<kind>.txt` and
`templates/mail/answers/<code>.txt`: a handful of blocks of plain sentences, with a pilcrow between
paragraphs. `said` renders those blocks; `frame.txt` and `frame.html` then lay the same sentences out as
the two parts of a mail. So both parts say the same, and a translator meets a sentence once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping
from functools import cache
from typing import Any, Final

import css_inline
from django.conf import settings
from django.utils import translation
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from hosting.mail.writing.lines import fold, paragraphs

FOLDER: Final = settings.BASE_DIR / "templates" / "mail"
STYLES: Final = "frame.css"

_TAG: Final = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
_HOLDER: Final = re.compile(r"jinja(\d+)tag")


class InliningLoader(FileSystemLoader):
    """Writes the styles of `frame.css` into the elements of an HTML template when it is loaded.

    Mail programs drop style sheets but keep style attributes. Doing it once for a template instead of
    for each mail makes it free. Jinja's tags are put aside meanwhile: one may stand where text or an
    attribute's value may.
    """

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Give the source with its styles in place."""
        source, path, fresh = super().get_source(environment, template)
        return (with_styles(source) if template.endswith(".html") else source), path, fresh


def with_styles(source: str) -> str:
    """Write the styles into a page, or into a piece of one."""
    tags: list[str] = []

    def hold(found: re.Match[str]) -> str:
        tags.append(found[0])
        return f"jinja{len(tags) - 1}tag"

    bare = _TAG.sub(hold, source)
    inliner = css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)
    styles = (FOLDER / STYLES).read_text("utf-8")
    if "<html" in bare:
        done = inliner.inline(bare.replace("</head>", f"<style>{styles}</style></head>"))
    else:
        done = inliner.inline_fragment(bare, styles)
    return _HOLDER.sub(lambda found: tags[int(found[1])], done)


def _environment(**options: Any) -> Environment:  # Any: jinja2 has a type of its own for each option
    made = Environment(  # noqa: S701 - autoescape is among the options, and off for plain text only
        loader=InliningLoader(FOLDER),
        undefined=StrictUndefined,
        auto_reload=False,
        extensions=["jinja2.ext.i18n"],
        **options,
    )
    made.install_gettext_callables(  # type: ignore[attr-defined]  # the i18n extension adds it
        translation.gettext,
        translation.ngettext,
        newstyle=True,
        pgettext=translation.pgettext,
        npgettext=translation.npgettext,
    )
    made.filters["fold"] = fold
    return made


@cache
def sentences() -> Environment:
    """Give the environment of the sentences: nothing is escaped, and white space does not matter."""
    return _environment(autoescape=False)


@cache
def plain() -> Environment:
    """Give the environment of the plain part, where lines count: nothing is escaped, tags leave none."""
    return _environment(autoescape=False, trim_blocks=True, lstrip_blocks=True)


@cache
def marked_up() -> Environment:
    """Give the environment of the HTML part: whatever comes from outside a template is escaped."""
    return _environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)


def said(
    template: str, context: Mapping[str, Any], without: Container[str] = ()
) -> dict[str, tuple[str, ...]]:
    """Render the blocks of a template of sentences as their paragraphs, in the language that is active."""
    found = sentences().get_template(template)
    inside = found.new_context(dict(context))
    wanted = {name: block for name, block in found.blocks.items() if name not in without}
    return {name: paragraphs("".join(block(inside))) for name, block in wanted.items()}
