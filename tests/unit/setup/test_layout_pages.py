"""`prancha layouts`: what there is, and the first cards of a list in each layout."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from prancha.cli import command_line
from prancha.setup.layouts import layouts

DECK = "Name;Cost;Rules text\n" + "".join(
    f"Card {k};{k};Draw {k} cards and discard one.\n" for k in range(1, 9)
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "deck.csv").write_text(DECK, encoding="utf-8")
    return tmp_path


def test_layouts_and_looks_are_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["layouts"]) == 0
    said = capsys.readouterr().out
    assert "hero       a name on a ribbon and large numbers" in said
    assert "looks: parchment, slate, meadow, night, ink, candy" in said


def test_pages_show_the_first_cards_in_every_layout(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["layouts", "deck.csv", "--look", "slate"]) == 0
    said = capsys.readouterr().out
    assert 'left out: "Rules text" (the layout quiz has no place for it' in said
    pages = pypdfium2.PdfDocument(folder / "output/layouts.pdf")
    words = "".join(page.get_textpage().get_text_range() for page in pages)
    assert all(layout.about in words for layout in layouts().values())
    assert words.count("Card 1") >= len(layouts())
    assert "Card 5" not in words  # four of 63 mm stand side by side
    assert {tuple(round(side) for side in page.get_size()) for page in pages} == {(842, 595)}
    assert not (folder / "components").exists()
    assert not (folder / "config").exists()  # the list was read once: no build follows it


def test_a_layout_that_does_not_take_a_list_says_why(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("deck.csv").write_text(f"Name;Rules text\n{'A' * 60};Draw.\nB;Fly.\n")
    assert command_line.main(["layouts", "deck.csv"]) == 0
    said = capsys.readouterr().out
    assert "does not take this list: templates/layouts/cards.svg:" in said
    assert (folder / "output/layouts.pdf").is_file()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--look", "slat"], 'there is no look "slat"'),
        (["deck.csv", "--look", "slat"], 'there is no look "slat"'),
        (["nothing.csv"], "nothing.csv"),
    ],
)
def test_a_wrong_look_or_list_is_refused(
    folder: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command_line.main(["layouts", *options]) == 1
    said = capsys.readouterr()
    assert message in said.out + said.err
