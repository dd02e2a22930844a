"""The axes of the matrix: what a drawing may hold, and how each value of it is written in SVG.

A cell is 20 x 20 lengths; a number after `~` counts them, and is multiplied by the units of the cell's scale
(`cells.py`).  The first value of each axis is neutral.
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Mapping
from struct import pack

from msgspec import Struct

Properties = Mapping[str, str]


class Value(Struct, frozen=True):
    """What one value of an axis adds to a drawing.

    `properties` are presentation attributes, `attributes` what only the element itself can have, `defs` what
    it refers to.  `plain` and `plain_defs` are the same for the reference, where resvg lacks a spelling.
    """

    properties: Properties = {}
    defs: str = ""
    attributes: Properties = {}
    plain: Properties | None = None
    plain_defs: str | None = None


def _png() -> str:
    """Four flat quarters of 30 x 30 pixels, so that enlarging them blurs nothing but two lines."""
    quarters = (b"\xc0\x39\x2b", b"\x24\x71\xa3"), (b"\xe8\xb1\x00", b"\x1e\x84\x49")
    rows = b"".join((b"\0" + left * 30 + right * 30) * 30 for left, right in quarters)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))

    head = pack(">IIBBBBB", 60, 60, 8, 2, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9))
    return "data:image/png;base64," + b64encode(data + chunk(b"IEND", b"")).decode()


PNG = _png()
STOPS = '<stop offset=".1" stop-color="#e8b100"/>\n<stop offset=".9" stop-color="#1b4f72"/>'
TILE = (
    '<rect width="{0}" height="{0}" fill="#fadbd8"/>\n<rect width="{1}" height="{1}" fill="#922b21"/>\n'
    '<circle cx="{2}" cy="{2}" r="{3}" fill="#1e8449"/>'
)

PAINT: Mapping[str, Value] = {
    "flat": Value({"paint": "#c0392b"}),
    "current": Value({"color": "#2471a3", "paint": "currentColor"}),
    "translucent": Value({"paint": "#7d3c98", "paint-opacity": ".5"}),
    "linear-box": Value({"paint": "url(#paint)"}, f'<linearGradient id="paint">\n{STOPS}\n</linearGradient>'),
    "linear-user": Value(
        {"paint": "url(#paint)"},
        '<linearGradient id="paint" gradientUnits="userSpaceOnUse" x1="~2" y1="~2" x2="~15" y2="~9" '
        f'spreadMethod="reflect">\n{STOPS}\n</linearGradient>',
    ),
    "linear-origin": Value(
        {"paint": "url(#paint)"},
        '<linearGradient id="paint" gradientTransform="rotate(40)" transform-origin=".5 .5">\n'
        f"{STOPS}\n</linearGradient>",
        plain_defs='<linearGradient id="paint" gradientTransform="rotate(40 .5 .5)">\n'
        f"{STOPS}\n</linearGradient>",
    ),
    "radial-box": Value(
        {"paint": "url(#paint)"}, f'<radialGradient id="paint" fx=".3">\n{STOPS}\n</radialGradient>'
    ),
    "radial-user": Value(
        {"paint": "url(#paint)"},
        '<radialGradient id="paint" gradientUnits="userSpaceOnUse" cx="~8" cy="~7" r="~6">\n'
        '<stop stop-color="#e8b100" stop-opacity=".5"/>\n<stop offset="1" stop-color="#1b4f72"/>\n'
        "</radialGradient>",
    ),
    "pattern-user": Value(
        {"paint": "url(#paint)"},
        '<pattern id="paint" patternUnits="userSpaceOnUse" width="~4" height="~4">\n'
        f"{TILE.format('~4', '~2', '~3', '~.8')}\n</pattern>",
    ),
    "pattern-box": Value(
        {"paint": "url(#paint)"},
        '<pattern id="paint" width=".25" height=".5" patternContentUnits="objectBoundingBox">\n'
        f"{TILE.format('.5', '.12', '.18', '.06')}\n</pattern>",
    ),
    "picture": Value(
        {"paint": "url(#paint)"},
        '<pattern id="paint" width="1" height="1" patternContentUnits="objectBoundingBox">\n'
        '<use href="#picture" transform="scale(.01)"/>\n</pattern>\n'
        f'<image id="picture" width="100" height="100" preserveAspectRatio="none" href="{PNG}"/>',
    ),
}


class Target(Struct, frozen=True):
    """An element, with `{p}` where its paint and text go and `{b}` where its effects and the like do.

    `paints` is the property that its paint is.
    """

    markup: str
    paints: str = "fill"
    defs: str = ""
    text: bool = False


_TEXT = '<text x="~{x}" y="~10" font-family="{font}" font-size="~7"'
TARGET: Mapping[str, Target] = {
    "rect": Target('<rect x="~3" y="~3" width="~13" height="~8"{p}{b}/>'),
    "rect-stroke": Target(
        '<rect x="~4" y="~4" width="~11" height="~7" rx="~2" fill="none" stroke-width="~2"{p}{b}/>', "stroke"
    ),
    "circle": Target('<circle cx="~9" cy="~7" r="~5"{p}{b}/>'),
    "path": Target('<path d="M~3 ~3C~16 ~1 ~17 ~13 ~10 ~11S~2 ~8 ~3 ~3z"{p}{b}/>'),
    "dashes": Target(
        '<path d="M~3 ~3C~16 ~1 ~17 ~13 ~10 ~11S~2 ~8 ~3 ~3z" fill="none" stroke-width="~1.5" '
        'stroke-linecap="round" stroke-dasharray="~2.5 ~2"{p}{b}/>',
        "stroke",
    ),
    "line": Target('<line x1="~3" y1="~3" x2="~16" y2="~10" stroke-width="~2"{p}{b}/>', "stroke"),
    "text": Target(_TEXT + "{l}{p}{b}>{words}</text>", text=True),
    "text-stroke": Target(
        _TEXT + '{l} stroke-width="~.4" fill="#fff6d6"{p}{b}>{words}</text>', "stroke", text=True
    ),
    "tspan": Target(_TEXT + "{b}>x <tspan{l}{p}>{words}</tspan></text>", text=True),
    "use": Target(
        '<use href="#shape" x="~1"{p}{b}/>',
        defs='<g id="shape">\n<rect x="~2" y="~3" width="~7" height="~7"/>\n'
        '<circle cx="~11" cy="~7" r="~4"/>\n</g>',
    ),
    "image": Target(
        f'<image x="~3" y="~3" width="~13" height="~8" preserveAspectRatio="none" href="{PNG}"{{p}}{{b}}/>'
    ),
    "svg": Target(
        '<svg x="~3" y="~3" width="~13" height="~8" viewBox="0 0 26 16"{p}{b}>\n'
        '<rect width="15" height="12"/>\n<circle cx="18" cy="8" r="9" opacity=".8"/>\n</svg>'
    ),
    "symbol": Target(
        '<use href="#shape" x="~3" y="~3" width="~13" height="~8"{p}{b}/>',
        defs='<symbol id="shape" viewBox="0 0 26 16">\n<rect width="15" height="12"/>\n'
        '<circle cx="18" cy="8" r="9" opacity=".8"/>\n</symbol>',
    ),
}


def _filter(content: str) -> Value:
    return Value({"filter": "url(#effect)"}, f'<filter id="effect">\n{content}\n</filter>')


EFFECT: Mapping[str, Value] = {
    "none": Value(),
    "opacity": Value({"opacity": ".5"}),
    "group-opacity": Value(),  # of a group around it all: cells.py
    "drop-shadow": _filter('<feDropShadow dx="~.8" dy="~.8" stdDeviation="~.3" flood-color="#222"/>'),
    "blur": _filter('<feGaussianBlur stdDeviation="~.4"/>'),
    "matrix": _filter('<feColorMatrix type="hueRotate" values="90"/>'),
    "spread": _filter('<feMorphology operator="dilate" radius="~.3"/>'),
    "flood": _filter(
        '<feFlood flood-color="currentColor" flood-opacity=".6"/>\n'
        '<feComposite in2="SourceAlpha" operator="in"/>\n<feOffset dx="~1" dy="~1"/>\n'
        '<feMerge>\n<feMergeNode/>\n<feMergeNode in="SourceGraphic"/>\n</feMerge>'
    ),
    "lighting": _filter(
        '<feGaussianBlur in="SourceAlpha" stdDeviation="~.4"/>\n'
        '<feDiffuseLighting surfaceScale="2" lighting-color="#ffe9a8">\n'
        '<feDistantLight azimuth="40" elevation="50"/>\n</feDiffuseLighting>\n'
        '<feComposite in2="SourceAlpha" operator="in"/>'
    ),
    "mask": Value(
        {"mask": "url(#effect)"},
        '<mask id="effect" maskUnits="userSpaceOnUse" x="~1" y="~1" width="~17" height="~17">\n'
        '<rect x="~1" y="~1" width="~9" height="~17" fill="#fff"/>\n'
        '<circle cx="~12" cy="~9" r="~4" fill="#999"/>\n</mask>',
    ),
    "mask-box": Value(
        {"mask": "url(#effect)"},
        '<mask id="effect" maskContentUnits="objectBoundingBox">\n'
        '<linearGradient id="fade">\n<stop stop-color="#fff"/>\n<stop offset="1"/>\n</linearGradient>\n'
        '<rect width="1" height="1" fill="url(#fade)"/>\n</mask>',
    ),
    "functions": Value({"filter": "sepia(.7) brightness(120%)"}),
    "shadow-mm": Value({"filter": "drop-shadow(.6mm 2pt 0 #145a32)"}),
    "shadow-em": Value({"filter": "drop-shadow(.1em .1em .02em #145a32)"}),
    "multiply": Value({"mix-blend-mode": "multiply"}),
}
IN_STYLE = frozenset({"mix-blend-mode", "text-transform"})
"""Properties that are no attributes."""


def _moved(attribute: str, css: str) -> Value:
    return Value({"transform": attribute, "css-transform": css})


TRANSFORM: Mapping[str, Value] = {
    "none": Value(),
    "translate": _moved("translate(~1.5 ~1)", "translate(~1.5px,~1px)"),
    "rotate": _moved("rotate(15 ~9 ~9)", "translate(~9px,~9px) rotate(15deg) translate(-~9px,-~9px)"),
    "scale": _moved("translate(~2 ~2) scale(.7 .9)", "translate(~2px,~2px) scale(.7,.9)"),
    "skew": _moved("skewX(15)", "skewX(15deg)"),
    "mirrored": _moved("matrix(-1 0 0 1 ~19 0)", "matrix(-1,0,0,1,~19,0)"),
    "origin": Value(
        {"transform": "rotate(-20)", "css-transform": "rotate(-20deg)", "transform-origin": "~9px ~9px"},
        plain={"transform": "rotate(-20 ~9 ~9)"},
    ),
}


def _clip(content: str, attributes: str = "", more: str = "") -> Value:
    defs = f'{more}<clipPath id="clip"{attributes}>\n{content}\n</clipPath>'
    return Value({"clip-path": "url(#clip)"}, defs)


CLIP: Mapping[str, Value] = {
    "none": Value(),
    "path": _clip('<path d="M~1 ~4L~12 ~1L~17 ~9L~11 ~19L~2 ~18z"/>'),
    "box": _clip('<circle cx=".5" cy=".5" r=".45"/>', ' clipPathUnits="objectBoundingBox"'),
    "text": _clip(
        '<text x="~1" y="~12" font-family="Alegreya Sans" font-weight="700" font-size="~13">MW</text>'
    ),
    "rule": _clip('<path clip-rule="evenodd" d="M~1 ~1H~18V~19H~1zM~6 ~5H~12V~9H~6z"/>'),
    "turned": _clip('<rect x="~3" y="~1" width="~12" height="~12"/>', ' transform="rotate(10 ~9 ~9)"'),
    "nested": _clip(
        '<circle cx="~8" cy="~9" r="~8"/>',
        ' clip-path="url(#other)"',
        '<clipPath id="other">\n<rect x="~4" y="~2" width="~11" height="~17"/>\n</clipPath>\n',
    ),
}

GROUP = ("attribute", "style", "class", "g", "use")
"""How properties reach the object: as attributes, by styles, or from a group or a use of it."""

SPELLING: Mapping[str, str] = {
    "plain": "url(#{})",
    "quoted": "url('#{}')",
    "spaces": "url( #{} )",
    "leading": "  url(#{})",
    "upper": "URL(#{})",
    "fallback": "url(#{}) none",
}
"""How a reference is written; a fallback belongs to paints alone."""


class Scale(Struct, frozen=True):
    """Units of a length, and the `<svg>` around it; one that is `inner` stands within a plain root."""

    units: float
    box: str
    aspect: str = ""
    inner: bool = False


SCALE: Mapping[str, Scale] = {
    "1": Scale(1, "0 0 20 20"),
    "4": Scale(4, "0 0 80 80"),
    "third": Scale(0.3, "0 0 6 6"),
    "moved": Scale(2, "-2 -1 40 40"),
    "meet": Scale(2, "0 0 60 40", "xMaxYMin meet", inner=True),
    "slice": Scale(2, "0 0 60 40", "xMinYMid slice", inner=True),
    "stretched": Scale(2, "0 0 50 40", "none", inner=True),
}

TEXT: Mapping[str, Value] = {
    "none": Value(),
    "underline": Value({"text-decoration": "underline"}),
    "overline": Value({"text-decoration": "overline"}),
    "line-through": Value({"text-decoration": "line-through"}),
    "middle": Value({"text-anchor": "middle"}),
    "end": Value({"text-anchor": "end"}),
    "central": Value({"dominant-baseline": "central"}),
    "hanging": Value({"dominant-baseline": "hanging"}),
    "shift": Value({"baseline-shift": "20%"}),
    "letter-spacing": Value({"letter-spacing": ".15em"}),
    "word-spacing": Value({"word-spacing": ".4em"}),
    "x": Value(attributes={"x": "~3 ~7.5 ~12"}),
    "y": Value(attributes={"y": "~9 ~11 ~10"}),
    "dx": Value(attributes={"dx": "0 ~.8 ~-.3", "dy": "0 ~.5"}),
    "turned": Value(attributes={"rotate": "10 -10 20"}),
    "length": Value(attributes={"textLength": "~14"}),
    "length-glyphs": Value(attributes={"textLength": "~8", "lengthAdjust": "spacingAndGlyphs"}),
    "bold": Value({"font-weight": "700"}),
    "small-caps": Value({"font-variant": "small-caps"}),
    "uppercase": Value({"text-transform": "uppercase"}),
    "lowercase": Value({"text-transform": "lowercase"}),
    "capitalize": Value({"text-transform": "capitalize"}),
    "rtl": Value({"direction": "rtl"}),
}
ANCHORED = {"middle": "10", "end": "17", "rtl": "17"}
"""Where a text of such a property stands."""


class Language(Struct, frozen=True):
    """The words of a language, and as a capital letter's case changes them: (source, as printed).

    `game` is the language of the game, `lang` what the text itself says it is.
    """

    words: str
    upper: tuple[str, str]
    lower: tuple[str, str]
    title: tuple[str, str]
    game: str = "en"
    lang: str = ""
    font: str = "Alegreya Sans"

    def case(self, text: str) -> tuple[str, str]:
        """What is written with a text property, and what is printed."""
        by_case = {"uppercase": self.upper, "lowercase": self.lower, "capitalize": self.title}
        return by_case.get(text, (self.words, self.words))


_TURKISH = Language(
    "ışik ğ", ("ışik ğ", "IŞİK Ğ"), ("IŞİK", "ışik"), ("iki ığ", "İki Iğ"), font="DejaVu Sans"
)


def _of(other: Language, game: str, lang: str) -> Language:
    return Language(other.words, other.upper, other.lower, other.title, game, lang, other.font)


LANGUAGE: Mapping[str, Language] = {
    "none": Language("Afi xg", ("Afi xg", "AFI XG"), ("ÅFI Q", "åfi q"), ("afi xg", "Afi Xg")),
    "pt-BR": Language("pão é", ("pão é", "PÃO É"), ("PÃO É", "pão é"), ("ção é", "Ção É"), "pt-BR"),
    "tr": _of(_TURKISH, "tr", ""),
    "tr-lang": _of(_TURKISH, "en", "tr"),
    "de": Language("Maß x", ("Maß x", "MASS X"), ("MASS", "mass"), ("ßa öl", "Ssa Öl"), "de"),
    "el": Language(
        "δός ά", ("δός ά", "ΔΟΣ Α"), ("ΔΟΣ Α", "δος α"), ("ός ά", "Ός Ά"), "el", font="DejaVu Sans"
    ),
    "nl": Language("ijs a", ("ijs a", "IJS A"), ("IJS", "ijs"), ("ijs al", "IJs Al"), "nl"),
    "ar": Language(
        "سلام ab", ("سلام ab", "سلام AB"), ("سلام AB", "سلام ab"), ("سلام ab", "سلام Ab"), "ar",
        font="DejaVu Sans",
    ),
    "ar-isolates": Language(
        "سل \u2066ab\u2069!", ("سل \u2066ab\u2069", "سل \u2066AB\u2069"),
        ("\u2068AB\u2069 سل", "\u2068ab\u2069 سل"), ("\u2067ab سل\u2069", "\u2067Ab سل\u2069"), "ar",
        font="DejaVu Sans",
    ),
}  # fmt: skip
