"""A deck as data: `deck.toml` in the folder of a game, so that another list of cards needs no other code."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any


def read_deck(package: str) -> Mapping[str, Any]:
    """The content of a game's `deck.toml`; the game knows what its tables mean."""
    return tomllib.loads((files(package) / "deck.toml").read_text("utf-8"))
