"""What a spreadsheet seems to hold: fields, their types, which is the title, the text, the copies."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from keyword import iskeyword
from typing import Any

from msgspec import Struct, field

from generator.catalogue.items import MOST_COPIES, RESERVED
from generator.catalogue.spreadsheet.columns import field_name, split_language
from generator.catalogue.spreadsheet.query import slug
from generator.model.diagnostic import nearest
from generator.starter.pictures import is_picture

COPIES = frozenset(
    "copies copy qty quantity count number amount copias cópias quantidade qtd qtde cantidad anzahl".split()
)
TITLES = ("name", "title", "card", "nome", "título", "titulo", "nombre", "nom", "titel", "titre", "card_name")
TEXTS = ("text", "effect", "rules", "description", "ability", "texto", "efeito", "regra", "descrição", "body")
CODES = (
    "en pt-BR pt-PT pt es fr de it nl pl ru uk cs sk sv da nb nn fi el tr hu ro bg hr sl lt lv et ca eu gl "
    "ja ko zh zh-CN zh-TW ar he hi"
).split()
"""Languages looked for in the names of columns."""
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:[.,][0-9]+)?\Z")
_NEARLY = 0.8
_LONG = 28
_LONGEST = 34
"""Characters on average, and at most, beyond which a field is a running text."""


class Proposed(Struct):
    """One field: the columns that fill it (name -> language or ""), its type, and what it is for."""

    name: str
    label: str
    columns: dict[str, str] = field(default_factory=dict)
    values: list[Any] = field(default_factory=list)
    gaps: bool = False
    type: str = "auto"
    role: str = "line"


def languages_in(header: Sequence[str]) -> list[str]:
    """Return the languages in which some field has columns side by side, in their order."""
    fields: dict[str, list[str]] = {}
    for name in header:
        bare, language = split_language(name, CODES)
        if language:
            fields.setdefault(field_name(bare), []).append(language)
    found: dict[str, None] = {}
    for codes in fields.values():
        if len(set(codes)) > 1:
            found.update(dict.fromkeys(codes))
    return list(found)


def propose(
    header: Sequence[str], rows: Sequence[Sequence[Any]], languages: Sequence[str], icons: Collection[str]
) -> list[Proposed]:
    """Return the fields that the columns become, in their order, each with type and role."""
    fields: dict[str, Proposed] = {}
    for index, name in enumerate(header):
        values = [row[index] if index < len(row) else "" for row in rows]
        values = [value.strip() if isinstance(value, str) else value for value in values]
        if not name or all(value == "" for value in values):
            continue
        bare, language = split_language(name, languages)
        one = _field_for(fields, bare, language)
        one.columns[name] = language
        if not language or language == languages[0] or not one.values:
            one.values = [value for value in values if value != ""]
            one.gaps = len(one.values) < len(values)
    found = list(fields.values())
    for one in found:
        one.type = "text" if any(one.columns.values()) else _type(one.values)
    _give_roles(found, icons)
    return found


def id_pattern(fields: Sequence[Proposed], rows: int) -> str:
    """Return the `id:` that gives each row its own; "" when a column id does."""
    for one in fields:
        if one.name == "id" and not one.gaps:
            plain = [str(value) for value in one.values]
            if len(set(plain)) == rows and all(slug(value) == value and len(value) <= 64 for value in plain):
                return ""
    order = sorted(fields, key=lambda one: (one.name != "id", one.role != "title"))
    for one in order:
        slugs = {slug(str(value))[:64].strip("-") for value in one.values}
        if len(slugs) == rows and "" not in slugs and not one.gaps and one.role not in ("copies", "text"):
            return "{" + one.name + "}"
    title = next((one for one in fields if one.role == "title" and not one.gaps), None)
    if title is not None and all(slug(str(value)) for value in title.values):
        return "{" + title.name + "}-{row}"
    return "row-{row}"


def _field_for(fields: dict[str, Proposed], bare: str, language: str) -> Proposed:
    """Return the field a column belongs to: its own, or one shared with other languages."""
    label = bare.strip()
    name = field_name(bare).replace(".", "_")
    if not name.isidentifier() or iskeyword(name):
        name = f"f_{name}" if name else "field"
    if name in RESERVED and name not in ("id", "copies"):
        name = f"{name}_text"
    if name not in RESERVED and nearest(name, ("copies", "assumed"), 0.8):
        name = f"{name}_field"
    others = fields[name].columns.values() if name in fields else ()
    if language and others and all(others) and language not in others:
        return fields[name]
    wanted, number = name, 2
    while name in fields:
        name, number = f"{wanted}_{number}", number + 1
    fields[name] = Proposed(name, label or name)
    return fields[name]


def _type(values: Sequence[Any]) -> str:
    if all(isinstance(value, bool) for value in values):
        return "boolean"
    words = {str(value).lower() for value in values}
    if words <= {"true", "false"} or (words <= {"yes", "no"} and len(words) == 2):
        return "boolean"
    numbers = [value for value in values if _is_number(value)]
    if len(numbers) == len(values):
        return "whole" if all(re.match(r"-?\d+\Z", str(value)) for value in values) else "number"
    if any(isinstance(value, list) for value in values):
        return "list"
    return "auto" if numbers else "text"


def _is_number(value: Any) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, int | float) or (isinstance(value, str) and bool(_NUMBER.match(value)))


def _give_roles(fields: list[Proposed], icons: Collection[str]) -> None:
    """Say which field is the title, the icon, the running text, a number in a badge; lines are the rest."""
    for one in fields:
        if one.type in ("whole", "number") and max(len(str(value)) for value in one.values) <= 6:
            one.role = "number"
        elif one.type == "boolean":
            one.role = "flag"
        if one.name == "id":
            one.role = "id"
    counts = [one for one in fields if one.name in COPIES and _countable(one)]
    if counts:
        chosen = next((one for one in counts if one.name == "copies"), counts[0])
        chosen.name, chosen.role = "copies", "copies"
    _give_art(fields)
    icon = next((one for one in fields if one.role == "line" and _is_icons(one, icons)), None)
    if icon is not None:
        icon.role = "icon"
    texts = [one for one in fields if one.role == "line" and one.type in ("text", "auto")]
    title = next((one for name in TITLES for one in texts if one.name == name), None)
    title = title or next((one for one in texts if _average(one) < _LONG and not one.gaps), None)
    if title is not None:
        title.role = "title"
    for one in texts:
        if one.role == "line" and (one.name in TEXTS or _average(one) >= _LONG or _longest(one) > _LONGEST):
            one.role = "text"


def _give_art(fields: list[Proposed]) -> None:
    """Say which field names pictures, and which the point of them to keep."""
    art = next((one for one in fields if one.role == "line" and all(map(is_picture, one.values))), None)
    if art is None:
        return
    art.role = "art"
    focus = next((one for one in fields if one.name == "focus" and all(map(_is_focus, one.values))), None)
    if focus is not None:
        focus.role, focus.type = "focus", "text"


def _is_focus(value: Any) -> bool:
    from generator.faces.art_places import read_focus  # whoever brings no art need not wait for the faces

    try:
        read_focus(value)
    except ValueError:
        return False
    return True


def _countable(one: Proposed) -> bool:
    """Whether nearly all values are counts: the build names the cells that are not."""
    whole = [value for value in map(str, one.values) if re.match(r"\d+\Z", value)]
    return len(whole) >= _NEARLY * len(one.values) and all(int(value) <= MOST_COPIES for value in whole)


def _is_icons(one: Proposed, icons: Collection[str]) -> bool:
    return (
        one.type == "text"
        and not any(one.columns.values())
        and {str(value) for value in one.values} <= set(icons)
    )


def _longest(one: Proposed) -> int:
    return max((len(str(value)) for value in one.values), default=0)


def _average(one: Proposed) -> float:
    return sum(len(str(value)) for value in one.values) / max(len(one.values), 1)
