"""Query rows: `where` filters, `fields` computes, `id` names and `sort` orders them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from typing import Any

from prancha.catalogue.items import PLACEHOLDER, fill_placeholders, sort_order
from prancha.catalogue.spreadsheet.data_source import ListRequest
from prancha.catalogue.spreadsheet.records import RecordFindings
from prancha.catalogue.spreadsheet.transliteration import transliterate
from prancha.catalogue.yaml_document import KeyPath, describe
from prancha.expression import Environment, ExpressionError, Program, translate
from prancha.model.diagnostic import suggestion
from prancha.model.values import as_written, rounded

LONGEST_ID = 64
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "þ": "th", "ı": "i"})

_NO_WORDS = 'fill it, add a column id, or make ids of the numbers of rows: id: "{row}"'
_TAG = re.compile("</?[bi]>")
"""Markup of bold and italics from workbooks."""


class Query:
    """Transforms the raw items of `rows` in place; reports errors of rows there, others to `request`."""

    def __init__(
        self,
        rows: RecordFindings,
        request: ListRequest,
        constants: Mapping[str, Any],
        fields: Collection[str],
    ) -> None:
        self._records, self._rows, self._request = rows.records, rows, request
        self._fields = set(fields)
        names = {name.replace("-", "_"): None for name in fields}
        self._base: dict[str, Any] = {**names, "row": 0, **constants}

    def filter_rows(self, where: Any) -> None:
        """Drop rows for which an expression in `where` is false."""
        texts = where if isinstance(where, list) else [where]
        programs = [(text, self._program(("where",), text)) for text in texts if where is not None]
        ready = [(text, program) for text, program in programs if program is not None]
        if not ready:
            return
        kept = []
        for k in range(len(self._records.numbers)):
            env = self._environment(k)
            if all(self._value(program, env, k, f'where "{text}"') for text, program in ready):
                kept.append(k)
        self._take(kept)

    def compute_fields(self, fields: Mapping[str, str]) -> None:
        """Add computed fields to every item, in the order of their expressions."""
        for name, text in fields.items():
            at = ("fields", name)
            if name == "id":
                message = '"id" cannot be a computed field'
                self._request.error(at, "reserved-key", message, 'write id: "{name}" beside file:', key=True)
                continue
            program = self._program(at, text)
            if program is not None:
                for k, raw in enumerate(self._records.data["items"]):
                    value = self._value(program, self._environment(k), k, f'{name}: "{text}"')
                    raw[name] = self._with_decimal_sign(value)
            self._fields.add(name)
            self._base.setdefault(name.replace("-", "_"), None)

    def _with_decimal_sign(self, value: Any) -> Any:
        """Return a computed value; numbers with a fraction print with the decimal sign of the file."""
        if value.__class__ is not float:
            return value
        value = rounded(value)
        return (
            as_written(value, str(value).replace(".", ","))
            if self._request.source.decimal == "comma"
            else value
        )

    def make_ids(self, pattern: str) -> None:
        """Give every item an id made from its fields: `{name}-{level}`."""
        parts = PLACEHOLDER.findall(pattern)
        for part in parts:
            if part != "row" and part.split(".")[0] not in self._fields:
                message = f"the id uses {{{part}}}, which is not a column or field"
                self._request.error(("id",), "unknown-field", message, suggestion(part, self._fields))
                return
        if not parts:
            hint = 'write the fields it is made of in braces: id: "{name}"'
            self._request.error(("id",), "bad-id", f'the id "{pattern}" is the same for every row', hint)
            return
        for k, raw in enumerate(self._records.data["items"]):
            words = {part: self._word(raw, k, part) for part in parts}
            if "" in words.values():
                part = next(part for part in parts if not words[part])
                message = f'the id is made of "{part}", which has no letters a to z and no digits here'
                self._rows.error(("items", k, *part.split(".")), "bad-id", message, _NO_WORDS)
                raw["id"] = f"row-{self._records.numbers[k]}"
                continue
            raw["id"] = slug(fill_placeholders(pattern, words))[:LONGEST_ID].strip("-")

    def sort(self, order: Any) -> None:
        """Sort the items by fields, the first one first."""
        if order is not None:
            request = self._request
            self._take(
                sort_order(
                    self._records.data["items"],
                    order,
                    at=(*request.path, "sort"),
                    findings=request.findings,
                    languages=request.languages,
                    known=self._fields,
                )
            )

    def _take(self, indices: list[int]) -> None:
        records = self._records
        records.data["items"] = [records.data["items"][k] for k in indices]
        records.numbers = [records.numbers[k] for k in indices]

    def _environment(self, k: int) -> Environment:
        raw = self._records.data["items"][k]
        env = Environment(self._base)
        env["row"] = self._records.numbers[k]
        for name, value in raw.items():
            env[name if "-" not in name else name.replace("-", "_")] = value
        return env

    def _program(self, at: KeyPath, text: Any) -> Program | None:
        if not isinstance(text, str) or not text.strip():
            message = f"expected an expression, found {describe(text)}"
            self._request.error(at, "bad-expression", message, 'write one such as "cost > 2"')
            return None
        try:
            return translate(text, self._base)
        except ExpressionError as error:
            self._request.error(at, "bad-expression", f'in "{text}": {error}', error.hint)
            return None

    def _value(self, program: Program, env: Environment, k: int, what: str) -> Any:
        try:
            return program.value(env)
        except ExpressionError as error:
            self._rows.error(("items", k), "bad-expression", f"{what}: {error}", error.hint)
            return None

    def _word(self, raw: Mapping[str, Any], k: int, part: str) -> str:
        value = self._records.numbers[k] if part == "row" else _reach(raw, part)
        languages = self._request.languages
        if isinstance(value, dict):
            value = value.get(languages[0], "") if languages else next(iter(value.values()), "")
        return slug(_TAG.sub("", str(value))) if isinstance(value, str | int | float) else ""


def slug(text: str) -> str:
    """Return `text` as an id: `Ação Rápida` gives acao-rapida, `Медведь` medved; "" if none is left."""
    plain = unicodedata.normalize("NFKD", transliterate(text.lower().translate(_LETTERS)))
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def _reach(raw: Mapping[str, Any], name: str) -> Any:
    value: Any = raw
    for step in name.split("."):
        value = value.get(step) if isinstance(value, dict) else None
    return value
