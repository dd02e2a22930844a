"""What is mistyped on the command line, and the pages of the documentation there."""

from __future__ import annotations

import pytest

from prancha.cli import command_line
from prancha.faces.python_words import find_divisor

Said = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["biuld"], "invalid choice: 'biuld'; did you mean \"build\"?"),
        (["chekc", "x"], "invalid choice: 'chekc'; did you mean \"check\"?"),
        (["list", "--projct", "x"], 'unrecognized arguments: --projct; did you mean "--project"?'),
        (["build", "--papper", "a4"], 'unrecognized arguments: --papper; did you mean "--paper"?'),
        (["build", "--no-faces"], "unrecognized arguments: --no-faces; it is an option of check"),
        (["check", "--no-cache"], "unrecognized arguments: --no-cache; it is an option of build, export"),
        (["check", "--version"], "unrecognized arguments: --version; it is an option of prancha alone"),
        (["build", "--duplex", "lng"], "invalid choice: 'lng'; did you mean \"long\"?"),
        (["new", "x", "--kind", "card"], "invalid choice: 'card'; did you mean \"cards\"?"),
        (["qqqqq"], "invalid choice: 'qqqqq' (choose from"),
    ],
)
def test_what_is_mistyped_names_the_nearest(arguments: list[str], message: str, capsys: Said) -> None:
    with pytest.raises(SystemExit) as ended:
        command_line.main(arguments)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["{{ width / item.count }}"], ": item.count is 0"),
        (["<a b='/c'>{{ 8 % (a - b) }}</a>"], ": (a - b) is 0"),
        (["{% set x = a / n // m %}"], ": one of n, m is 0"),
        (["{{ 1 / 0 }}"], ""),
        ([], ""),
    ],
)
def test_what_is_divided_by(lines: list[str], told: str) -> None:
    assert find_divisor(lines) == told
