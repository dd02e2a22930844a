"""Validate a document against its declared keys; report every difference in plain words."""

from __future__ import annotations

import re
from typing import Any

from prancha.catalogue.file_keys import MOST_COPIES
from prancha.catalogue.validation import Mismatch, Model, compare
from prancha.catalogue.yaml_document import Findings, KeyPath, describe
from prancha.model.diagnostic import suggestion

_DOCUMENT: Any = object()

_LENGTHS = frozenset("size radius bleed safe gutter margin length distance weight x y step".split())
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
_NAME_HINT = "use lower-case letters, digits and -"
_COLOUR = ("bad-colour", "a colour", 'write #rgb or #rrggbb in quotes, such as "#1b1b1f"')
_TEMPLATE_HINT = "write the name of a file that ends in .svg.j2; a family's may end in .svg"
_TEMPLATE = ("bad-template", "a template", _TEMPLATE_HINT)
_SYMBOL_HINT = "write T: arrow-down: letters and digits, then _ / + - too; and the name of a file in icons/"
_PATTERNS = {
    "palette": _COLOUR,
    "languages": ("bad-language", "a language", "write a code such as en or pt-BR"),
    "families": ("bad-id", "a family name", _NAME_HINT),
    "sheet": ("bad-id", "a sheet name", _NAME_HINT),
    "colour": _COLOUR,
    "profiles": ("bad-id", "a sheet name", _NAME_HINT),
    "keywords": ("bad-id", "a keyword", _NAME_HINT),
    "symbols": ("bad-value", "a symbol and its icon", _SYMBOL_HINT),
    "icon": ("bad-value", "an icon's name", "write the name of a file in icons/ without its .svg"),
    "lay": ("bad-id", "the name of a place", _NAME_HINT),
    "counters": ("bad-id", "the name of a counter", _NAME_HINT),
    "spaces": ("bad-id", "the name of a space", _NAME_HINT),
    "id": ("bad-id", "the id of a seat", _NAME_HINT),
    "papers": ("bad-id", "a paper name", _NAME_HINT),
    "template": _TEMPLATE,
    "back": _TEMPLATE,
}
_EXAMPLES = {
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
"""What to add for a missing key."""
_BEGINNINGS = {"TableFile": "size: 900 x 900 mm, then lay: with the places; prancha help table"}
"""First lines of files by the class of their keys, where those begin with no title."""


def validate(
    model: type[Model], findings: Findings, data: Any = _DOCUMENT, base: KeyPath = ()
) -> Model | None:
    """Return the document of `findings`, or its part `data` at `base`, as `model`.

    None after reporting every difference.
    """
    if data is _DOCUMENT:
        data = findings.document.data
    if not isinstance(data, dict):
        message = "the file is empty" if data is None else f"expected keys and values, found {describe(data)}"
        begin = _BEGINNINGS.get(model.__name__, "title: ...")
        findings.error(base, "wrong-type", message, f"begin with a line such as {begin}")
        return None
    made, differences = compare(model, data)
    for found in differences:
        path = found.path[:-1] if found.lack == "missing" else found.path
        findings.error((*base, *path), *_explain(found), key=found.key and found.lack != "word")
    return made


def is_copies(value: Any) -> bool:
    """Return whether `value` is a number of copies that an item may have."""
    return value.__class__ is int and 0 <= value <= MOST_COPIES


def copies_fault(value: Any) -> str:
    """Return why `value`, for which `is_copies` is false, is not a number of copies."""
    if type(value) is int:
        return f"copies must lie between 0 and {MOST_COPIES}, not {value}"
    return f"copies must be a whole number, not {describe(value)}"


def _explain(found: Mismatch) -> tuple[str, str, str]:
    """Return the code, message and hint for a difference."""
    path, value, wanted = found.path, found.value, found.wanted
    name = str(path[-1])
    subject = _subject(path, found.key)
    if found.lack == "unknown":
        return "unknown-key", f'unknown key "{name}"', suggestion(name, wanted)
    if found.lack == "missing":
        return "missing-key", f'the key "{name}" is missing', _EXAMPLES.get(name, "")
    if found.lack == "type" and wanted == "whole" and name == "copies":
        return "wrong-type", copies_fault(value), ""
    if found.lack == "type":
        hint = _type_hint(name, value, _EXPECTED[wanted], str(path[-2]) if len(path) > 1 else "")
        return "wrong-type", f"{subject} must be {_EXPECTED[wanted]}, not {describe(value)}", hint
    if found.lack == "word":
        return "unknown-word", f"{subject} cannot be {describe(value)}", suggestion(str(value), wanted)
    if found.lack in ("least", "most"):
        limit = f"{subject} must be at {found.lack} {wanted}, not {value}"
        return "out-of-range", copies_fault(value) if name == "copies" else limit, ""
    if found.lack == "short" and value:
        return "out-of-range", f"{subject} needs at least {wanted} entries", ""
    if found.lack == "short" or (isinstance(value, str) and not value.strip()):
        return "empty", f"{subject} is empty", ""
    if found.lack == "long":
        return "out-of-range", f"{subject} is longer than {wanted}", ""
    place = next((step for step in reversed(path) if step in _PATTERNS), "")
    code, what, hint = _PATTERNS.get(str(place), ("bad-value", "allowed here", ""))
    if code == "bad-colour" and (same := _as_hex(value)):
        hint = f'write it as "{same}", in quotes'
    return code, f"{describe(value)} is not {what}", hint


def _subject(path: KeyPath, key: bool) -> str:
    if key:
        return "this key"
    names = [f'"{step}"' if isinstance(step, str) else f"entry {step + 1}" for step in path]
    return " of ".join(reversed(names[-2:])) if names and isinstance(path[-1], int) else names[-1]


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
