"""Faults and warnings of faces, located in the catalogue or the template."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from prancha.faces.face_drawings import Remark
from prancha.faces.faults import (
    FaceFault,
    IconError,
    ManyFaults,
    MissingNameError,
    distinct_faults,
    fault,
    format_path,
)
from prancha.model.diagnostic import Diagnostic, Place, excerpt, nearest, suggestion
from prancha.model.game import Game, Item

PRINTED = tuple(
    "title subtitle pitch time age designers artists publisher licence rulebook revision assumed"
    " supplied".split()
)
"""What pages show of game.yaml."""
SHORTEST = 4
"""Shortest field text that is recognised within a longer text."""


def text_place(item: Item, lang: str, languages: Collection[str], text: str) -> Place:
    """The one field of `item` that `text` is, or has within it; the item where none or several are."""
    found = _paths(item.fields, lang, languages, text)
    return item.where(found[0]) if len(found) == 1 else item.place


def page_place(game: Game, lang: str, text: str) -> Place | None:
    """The one value of game.yaml, or title or note of a family, that `text` on a page is, or has within it.

    Pages keep names whole and write some in capitals.
    """
    plain = text.replace("\u00a0", " ").replace("\u2011", "-").casefold()
    values = {name: getattr(game, name) for name in PRINTED}
    found = [(game.places, path) for path in _paths(values, lang, game.languages, plain, True)]
    for family in game.families:
        told = {"title": family.title, "note": family.note}
        found += [(family.places, path) for path in _paths(told, lang, game.languages, plain, True)]
    if len(found) != 1:
        return None
    ((places, path),) = found
    return places.get(path)


def _paths(
    values: Mapping[str, Any], lang: str, languages: Collection[str], text: str, fold: bool = False
) -> list[str]:
    """The dotted paths of values that are `text`, or else of those within it; of a page's in any capitals."""
    fields = [
        (path, str(value).strip().casefold() if fold else str(value).strip())
        for path, value in _leaves(values, lang, languages)
        if isinstance(value, str | int | float)
    ]
    same = [path for path, value in fields if value == text.strip()]
    return same or [path for path, value in fields if len(value) >= SHORTEST and value in text]


def unknown_fonts(game: Game, families: Collection[str], lang: str) -> Iterator[FaceFault]:
    """Yield a fault for each font of a role of the game, as set in `lang`, that is none of `families`."""
    for role, first in game.fonts.items():
        for family in (first, *game.fallback.get(role, ())):
            if family in families:
                continue
            near = suggestion(family, families)
            hint = f"{near} known: {', '.join(sorted(families))}" if near.startswith("did") else near
            hint += f'; or have it added: prancha font add "{family}"'
            place = _font_place(game, role, lang)
            yield FaceFault(place, "", "font", f'there is no font "{family}"', hint)


def _font_place(game: Game, role: str, lang: str) -> Place:
    """Return where the fonts of a role are written: for a language, for all, or else the game."""
    for name in (f"fonts.{role}.{lang}", f"fonts.{role}", "fonts"):
        if name in game.places:
            return game.places[name]
    return game.place


