"""Folds lie over the art of fronts, whatever template drew it; templates see the panels."""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import BOOK, LIBRARY, Desk
from msgspec.structs import replace

from generator import pipeline
from generator.faces import FaceMaker
from generator.faces.folding import folding
from generator.model import strips
from generator.model.diagnostic import Failure
from generator.model.dice import die
from generator.model.game import Family
from generator.model.net import Net


def faces(desk: Desk, net: Net, front: str, back: str = "") -> list[str]:
    """The front, and the back if there is one, of a family folded like `net`."""
    desk.write("card.svg.j2", front)
    desk.write("back.svg.j2", back)
    maker = desk.maker()
    family: Family = replace(
        maker._game.families[0], outline=net.outline, net=net, kind="x", back="back.svg.j2" if back else None
    )
    game = replace(maker._game, families=(family,))
    drawn = FaceMaker(game, "en", [desk.folder / "demo", desk.folder, LIBRARY], BOOK).draw()
    return [face.svg for face in (*drawn.fronts.values(), *drawn.backs.values())]


def test_folds_lie_over_the_front_only(desk: Desk) -> None:
    front, back = faces(desk, strips.tent(90, 45), "<g/>", "<g/>")
    assert '<g/><g id="folds"><path d="M0 45L90 45"' in front
    assert "folds" not in back


def test_templates_see_panels_as_they_lie(desk: Desk) -> None:
    net = strips.screen(100, 60, 30)
    told = "{{ label(panels.left.x|string ~ ' ' ~ net.panels|length, 5, 5) }}"
    front, back = faces(desk, net, told, told)
    assert "15.0 3" in front
    assert "145.0 3" in back


def test_panels_are_only_for_kinds(desk: Desk) -> None:
    fault = desk.fault("{{ panels.front.x }}")
    assert '"panels"' in fault.message or "'panels'" in fault.message


def test_glue_is_white_and_hatched() -> None:
    drawn = folding(die(6, 20))
    assert drawn.count('fill="#ffffff"') == 7
    assert 'stroke="#c8c8c8"' in drawn
    assert folding(Net(strips.tent(90, 45).outline)) == ""


WRONG = [
    ("kind: die\nsize: 20 mm", "faces: [1, 2]", "this die has 6 sides, and faces lists 2"),
    ("kind: die\nsides: 4\nsize: 20 mm", "faces: [1]", "this die has 4 sides, and faces lists 1"),
    ("kind: die\nsize: 20 mm", "faces: star", "faces must be a list, one for each side"),
    ("kind: spinner\nsize: 80 mm", "sectors: 5", "sectors must be a list"),
    ("kind: score-pad\nsize: 90 x 90 mm", "columns: 0", "columns must be a whole number from 1 to 20"),
    ("kind: score-pad\nsize: 90 x 90 mm", "rows: Stars", "rows must be a list of texts"),
    ("kind: leaflet\nsize: 74 x 105 mm", "pages: 4", "pages must be a list of up to four"),
    ("kind: leaflet\nsize: 74 x 105 mm", "pages: [{}, 2]", 'entry 2 of "pages" must be keys and values'),
    ("kind: leaflet\nsize: 74 x 105 mm", "pages: [{}, {}, {}, {}, {}]", "a leaflet has four pages"),
    ("kind: screen\nsize: 90 x 90 mm", "text: [a, b]", "text lists 2"),
]


def write(project: Path, keys: str, fields: str) -> None:
    """A game of one component of a kind, without fonts of its own."""
    catalogue = project / "components" / "odd"
    catalogue.mkdir(parents=True)
    (catalogue / "game.yaml").write_text("title: D\nlanguages: [en]\nfamilies: [d]\n")
    (catalogue / "d.yaml").write_text(f"title: D\n{keys}\nitems: [{{id: a, {fields}}}]\n")


@pytest.mark.parametrize(("keys", "fields", "message"), WRONG)
def test_what_a_kind_cannot_draw_is_refused(tmp_path: Path, keys: str, fields: str, message: str) -> None:
    write(tmp_path, keys, fields)
    with pytest.raises(Failure, match=message):
        pipeline.build_game(pipeline.Order(tmp_path), "odd")


WELL = [
    ("kind: die\nsize: 18 mm", 'faces: ["Ação", "2 PV", Guarda-chuva, {words: pausa}, "+1", 100]'),
    (
        "kind: die\nsides: 8\nsize: 28 mm",
        'faces: ["Ação", "2 PV", Perde a vez, {words: pausa}, 5, 6, 7, 100]',
    ),
    ("kind: die\nsides: 4\nsize: 30 mm", 'faces: ["Ação", star, {words: vez}, 4]'),
    ("kind: spinner\nsize: 90 mm", "sectors: [1, Pausa, {words: descanse, share: 2}, Perde a vez, star, 10]"),
    ("kind: spinner\nsize: 90 mm", "sectors: [Guarda-chuva, {value: Ação}]"),
]


@pytest.mark.parametrize(("keys", "fields"), WELL)
def test_a_kind_keeps_its_own_rules_with_what_people_write(tmp_path: Path, keys: str, fields: str) -> None:
    """No error, no warning: neither small type nor a poor contrast nor anything outside the safe zone."""
    write(tmp_path, keys, fields)
    assert pipeline.check_faces(tmp_path, "odd").findings == ()
