"""Numbers of workbooks in the form that they are shown in."""

from __future__ import annotations

import pytest

from prancha.catalogue.spreadsheet.cell_formats import format_number
from prancha.model.values import format_computed, rounded


@pytest.mark.parametrize(
    ("value", "code", "point", "comma"),
    [
        (1.5, "0.00", "1.50", "1,50"), (2.675, "0.00", "2.68", "2,68"), (1.0, "0", "1", "1"),
        (7, "000", "007", "007"), (0.5, "0%", "50%", "50%"), (0.1234, "0.0%", "12.3%", "12,3%"),
        (1234567.891, "#,##0.00", "1,234,567.89", "1.234.567,89"), (12, "#,##0", "12", "12"),
        (-3, "0.0", "-3.0", "-3,0"), (0, "#", "", ""),
    ],
)  # fmt: skip
def test_formats_that_are_followed(value: float, code: str, point: str, comma: str) -> None:
    assert format_number(value, code, False) == point
    assert format_number(value, code, True) == comma


@pytest.mark.parametrize("code", ['"€"0.00', "# ?/?", "0.00E+00", "dd.mm.yy", "[Red]0", "0;(0)", "0 kg"])
def test_formats_that_are_told(code: str) -> None:
    assert format_number(-1.5, code, False) is None


def test_what_is_worked_out_has_no_noise() -> None:
    assert [format_computed(value) for value in (0.1 + 0.2, 1e15, 2.5, 1 / 3)] == [
        "0.3", "1000000000000000", "2.5", "0.333333333333",
    ]  # fmt: skip
    assert [rounded(value) for value in (6 / 2, 0.1 + 0.2, 1e18)] == [3, 0.3, 10**18]
