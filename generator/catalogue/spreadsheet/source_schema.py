"""Which keys `from:` has: where rows come from, and what becomes of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema

from generator.catalogue.schema import Keys

Text = Annotated[str, Field(min_length=1, pattern=r"\S")]


class Column(Keys):
    """What one column becomes."""

    field: Text
    type: Literal["auto", "text", "number", "whole", "boolean", "list"] = "auto"
    separator: Text = ","


class Reading(Keys):
    """How the rows of one file are read."""

    file: Text
    sheet: Annotated[
        Any, WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "integer", "minimum": 1}]})
    ] = None
    header: Annotated[int, Field(ge=1, le=1000)] | None = None
    encoding: Literal["utf-8", "utf-16", "windows-1252"] | None = None
    delimiter: Literal["comma", "semicolon", "tab", "bar"] | None = None
    decimal: Literal["point", "comma"] = "point"
    merged: Literal["refuse", "fill"] = "refuse"
    columns: dict[
        Text,
        Annotated[
            Any,
            WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "null"}, Column.model_json_schema()]}),
        ],
    ] = Field(default={})
    where: Annotated[
        Any,
        WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
    ] = None
    sort: Annotated[
        Any,
        WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
    ] = None
    fields: dict[Text, Text] = Field(default={})


class ItemSource(Reading):
    """`from:` of a family."""

    id: Text | None = None


class TableSource(Reading):
    """`from:` of a table; each row is an entry under its `key`, or only its `value`."""

    key: Text | None = None
    value: Text | None = None
