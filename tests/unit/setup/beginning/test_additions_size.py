"""A family gets another size, and its drawings follow: only numbers change; what cannot follow is told."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from prancha.building.order import Order
from prancha.building.pipeline import build_game
from prancha.catalogue import load_game
from prancha.faces.svg_templates.placing import TargetPiece
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.diagnostic import Failure
from prancha.setup.beginning.additions import Resize, resize_family, scaled_drawing
from prancha.setup.new_game import Wishes
from prancha.setup.new_game.project import start
from tests.unit.setup.beginning.test_additions import tree

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
CARD, LARGE = TargetPiece(63, 88, 3), TargetPiece(70, 120, 3)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of a list in a layout."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "deck.csv").write_text("Name,Cost,Rules\nFox,2,Draw a card.\nOwl,1,Look at a hand.\n")
    project = folder / "project"
    project.mkdir()
    start(project, "deck", "cards", source=folder / "deck.csv", wishes=Wishes(layout="classic"), follow=False)
    return project


@pytest.fixture
def deck(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path / "project")
    return tmp_path / "project"


@pytest.mark.parametrize(
    ("size", "page"),
    [("70 x 120 mm", (70, 120)), ("2.5 x 3.5 in", (63.5, 88.9)), ("44 x 68 mm", (44, 68))],
)
def test_the_drawings_of_a_layout_follow(deck: Path, size: str, page: tuple[float, float]) -> None:
    before = tree(deck)
    told = resize_family(deck, Resize("deck", "cards", size))
    assert told["size"] == f"{page[0]:g} x {page[1]:g} mm"
    game = load_game(deck / "components" / "deck", deck)
    assert (game.families[0].outline.width, game.families[0].outline.height) == pytest.approx(page)
    after = tree(deck)
    changed = {Path(name).name for name in before if before[name] != after[name]}
    assert changed == {"cards.yaml", "cards.svg", "cards-back.svg"} & {Path(one).name for one in before}
    for name in changed - {"cards.yaml"}:
        old, new = (one[str(deck / "templates" / "deck" / name)].decode() for one in (before, after))
        assert NUMBER.sub("", new) == NUMBER.sub("", old)
        assert f'width="{page[0]:g}mm"' in new
    assert build_game(Order(deck), "deck").pages > 0  # every face is drawn, and fits its component
    assert resize_family(deck, Resize("deck", "cards", size))["size"] == told["size"]
    assert tree(deck).keys() >= after.keys()


def test_a_size_that_was_written_by_hand_is_followed_by_the_drawing(deck: Path) -> None:
    file = deck / "components" / "deck" / "cards.yaml"
    file.write_text(re.sub(r"size: .*", "size: 70 x 120 mm", file.read_text()))
    written = file.read_bytes()
    resize_family(deck, Resize("deck", "cards", "70 x 120 mm"))
    assert file.read_bytes() == written
    assert 'height="120mm"' in (deck / "templates" / "deck" / "cards.svg").read_text()


@pytest.mark.parametrize(
    ("family", "size", "told"),
    [
        ("cards", "huge", '"huge" is no size of a card'),
        ("cards", "1 x 1 mm", "is no size of a card"),
        ("none", "70 x 120 mm", "there is no family none any more"),
    ],
)
def test_what_is_no_size_or_family_is_refused(deck: Path, family: str, size: str, told: str) -> None:
    before = tree(deck)
    with pytest.raises(Failure) as failure:
        resize_family(deck, Resize("deck", family, size))
    assert told in failure.value.diagnostics[0].message
    assert tree(deck) == before


def drawing(inside: str, page: str = 'width="63mm" height="88mm" viewBox="0 0 63 88"') -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {page}>{inside}</svg>'.encode()


def test_shifts_and_turns_are_scaled_with_their_objects() -> None:
    inside = '<!-- mine --><rect x="6.3" y="8.8" width="12.6" height="8.8" transform="translate(6.3 0)"/>'
    inside += '<text x="31.5" y="44" transform="rotate(90 31.5 44)" style="font-size:4px">A</text>'
    after = scaled_drawing(drawing(inside), CARD, LARGE).decode()
    assert '<!-- mine --><rect x="7" y="12" width="14" height="12" transform="translate(7 0)"/>' in after
    assert '<text x="35" y="60" transform="rotate(90 35 60)" style="font-size:4.444px">' in after


def test_a_drawing_in_other_units_is_enlarged_as_a_whole_if_it_keeps_its_proportions() -> None:
    page = 'width="63mm" height="88mm" viewBox="0 0 630 880"'
    pixels = drawing('<g transform="scale(2)"><path d="M0 0h9"/></g>', page)
    after = scaled_drawing(pixels, CARD, TargetPiece(31.5, 44, 3)).decode()
    assert after == pixels.decode().replace('width="63mm" height="88mm"', 'width="31.5mm" height="44mm"')
    with pytest.raises(DrawingFault, match="cannot be scaled here to 70 x 120 mm"):
        scaled_drawing(pixels, CARD, LARGE)


def test_a_page_with_its_bleed_stays_one() -> None:
    page = 'width="69mm" height="94mm" viewBox="0 0 69 94"'
    after = scaled_drawing(drawing('<rect width="69" height="94"/>', page), CARD, LARGE).decode()
    assert 'width="76mm" height="126mm"' in after
