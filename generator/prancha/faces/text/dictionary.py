"""Where lines of Thai, which has no spaces between words, may end: by BudouX, which has learned them.

Lao, Khmer and Burmese have no such model there: they break where a zero-width space stands, as Thai does
where its writer sets any.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

ZERO_WIDTH_SPACE = "\u200b"
_THAI = re.compile("[\u0e01-\u0e3a\u0e40-\u0e4e]{2,}")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f]{12,}")
LONG = 16
"""Letters of Thai in a row that are surely several words."""
MISSING = "Thai is broken at its spaces alone: BudouX, which knows its words, is not installed"
INSTALL = "pip install 'prancha[thai]', or write a zero-width space (U+200B) where a line may end"


def thai_breaks(text: str) -> frozenset[int]:
    """Positions between words of Thai; none where zero-width spaces say them, or BudouX is not there."""
    if ZERO_WIDTH_SPACE in text or not _THAI.search(text):
        return frozenset()
    parser = _parser()
    if parser is None:
        return frozenset()
    found: set[int] = set()
    for run in _THAI.finditer(text):
        at = run.start()
        for word in parser.parse(run[0])[:-1]:
            at += len(word)
            found.add(at)
    return frozenset(found)


def lacks_dictionary(text: str) -> bool:
    """Whether `text` has Thai that lines can end in nowhere, for want of BudouX."""
    if text.isascii() or ZERO_WIDTH_SPACE in text:
        return False
    return any(len(run[0]) >= LONG for run in _THAI.finditer(text)) and _parser() is None


def unspaced(text: str) -> bool:
    """Whether `text` is written without spaces between words, and without breaks in their place."""
    return ZERO_WIDTH_SPACE not in text and _UNSPACED.search(text) is not None


@lru_cache(maxsize=1)
def _parser() -> Any:
    try:
        import budoux
    except ImportError:
        return None
    return budoux.load_default_thai_parser()
