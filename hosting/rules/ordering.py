"""Standing orders as players write them: "RIPOSTE ASK". Such a line is for the host, good from any notice."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from hosting.rules.folding import tokens
from hosting.rules.words import languages_of, load


def standing_order(line: str, slug: str) -> str | None:
    """The order that a line gives, in any of the game's languages; None when it gives none."""
    return _orders(slug).get(tokens(line))


@cache
def order_words(slug: str) -> frozenset[str]:
    """The words that a line with an order begins with."""
    return frozenset(
        token for table in _tables(slug) for word in table.get("word", ()) for token in tokens(word)
    )


@cache
def _orders(slug: str) -> Mapping[tuple[str, ...], str]:
    """Every way to give an order: the word may be of one language and the order of another."""
    said = [
        (phrase, order)
        for table in _tables(slug)
        for order, phrases in table.items()
        if order != "word"
        for phrase in phrases
    ]
    return {(word, *tokens(phrase)): order for word in order_words(slug) for phrase, order in said}


def _tables(slug: str) -> list[Mapping[str, list[str]]]:
    return [load(slug, f"words/{language}").get("orders", {}) for language in languages_of(slug)]
