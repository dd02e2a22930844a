"""Declare as a class which keys a mapping may hold; compare a mapping with it, or export it as JSON Schema.

A class lists its keys as annotations: text, whole numbers, truth, choices
(`Literal`), lists, mappings, other such classes, `None`, and `Any` for what
others check; limits stand in `Annotated[..., Field(...)]`.  Values are never
converted, and every difference is found, not only the first.
(A library does the same, but takes longer to import than 54 cards to draw:
docs/decisions.md.)

JSON Schemas follow https://json-schema.org/draft/2020-12
"""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

from msgspec import Struct
from msgspec.structs import replace

from prancha.catalogue.yaml_document import KeyPath
from prancha.model.values import plain

Model = TypeVar("Model", bound="Keys")
Lack = Literal["unknown", "missing", "type", "word", "least", "most", "short", "long", "pattern"]
NONE: Any = object()
"""The default of a required key."""
_KINDS: Mapping[str, tuple[type, ...]] = {
    "text": (str,),
    "whole": (int,),
    "truth": (bool,),
    "list": (list,),
    "mapping": (dict,),
    "model": (dict,),
}
_SCALARS = {str: "text", int: "whole", bool: "truth"}
Schema = dict[str, Any]
_KEYS: dict[type[Keys], tuple[Key, ...]] = {}
_TYPES = {"text": "string", "whole": "integer", "truth": "boolean", "list": "array", "mapping": "object"}
_LENGTHS = {"text": "Length", "list": "Items", "mapping": "Properties"}


class Field(Struct, frozen=True, eq=False):
    """Limits of a value, and the name of its key if it is not a Python identifier."""

    ge: int | None = None
    le: int | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    alias: str | None = None
    lone: bool = False
    """Whether a list of one entry may be written as that entry."""
    keyed: bool = False
    """Whether a mapping of lists may be written instead, such as by language."""
    schema: Mapping[str, Any] | None = None
    """The JSON Schema of a value whose annotation is too general."""


class FieldKind(Struct, frozen=True):
    """A kind of value: one of `_KINDS`, "choice", "model" or "any"."""

    base: str
    limits: tuple[Field, ...] = ()
    nullable: bool = False
    words: tuple[str, ...] = ()
    inner: FieldKind | None = None
    """Kind of the entries of a list or the values of a mapping."""
    key: FieldKind | None = None
    model: type[Keys] | None = None


class Key(Struct, frozen=True):
    """One key: its attribute, its name in the file, its kind and its default."""

    attribute: str
    name: str
    kind: FieldKind
    default: Any


class Mismatch(Struct, frozen=True):
    """How the value at `path` (or, with `key`, the key itself) differs from its declaration."""

    lack: Lack
    path: KeyPath
    value: Any
    wanted: Any = None
    """The choices for "word", the known keys for "unknown", the base for "type", else the limit."""
    key: bool = False


class Keys:
    """Base of declared mappings; frozen; made by `compare`, or from attributes by name."""

    written: frozenset[str] = frozenset()
    """Attributes whose keys are in the file."""

    def __init__(self, **given: Any) -> None:
        for key in keys_of(type(self)):
            self.__dict__[key.attribute] = given.get(key.attribute, key.default)
        self.__dict__["written"] = frozenset(given)

    def __setattr__(self, name: str, _: Any) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} is frozen")


def keys_of(model: type[Keys]) -> tuple[Key, ...]:
    """The keys of `model`, inherited ones first, in the order they are declared."""
    if model in _KEYS:
        return _KEYS[model]
    keys = []
    for attribute, annotation in typing.get_type_hints(model, include_extras=True).items():
        if attribute != "written":
            kind = kind_of(annotation)
            name = next((limits.alias for limits in kind.limits if limits.alias), attribute)
            keys.append(Key(attribute, name, kind, getattr(model, attribute, NONE)))
    return _KEYS.setdefault(model, tuple(keys))


