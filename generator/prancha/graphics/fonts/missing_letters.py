"""Letters that no font of a text has, in words: a script by its name, and how to get a font for it."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from unicodedata import category

from msgspec import Struct, convert

from prancha.graphics.fonts.book import style_name
from prancha.graphics.fonts.font import Font
from prancha.graphics.fonts.installed import family_with
from prancha.graphics.fonts.shaping import script_of
from prancha.model.diagnostic import first_of

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


_TOLD = 6
"""Letters named one by one."""
DRAWN = "write it otherwise, draw an icon such as {arrow}, or "


class Lack(Struct, frozen=True):
    """Missing letters: a whole script that no font has, or single `letters`."""

    message: str
    hint: str
    of_script: bool = False


def lacks(
    letters: str,
    fonts: Sequence[Font],
    lang: str,
    at_hand: Callable[[str], str],
    naming: Callable[[str], str],
) -> Iterator[Lack]:
    """Tell `letters`, which none of `fonts` has.

    `at_hand` gives the family of the project that has some letters, "" for none; `naming` how game.yaml
    names a family.
    """
    for tag, lacking in letters_by_script(letters, lang).items():
        known = script(tag, lang) if tag else None
        if known is not None and not any(font.covers(known.sample) for font in fonts):
            family = at_hand(lacking)
            way = f"name {family}, which has them" if family else way_to(known, lacking)
            named_so = naming(family or family_to_add(known, lacking))
            yield Lack(f"no font of this text has {known.name} letters", f"{way}: {named_so}", True)
            continue
        family = at_hand(lacking)
        way = f"name {family} too" if family else ""
        if known is not None and not family:
            family = family_to_add(known, lacking)
            way = way_to(known, lacking) if all(font.family != family for font in fonts) else ""
        elif not family and (family := family_with(lacking, "Noto Sans Symbols 2")):
            way = add_command(family)
        hint = f"{way}: {naming(family)}" if way else "add a font that has it: prancha font add FILE"
        yield Lack(_told(lacking, fonts), f"{DRAWN}{hint}")


def family_to_add(known: Script, letters: str) -> str:
    """The family for a script: one that is installed if there is any, else the free one there is."""
    return family_with(letters, known.family) or family_with(known.sample, known.family) or known.family


def way_to(known: Script, letters: str) -> str:
    """How to get a font for a script: the command, and the source of a font that is not installed."""
    family = family_to_add(known, letters)
    source = f"Debian package {known.package}, or fonts.google.com/noto"
    if not family_with(known.sample, family):
        return f"install {family} ({source}), {add_command(family)}"
    if family == known.family:
        return add_command(family)
    return f"{add_command(family)} (or {known.family}: {source})"


def add_command(family: str) -> str:
    """The command that adds an installed family to the project, and the step after it."""
    return f'prancha font add "{family}", then in game.yaml'


def describe_scripts(letters: Collection[str], lang: str) -> tuple[str, str]:
    """The names of the scripts of `letters`, and the first of the ways to get a font for them."""
    found = letters_by_script("".join(letters), lang)
    named = [(script(tag, lang), lacking) for tag, lacking in found.items() if tag]
    names = " and ".join(dict.fromkeys(known.name for known, _ in named))
    return names, way_to(*named[0]).partition(", then in")[0] if named else ""


def named(character: str) -> str:
    """A character as messages show it, with its number and its name in Unicode."""
    name = unicodedata.name(character, "")
    number = f"U+{ord(character):04X}{' ' + name if name else ''}"
    return f'"{character}" ({number})' if character.isprintable() else number


def _told(letters: str, fonts: Sequence[Font]) -> str:
    names = first_of([*map(named, letters)], _TOLD)
    tried = " nor ".join(f'"{font.family}" {style_name(font.weight, font.italic)}' for font in fonts)
    if len(fonts) == 1:
        return f"the font {tried} has no {names}"
    return f"neither font, {tried}, has {names}"
