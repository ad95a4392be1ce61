"""All chance of this process from one seed, keys and random numbers too, so that a run can be repeated."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def chance_from(seed: str) -> Iterator[None]:
    """Let whatever this process draws inside the block follow from `seed`. Never where people play."""
    source, kept = random.Random(seed), (os.urandom, random._urandom, random.getstate())  # type: ignore[attr-defined]  # noqa: S311, SLF001 - what `secrets`, `uuid` and SystemRandom draw from
    os.urandom = random._urandom = source.randbytes  # type: ignore[attr-defined]  # noqa: SLF001 - as above
    random.seed(seed)
    try:
        yield
    finally:
        os.urandom, random._urandom = kept[:2]  # type: ignore[attr-defined]  # noqa: SLF001 - as above
        random.setstate(kept[2])
