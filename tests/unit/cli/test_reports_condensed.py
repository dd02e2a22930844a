"""Findings as they are told: cut, folded, counted, errors first."""

from __future__ import annotations

from msgspec.structs import replace

from prancha.cli.reports import MOST, condense, shorten_text, text_lines
from prancha.model.diagnostic import Diagnostic, Place


def one(line: int, message: str = "wrong", severity: str = "error", file: str = "a.yaml") -> Diagnostic:
    return Diagnostic(Place(file, line, 1), "code", message, f"cards/c{line}", severity=severity)  # type: ignore[arg-type]


def test_a_long_value_is_cut_and_prose_is_not() -> None:
    prose = "is a long sentence that goes on for more than eighty characters and holds no value in it at all"
    told = shorten_text(f'"{"v" * 500}" {prose} "b"')
    assert told == f'"{"v" * 79}…" {prose} "b"'
    assert shorten_text(f'"{"v" * 80}" x') == f'"{"v" * 80}" x'


def test_what_is_long_without_quotes_is_cut_too() -> None:
    assert len(shorten_text("found " + "v" * 1_000_000)) < 310
    told = shorten_text("word " * 1000)
    assert len(told) == 600
    assert told.endswith("word ")


def test_findings_that_differ_in_their_place_are_one() -> None:
    told = condense([one(3), one(4), one(9, file="b.yaml"), one(5, "else")]).told
    assert [(each.count, str(each.line.place)) for each in told] == [
        (2, "a.yaml:3:1"), (1, "b.yaml:9:1"), (1, "a.yaml:5:1"),
    ]  # fmt: skip
    assert told[0].line.message == "wrong (and 1 more like it: line 4)"


def test_rows_in_a_message_are_places() -> None:
    (told,) = condense([one(3, 'row 3, column "n": bad'), one(4, 'row 4, column "n": bad')]).told
    assert told.line.message == 'row 3, column "n": bad (and 1 more like it: line 4)'


def test_many_lines_are_listed_no_further_than_ten() -> None:
    (told,) = condense([one(k) for k in range(1, 41)]).told
    assert told.line.message.endswith("(and 39 more like it: lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …)")


def test_of_very_many_errors_come_first_and_the_rest_is_counted() -> None:
    warnings = [one(k, f"w{k}", "warning") for k in range(1, 151)]
    condensed = condense([*warnings, one(200, "the only error")])
    assert len(condensed.told) == MOST
    assert condensed.told[-1].finding.message == "the only error"
    assert condensed.left_out == "and 51 more: 51 warnings"
    assert list(text_lines([*warnings, one(200)]))[-1] == "and 51 more: 51 warnings"
    assert condense([one(k, str(k)) for k in range(101)]).left_out == "and 1 more: 1 error"


def test_a_long_item_and_a_long_hint_are_cut() -> None:
    told = condense([Diagnostic(Place("a"), "c", "m", "i" * 9000, "h " * 9000)]).told[0].finding
    assert (len(told.item), len(told.hint)) == (140, 2000)


def test_warnings_that_differ_in_a_name_are_one() -> None:
    lost = [
        Diagnostic(
            Place("deck.csv", n, 2), "missing-art", f'no "{n}.png"', hint=f"near {n}", severity="warning"
        )
        for n in range(2, 9)
    ]
    (told,) = condense(lost).told
    names = '"3.png", "4.png", "5.png", "6.png", "7.png", "8.png"'
    assert told.line.message == f'no "2.png" (and 6 more like it: {names})'
    assert (told.line.hint, told.count) == ("", 7)
    assert len(condense(lost[:3]).told) == 3
    assert len(condense(replace(one, severity="error") for one in lost).told) == 7