def kind_of(annotation: Any) -> FieldKind:
    """Read an annotation as `typing.get_type_hints` returns it; raise TypeError for an unsupported one."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if annotation is Any:
        return FieldKind("any")
    if annotation in _SCALARS:
        return FieldKind(_SCALARS[annotation])
    if origin is Annotated:
        kind = kind_of(parts[0])
        return replace(kind, limits=(*kind.limits, *(part for part in parts[1:] if isinstance(part, Field))))
    if origin is Literal:
        return FieldKind("choice", words=parts)
    if origin in (types.UnionType, typing.Union) and len(parts) == 2 and types.NoneType in parts:
        return replace(kind_of(next(part for part in parts if part is not types.NoneType)), nullable=True)
    if origin is list:
        return FieldKind("list", inner=kind_of(parts[0]))
    if origin is dict:
        return FieldKind("mapping", key=kind_of(parts[0]), inner=kind_of(parts[1]))
    if isinstance(annotation, type) and issubclass(annotation, Keys):
        return FieldKind("model", model=annotation)
    raise TypeError(f"a key cannot be declared as {annotation!r}")


def compare(model: type[Model], data: Mapping[Any, Any]) -> tuple[Model | None, tuple[Mismatch, ...]]:
    """Return `data` as `model`, or None with every difference, in the order of the keys."""
    differences: list[Mismatch] = []
    made = _compare_model(model, data, (), differences)
    return (None if differences else made), tuple(differences)


def _compare_model(
    model: type[Model], data: Mapping[Any, Any], path: KeyPath, found: list[Mismatch]
) -> Model:
    given = {}
    keys = {key.name: key for key in keys_of(model)}
    for name, key in keys.items():
        if name in data:
            given[key.attribute] = _compare_value(key.kind, data[name], (*path, name), found)
        elif key.default is NONE:
            found.append(Mismatch("missing", (*path, name), data))
    unknown = [name for name in data if name not in keys]
    found += [Mismatch("unknown", (*path, name), data[name], tuple(keys), key=True) for name in unknown]
    return model(**given)


def _compare_value(
    kind: FieldKind, value: Any, path: KeyPath, found: list[Mismatch], key: bool = False
) -> Any:
    if kind.base == "any" or (value is None and kind.nullable):
        return value
    value = plain(value)
    if kind.base == "choice":
        if value not in kind.words:
            found.append(Mismatch("word", path, value, kind.words, key))
        return value
    lone = kind.base == "list" and any(limits.lone for limits in kind.limits)
    if lone and kind.inner is not None and type(value) in _KINDS.get(kind.inner.base, ()):
        return [_compare_value(kind.inner, value, path, found)]
    if type(value) is dict and any(limits.keyed for limits in kind.limits):
        plainly = replace(kind, limits=tuple(replace(limits, keyed=False) for limits in kind.limits))
        return {name: _compare_value(plainly, one, (*path, name), found) for name, one in value.items()}
    # Python's bool is an int, but true is not a number here.
    if type(value) not in _KINDS[kind.base]:
        found.append(Mismatch("type", path, value, kind.base, key))
        return value
    found += (Mismatch(lack, path, value, limit, key) for lack, limit in _violations(kind, value))
    if kind.model is not None:
        return _compare_model(kind.model, value, path, found)
    if kind.base == "list" and kind.inner is not None and kind.inner.base != "any":
        return [_compare_value(kind.inner, one, (*path, index), found) for index, one in enumerate(value)]
    if kind.base == "mapping" and kind.key is not None and kind.inner is not None:
        for name in value:
            _compare_value(kind.key, name, (*path, name), found, key=True)
        return {name: _compare_value(kind.inner, one, (*path, name), found) for name, one in value.items()}
    return value


def _violations(kind: FieldKind, value: Any) -> Iterator[tuple[Lack, Any]]:
    """Yield the first limit of each set that `value`, of the right type, violates."""
    for limits in kind.limits:
        size = 0 if kind.base in ("whole", "truth") else len(value)
        if limits.ge is not None and value < limits.ge:
            yield "least", limits.ge
        elif limits.le is not None and value > limits.le:
            yield "most", limits.le
        elif limits.min_length is not None and size < limits.min_length:
            yield "short", limits.min_length
        elif limits.max_length is not None and size > limits.max_length:
            yield "long", limits.max_length
        elif limits.pattern is not None and not _pattern(limits.pattern).search(value):
            yield "pattern", limits.pattern


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    # $ matches only the end in JSON Schema, but also before a final line break in Python.
    return re.compile(pattern.removesuffix("$") + r"\Z" if pattern.endswith("$") else pattern)


def schema_of(model: type[Keys]) -> Schema:
    """Return the JSON Schema of `model`, with nested models under `$defs`."""
    inner: dict[str, Schema] = {}
    schema = _object(model, inner)
    return {"$defs": dict(sorted(inner.items())), **schema} if inner else schema


def _object(model: type[Keys], inner: dict[str, Schema]) -> Schema:
    keys = keys_of(model)
    properties = {key.name: _schema(key.kind, inner) for key in keys}
    for key in keys:
        if key.default is not NONE and key.default is not None:
            properties[key.name] = {**properties[key.name], "default": key.default}
    schema: Schema = {
        "title": model.__name__,
        "description": inspect.getdoc(model),
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
    required = [key.name for key in keys if key.default is NONE]
    return {**schema, "required": required} if required else schema


def _schema(kind: FieldKind, inner: dict[str, Schema]) -> Schema:
    schema = _plain(kind, inner)
    for limits in kind.limits:
        if limits.schema is not None:
            return dict(limits.schema)
        length = _LENGTHS.get(kind.base, "")
        told = {
            "minimum": limits.ge,
            "maximum": limits.le,
            f"min{length}": limits.min_length,
            f"max{length}": limits.max_length,
            "pattern": limits.pattern,
        }
        schema |= {name: value for name, value in told.items() if value is not None}
    if kind.inner is not None and any(limits.lone for limits in kind.limits):
        schema = {"anyOf": [_schema(kind.inner, inner), schema]}
    if any(limits.keyed for limits in kind.limits):
        schema = {"anyOf": [schema, {"type": "object", "additionalProperties": schema}]}
    return {"anyOf": [schema, {"type": "null"}]} if kind.nullable else schema


def _plain(kind: FieldKind, inner: dict[str, Schema]) -> Schema:
    if kind.base == "any":
        return {}
    if kind.base == "choice":
        return {"enum": list(kind.words)}
    if kind.model is not None:
        name = kind.model.__name__
        if name not in inner:
            inner[name] = {}  # stops the recursion of a model that contains itself
            inner[name] = _object(kind.model, inner)
        return {"$ref": f"#/$defs/{name}"}
    schema: Schema = {"type": _TYPES[kind.base]}
    if kind.inner is not None and kind.key is not None:
        pattern = next((limits.pattern for limits in kind.key.limits if limits.pattern), "")
        schema["patternProperties"] = {pattern: _schema(kind.inner, inner)}
        schema["additionalProperties"] = False
    elif kind.inner is not None:
        schema["items"] = _schema(kind.inner, inner)
    return schema
