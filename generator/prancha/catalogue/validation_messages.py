"""Validate a document against its declared keys; report every difference in plain words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from prancha.catalogue.file_keys import MOST_COPIES
from prancha.catalogue.validation import FieldKind, Keys, Mismatch, Model, compare, keys_of
from prancha.catalogue.yaml_document import Findings, KeyPath, describe
from prancha.model.diagnostic import suggestion

_DOCUMENT: Any = object()

_LENGTHS = (
    "size",
    "radius",
    "bleed",
    "safe",
    "gutter",
    "margin",
    "length",
    "distance",
    "weight",
    "x",
    "y",
    "step",
)
_SPAN = re.compile(r"\s*(\d{1,2})[^\d.,]{1,6}(\d{1,2})\D*\Z")
"""A range of player counts: `2-4`, `2 to 4 players`."""
_EXPECTED = {
    "text": "text",
    "whole": "a whole number",
    "truth": "true or false",
    "list": "a list",
    "mapping": "keys and values",
    "model": "keys and values",
}
_PATTERNS = {
    "palette": ("bad-colour", "a colour", 'write #rgb or #rrggbb in quotes, such as "#1b1b1f"'),
    "languages": ("bad-language", "a language", "write a code such as en or pt-BR"),
    "families": ("bad-id", "a family name", "use lower-case letters, digits and -"),
    "sheet": ("bad-id", "a sheet name", "use lower-case letters, digits and -"),
    "colour": ("bad-colour", "a colour", 'write #rgb or #rrggbb in quotes, such as "#1b1b1f"'),
    "profiles": ("bad-id", "a sheet name", "use lower-case letters, digits and -"),
    "keywords": ("bad-id", "a keyword", "use lower-case letters, digits and -"),
    "symbols": (
        "bad-value",
        "a symbol and its icon",
        "write T: arrow-down: letters and digits, then _ / + - too; and the name of a file in icons/",
    ),
    "icon": ("bad-value", "an icon's name", "write the name of a file in icons/ without its .svg"),
    "papers": ("bad-id", "a paper name", "use lower-case letters, digits and -"),
    "template": (
        "bad-template",
        "a template",
        "write the name of a file that ends in .svg.j2; a family's may end in .svg",
    ),
    "back": (
        "bad-template",
        "a template",
        "write the name of a file that ends in .svg.j2; a family's may end in .svg",
    ),
}


class _Part:
    """Reports findings about the part of a document at `base`."""

    def __init__(self, findings: Findings, base: KeyPath) -> None:
        self._findings, self._base = findings, base

    def error(
        self, path: KeyPath, code: str, message: str, hint: str = "", item: str = "", key: bool = False
    ) -> None:
        self._findings.error((*self._base, *path), code, message, hint, item, key)


def validate(
    model: type[Model], findings: Findings, data: Any = _DOCUMENT, base: KeyPath = ()
) -> Model | None:
    """Return the document of `findings`, or its part `data` at `base`, as `model`.

    None after reporting every difference.
    """
    if data is _DOCUMENT:
        data = findings.document.data
    part = _Part(findings, base)
    if not isinstance(data, dict):
        message = "the file is empty" if data is None else f"expected keys and values, found {describe(data)}"
        part.error((), "wrong-type", message, "begin with a line such as title: ...")
        return None
    made, differences = compare(model, data)
    for difference in differences:
        _note(part, model, difference)
    return made


def is_copies(value: Any) -> bool:
    """Return whether `value` is a number of copies that an item may have."""
    return value.__class__ is int and 0 <= value <= MOST_COPIES


def copies_fault(value: Any) -> str:
    """Return why `value`, for which `is_copies` is false, is not a number of copies."""
    if type(value) is int:
        return f"copies must lie between 0 and {MOST_COPIES}, not {value}"
    return f"copies must be a whole number, not {describe(value)}"


def _note(findings: _Part, model: type[Keys], found: Mismatch) -> None:
    path, value, wanted, key = found.path, found.value, found.wanted, found.key
    name = str(path[-1])
    subject = _subject(path, key)
    if found.lack == "unknown":
        findings.error(
            path, "unknown-key", f'unknown key "{name}"', suggestion(name, _known(model, path)), key=True
        )
    elif found.lack == "missing":
        findings.error(path[:-1], "missing-key", f'the key "{name}" is missing', _example(name))
    elif found.lack == "type" and wanted == "whole" and name == "copies":
        findings.error(path, "wrong-type", copies_fault(value))
    elif found.lack == "type":
        hint = _type_hint(name, value, _EXPECTED[wanted], str(path[-2]) if len(path) > 1 else "")
        message = f"{subject} must be {_EXPECTED[wanted]}, not {describe(value)}"
        findings.error(path, "wrong-type", message, hint, key=key)
    elif found.lack == "word":
        message = f"{subject} cannot be {describe(value)}"
        findings.error(path, "unknown-word", message, suggestion(str(value), wanted))
    elif found.lack in ("least", "most"):
        limit = f"at {found.lack} {wanted}"
        message = copies_fault(value) if name == "copies" else f"{subject} must be {limit}, not {value}"
        findings.error(path, "out-of-range", message)
    else:
        _note_content(findings, found, subject)


def _note_content(findings: _Part, found: Mismatch, subject: str) -> None:
    """Report text that is empty, too long or off its pattern, and lists too short or long."""
    path, value, key = found.path, found.value, found.key
    if found.lack == "short" and value:
        findings.error(path, "out-of-range", f"{subject} needs at least {found.wanted} entries")
    elif found.lack == "short" or (isinstance(value, str) and not value.strip()):
        findings.error(path, "empty", f"{subject} is empty", key=key)
    elif found.lack == "long":
        findings.error(path, "out-of-range", f"{subject} is longer than {found.wanted}", key=key)
    else:
        place = next((step for step in reversed(path) if step in _PATTERNS), "")
        code, what, hint = _PATTERNS.get(str(place), ("bad-value", "allowed here", ""))
        if code == "bad-colour" and (same := _as_hex(value)):
            hint = f'write it as "{same}", in quotes'
        findings.error(path, code, f"{describe(value)} is not {what}", hint, key=key)


def _subject(path: KeyPath, key: bool) -> str:
    if key:
        return "this key"
    names = [f'"{step}"' if isinstance(step, str) else f"entry {step + 1}" for step in path]
    return " of ".join(reversed(names[-2:])) if names and isinstance(path[-1], int) else names[-1]


def _known(model: type[Keys], path: KeyPath) -> list[str]:
    """Return the keys `model` knows where `path` ends."""
    owner = model
    for step in path[:-1]:
        kinds: Mapping[str, FieldKind] = {key.name: key.kind for key in keys_of(owner)}
        if isinstance(step, str) and step in kinds:
            owner = _inner(kinds[step]) or owner
    return [key.name for key in keys_of(owner)]


def _inner(kind: FieldKind) -> type[Keys] | None:
    return kind.model or (_inner(kind.inner) if kind.inner is not None else None)


def _example(name: str) -> str:
    examples = {
        "title": "add a line such as title: ...",
        "languages": "add a line such as languages: [en]",
        "families": "add a line such as families: [cards]",
        "stock": "add stock: card, board or paper",
        "outline": "add outline: rectangle, rounded, hexagon, circle, hat or polygon",
        "template": "add a line such as template: cards.svg.j2",
        "size": "add a line such as size: 63 x 88 mm",
        "file": "add a line such as file: cards.csv",
        "field": "add field: and the name of the field it fills",
        "axes": "add a line such as axes: {colour: [red, blue]}",
        "id": 'add a line such as id: "{colour}"',
    }
    return examples.get(name, "")


def _type_hint(name: str, value: Any, expected: str, parent: str) -> str:
    if value is None and expected == "text" and parent == "palette":
        return 'write the colour in quotes, such as "#1b1b1f"; a # without them begins a comment'
    if name in _LENGTHS:
        return "write a number and a unit, such as " + ("63 x 88 mm" if name in ("size", "step") else "3 mm")
    if expected == "text" and isinstance(value, bool | int | float):
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        return f'put it in quotes: "{shown}"'
    if "players" in (name, parent) and (span := _SPAN.match(str(value))):
        return f"write each number, in brackets: {list(range(int(span[1]), int(span[2]) + 1))}"
    elsewhere = {"from", "file"} & value.keys() if isinstance(value, dict) else isinstance(value, str)
    if name == "items" and elsewhere:
        return "a list in another file is written in place of items: from: cards.csv"
    if expected == "a list" and isinstance(value, str | int):
        return f"write it in brackets: [{value}]"
    return ""


def _as_hex(value: Any) -> str:
    """Return an opaque CSS colour as #rrggbb; "" for anything else."""
    from prancha.graphics.svg.css_colours import rgba  # only needed for a wrong colour

    try:
        *rgb, alpha = rgba(str(value))
    except ValueError:
        return ""
    return "#" + "".join(f"{round(255 * share):02x}" for share in rgb) if alpha == 1 else ""
