"""Rows that add up those above, or were meant to: totals, which would become components of their own."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from prancha.catalogue.spreadsheet.records import RecordFindings, Records
from prancha.model.values import is_number

WORDS = frozenset(
    "total|totals|grand total|subtotal|sum|sums|sum total|summe|gesamt|gesamtsumme|insgesamt|zusammen|soma|"
    "total geral|suma|suma total|razem|somme|totaux|total général|totale|somma|totaal|totalt|summa|sum i alt|"
    "yhteensä|összesen|celkem|celkom|ukupno|skupaj|toplam|σύνολο|итого|всего|сумма|разом|усього|合計|总计|"
    "合计|總計|합계|tổng|tổng cộng|jumlah|รวม|कुल|المجموع|סך הכל".split("|")
)
LONGEST = 40
"""Letters of what may be one of them, marks of letters and spaces before a colon counted."""
LEAST_ROWS = 2
"""Rows above it that a total adds up."""


class Total(Struct, frozen=True):
    """A row that adds up `above` rows in `field`; `keep` holds for the others, "" where none can say it.

    Where it adds up nothing, `field` is the one that those rows fill with words, and it leaves empty.
    """

    number: int
    label: str
    field: str
    above: int
    keep: str
    adds_up: bool


def called_totals(numbers: Sequence[int], items: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """Of the rows that are called as totals are, the number and what they are called."""
    called: dict[int, str] = {}
    for number, item in zip(numbers, items, strict=True):
        for value in item.values():
            if type(value) is str and len(value) <= LONGEST and _is_called_total(value):
                called[number] = value
                break
    return called


def totals_in(records: Records, called: Mapping[int, str] | None = None) -> list[Total]:
    """The rows that are sums of those above; one without a name only where it is the last.

    `called` are the `called_totals` among the records, if they are known, maybe with others.
    """
    numbers, items = records.numbers, records.data["items"]
    if called is None:
        called = called_totals(numbers, items)
    cards: list[Mapping[str, Any]] = []
    begins, totals, at = 0, [], 0
    maybe = [k for k, number in enumerate(numbers) if number in called or k == len(items) - 1]
    for k in maybe:  # of all others the rows above need not be gathered
        cards += items[at:k]
        at = k + 1
        parts = (cards[begins:], cards) if begins else (cards,)
        found = _total(numbers[k], items[k], called.get(numbers[k], ""), parts)
        if found is None:
            cards.append(items[k])
        else:
            totals.append(found)
            begins = len(cards)
    return totals


def refuse_totals(totals: Sequence[Total], rows: RecordFindings, where: Any) -> None:
    """Note the `totals` that are still among the rows, of which `where` is true; "true" takes them all."""
    if "true" in (where if isinstance(where, list) else [where]):
        return
    there = {number: k for k, number in enumerate(rows.records.numbers)}
    for one in {one.number: one for one in totals}.values():
        if one.number in there:
            called = f' is called "{one.label}" and' if one.label else ""
            message = f'it{called} adds up the {one.above} rows above in "{one.field}": is it a total?'
            if not one.adds_up:
                message = (
                    f'it{called} has but numbers, where the {one.above} rows above have "{one.field}": '
                    "is it a total that does not add up?"
                )
            way = f', or leave it out with where: "{one.keep}"' if one.keep else ""
            hint = f'delete the row{way}; if it is a component, write where: "true"'
            rows.error(("items", there[one.number]), "total-row", message, hint)


def _total(
    number: int, row: Mapping[str, Any], label: str, parts: Sequence[Sequence[Mapping[str, Any]]]
) -> Total | None:
    """The total that a row called `label`, or the last one, is of the rows of one of `parts`; else None."""
    words = sum(isinstance(value, str) for value in row.values())
    for above in parts:
        if not (label or _adds_up("copies", row.get("copies"), above)):
            continue
        sums = [name for name, value in row.items() if _adds_up(name, value, above)]
        lacking = [name for name in above[0] if _lacks(name, row, above)] if above else []
        nameless = "copies" in sums and lacking and (not words or next(iter(above[0])) in lacking)
        wordless = [name for name in lacking if isinstance(above[0][name], str)]
        counted = sums and (label or nameless)
        miscounted = label and wordless and words == 1 < len(row)
        if len(above) < LEAST_ROWS or not (counted or miscounted):
            continue
        field = next((name for name, value in row.items() if value == label), "") if label else lacking[0]
        keep = f"{field} != " + (f"'{label}'" if label else "null") if field.isidentifier() else ""
        of = (sums or wordless)[0]
        return Total(number, label=label, field=of, above=len(above), keep=keep, adds_up=bool(sums))
    return None


def _lacks(name: str, row: Mapping[str, Any], above: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a field that every row above has is empty: a numbered card has its number."""
    return name not in row and all(name in one for one in above)


def _adds_up(name: str, value: Any, above: Sequence[Mapping[str, Any]]) -> bool:
    values = [row[name] for row in above if name in row]
    if not is_number(value) or len(values) < LEAST_ROWS or not all(map(is_number, values)):
        return False
    return value > 0 and abs(sum(values) - value) <= 1e-9 * max(1.0, abs(value))


def _is_called_total(text: str) -> bool:
    return unicodedata.normalize("NFC", text).strip().rstrip(": \u00a0").casefold() in WORDS
