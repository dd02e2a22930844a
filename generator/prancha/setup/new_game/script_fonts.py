"""Fonts for the scripts of a list that the usual fonts lack: those of the project, or installed ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from prancha.graphics.fonts.installed import family_with
from prancha.graphics.fonts.missing import family_to_add
from prancha.graphics.fonts.script_names import letters_by_script, script
from prancha.model.diagnostic import Failure
from prancha.setup.fonts.adding import family_files
from prancha.setup.new_game.lettering import PrintableLetters

Slow = Callable[[Path, str], None]


class ScriptFonts(Struct, frozen=True):
    """Families behind the usual ones, files of those that were taken, by their names in `fonts/`; and why."""

    families: tuple[str, ...] = ()
    files: Mapping[str, bytes] = {}
    guesses: tuple[str, ...] = ()


def fonts_for(lacking: Sequence[str], letters: PrintableLetters, lang: str, slow: Slow) -> ScriptFonts:
    """Find fonts for the letters of scripts among those `lacking`; `letters` then knows them.

    A script for which no family is found here, or only one that may not be embedded, is left out: the build
    tells how to get one.
    """
    families: list[str] = []
    files: dict[str, bytes] = {}
    guesses = []
    for tag, wanted in letters_by_script("".join(lacking), lang).items():
        if not tag:
            continue
        known = script(tag, lang)
        family, made = letters.family_with(wanted), {}
        if not family and family_with(known.sample, known.family):
            try:
                added = family_files(family_to_add(known, wanted), slow)
            except Failure:
                continue
            family = added.family
            made = {f"{family}/{name}": data for name, data in added.files.items()}
        if not family:
            continue
        files |= made
        families.append(family)
        letters.add(wanted)
        where = "installed here; its files are copied into the game" if made else "a font of the project"
        guesses.append(f"font: {family}, for {known.name} letters ({where})")
    return ScriptFonts(tuple(dict.fromkeys(families)), files, tuple(guesses))
