"""The fonts a game may use: files named `fonts/<Family>/<weight>[-italic].ttf`, found by name and language.

Fonts of the machine are never used: the same catalogue must give the same sheets everywhere.  Books of two
languages share a `Font` that has the same letters for both.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from prancha.graphics.fonts.font import LANGUAGE, Font
from prancha.graphics.fonts.sfnt import FontError, read_metrics
from prancha.model.diagnostic import suggestion
from prancha.system.file_contents import Refused, regular_bytes
from prancha.system.limits import work_on

_STYLES = {
    "thin": 100, "extralight": 200, "light": 300, "regular": 400, "roman": 400, "book": 400, "medium": 500,
    "semibold": 600, "demibold": 600, "bold": 700, "extrabold": 800, "black": 900, "heavy": 900,
}  # fmt: skip


def family_names(families: str) -> list[str]:
    """The names of a CSS list of families without their quotes, at least one."""
    return [name.strip().strip("'\"").strip() for name in families.split(",")]


def named_font(families: str, known: Collection[str]) -> tuple[str, int, bool] | None:
    """The first family of a CSS list that is in `known`, with the weight and slope in its name.

    `AlegreyaSans-BoldItalic` is the family Alegreya Sans, 700, italic; None when none is known.
    """
    plain = {re.sub(r"\W", "", name).lower(): name for name in known}
    for name in family_names(families):
        if name in known:
            return name, 400, False
        stem, _, style = name.partition("-")
        for each, rest in ((name, ""), (stem, style.lower())):
            found = plain.get(re.sub(r"\W", "", each).lower())
            if found:
                upright = rest.replace("italic", "").replace("oblique", "")
                return found, _STYLES.get(upright, 400), upright != rest
    return None


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


BOLD = 700
MAX_BYTES = 20_000_000
_FILE = re.compile(r"([1-9]\d{0,2})(-italic)?\.ttf\Z")
_Style = tuple[int, bool]
_IN_USE: WeakValueDictionary[tuple[str, str, int, bool, Path, str], Font] = WeakValueDictionary()
"""Fonts that somebody holds: a book that is opened anew, as `--watch` and the studio do at every save, takes
them from here, or each of them would stay as long as any text that was measured with it is remembered."""


class FontBook:
    """Finds fonts by family, weight and slope in `fonts/<Family>/` of `folders`; earlier folders win.

    Folders are listed once; a file is read when first asked for.  `language` is of texts, such as pt-BR.
    """

    def __init__(self, folders: Sequence[Path], language: str = LANGUAGE) -> None:
        """List the families of `folders`; a folder without `fonts/` adds none."""
        self._language = language
        self.roles: Mapping[str, str] = {}
        """The families that drawings may name by a role of the game."""
        self.lenders: tuple[str, ...] = ()
        """The families that the game names for letters that its other fonts lack."""
        self._folders: dict[str, list[Path]] = {}
        for folder in folders:
            home = folder / "fonts"
            for place in sorted(home.iterdir()) if home.is_dir() else ():
                if place.is_dir():
                    self._folders.setdefault(place.name, []).append(place)
        self._families = tuple(sorted(self._folders))
        self._names = _pdf_names(self._families)
        self._styles: dict[str, dict[_Style, Path]] = {}
        self._fonts: dict[tuple[str, int, bool], Font] = {}

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that texts may be in, best first: that of the book, and the same of any country."""
        return tuple(dict.fromkeys((self._language, self._language.partition("-")[0])))

    def families(self) -> tuple[str, ...]:
        """Names of all families, sorted."""
        return self._families

    def files(self) -> frozenset[Path]:
        """The files of all fonts that were read so far."""
        return frozenset(font.path for font in self._fonts.values())

    def weights(self, family: str, italic: bool = False) -> tuple[int, ...]:
        """Weights at hand, lightest first.  Raises FontError for an unknown family."""
        return tuple(sorted(weight for weight, slope in self._listed(family) if slope == italic))

    def font(self, family: str, weight: int = 400, italic: bool = False) -> Font:
        """The font of exactly this style.  Raises FontError where it is absent, or its file not usable."""
        found = self._fonts.get((family, weight, italic))
        if found is None:
            found = self._fonts[family, weight, italic] = self._read(family, weight, italic)
        return found

    def alike(self, other: FontBook) -> bool:
        """Return whether every font that was read so far is the same in `other`, whatever its language is."""
        return self._folders == other._folders and all(
            other.font(*style) is font for style, font in self._fonts.items()
        )

    def bolder(self, font: Font) -> Font:
        """The bold that goes with `font`: weight 700, else the nearest heavier one.  Raises FontError."""
        heavier = [weight for weight in self.weights(font.family, font.italic) if weight > font.weight]
        if not heavier:
            raise FontError(
                f'the font "{font.family}" has no bold for {style_name(font.weight, font.italic)}',
                self._at_hand(font.family),
            )
        return self.font(font.family, BOLD if BOLD in heavier else heavier[0], font.italic)

    def nearest(self, family: str, weight: int, italic: bool) -> Font:
        """The font of `family` most like that style: first in slope, then in weight.  Raises FontError."""
        styles = self._listed(family)
        if not styles:
            raise FontError(f'the font "{family}" has no files', self._at_hand(family))
        found = min(styles, key=lambda style: (style[1] != italic, abs(style[0] - weight), style[0]))
        return self.font(family, *found)

    def _read(self, family: str, weight: int, italic: bool) -> Font:
        path = self._listed(family).get((weight, italic))
        if path is None:
            raise FontError(f'the font "{family}" has no {style_name(weight, italic)}', self._at_hand(family))
        try:
            data = regular_bytes(path, MAX_BYTES, path.parent.parent.parent)
        except Refused as refused:
            raise FontError(f"{path} {refused}", "put a .ttf file of the font itself there") from None
        key = f"{self._names[family]}-{weight}{'i' if italic else ''}"
        language = letters_language(data, self._language)
        name = key, family, weight, italic, path, language
        known = _IN_USE.get(name)
        if known is not None and known.data == data:
            return known
        try:
            with work_on(path, "", "reading this font"):
                metrics = read_metrics(data, str(path))
                font = Font(
                    key,
                    family,
                    weight=weight,
                    italic=italic,
                    path=path,
                    data=data,
                    metrics=metrics,
                    language=language,
                )
                font.shape(" ")  # HarfBuzz must accept the file too, and now rather than in mid-page
        except MemoryError:
            message = f"{path} unfolds to more memory than there is"
            raise FontError(message, "it is damaged, or made to do so; use another font") from None
        _IN_USE[name] = font
        return font

    def _listed(self, family: str) -> dict[_Style, Path]:
        if family not in self._folders:
            hint = f'{suggestion(family, self._families)} or have it added: prancha font add "{family}"'
            raise FontError(f'there is no font "{family}"', hint)
        styles = self._styles.get(family)
        if styles is None:
            styles = self._styles[family] = {}
            for folder in self._folders[family]:
                for path in sorted(folder.iterdir()):
                    found = _FILE.match(path.name)
                    if found:
                        styles.setdefault((int(found[1]), bool(found[2])), path)
        return styles

    def _at_hand(self, family: str) -> str:
        styles = sorted(self._listed(family), key=lambda style: (style[1], style[0]))
        if not styles:
            return f'name the files of "{family}" 400.ttf, 700.ttf, 400-italic.ttf and so on'
        return "at hand: " + ", ".join(style_name(*style) for style in styles)


def style_name(weight: int, italic: bool) -> str:
    """The name of a style in messages: `weight 400 italic`."""
    return f"weight {weight} italic" if italic else f"weight {weight}"


def _pdf_names(families: Sequence[str]) -> dict[str, str]:
    """A distinct ASCII name for each family, stable for the same set of families."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for family in families:
        plain = unicodedata.normalize("NFKD", family)
        stem = "".join(c for c in plain if c.isascii() and c.isalnum()) or "Font"
        name, k = stem, 1
        while name in taken:
            k += 1
            name = f"{stem}{k}"
        taken.add(name)
        names[family] = name
    return names
