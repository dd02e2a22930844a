"""Remarks on pictures and texts as warnings, each at the field that names the picture, or is the text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from prancha.faces.remark import Remark
from prancha.model.diagnostic import Diagnostic
from prancha.model.game import Item


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
        place, remark.code, message=remark.message + more, item=first.key, hint=remark.hint,
        severity="warning",
    )  # fmt: skip


def _holds(value: Any, path: str) -> bool:
    if isinstance(value, Mapping):
        return any(_holds(inner, path) for inner in value.values())
    if isinstance(value, list | tuple):
        return any(_holds(inner, path) for inner in value)
    return bool(value == path)
