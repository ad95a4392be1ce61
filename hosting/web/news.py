"""What happened in a match as a feed that other programs read (Atom, RFC 4287)."""

from __future__ import annotations

from django.conf import settings
from django.template import engines
from django.utils import translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from markupsafe import Markup

from hosting.matches.chronicle import News, news_of
from hosting.matches.models import Entry, Match, Seat
from hosting.rules.words import Words, words
from hosting.web.writable import writable


def feed_of(match: Match, *, address: str) -> str:
    """Write the news of a match, newest first, in the active language; `address` is the feed's own."""
    told = words(match.game, translation.get_language() or "en")
    names = tuple(Seat.objects.filter(match=match).order_by("number").values_list("name", flat=True))
    link = f"{settings.SITE_URL}/match/{match.pk}"
    feed = Atom1Feed(
        title=f"{told.game_name} {match.pk}",
        link=link,
        description=_("What everybody at the table sees"),
        language=translation.get_language(),
        feed_url=address,
        feed_guid=f"urn:uuid:{match.uuid}",
        author_name="Postbord",
    )
    for piece in reversed(news_of(match)):
        sentences = sentences_of(piece, told, names)
        if sentences:
            feed.add_item(
                title=sentences[0],
                link=link,
                description="\n".join(sentences),
                unique_id=f"tag:{settings.MAIL_DOMAIN},2026:{match.uuid}/{piece.seq}",
                pubdate=piece.at,
                updateddate=piece.at,
            )
    return str(feed.writeString("utf-8"))


def sentences_of(piece: News, told: Words, names: tuple[str, ...]) -> list[str]:
    """Tell a piece of news as somebody who only looks on would read it."""
    acts = [act_said(act, names) for act in piece.acts]
    events = [told.event(event, None, names) for event in piece.events]
    ends = [told.outcome(piece.outcome, None, names)] if piece.outcome else []
    ends += [told.result(piece.result, None, names)] if piece.result else []
    return [writable(said) for said in (*acts, *events, *ends) if said]


def act_said(act: Entry, names: tuple[str, ...]) -> str:
    """Say what host or moderators did, in the words of the page of the whole story."""
    told = engines["web"].env.get_template("acts.html").module.told  # type: ignore[attr-defined]  # Jinja2's
    return Markup(told(act, names)).striptags()  # noqa: S704 - its own output, made plain again
