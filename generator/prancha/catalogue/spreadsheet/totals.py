"""A last row that adds up the others: a total, which would become a component of its own."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from prancha.catalogue.spreadsheet.records import RecordFindings, Records
from prancha.model.values import is_number

WORDS = frozenset(
    "total|totals|grand total|subtotal|sum|sums|sum total|summe|gesamt|gesamtsumme|insgesamt|zusammen|soma|"
    "total geral|suma|suma total|razem|somme|totaux|total général|totale|somma|totaal|totalt|summa|sum i alt|"
    "yhteensä|összesen|celkem|celkom|ukupno|skupaj|toplam|σύνολο|итого|всего|сумма|разом|усього|合計|总计|"
    "合计|總計|합계|tổng|tổng cộng|jumlah|รวม|कुल|المجموع|סך הכל".split("|")
)
LEAST_ROWS = 2
"""Rows above it that a total adds up."""


def refuse_total(records: Records, rows: RecordFindings) -> None:
    """Note a last row that is the sum of those above; not where rows are chosen with `where:`."""
    items = records.data["items"]
    if len(items) <= LEAST_ROWS:
        return
    above, last = items[:-1], items[-1]
    sums = [name for name, value in last.items() if _adds_up(name, value, above)]
    words = [value for value in last.values() if isinstance(value, str)]
    labels = [word for word in words if _folded(word) in WORDS]
    nameless = "copies" in sums and not words and _lacks_something(last, above)
    if not sums or not (labels or nameless):
        return
    called = f' is called "{labels[0]}" and' if labels else ""
    message = f'it{called} adds up the {len(above)} rows above in "{sums[0]}": is it a total?'
    field = next((name for name, value in last.items() if value in labels), sums[0])
    keep = f"{field} != '{labels[0]}'" if labels and field.isidentifier() else f"row < {records.numbers[-1]}"
    hint = f'delete the row, or leave it out with where: "{keep}"; if it is a component, write where: "true"'
    rows.error(("items", len(items) - 1), "total-row", message, hint)


def _lacks_something(last: Mapping[str, Any], above: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a column that is filled in every row above is empty: a numbered card has its number."""
    return any(name not in last and all(name in row for row in above) for name in above[0])


def _adds_up(name: str, value: Any, above: Sequence[Mapping[str, Any]]) -> bool:
    values = [row[name] for row in above if name in row]
    if not is_number(value) or len(values) < LEAST_ROWS or not all(map(is_number, values)):
        return False
    return value > 0 and abs(sum(values) - value) <= 1e-9 * max(1.0, abs(value))


def _folded(word: str) -> str:
    return unicodedata.normalize("NFC", word).strip().rstrip(":").rstrip().casefold()
