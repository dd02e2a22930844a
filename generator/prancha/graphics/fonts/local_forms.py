"""Whether a font has letters of their own for a language: most have them for few, and then for others.

A book of such a font in another language holds the same `Font`, and whatever was measured and drawn with
it in one language stands in the other.
"""

from __future__ import annotations

from typing import Any

ANY = "und"
"""The language of texts in fonts that have the same letters for theirs as for any other."""
_TAGS = {"de": "DEU ", "en": "ENG ", "es": "ESP ", "fr": "FRA ", "it": "ITA ", "pt": "PTG "}
"""The one tag by which OpenType knows a language, of those that have but one."""
_OTHERWISE = frozenset(("morx", "kerx", "ltag"))
"""Tables that tell languages in another way."""


def letters_language(data: bytes, language: str) -> str:
    """The language to shape texts in with the font file `data`: ANY where it has no forms for `language`."""
    import uharfbuzz as hb

    tag = _TAGS.get(language.partition("-")[0].lower())
    face = hb.Face(data)
    if tag is None or not _OTHERWISE.isdisjoint(face.table_tags):
        return language
    return language if not {tag, "UND "}.isdisjoint(_language_tags(face)) else ANY


def _language_tags(face: Any) -> set[str]:
    """The languages for which a font has substitutions or positions of their own."""
    return {
        tag
        for table in ("GSUB", "GPOS")
        for script, _ in enumerate(face.get_table_script_tags(table))
        for tag in face.get_script_language_tags(table, script)
    }
