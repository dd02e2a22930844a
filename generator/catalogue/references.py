"""Fields that name other items: each must name one that is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.catalogue.document import Document
from generator.catalogue.findings import described
from generator.model.diagnostic import Diagnostic, suggestion
from generator.model.game import Family, Item


def check_references(
    families: Mapping[str, Family | None], documents: Mapping[str, Document | None]
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
                for item in family.items:
                    found += _strangers(item, field, target, known)
    return found


def _strangers(item: Item, field: str, target: str, known: set[str]) -> Iterator[Diagnostic]:
    value = item.fields.get(field)
    for one in value if isinstance(value, list) else [value]:
        if one is not None and (not _is_id(one) or str(one) not in known):
            message = f'"{field}" names {described(one)}, which is no item of {target}'
            hint = suggestion(str(one), known)
            yield Diagnostic(item.where(field), "unknown-item", message, item.key, hint)


def _is_id(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)
