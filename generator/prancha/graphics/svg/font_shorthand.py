"""The CSS `font` shorthand (CSS Fonts 4, 3.7) as the properties it stands for."""

from __future__ import annotations

import re

_SIZE = re.compile(
    r"(?P<size>[-+.\d]+(?:px|mm|cm|in|pt|pc|q|em|ex|rem|%)?|(?:x{1,3}-)?(?:small|large)|medium|smaller|larger)"
    r"(?:\s*/\s*(?P<leading>[-+.\w%]+))?\s+(?P<families>\S.*)\Z",
    re.IGNORECASE | re.DOTALL,
)
_STYLES = ("italic", "oblique")
_WEIGHT = re.compile(r"bold|bolder|lighter|[1-9]\d{0,3}\Z")
_EXPECTED = 'font: style weight size family, such as "bold 12px Alegreya Sans"'


def longhands(text: str) -> dict[str, str]:
    """The properties that a `font` value sets, all of them, since it resets what it leaves out.

    Raises ValueError with what was expected.
    """
    rest = text.strip()
    found = {
        "font-style": "normal", "font-variant": "normal", "font-weight": "400", "font-stretch": "normal",
        "line-height": "normal",
    }  # fmt: skip
    while (size := _SIZE.match(rest)) is None or _WEIGHT.match(rest.split()[0]):
        word, _, rest = rest.partition(" ")
        rest = rest.strip()
        if word in _STYLES:
            found["font-style"] = word
        elif _WEIGHT.match(word):
            found["font-weight"] = word
        elif word == "small-caps":
            found["font-variant"] = word
        elif word != "normal" or not rest:
            raise ValueError(_EXPECTED)
        if not rest:
            raise ValueError(_EXPECTED)
    found["font-size"], found["font-family"] = size["size"], size["families"].strip()
    if size["leading"]:
        found["line-height"] = size["leading"]
    return found
