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


_MOST_SCRIPTS, _MOST_LANGUAGES = 100, 1000
"""Of one font; a file that was made to tell more is not read on."""


def letters_language(data: bytes, language: str) -> str:
    """The language to shape texts in with the font file `data`: ANY where it has no forms for `language`."""
    import uharfbuzz as hb

    tag = _TAGS.get(language.partition("-")[0].lower())
    if tag is None:
        return language
    face = hb.Face(data)
    try:
        if not _OTHERWISE.isdisjoint(face.table_tags):
            return language
        languages = _language_tags(face)
    except UnicodeDecodeError:  # a name that is none: such a file is read as if it told of any language
        return language
    return language if languages is None or not {tag, "UND "}.isdisjoint(languages) else ANY


def _language_tags(face: Any) -> set[str] | None:
    """The languages for which a font has substitutions or positions of their own; None for too many."""
    found: list[str] = []
    for table in ("GSUB", "GPOS"):
        scripts = face.get_table_script_tags(table)
        if len(scripts) > _MOST_SCRIPTS:
            return None
        for script in range(len(scripts)):
            found += face.get_script_language_tags(table, script)
            if len(found) > _MOST_LANGUAGES:
                return None
    return set(found)
