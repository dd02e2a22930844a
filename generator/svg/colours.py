"""SVG colour words as red, green, blue."""

from __future__ import annotations

from functools import lru_cache

from generator.svg.errors import Fault

Rgb = tuple[float, float, float]
_COMMON = {"black": "#000000", "white": "#ffffff", "none": "", "red": "#ff0000", "gray": "#808080"}


@lru_cache(maxsize=4096)
def parse_colour(text: str) -> Rgb:
    """Read `#rgb`, `#rrggbb`, `rgb(...)`, `hsl(...)` or a CSS name as three shares of 1.

    Raises Fault for anything else, alpha included: transparency is fill-opacity.
    """
    word = _COMMON.get(text, text)
    if word.startswith("#") and len(word) in (4, 7):
        step = 1 if len(word) == 4 else 2
        digits = [word[k : k + step] * (3 - step) for k in range(1, len(word), step)]
        try:
            red, green, blue = (int(d, 16) / 255 for d in digits)
        except ValueError:
            raise Fault(f'"{text}" is not a colour', "write #rrggbb") from None
        return red, green, blue
    from PIL import ImageColor  # only for the rarer spellings; importing it costs 20 ms

    try:
        rgb = ImageColor.getrgb(word)
    except ValueError:
        raise Fault(f'"{text}" is not a colour', "write #rrggbb or a CSS colour name") from None
    if len(rgb) != 3:
        raise Fault(f'the colour "{text}" has an alpha part', "use fill-opacity or stroke-opacity")
    return rgb[0] / 255, rgb[1] / 255, rgb[2] / 255
