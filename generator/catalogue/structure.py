"""A document against its schema, every difference said in plain words."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from generator.catalogue.document import Path
from generator.catalogue.findings import Findings, described
from generator.model.diagnostic import suggestion

Model = TypeVar("Model", bound=BaseModel)
_DOCUMENT: Any = object()

_LENGTHS = (
    "size", "radius", "bleed", "safe", "gutter", "margin", "length", "distance", "weight", "x", "y", "step",
)  # fmt: skip
_EXPECTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "list_type": "a list",
    "dict_type": "keys and values",
    "model_type": "keys and values",
}
_PATTERNS = {
    "palette": ("bad-colour", "a colour", 'write #rgb or #rrggbb in quotes, such as "#1b1b1f"'),
    "languages": ("bad-language", "a language", "write a code such as en or pt-BR"),
    "families": ("bad-id", "a family name", "use lower-case letters, digits and -"),
    "sheet": ("bad-id", "a sheet name", "use lower-case letters, digits and -"),
    "colour": ("bad-colour", "a colour", 'write #rgb or #rrggbb in quotes, such as "#1b1b1f"'),
    "profiles": ("bad-id", "a sheet name", "use lower-case letters, digits and -"),
    "papers": ("bad-id", "a paper name", "use lower-case letters, digits and -"),
    "template": ("bad-template", "a template", "write the name of a file that ends in .svg.j2"),
    "back": ("bad-template", "a template", "write the name of a file that ends in .svg.j2"),
}


class _Part:
    """Findings about the part of a document that stands at `base`."""

    def __init__(self, findings: Findings, base: Path) -> None:
        self._findings, self._base = findings, base

    def error(
        self, path: Path, code: str, message: str, hint: str = "", item: str = "", key: bool = False
    ) -> None:
        self._findings.error((*self._base, *path), code, message, hint, item, key)


def validated(model: type[Model], findings: Findings, data: Any = _DOCUMENT, base: Path = ()) -> Model | None:
    """Return the document of `findings`, or its part `data` at `base`, as `model`.

    None after noting every difference.
    """
    if data is _DOCUMENT:
        data = findings.document.data
    part = _Part(findings, base)
    if not isinstance(data, dict):
        message = (
            "the file is empty" if data is None else f"expected keys and values, found {described(data)}"
        )
        part.error((), "wrong-type", message, "begin with a line such as title: ...")
        return None
    try:
        return model.model_validate(data)
    except ValidationError as error:
        for finding in error.errors(include_url=False):
            _note(part, model, finding)
        return None


def _note(findings: _Part, model: type[BaseModel], finding: Any) -> None:
    kind, value = finding["type"], finding["input"]
    path: Path = tuple(step for step in finding["loc"] if step != "[key]")
    key = "[key]" in finding["loc"]
    name = str(path[-1]) if path else ""
    context = finding.get("ctx", {})
    if kind == "extra_forbidden":
        hint = suggestion(name, _known(model, path))
        findings.error(path, "unknown-key", f'unknown key "{name}"', hint, key=True)
    elif kind == "missing":
        findings.error(path[:-1], "missing-key", f'the key "{name}" is missing', _example(name))
    elif kind in _EXPECTED:
        hint = _type_hint(name, value, _EXPECTED[kind], str(path[-2]) if len(path) > 1 else "")
        message = f"{_subject(path, key)} must be {_EXPECTED[kind]}, not {described(value)}"
        findings.error(path, "wrong-type", message, hint, key=key)
    elif kind == "literal_error":
        known = [word.strip("'") for word in context["expected"].replace(" or ", ", ").split(", ")]
        message = f"{_subject(path, key)} cannot be {described(value)}"
        findings.error(path, "unknown-word", message, suggestion(str(value), known))
    elif kind in ("greater_than_equal", "less_than_equal"):
        limit = f"at least {context['ge']}" if "ge" in context else f"at most {context['le']}"
        message = f"{_subject(path, key)} must be {limit}, not {value}"
        findings.error(path, "out-of-range", message)
    else:
        _note_content(findings, path, key, kind, value, context)


def _note_content(findings: _Part, path: Path, key: bool, kind: str, value: Any, context: Any) -> None:
    """Note text that is empty, too long or not of its pattern, and lists too short or long."""
    subject = _subject(path, key)
    if kind == "too_short" and context["actual_length"]:
        message = f"{subject} needs at least {context['min_length']} entries"
        findings.error(path, "out-of-range", message)
    elif kind in ("too_short", "string_too_short") or (isinstance(value, str) and not value.strip()):
        findings.error(path, "empty", f"{subject} is empty", key=key)
    elif kind in ("too_long", "string_too_long"):
        findings.error(path, "out-of-range", f"{subject} is longer than {context['max_length']}", key=key)
    else:
        place = next((step for step in reversed(path) if step in _PATTERNS), "")
        code, what, hint = _PATTERNS.get(str(place), ("bad-value", "allowed here", ""))
        findings.error(path, code, f"{described(value)} is not {what}", hint, key=key)


def _subject(path: Path, key: bool) -> str:
    if key:
        return "this key"
    names = [f'"{step}"' if isinstance(step, str) else f"entry {step + 1}" for step in path]
    return " of ".join(reversed(names[-2:])) if names and isinstance(path[-1], int) else names[-1]


def _known(model: type[BaseModel], path: Path) -> list[str]:
    """Return the keys `model` knows where `path` ends."""
    owner = model
    for step in path[:-1]:
        if isinstance(step, str) and step in owner.model_fields:
            owner = _inner(owner.model_fields[step].annotation) or owner
    return [field.alias or name for name, field in owner.model_fields.items()]


def _inner(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    parts = (_inner(part) for part in getattr(annotation, "__args__", ()))
    return next((part for part in parts if part is not None), None)


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
    if expected == "a list" and isinstance(value, str | int):
        return f"write it in brackets: [{value}]"
    return ""
