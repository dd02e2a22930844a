"""Find the family of an example that a list fits, and the column for each of its fields."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from prancha.catalogue.yaml_parser import read_yaml
from prancha.model.game import Family, Game
from prancha.setup.new_game.field_roles import NONE, Wishes, give_roles
from prancha.setup.new_game.list_pictures import known_icons
from prancha.setup.new_game.project_files import refusal
from prancha.setup.new_game.proposal import Proposed, fields_of

_KEYED = re.compile(r"tables\.(\w+)\[item\.(\w+)\]")
_ROLES = ("title", "text", "art", "icon", "number")
"""Roles by which columns are matched to fields; types and short words get the fields that are left."""
_LONGER = {"title": 2.5, "line": 1.5}
"""Maximum length of a text that stands in one line, as a multiple of the longest in the example."""
_MOST_KINDS = 12
"""Maximum number of different words in a column of kinds."""


class Fit(Struct, frozen=True):
    """A family of an example, and the fields of a list that fill the fields of the family.

    `old_names` are their names before, `why` says what each was matched by, `given` are values for fields
    that rows lack, `joined` columns of numbers that become a list in a field, and `left` are the fields of
    the list that the family has no place for.
    """

    family: Family
    filled: Mapping[str, Proposed]
    old_names: Mapping[str, str]
    why: Mapping[str, str]
    given: Mapping[str, Any]
    joined: Mapping[str, Sequence[Proposed]]
    left: tuple[Proposed, ...]


def table_keys(template: str) -> dict[str, str]:
    """Return tables that a template looks up by the value of a field, with the name of that field."""
    return dict(_KEYED.findall(template))


def best_fit(game: Game, templates: Mapping[str, str], fields: Sequence[Proposed], example: str) -> Fit:
    """Return the family that shows most columns of a list; raises Failure if none shows titles and texts."""
    usable = [one for one in fields if not one.out and one.role not in ("id", "copies", "focus", "state")]
    fits = [
        fit
        for family in game.families
        if family.net is None and len(family.items) > 1
        for fit in _fit(game, family, templates[family.template], usable, fields)
    ]
    if not fits:
        columns = ", ".join(f'"{one.heading}"' for one in usable) or "nothing"
        message = f"no family of {example} shows what the list has: {columns}"
        hint = "leave out --like for cards that do, or --from for the example as it is"
        raise refusal("no-fit", message, hint)
    return max(fits, key=lambda fit: len(fit.filled))


def _fit(
    game: Game, family: Family, template: str, usable: Sequence[Proposed], fields: Sequence[Proposed]
) -> Iterator[Fit]:
    """Yield how the list fills a family, where nothing of weight would be lost."""
    every = fields_by_role(game, family)
    own = [one for one in every if one.role not in ("id", "copies", "focus")]
    keyed = set(table_keys(template).values())
    filled: dict[str, Proposed] = {}
    why: dict[str, str] = {}

    def left() -> list[Proposed]:
        return [one for one in usable if all(one is not other for other in filled.values())]

    for field, one, reason in _matches(own, keyed, usable):
        if field.name not in filled and one in left():
            filled[field.name], why[field.name] = one, reason
    joined = _joined(own, filled, left())
    rest = [one for one in left() if all(one not in parts for parts in joined.values())]
    titles = [one for one in own if one.role == "title" and one.name not in keyed]
    needed = titles or [one for one in own if not one.gaps]
    # Where the list has all that a family without titles is made of, its own titles are but remarks.
    is_its_list = not titles and all(why.get(one.name) == "by its name" for one in needed)
    lost = [one for one in rest if _role(one) in ("title", "text")]
    if len(filled) < 2 or any(one.name not in filled for one in needed) or (lost and not is_its_list):
        return
    said = read_yaml(game.folder / f"{family.id}.yaml", game.folder).data.get("defaults", {})
    given = {
        one.name: said.get(one.name, _usual(one, one.name in keyed))
        for one in own
        if (one.name not in filled or filled[one.name].gaps) and not one.gaps and one.name not in joined
    }
    focus = [one for one in fields if one.role == "focus" and not one.out]
    if any(one.name == "focus" for one in every):
        if focus:
            filled["focus"], why["focus"] = focus[0], "what pictures keep"
        if not focus or focus[0].gaps:
            given["focus"] = "center"
    yield Fit(
        family,
        filled,
        old_names={name: one.name for name, one in filled.items()},
        why=why,
        given=given,
        joined=joined,
        left=tuple(rest),
    )


def _role(one: Proposed) -> str:
    """Return the role of a column; one of whole numbers is no title, though it may stand first."""
    return "number" if one.role == "title" and one.type == "whole" else one.role


def _joined(
    own: Sequence[Proposed], filled: Mapping[str, Proposed], left: Sequence[Proposed]
) -> dict[str, list[Proposed]]:
    """Return the columns of numbers that are left for fields which hold lists of as many numbers."""
    numbers = [one for one in left if one.type == "whole" and not one.gaps]
    return {
        field.name: numbers
        for field in own
        if field.name not in filled and field.type == "list" and numbers
        if all(len(value) == len(numbers) for value in field.values)
        if all(isinstance(part, int) for value in field.values for part in value)
    }


def _matches(
    own: Sequence[Proposed], keyed: set[str], usable: Sequence[Proposed]
) -> Iterator[tuple[Proposed, Proposed, str]]:
    """Yield fields of the example with columns for them, the surest first."""
    for field in own:
        for one in usable:
            if field.name.casefold() in (one.name, one.heading.casefold()) and _is_alike(field, one, True):
                yield field, one, "by its name"
    for field in own:
        if field.name in keyed:
            few = [one for one in usable if _has_few_words(one) and _is_alike(field, one, False)]
            few.sort(key=lambda one: (one.role != "type", (one.type == "whole") != (field.type == "whole")))
            yield from ((field, one, "its few words") for one in few)
    for role in _ROLES:
        for field in (each for each in own if each.role == role and each.name not in keyed):
            alike = [one for one in usable if _role(one) == role and _is_alike(field, one, False)]
            yield from ((field, one, f"its {role}") for one in alike)
    for field in own:
        if field.name not in keyed and field.role in ("line", "text"):
            for wanted in ("text", "line", "type"):
                for one in usable:
                    if one.role == wanted and _is_alike(field, one, False):
                        yield field, one, "what is left"


def _is_alike(field: Proposed, one: Proposed, is_named: bool) -> bool:
    """Return whether the values of a column can replace those of a field."""
    if (field.type == "list") != (one.type == "list"):
        return False
    if field.role == "icon" or (field.type == "text" and set(map(str, field.values)) <= known_icons()):
        return {str(value) for value in one.values} <= known_icons()
    if field.type == "whole" and one.type != "whole" and not is_named:
        return False
    return is_named or one.longest <= _LONGER.get(field.role, one.longest) * field.longest


def _has_few_words(one: Proposed) -> bool:
    words = {str(value) for value in one.values}
    return one.role != "text" and len(words) <= _MOST_KINDS and len(words) < len(one.values)


def _usual(field: Proposed, is_key: bool) -> Any:
    """Return the value for rows that lack a field: "" if it can be drawn, else that of the first item."""
    can_be_empty = field.role in ("title", "text", "line") and not is_key and field.type != "list"
    return "" if can_be_empty else field.values[0]


def fields_by_role(game: Game, family: Family) -> list[Proposed]:
    """Return the fields of a family with their roles, named as its template names them."""
    names = list(dict.fromkeys(name for item in family.items for name in item.fields))
    rows = [[item.fields.get(name, "") for name in names] for item in family.items]
    fields = fields_of(names, rows, game.languages)
    give_roles(fields, known_icons(), Wishes(copies=NONE))
    for one in fields:
        one.name = one.heading
    return fields
