"""Each glyph that is shown against its font: what the font says it is, how wide, and whether it is there."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from prancha.checks.proof.truetype import FontProgram
from prancha.checks.proof.type0 import GlyphFont

SLACK = 1.0
"""Thousandths of the size that a width may differ by, for rounding."""
NOTHING = frozenset("\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad")
"""What a glyph stands for that has no text of its own."""
Wrong = tuple[str, str, str, str]
"""Code, message, found, expected."""


def wrong_glyphs(font: GlyphFont, codes: Iterable[int]) -> Iterator[Wrong]:
    """What is amiss in a font that shows `codes`, each kind once with how often."""
    program = font.program
    if program is None:
        return
    if program.wrong:
        yield (
            "font-damaged",
            f"{font.name}: {program.wrong}",
            "outlines that cannot be trusted",
            "a whole font",
        )
        return
    shown = sorted(codes)
    if font.texts is None:
        yield "text-lost", f"{font.name} does not say what its glyphs stand for", "no ToUnicode", "one"
    for found in (_widths(font, program, shown), _texts(font, program, shown)):
        if found:
            code, message, is_so, wanted = found[0]
            more = f", and {len(found) - 1} more" if len(found) > 1 else ""
            yield code, message + more, is_so, wanted


def _widths(font: GlyphFont, program: FontProgram, shown: Iterable[int]) -> list[Wrong]:
    wrong: list[Wrong] = []
    for code in shown:
        if code >= program.glyphs:
            message = f"{font.name} has no glyph {code}"
            wrong.append(("glyph-wrong", message, f"{program.glyphs} glyphs", f"glyph {code}"))
            continue
        told, own = font.widths.get(code, font.default), program.widths[code]
        if abs(told - own) > SLACK:
            message = f"glyph {code} of {font.name} is of another width than its font says"
            wrong.append(("glyph-wrong", message, f"{told:g} thousandths", f"{own:g} thousandths"))
    return wrong


def _texts(font: GlyphFont, program: FontProgram, shown: Iterable[int]) -> list[Wrong]:
    texts = font.texts
    if texts is None:
        return []
    wrong: list[Wrong] = []
    for code in shown:
        text, own = texts.get(code), program.characters.get(code)
        if text is None:
            wrong.append(
                ("text-lost", f"glyph {code} of {font.name} stands for nothing", "no text", "its text")
            )
        elif own and not _agree(text, own):
            message = f"glyph {code} of {font.name} stands for another text than the font's own map says"
            wrong.append(("glyph-wrong", message, f'"{text}"', " or ".join(f'"{c}"' for c in sorted(own))))
        elif code not in program.drawn and _seen(text):
            message = f'glyph {code} of {font.name} has no outline, but stands for "{text}"'
            wrong.append(("glyph-wrong", message, "an empty glyph", "an outline"))
    return wrong


def _agree(text: str, own: Iterable[str]) -> bool:
    """Whether a text may be shown by a glyph that the font itself has for one of `own`.

    Marks that go with a letter, forms of a letter for its place in a word, and brackets that are
    turned round from right to left are that letter still.
    """
    plain = _folded(text)
    letters = set(plain)
    return not plain or any(
        letters <= set(one) or set(one) <= letters or one.translate(_MIRRORED) == plain
        for one in map(_folded, own)
    )


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).translate(_KHMER)
    return "".join(c for c in plain if c not in NOTHING)


_KHMER = {code: f"\u17c1{chr(code)}" for code in (0x17BE, 0x17BF, 0x17C0, 0x17C4, 0x17C5)}
"""Vowels that shapers show in two parts, the first before its letter, without Unicode saying so."""
_MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")


def _seen(text: str) -> bool:
    return any(not c.isspace() and c not in NOTHING and unicodedata.category(c)[0] not in "ZC" for c in text)
