"""What scripts are called, and which free fonts have them (scripts.toml)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from unicodedata import category

from msgspec import Struct, convert

from prancha.graphics.fonts.shaping import script_of

JAPANESE, CHINESE = ("Hira", "Kana"), "Hani"
_HAN = {"ja": "Hira", "ko": "Hang"}
_TRADITIONAL = ("zh-tw", "zh-hk", "zh-mo", "zh-hant", "yue")


class Script(Struct, frozen=True):
    """A script: its name, a letter of it, a family of fonts that has it, and the Debian package of that."""

    name: str
    sample: str
    family: str
    package: str


@lru_cache(maxsize=1)
def scripts() -> Mapping[str, Script]:
    """All scripts by their ISO 15924 tag."""
    text = (files("prancha.graphics.fonts") / "scripts.toml").read_text(encoding="utf-8")
    return convert(tomllib.loads(text), dict[str, Script])


def letters_by_script(letters: str, lang: str) -> dict[str, str]:
    """`letters` by the tag of their script; those of none that has a name, such as arrows, by "".

    Chinese characters belong to Japanese where the language, or a kana among them, says so.
    """
    found: dict[str, str] = {}
    for letter in letters:
        # Marks and figures of a script have it by their block, which HarfBuzz tells too.
        tag = script_of(letter) or ""
        tag = tag if tag in scripts() and category(letter)[0] in "LMN" else ""
        found[tag] = found.get(tag, "") + letter
    of_none = found.pop("", "")
    # Signs that several scripts share, such as the danda and the long kana, come with their letters.
    shared = "".join(c for c in of_none if category(c)[0] in "PNL" and not "\u2000" <= c < "\u2e00")
    for tag in list(found)[:1]:
        found[tag] += shared
        of_none = "".join(c for c in of_none if c not in shared)
    kana = "".join(found.pop(tag, "") for tag in JAPANESE)
    if kana:
        found[JAPANESE[0]] = kana
    han = found.pop(CHINESE, "")
    if han:
        meant = JAPANESE[0] if kana else _HAN.get(lang.partition("-")[0], CHINESE)
        found[meant] = found.get(meant, "") + han
    return {**found, "": of_none} if of_none else found


def script(tag: str, lang: str) -> Script:
    """The script of a tag, in the forms of a language: Chinese has two sets of them."""
    found = scripts()[tag]
    if tag == CHINESE and lang.lower().startswith(_TRADITIONAL):
        return Script(found.name, found.sample, "Noto Sans CJK TC", found.package)
    return found
