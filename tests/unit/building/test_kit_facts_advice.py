"""A sheet profile that takes less paper is named, where the sheet is the program's choice."""

import re
from pathlib import Path

import pytest

from prancha.cli import command_line

ADVICE = (
    "lume: Cards: 7 sheets of LETTER, and 6 with --only cards --sheet poker-9: "
    "without marks, cut by the measures of the cut plan\n"
)


@pytest.fixture
def poker(lume: Path) -> Path:
    """Two designs of 26 cards each, as large as those of a poker deck."""
    cards = lume / "components/lume/cards.yaml"
    text = re.sub(r"(?m)^size: .*", "size: poker", cards.read_text())
    cards.write_text(re.sub(r"copies: \d+", "copies: 26", text))
    (lume / "components/lume/rules.yaml").unlink()
    return lume


def _told(project: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert command_line.main(["build", "--project", str(project), "--lang", "en", *options]) == 0
    said = capsys.readouterr()
    return said.err + said.out


def test_fewer_sheets_are_named_and_true(poker: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ADVICE in _told(poker, capsys, "--paper", "letter")
    as_advised = _told(poker, capsys, "--paper", "letter", "--only", "cards", "--sheet", "poker-9")
    assert "--sheet" not in as_advised
    assert re.search(r"Cards +3 +52 +6 ", as_advised)


@pytest.mark.parametrize("options", [("--paper", "a4"), ("--paper", "letter", "--duplex", "fold")])
def test_nothing_is_advised_where_nothing_is_saved(
    poker: Path, options: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert "--sheet" not in _told(poker, capsys, *options)
