"""Read game.yaml: structure, languages, texts, tables, the families, and the look of what `book:` makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from prancha.catalogue.file_keys import COLOUR, LANGUAGE, BookColours, BookFile, BookLook, GameFile
from prancha.catalogue.game_folders import OTHER_FILES
from prancha.catalogue.source_files import DataFolder
from prancha.catalogue.translations import Translations
from prancha.catalogue.validation import Keys
from prancha.catalogue.validation_messages import validate
from prancha.catalogue.yaml_document import Findings, KeyPath, read_length
from prancha.model.diagnostic import suggestion
from prancha.model.game import THICKNESS, FontRoles, first_families, further_families
from prancha.model.rulebook import BookDesign
from prancha.model.units import PT_PER_MM, Mm, parse_size


def read_tables(
    tables: Mapping[str, Any],
    path: KeyPath,
    findings: Findings,
    folder: DataFolder,
    languages: Sequence[str],
) -> dict[str, Any]:
    """Return `tables`, with each `{from: ...}` replaced by the entries of its file."""
    ready: dict[str, Any] = {}
    for name, value in tables.items():
        if isinstance(value, dict) and value.keys() == {"from"}:
            from prancha.catalogue.spreadsheet import ListRequest, read_table  # most games do not need it

            request = ListRequest((*path, name, "from"), findings, folder, languages)
            ready[name] = read_table(value["from"], request)
        else:
            ready[name] = value
    return ready


def usable_languages(data: Any) -> tuple[str, ...] | None:
    """Return the languages of a raw game.yaml if they are valid, else None."""
    languages = data.get("languages") if isinstance(data, dict) else None
    if not isinstance(languages, list) or not languages:
        return None
    usable = all(isinstance(language, str) and LANGUAGE.match(language) for language in languages)
    return tuple(languages) if usable else None


def read_game_file(
    findings: Findings, files: list[str], folder: DataFolder
) -> tuple[GameFile, dict[str, Any]] | None:
    """Return the game.yaml in the document of `findings`, and what it says as attributes of a `Game`.

    `files` are the existing family files; tables may come from data files in `folder`.
    """
    file = validate(GameFile, findings)
    if file is None:
        return None
    _check_lists(findings, file, files)
    translations = Translations(findings, tuple(file.languages))
    tables = read_tables(file.tables, ("tables",), findings, folder, file.languages)
    translations.check(("tables",), tables)
    values: dict[str, Any] = {
        key: getattr(file, key) for key in ("title", "revision", "revision_mark", "raster")
    }
    values |= {key: tuple(getattr(file, key)) for key in ("languages", "designers", "artists", "players")}
    values["subtitle"] = translations.text(("subtitle",), file.subtitle, optional=True)
    for key in ("publisher", "licence", "rulebook", "time", "age"):
        values[key] = translations.wording((key,), getattr(file, key))
    texts = {name: translations.text(("texts", name), text) for name, text in file.texts.items()}
    assumed = {name: translations.why(("assumed", name), why) for name, why in file.assumed.items()}
    supplied = []
    for number, one in enumerate(file.supplied):
        name = translations.text(("supplied", number, "name"), one.name)
        supplied.append(MappingProxyType({"name": name, "count": one.count}))
    fonts = _read_fonts(findings, file)
    first = fonts[file.languages[0]]
    values |= {
        "palette": MappingProxyType(file.palette),
        "texts": MappingProxyType(texts),
        "assumed": MappingProxyType(assumed),
        "supplied": tuple(supplied),
        "tables": MappingProxyType(tables),
        "cover": _read_cover(findings, file),
        "pitch": translations.text(("pitch",), file.pitch, optional=True),
        "keywords": _read_keywords(findings, file, translations),
        "symbols": MappingProxyType(file.symbols),
        "fonts": first_families(first),
        "fallback": further_families(first),
        "fonts_by_language": fonts if any(isinstance(one, dict) for one in file.fonts.values()) else {},
        "stocks": _read_stocks(findings, file),
        "book": read_rulebook(findings, file.book, file.palette),
    }
    return file, values


def _read_cover(findings: Findings, file: GameFile) -> Mapping[str, Mapping[str, str]]:
    """Return the colours and templates of cover and cut plan."""
    cover = file.cover
    if cover is None:
        return MappingProxyType({})
    if cover.template is not None:
        message = '"template" no longer draws the cover as a whole, which is laid out by the program'
        hint = (
            f"write templates: {{head: {cover.template}}}, and let it draw only what stood in its block head,"
            " width x height mm from (0, 0); prancha help cover"
        )
        findings.error(("cover", "template"), "unknown-key", message, hint, key=True)
    colours = read_colours(findings, file.palette, "cover", cover.colours)
    return MappingProxyType({"colours": colours, "templates": MappingProxyType(given(cover.templates))})


def _read_keywords(
    findings: Findings, file: GameFile, translations: Translations
) -> Mapping[str, Mapping[str, Any]]:
    """Return the keywords with their texts by language; a colour is a palette name or hexadecimal."""
    found = {}
    for id_, keyword in file.keywords.items():
        path = ("keywords", id_)
        colour = keyword.colour or ""
        if colour and colour not in file.palette and not COLOUR.fullmatch(colour):
            message = f'"{colour}" is not a colour of the palette'
            hint = suggestion(colour, file.palette) or 'write "#rrggbb", or a name of palette:'
            findings.error((*path, "colour"), "bad-colour", message, hint)
        found[id_] = MappingProxyType(
            {
                "id": id_,
                "name": translations.text((*path, "name"), keyword.name),
                "icon": keyword.icon,
                "colour": colour,
                "bold": keyword.bold,
                "reminder": translations.text((*path, "reminder"), keyword.reminder, optional=True) or "",
            }
        )
    return MappingProxyType(found)


def _read_fonts(findings: Findings, file: GameFile) -> Mapping[str, FontRoles]:
    """Return font families by language and role; a role with languages must name all of them."""
    for role, families in file.fonts.items():
        if not isinstance(families, dict):
            continue
        for language in families:
            if language not in file.languages:
                message = f'"{role}" has a font for "{language}", which is not a language of this game'
                hint = suggestion(str(language), file.languages)
                findings.error(("fonts", role, language), "unknown-language", message, hint, key=True)
        lacking = [language for language in file.languages if language not in families]
        if lacking:
            message = f'"{role}" names no font for {" and ".join(lacking)}'
            hint = f"add {lacking[0]}: ..., or name one font for all: {role}: Alegreya Sans"
            findings.error(("fonts", role), "missing-key", message, hint)
    return MappingProxyType(
        {
            language: MappingProxyType(
                {
                    role: tuple(families.get(language, ()) if isinstance(families, dict) else families)
                    for role, families in file.fonts.items()
                }
            )
            for language in file.languages
        }
    )


def _read_stocks(findings: Findings, file: GameFile) -> Mapping[str, Mm]:
    """Return the thickness of each stock that gives one."""
    found: dict[str, Mm] = {}
    for stock in THICKNESS:
        if stock in file.stocks and (written := file.stocks[stock].thickness) is not None:
            found[stock] = read_length(findings, ("stocks", stock, "thickness"), written, 0.01, 20) or 0.0
    return MappingProxyType(found)


def _check_lists(findings: Findings, file: GameFile, files: list[str]) -> None:
    for key, entries in (("languages", file.languages), ("families", file.families)):
        folded = [entry.lower() for entry in entries]
        for number, entry in enumerate(entries):
            if folded.index(entry.lower()) < number:
                message = f'"{entry}" is listed twice'
                findings.error((key, number), "duplicate-entry", message, "delete one")
    for number, name in enumerate(file.families):
        if name in OTHER_FILES:
            message = f'no family can be called "{name}": {name}.yaml is a file of its own kind'
            findings.error(
                ("families", number), "bad-id", message, "give the family and its file another name"
            )
        elif name not in files:
            message = f"there is no file {name}.yaml beside game.yaml"
            findings.error(("families", number), "missing-family", message, suggestion(name, files))


_PAGES: Mapping[str, tuple[Mm, Mm] | None] = {
    "half": None,
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "a6": (105.0, 148.0),
    "letter": (215.9, 279.4),
    "half-letter": (139.7, 215.9),
    "square": (210.0, 210.0),
    "small-square": (148.0, 148.0),
    "small-booklet": (63.5, 88.9),
    "medium-booklet": (88.9, 127.0),
    "large-booklet": (127.0, 203.2),
    "tall-booklet": (114.3, 203.2),
    "tarot-booklet": (69.85, 120.65),
    "jumbo-booklet": (203.2, 254.0),
    "medium-coil-book": (127.0, 190.5),
    "jumbo-coil-book": (209.55, 254.0),
}
"""Pages of a rulebook by name; half is half of the paper of the kit, booklets and coil books are those of
The Game Crafter."""
_LEAST_PAGE, _MOST_PAGE = 60.0, 500.0
_MARGIN, _LEAST_MARGIN, _SHARE = 13.0, 6.0, 0.09
"""The margin of a rulebook in mm, the least of a leaflet, and its share of the width of a page."""


def read_rulebook(findings: Findings, book: BookFile | None, palette: Mapping[str, str]) -> BookDesign | None:
    """Return the design of the rulebook, or None where the game declares none."""
    if book is None:
        return None
    name = book.page or "half"
    width, height = (_PAGES[name] if name in _PAGES else _own_page(findings, name)) or (None, None)
    return replace(
        _read_look(findings, book, palette, _MARGIN),
        page=name,
        width=width,
        height=height,
        cover=book.cover,
    )


def read_leaflet(
    findings: Findings, look: BookLook | None, palette: Mapping[str, str], width: Mm, height: Mm
) -> BookDesign:
    """Return the design of a leaflet with pages of `width` x `height`."""
    margin = min(_MARGIN, max(_LEAST_MARGIN, width * _SHARE))
    design = _read_look(findings, look or BookLook(), palette, margin)
    return replace(design, width=width, height=height)


def _read_look(findings: Findings, look: BookLook, palette: Mapping[str, str], margin: Mm) -> BookDesign:
    if look.margin:
        margin = read_length(findings, ("book", "margin"), look.margin, 5, 60) or margin
    return BookDesign(
        margin=margin,
        columns=look.columns,
        gap=read_length(findings, ("book", "gap"), look.gap, 2, 30) or 6.0,
        size=(read_length(findings, ("book", "text"), look.text, 2, 9) or 3.0) * PT_PER_MM,
        leading=look.leading / 100,
        justify=look.justify,
        hyphenate=look.hyphenate,
        colours=read_colours(findings, palette, "book", look.colours),
        templates=MappingProxyType(given(look.templates)),
        notes=(read_length(findings, ("book", "notes"), look.notes, 15, 80) or 0.0) if look.notes else 0.0,
    )


def given(keys: Keys | None) -> dict[str, str]:
    """The texts of a mapping that are in the file, by key."""
    return {name: getattr(keys, name) for name in sorted(keys.written)} if keys is not None else {}


def read_colours(
    findings: Findings, palette: Mapping[str, str], key: str, colours: BookColours | None
) -> Mapping[str, str]:
    """Return the colours below `key` by role, each as `#rrggbb`."""
    found = {}
    for role, name in given(colours).items():
        if name not in palette and not COLOUR.fullmatch(name):
            hint = suggestion(name, palette) or 'write "#rrggbb", or a name of palette:'
            message = f'"{name}" is not a colour of the palette'
            findings.error((key, "colours", role), "bad-colour", message, hint)
        found[role] = palette.get(name, name)
    return MappingProxyType(found)


def _own_page(findings: Findings, text: str) -> tuple[Mm, Mm] | None:
    """Return the size of a page of its own; add an error where it is none, or out of range."""
    try:
        width, height = parse_size(text)
    except ValueError:
        hint = suggestion(text, _PAGES) + ' or write a size, such as "130 x 180 mm"'
        findings.error(("book", "page"), "bad-value", f'there is no page "{text}"', hint.strip())
        return None
    if not (_LEAST_PAGE <= width <= _MOST_PAGE and _LEAST_PAGE <= height <= _MOST_PAGE):
        message = f"a page of {width:g} x {height:g} mm is out of range"
        hint = f"each side must be {_LEAST_PAGE:g} to {_MOST_PAGE:g} mm long"
        findings.error(("book", "page"), "bad-value", message, hint)
    return width, height
