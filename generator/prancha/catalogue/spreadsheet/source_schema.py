"""Which keys `from:` has: where rows come from, and what becomes of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from prancha.catalogue.key_schema import schema_of
from prancha.catalogue.validation import Field, Keys

Text = Annotated[str, Field(min_length=1, pattern=r"\S")]
Letters = Annotated[str, Field(min_length=1)]
"""Of which some may be spaces alone."""


class Column(Keys):
    """What one column becomes."""

    field: Text
    type: Literal["auto", "text", "number", "whole", "boolean", "list"] = "auto"
    separator: Text = ","
    markup: Literal["read", "none"] = "read"
    replace: dict[Letters, str] = {}


_TEXT = {"type": "string"}
ColumnOrName = Annotated[Any, Field(schema={"anyOf": [_TEXT, {"type": "null"}, schema_of(Column)]})]
SheetOrNumber = Annotated[Any, Field(schema={"anyOf": [_TEXT, {"type": "integer", "minimum": 1}]})]
SomeTexts = Annotated[Any, Field(schema={"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]})]


class SourceReading(Keys):
    """How the rows of one file are read."""

    file: Text
    sheet: SheetOrNumber = None
    header: Annotated[int, Field(ge=1, le=1000)] | None = None
    encoding: Text | None = None
    delimiter: Literal["comma", "semicolon", "tab", "bar"] | None = None
    decimal: Literal["point", "comma"] = "point"
    merged: Literal["refuse", "fill"] = "refuse"
    columns: dict[Text, ColumnOrName] = {}
    where: SomeTexts = None
    sort: Any = None
    fields: dict[Text, Text] = {}


class ItemSource(SourceReading):
    """`from:` of a family."""

    id: Text | None = None


class TableSource(SourceReading):
    """`from:` of a table; each row is an entry under its `key`, or only its `value`."""

    key: Text | None = None
    value: Text | None = None
