"""Expand the matrix of a family: each combination of its axes becomes an item."""

from __future__ import annotations

import re
from itertools import product
from math import prod
from typing import Any

from prancha.catalogue.file_keys import Matrix
from prancha.catalogue.items import PLACEHOLDER, RESERVED, ItemReader, check_field_name, fill_placeholders
from prancha.catalogue.yaml_document import Findings, describe
from prancha.model.diagnostic import Place, suggestion
from prancha.model.game import Item
from prancha.model.values import plain

MOST_CELLS = 100_000
_IN_ID = r"[a-z0-9-]+\Z"


def expand_matrix(matrix: Matrix, reader: ItemReader) -> list[Item]:
    """Return one item per combination, the last axis varying fastest; [] after reporting errors."""
    findings, translations = reader.findings, reader.translations
    before = len(findings.found)
    used = _pattern_axes(matrix, findings)
    for axis, values in matrix.axes.items():
        _check_name(findings, "axes", axis)
        _check_axis(findings, axis, values, axis in used)
    for name, value in matrix.fields.items():
        _check_name(findings, "fields", name)
        if name in matrix.axes:
            message = f'"{name}" is an axis and cannot be a field as well'
            findings.error(("matrix", "fields", name), "duplicate-key", message, "delete one", key=True)
        if translations is not None:
            translations.check(("matrix", "fields", name), value)
    cells = prod(len(values) for values in matrix.axes.values())
    if cells > MOST_CELLS:
        message = f"the axes make {cells} items; the maximum is {MOST_CELLS}"
        findings.error(("matrix", "axes"), "too-large", message)
    if len(findings.found) > before:
        return []
    document = findings.document
    shared: dict[str, Place] = dict(reader.inherited.places)
    for name in matrix.fields:
        shared[name] = document.place(("matrix", "fields", name), key=True)
    for name in ("id", "copies"):
        if name in document.data["matrix"]:
            shared[name] = document.place(("matrix", name), key=True)
    axes = {
        axis: [(value, document.place(("matrix", "axes", axis, k))) for k, value in enumerate(values)]
        for axis, values in matrix.axes.items()
    }
    items = []
    for combination in product(*axes.values()):
        cell = {axis: value for axis, (value, _) in zip(axes, combination, strict=True)}
        places = {**shared, **{axis: at for axis, (_, at) in zip(axes, combination, strict=True)}}
        name = fill_placeholders(matrix.id, cell)
        raw: dict[str, Any] = {"id": name}
        if "copies" in document.data["matrix"]:
            raw["copies"] = matrix.copies
        own = {**matrix.fields, **cell}
        items.append(reader.build(("matrix", "id"), raw, own, f"{reader.inherited.family}/{name}", places))
    return items


def _pattern_axes(matrix: Matrix, findings: Findings) -> set[str]:
    """Return the axes named in the id pattern; report unknown and missing ones and stray characters."""
    path = ("matrix", "id")
    used = set(PLACEHOLDER.findall(matrix.id))
    for name in sorted(used - matrix.axes.keys()):
        message = f"the id uses {{{name}}}, which is not an axis"
        findings.error(path, "unknown-axis", message, suggestion(name, matrix.axes))
    for name, values in matrix.axes.items():
        if name not in used and len(values) > 1:
            message = f"the id lacks {{{name}}}, so items would share ids"
            findings.error(path, "missing-axis", message, f"add -{{{name}}} to the id")
    rest = PLACEHOLDER.sub("", matrix.id)
    if rest and not re.match(_IN_ID, rest):
        hint = "use lower-case letters, digits, - and {axis}"
        findings.error(path, "bad-id", f'"{matrix.id}" is not a pattern for ids', hint)
    return used


def _check_axis(findings: Findings, axis: str, values: list[Any], in_id: bool) -> None:
    seen: set[Any] = set()
    for number, value in enumerate(values):
        path = ("matrix", "axes", axis, number)
        if type(plain(value)) is not str and type(plain(value)) is not int:
            message = f"a value of an axis must be text or a whole number, not {describe(value)}"
            findings.error(path, "wrong-type", message, 'put it in quotes, such as "yes"')
            continue
        if value in seen:
            findings.error(path, "duplicate-id", f'{describe(value)} occurs twice in the axis "{axis}"')
        elif in_id and not re.match(_IN_ID, str(value)):
            hint = "use lower-case letters, digits and -; keep what is printed in tables:"
            findings.error(path, "bad-id", f"{describe(value)} cannot be part of an id", hint)
        seen.add(value)


def _check_name(findings: Findings, kind: str, name: str) -> None:
    path = ("matrix", kind, name)
    if name in RESERVED:
        message = f'"{name}" is reserved and cannot be among {kind}'
        findings.error(path, "reserved-key", message, "choose another name", key=True)
    else:
        check_field_name(findings, path, name)