def _leaves(value: Any, lang: str, languages: Collection[str], path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value with its dotted path; of a text per language, the one in `lang`."""
    if isinstance(value, Mapping):
        told = [key for key in value if key in languages]
        for key, part in value.items():
            if key == lang or key not in told:
                yield from _leaves(part, lang, languages, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list | tuple):
        for number, part in enumerate(value):
            yield from _leaves(part, lang, languages, f"{path}.{number}")
    else:
        yield path, value


_LISTED = "prancha help templates lists what a template sees"
_YAML = (".yaml", ".yml")
_NOTHING = "nothing (null) is "
"""The beginning of messages of errors that an empty field of the item may cause."""


def missing_name(error: MissingNameError, known: Collection[str], fields: Collection[str]) -> str:
    """The hint for a name that nothing defines; `known` ones are defined, `fields` are those of the item."""
    if error.name in fields:
        return f"write item.{error.name}"
    near = nearest(error.name, {*known, *fields}, 0.75 if error.hint else 0.6)
    if near:
        return f'did you mean "{near if near in known else f"item.{near}"}"?'
    return error.hint or _LISTED


def missing_field(error: MissingNameError, place: Place, item: str, game: Game) -> FaceFault:
    """The fault of a field that one item lacks, at its empty cell where others of its list fill it."""
    told = fault(error, place, item)
    drawn = dict(error.item or {})
    family = game.family(drawn["family"])
    lacking = next(one for one in family.items if one.listed_id == drawn["id"])
    items = [one for one in family.items if one.part == 1]
    having = [one for one in items if error.field in one.fields]
    if not having:
        return told
    own = [name for name in lacking.fields if not any(name in one.fields for one in having)]
    misspelt = nearest(error.field, own)
    if misspelt:
        hint = f'write "{error.field}" in place of "{misspelt}"'
        return replace(told, hint=hint, place=lacking.where(misspelt))
    default = f"defaults: {{{error.field}: ...}} in {family.place.file}"
    cell = _cell(lacking, having, error.field)
    if cell is not None:
        message = told.message.replace(str(error), f'the cell of "{error.field}" is empty')
        hint = f"fill it, or say what empty ones stand for: {default}"
        return replace(told, message=message, hint=hint, place=cell)
    count = len(having)
    which = f"the other {count} items have" if count == len(items) - 1 > 1 else f"{count} others have"
    which = "the other item has" if count == len(items) - 1 == 1 else which
    which = "another item has" if count == 1 < len(items) - 1 else which
    return replace(told, hint=f"{which} it: add it to this one, or {default}")


def _cell(item: Item, having: Collection[Item], field: str) -> Place | None:
    """The empty cell of an item that comes from a spreadsheet, if others of it fill that column."""
    file = item.place.file
    if file.endswith(_YAML):
        return None
    for other in having:
        place = other.where(field)
        if place.file == file and place.line == other.place.line:
            return Place(file, item.place.line, place.column)
    return None


def nothing_given(told: FaceFault, item: Item) -> FaceFault:
    """The fault of null where a value is wanted, with the fields of the item that are so."""
    empty = [name for name, value in item.fields.items() if value is None]
    if not empty:
        return told
    listed = ", ".join(f'"{name}"' for name in empty)
    message = f"{told.message}: {listed} {'is' if len(empty) == 1 else 'are'} empty"
    place = item.where(empty[0]) if len(empty) == 1 else told.place
    return replace(told, message=message, place=place)


_TEXT = re.compile(r"<(text|flowRoot)\b.*?</\1>", re.S)
_TAG = re.compile(r"<[^>]*>")
_SPACES = re.compile(r"\s+")
_SURE = re.compile(r"<<\s*([^<>{}]{1,40}?)\s*>>|%VAR_(\w{1,40})%")
"""Merge fields, which nobody prints."""
_MAYBE = re.compile(r"«\s*([^«»{}]{1,40}?)\s*»|(?<!\[)\[\s*([^\[\]{}]{1,40}?)\s*\](?!\])")
"""Marks that are merge fields only if they enclose the name of a field."""


def merge_fields(path: Path, fields: Collection[str], item: str) -> Iterator[Diagnostic]:
    """Yield a warning for each such mark in the texts of the drawing at `path`, for cards of these `fields`.

    `item` is the first card that shows it.
    """
    source = path.read_text(encoding="utf-8", errors="replace")
    for text in _TEXT.finditer(source):
        words = unescape(_SPACES.sub(" ", _TAG.sub("", text[0])))
        line = source.count("\n", 0, text.start()) + 1
        for found in (*_SURE.finditer(words), *_MAYBE.finditer(words)):
            name = next(filter(None, found.groups()), "")
            field = re.sub(r"\W+", "_", name.lower()).strip("_")
            if field in fields:
                hint = f"write {{{{ {field} }}}} there: so a drawing names a field of its cards"
            elif found.re is _SURE:
                hint = f"write {{{{ name }}}} with the name of a field there; {suggestion(field, fields)}"
            else:
                continue
            message = f"{excerpt(found[0])} is the mark of a merge, and prints as it stands on every card"
            place = Place(format_path(path), line, 1)
            yield Diagnostic(place, "merge-field", message=message, item=item, hint=hint, severity="warning")


def picture_warnings(remarks: Iterable[tuple[Remark, Item]]) -> tuple[Diagnostic, ...]:
    """One warning per remark, on the first item that it is about."""
    items: dict[Remark, dict[str, Item]] = {}
    for remark, item in remarks:
        items.setdefault(remark, {}).setdefault(item.key, item)
    return tuple(_warning(remark, tuple(about.values())) for remark, about in items.items())


def _warning(remark: Remark, items: tuple[Item, ...]) -> Diagnostic:
    first = items[0]
    field = next((name for name, value in first.fields.items() if _holds(value, remark.path)), "")
    place = first.where(field) if field else first.place
    more = f" (and {len(items) - 1} more)" if len(items) > 1 else ""
    return Diagnostic(
        place,
        remark.code,
        message=remark.message + more,
        item=first.key,
        hint=remark.hint,
        severity="warning",
    )


def _holds(value: Any, path: str) -> bool:
    if isinstance(value, Mapping):
        return any(_holds(inner, path) for inner in value.values())
    if isinstance(value, list | tuple):
        return any(_holds(inner, path) for inner in value)
    return bool(value == path)


class FaceFaults:
    """Locate faults of the faces of `game` in `lang`; `given` are the names all templates see."""

    def __init__(self, game: Game, lang: str, given: Mapping[str, Any]) -> None:
        self._game, self._lang, self._given = game, lang, given

    def of_item(self, error: Exception, item: Item, context: Mapping[str, Any]) -> Iterator[FaceFault]:
        """The faults of a face of `item`, at the field whose text is at fault; the item if none is."""
        for each in distinct_faults(error):
            text = getattr(each, "text", "")
            yield from self.at(each, self.field(item, text) if text else item.place, item, context)

    def of_page(self, error: Exception, page: Place, context: Mapping[str, Any]) -> Iterator[FaceFault]:
        """The faults of a page of the program's own; `page` is where the game asks for it."""
        for each in distinct_faults(error):
            text = getattr(each, "text", "")
            place = page_place(self._game, self._lang, text) if text else None
            yield from self.at(each, place or page, None, context)

    def at(
        self, error: Exception, place: Place, item: Item | None, context: Mapping[str, Any]
    ) -> tuple[FaceFault, ...]:
        """The faults of one error at `place`, on `item` if it was one that was drawn."""
        key = item.key if item is not None else ""
        if isinstance(error, ManyFaults):
            return tuple(replace(each, item=each.item or key) for each in error.faults)
        if isinstance(error, MissingNameError) and error.item is not None:
            return (missing_field(error, place, key, self._game),)
        if isinstance(error, MissingNameError) and error.name:
            known = {name for name in (*self._given, *context) if not name.startswith("svg_")}
            fields = set(dict.keys(context.get("item", {})))
            if "svg_words" in self._given:  # drawings name fields by themselves
                known, fields = known | fields, set()
            error.hint = missing_name(error, known, fields)
        told = fault(error, place, key)
        if isinstance(error, IconError) and item is not None and ".svg:" in told.message:
            told = _meant_as_field(told, item)
        empty = str(getattr(error, "message", "")).startswith(_NOTHING)
        return (nothing_given(told, item) if item and empty else told,)

    def field(self, item: Item, value: str) -> Place:
        """The one field of `item` that has this value, the item where none or several have."""
        return text_place(item, self._lang, self._game.languages, value)


def _meant_as_field(told: FaceFault, item: Item) -> FaceFault:
    """A fault about an icon in a drawing, with what to write where its name is that of a field: `{Name}`."""
    named = re.search(r'"([^"]+)"', told.message)
    field = re.sub(r"\W+", "_", named[1].lower()).strip("_") if named else ""
    if field not in item.fields:
        return told
    return replace(told, hint=f"write {{{{ {field} }}}} for the value of the field; or {told.hint}")
