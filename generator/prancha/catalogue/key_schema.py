"""JSON Schemas of what is declared as `Keys`: https://json-schema.org/draft/2020-12"""

from __future__ import annotations

import inspect
from typing import Any

from prancha.catalogue.validation import NONE, FieldKind, Key, Keys, keys_of

Schema = dict[str, Any]

_TYPES = {"text": "string", "whole": "integer", "truth": "boolean", "list": "array", "mapping": "object"}
_LENGTHS = {"text": "Length", "list": "Items", "mapping": "Properties"}


def schema_of(model: type[Keys]) -> Schema:
    """Return the schema of `model`; the models it holds stand under `$defs`."""
    inner: dict[str, Schema] = {}
    schema = _object(model, inner)
    return {"$defs": dict(sorted(inner.items())), **schema} if inner else schema


def _object(model: type[Keys], inner: dict[str, Schema]) -> Schema:
    keys = keys_of(model)
    schema: Schema = {
        "title": model.__name__,
        "description": inspect.getdoc(model),
        "type": "object",
        "properties": {key.name: _property(key, inner) for key in keys},
        "additionalProperties": False,
    }
    required = [key.name for key in keys if key.default is NONE]
    return {**schema, "required": required} if required else schema


def _property(key: Key, inner: dict[str, Schema]) -> Schema:
    schema = _schema(key.kind, inner)
    return schema if key.default is NONE or key.default is None else {**schema, "default": key.default}


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
            inner[name] = {}  # a model that holds itself finds its name taken
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
