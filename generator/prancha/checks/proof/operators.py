"""The operators of content streams (ISO 32000-1, table A.1), by what they do to a reader of places."""

from __future__ import annotations

import re

STATE = frozenset("w J j M d ri i gs".split())
COLOURS = frozenset("CS cs SC SCN sc scn G g RG rg K k".split())
TEXT_STATE = frozenset("Tc Tw Tz TL Tf Tr Ts".split())
STRUCTURE = frozenset("q Q cm".split())
PATHS = frozenset("m l c v y h re".split())
CLIPS = frozenset("W W*".split())
FILLS = frozenset("f F f*".split())
STROKES = frozenset("S s B B* b b*".split())
SHOWS = frozenset("Tj TJ ' \"".split())
TEXT_PLACES = frozenset("BT ET Td TD Tm T*".split())
MARKS = frozenset("BDC BMC EMC DP MP".split())
THINGS = frozenset("Do sh".split())
INLINE = frozenset("BI ID EI INLINE IMAGE".split())
"""The last two are how pikepdf calls a whole inline image."""
OTHERS = frozenset("n d0 d1 BX EX".split())
KNOWN = (
    STATE | COLOURS | TEXT_STATE | STRUCTURE | PATHS | CLIPS | FILLS | STROKES | SHOWS
    | TEXT_PLACES | MARKS | THINGS | INLINE | OTHERS
)  # fmt: skip

DEFAULTS = {
    "w": "1", "J": "0", "j": "0", "M": "10", "d": "[] 0", "ri": "/RelativeColorimetric", "i": "0",
    "G": "0", "g": "0", "Tc": "0", "Tw": "0", "Tz": "100", "TL": "0", "Tr": "0", "Ts": "0",
}  # fmt: skip
"""What a page begins with (ISO 32000-1, tables 52 and 104); colours by the operator that sets a grey."""
STROKE_COLOURS = frozenset("CS SC SCN G RG K".split())

_STRINGS = re.compile(rb"\((?:[^()\\]|\\.)*\)|<[0-9A-Fa-f\s]*>", re.DOTALL)
_NUMBERS = b"0123456789.+-"
_SIGNS = bytes.maketrans(b"[]<>", b"    ")
_LITERALS = frozenset((b"true", b"false", b"null"))
_BARE = frozenset(operator.rstrip("01").encode() for operator in KNOWN)


def unknown_operators(content: bytes) -> tuple[str, ...]:
    """Words of a content stream that are no operator of the standard, sorted; digits are left out of them.

    A quick look at all words at once: strings are taken away first, then numbers, brackets and names.
    """
    if b"(" in content or b"<" in content:
        content = _STRINGS.sub(b" ", content)
    words = set(content.translate(_SIGNS, _NUMBERS).replace(b"/", b" /").split()) - _BARE - _LITERALS
    return tuple(sorted(word.decode("latin-1") for word in words if not word.startswith(b"/")))
