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


def test_help_lists_the_pages_and_shows_one(capsys: Said) -> None:
    assert command_line.main(["help"]) == 0
    listed = capsys.readouterr().out
    assert "spreadsheets           Cards from a spreadsheet\n" in listed
    assert command_line.main(["help", "csv"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("# Cards from a spreadsheet\n")
    assert "```" not in said
    assert "<!--" not in said
    assert command_line.main(["help", "sprdsheets"]) == 2
    assert 'there is no page on "sprdsheets"\n    did you mean "spreadsheets"?' in capsys.readouterr().err


def test_every_page_can_be_read() -> None:
    for name, title in command_line.help_pages().items():
        assert title, name
        assert command_line.help_page(name).strip(), name


def test_markdown_as_plain_text() -> None:
    text = "# A\n\n<!-- file: x -->\n```csv\na,b\n```\n\n"
    text += "See [rules](rules.md#x), **now** [here](#y).\n![p](q.png)\n"
    assert command_line.as_plain(text) == "# A\n\n    a,b\n\nSee rules (help rules), now here.\n"


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
