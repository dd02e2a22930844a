"""Fields that name other items: each must name one that is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from prancha.catalogue.document import YamlDocument
from prancha.catalogue.findings import describe
from prancha.model.diagnostic import Diagnostic, suggestion
from prancha.model.game import Family, Item

MOST_TOLD = 50
"""Wrong references of one field that are told."""


def check_references(
    families: Mapping[str, Family | None], documents: Mapping[str, YamlDocument | None]
) -> list[Diagnostic]:
    """Return a finding for each field under `references:` that names no item of its family.

    Families that could not be read are left out; what is wrong with them is told elsewhere.
    """
    found: list[Diagnostic] = []
    for name, family in families.items():
        document = documents[name]
        if document is None or family is None:
            continue
        asked = document.data.get("references")
        for field, target in asked.items() if isinstance(asked, dict) else ():
            if target not in families:
                place = document.place(("references", field))
                message = f'there is no family "{target}"'
                found.append(
                    Diagnostic(place, "unknown-family", message, hint=suggestion(str(target), families))
                )
            elif (there := families[target]) is not None:
                known = {item.id for item in there.items}
                strangers = [
                    (item, one) for item in family.items for one in _strangers(item.fields.get(field), known)
                ]
                found += _told(field, target, known, strangers)
    return found


def _strangers(value: Any, known: set[str]) -> Iterator[Any]:
    for one in value if isinstance(value, list) else [value]:
        if one is not None and (not _is_id(one) or str(one) not in known):
            yield one


def _told(
    field: str, target: str, known: set[str], strangers: Sequence[tuple[Item, Any]]
) -> Iterator[Diagnostic]:
    """A finding for each of the first; to look for what was meant takes long among many items."""
    left = len(strangers) - MOST_TOLD
    for number, (item, one) in enumerate(strangers[:MOST_TOLD], 1):
        message = f'"{field}" names {describe(one)}, which is no item of {target}'
        more = f" (and {left} more)" if number == MOST_TOLD and left > 0 else ""
        hint = suggestion(str(one), known)
        yield Diagnostic(item.where(field), "unknown-item", message + more, item.key, hint)


def _is_id(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)
