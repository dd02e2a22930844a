"""Leaflets: a second program folds their sheets and reads the pages in order; what cannot be set is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from prancha.building import pipeline
from prancha.building.game_loading import check
from prancha.building.order import Kit, Order
from prancha.checks.proof.proofing import proof
from prancha.model.diagnostic import Failure
from tests.unit.book.book_project import write_book

TEXT = """\
# Lume

Alpha: {{ count('cards') }} cards and {star}.

{{ picture('cards/sun', width='15 mm') }}

{{ page_break() }}

## Bravo

See [the end](#delta).

{{ page_break() }}

## Charlie

{{ table('cards', columns=[name]) }}

{{ page_break() }}

## Delta
"""
MARKS = ("Alpha", "Bravo", "Charlie", "Delta")


def _write(project: Path, text: str = TEXT, size: str = "74 x 105 mm", **files: str) -> Path:
    """Give the tiny game a leaflet."""
    folder = project / "components" / "lume"
    game = folder / "game.yaml"
    game.write_text(game.read_text().replace("families: [", "families: [sheet, "), encoding="utf-8")
    (folder / "sheet.yaml").write_text(f"title: Rules\nkind: leaflet\nsize: {size}\n", encoding="utf-8")
    for lang in ("en", "pt-BR"):
        (folder / f"sheet.{lang}.md").write_text(text, encoding="utf-8")
    return project


def _build(project: Path, **order: Any) -> Kit:
    return pipeline.build_game(Order(project, lang="en", cache=False, only=("sheet",), **order), "lume")


def _folded(kit: Kit) -> list[str]:
    """The texts of the four pages of a sheet that is printed and folded as the PDF says, page 1 in front."""
    with pypdfium2.PdfDocument(kit.pdf) as document:
        front, back = document[len(document) - 2], document[len(document) - 1]
        wide, high = front.get_size()
        with pikepdf.open(kit.pdf) as told:
            long_edge = told.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"

        def half(page: Any, right: bool) -> str:
            text = page.get_textpage()
            return text.get_text_bounded(wide / 2 if right else 0, 0, wide if right else wide / 2, high)

        # The left of the front has the left of the back behind it where the paper turns over top and bottom.
        is_turned_over_top = long_edge == (wide > high)
        right = is_turned_over_top
        return [half(front, True), half(back, right), half(back, not right), half(front, False)]


@pytest.mark.parametrize("way", ["long", "short"])
@pytest.mark.parametrize("size", ["74 x 105 mm", "a5"])
def test_a_folded_leaflet_is_read_in_order(lume: Path, size: str, way: str) -> None:
    kit = _build(_write(lume, size=size), duplex=way)
    pages = _folded(kit)
    for number, page in enumerate(pages):
        assert [mark for mark in MARKS if mark in page or mark.upper() in page] == [MARKS[number]]
    assert "Alpha: 12 cards and" in " ".join(pages[0].split())
    report = proof(kit.pdf, kit.manifest)
    assert report.faults == ()
    sheets = json.loads(kit.manifest.read_text())["placed"]["sheets"]
    assert len(sheets) == 2  # also of A5, which in parts took four


def test_counts_in_sentences_change_with_the_catalogue(lume: Path) -> None:
    _write(lume)
    cards = lume / "components/lume/cards.yaml"
    for copies in (8, 5):
        cards.write_text(cards.read_text().replace("copies: 8", f"copies: {copies}", 1), encoding="utf-8")
        assert f"Alpha: {copies + 4} cards and" in " ".join(_folded(_build(lume, check=False))[0].split())


def _faults(project: Path) -> list[str]:
    with pytest.raises(Failure) as caught:
        _build(project)
    return [f"{one.place}: {one.code}: {one.message}" for one in caught.value.diagnostics]


def test_too_much_text_is_refused_at_the_line_that_no_page_has_room_for(lume: Path) -> None:
    text = f"{TEXT}\n{{{{ page_break() }}}}\n\nEcho is too much.\n"
    _write(lume, text)
    (told,) = _faults(lume)
    line = text.splitlines().index("Echo is too much.") + 1
    assert told == (
        f"components/lume/sheet.en.md:{line}:1: book-page:"
        " the text goes on here on page 5 of 5, and a leaflet has four"
    )


def test_what_is_wrong_in_the_text_is_told_at_its_line_all_at_once(lume: Path) -> None:
    _write(lume, "# Lume\n\nThere are {{ count('crads') }}\n\nSee [it](#zulu).\n")
    told = [one for one in _faults(lume) if ".en.md" in one]
    assert [one.partition(": ")[0].rpartition("/")[2] for one in told] == [
        "sheet.en.md:3:11",
        "sheet.en.md:5:6",
    ]


def test_a_leaflet_shows_no_leaflet(lume: Path) -> None:
    _write(lume, "# Lume\n\n{{ picture('sheet/leaflet') }}\n")
    assert "sheet/leaflet is a leaflet, which a leaflet cannot show" in _faults(lume)[0]


def test_a_number_by_hand_a_stale_and_a_missing_text_are_told(lume: Path) -> None:
    _write(lume)
    folder = lume / "components" / "lume"
    (folder / "sheet.pt-BR.md").write_text("# Lume\n\n- 13 cartas\n", encoding="utf-8")
    codes = [one.code for one in check(lume, "lume")]
    assert codes.count("book-number") == 1
    assert codes.count("book-stale") == 1
    (folder / "sheet.pt-BR.md").unlink()
    (told,) = (one for one in check(lume, "lume") if one.code == "book-missing")
    assert (str(told.place), told.severity) == ("components/lume/sheet.yaml:1:1", "error")
    assert told.message == "there is no text of this leaflet in pt-BR"


def test_a_text_that_a_further_language_lacks_is_a_warning(lume: Path) -> None:
    """On 71cfc49c the check reported it twice for rulebooks, as an error and as a warning."""
    _write(lume)
    write_book(lume)
    (lume / "components/lume/sheet.en.md").unlink()
    (lume / "components/lume/rules.en.md").unlink()
    found = [*check(lume, "lume"), *pipeline.check_faces(lume, "lume").findings]
    assert [one.severity for one in found if one.code == "book-missing"] == ["warning", "warning"]


def test_a_mark_of_the_revision_is_drawn_or_refused_as_on_other_pieces(lume: Path) -> None:
    _write(lume)
    game = lume / "components/lume/game.yaml"
    game.write_text(f"{game.read_text()}revision_mark: true\nrevision: R7\n", encoding="utf-8")
    assert "rR7" in _folded(_build(lume))[0]
    game.write_text(game.read_text().replace("R7", "R" * 400), encoding="utf-8")
    assert any("the revision mark is" in one and "sheet.yaml" in one for one in _only_leaflet(lume))


def _only_leaflet(project: Path) -> list[str]:
    """Return the faults of the leaflet of a game that has nothing else."""
    game = project / "components/lume/game.yaml"
    text = game.read_text().replace("families: [sheet, cards, hexes, tokens]", "families: [sheet]")
    game.write_text(text, encoding="utf-8")
    for name in ("cards", "hexes", "tokens", "rules"):
        (project / f"components/lume/{name}.yaml").unlink()
    for lang in ("en", "pt-BR"):
        (project / f"components/lume/sheet.{lang}.md").write_text("# Lume\n", encoding="utf-8")
    return _faults(project)


def test_pages_run_from_right_to_left_in_arabic(lume: Path) -> None:
    _write(lume)
    folder = lume / "components" / "lume"
    for path in folder.glob("*.yaml"):
        path.write_text(path.read_text().replace("pt-BR", "ar").replace("rows: 1", ""), encoding="utf-8")
    (folder / "sheet.pt-BR.md").rename(folder / "sheet.ar.md")
    kit = pipeline.build_game(
        Order(lume, lang="ar", cache=False, only=("sheet",), check=False, duplex="long"), "lume"
    )
    last, third, second, first = _folded(kit)
    assert "Delta" in last
    assert "Charlie" in third
    assert "Bravo" in second
    assert "Alpha" in first
