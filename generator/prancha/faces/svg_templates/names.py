"""What the name of an object asks for: `text:rules`, `art:picture align=top`, `icon:kind`, `if:foil`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from prancha.model.diagnostic import suggestion

KINDS = ("text", "art", "icon", "if")
_NAME = re.compile(r"(text|art|icon|if)\s*:\s*(.*)\Z", re.DOTALL)
_COUNTED = re.compile(r"(?:_\d+)?_\Z")
"""What Illustrator puts after a name that is there already: `_1_`, `_00000012_`."""
_FIELD = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\Z")
_TEST = re.compile(r"(not\s+)?([A-Za-z_][\w.]*)\s*(?:=\s*(.+))?\Z")
_NUMBERS = frozenset("size min width height leading gap weight tracking bleed opacity".split())
_WORDS: Mapping[str, tuple[str, ...]] = {
    "align": ("left", "center", "right", "justify"),
    "valign": ("top", "middle", "bottom"),
    "fit": ("fill", "fit", "stretch"),
    "hyphenate": ("true", "false"),
    "italic": ("true", "false"),
}
_FREE = ("font", "fill", "focus")
ALLOWED: Mapping[str, frozenset[str]] = {
    "text": frozenset(
        "size min width height leading gap weight tracking align valign hyphenate italic font fill".split()
    ),
    "art": frozenset("fit focus bleed opacity".split()),
    "icon": frozenset(("fill", "opacity")),
}


class ObjectName(Struct, frozen=True):
    """What an object stands for: `field` is an expression of the template language."""

    kind: str
    field: str
    options: Mapping[str, str]


def read_mark(name: str) -> ObjectName | None:
    """The mark in an object's name; None for any other name.  Raises ValueError."""
    found = _NAME.match(name.strip())
    if not found:
        return None
    kind, rest = found[1], _COUNTED.sub("", found[2]).strip()
    if kind == "if":
        return ObjectName(kind, _test(rest, name), {})
    field, *words = rest.split() or [""]
    if not _FIELD.match(field):
        raise ValueError(
            f'"{name}" names no field: write {kind}: and the name of a field, such as {kind}:name'
        )
    options: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in ALLOWED[kind]:
            near = suggestion(key, ALLOWED[kind])
            raise ValueError(f'"{word}" in "{name}" is no option of {kind}: {near}')
        options[key] = _value(key, value, name)
    return ObjectName(kind, field, options)


def _value(key: str, value: str, name: str) -> str:
    """An option's value as the template language writes it."""
    if key in _NUMBERS:
        try:
            return f"{float(value.removesuffix('mm').removesuffix('pt')):g}"
        except ValueError:
            raise ValueError(f'{key}={value} in "{name}" is not a number') from None
    if key in _WORDS:
        if value not in _WORDS[key]:
            raise ValueError(f'{key}={value} in "{name}": {suggestion(value, _WORDS[key])}')
        return value if value in ("true", "false") else f"'{value}'"
    if key == "focus" and _FIELD.match(value) and value not in ("top", "bottom", "left", "right", "center"):
        return value
    return literal(value.replace(",", " ") if key == "focus" else value)


def _test(text: str, name: str) -> str:
    found = _TEST.match(text)
    if not found or not _FIELD.match(found[2]):
        raise ValueError(f'"{name}" asks for nothing: write if:field, if:not field or if:field=value')
    test = found[2] if found[3] is None else f"({found[2]} ~ '') == {literal(found[3].strip())}"
    return f"not ({test})" if found[1] else test


def literal(text: str) -> str:
    """A text as the template language writes it, on one line."""
    out = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{out}"'
