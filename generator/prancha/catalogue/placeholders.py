"""Ids made of other values: the names in braces of `card-{cost}-{suit}`."""

from __future__ import annotations

import re
from collections.abc import Mapping

NAME = re.compile(r"\{([^{}]*)\}")
"""A name in its braces; finding all of them gives the names."""


def fill_placeholders(pattern: str, words: Mapping[str, object]) -> str:
    """`pattern` with the word of each name in its place.  KeyError for a name without one."""
    return NAME.sub(lambda found: str(words[found[1]]), pattern)
