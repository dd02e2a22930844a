"""What is missing where a template asks for a name, a field or a value, and what was most likely meant."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from prancha.faces.faults import FaceFault, MissingNameError, fault
from prancha.model.diagnostic import Place, nearest
from prancha.model.game import Game, Item

_LISTED = "prancha help templates lists what a template sees"
_YAML = (".yaml", ".yml")


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
