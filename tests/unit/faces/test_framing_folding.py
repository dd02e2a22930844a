"""Folds lie over the art of fronts, whatever template drew it; templates see the panels."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from deck import BOOK, LIBRARY, Deck
from msgspec.structs import replace

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.catalogue import load_game
from prancha.faces import FaceMaker
from prancha.faces.framing import draw_folds
from prancha.model import folded_nets
from prancha.model.diagnostic import Failure
from prancha.model.folded_nets import die
from prancha.model.game import Family
from prancha.model.outline import Net


def faces(deck: Deck, net: Net, front: str, back: str = "") -> list[str]:
    """The front, and the back if there is one, of a family folded like `net`."""
    deck.write("card.svg.j2", front)
    deck.write("back.svg.j2", back)
    maker = deck.maker()
    family: Family = replace(
        maker._game.families[0], outline=net.outline, net=net, kind="x", back="back.svg.j2" if back else None
    )
    game = replace(maker._game, families=(family,))
    drawn = FaceMaker(game, "en", [deck.folder / "demo", deck.folder, LIBRARY], BOOK).draw()
    return [face.svg for face in (*drawn.fronts.values(), *drawn.backs.values())]


def test_folds_lie_over_the_front_only(deck: Deck) -> None:
    front, back = faces(deck, folded_nets.tent(90, 45), "<g/>", "<g/>")
    assert '<g/><g id="folds"><path d="M0 45L90 45"' in front
    assert "folds" not in back


def test_templates_see_panels_as_they_lie(deck: Deck) -> None:
    net = folded_nets.screen(100, 60, 30)
    told = "{{ label(panels.left.x|string ~ ' ' ~ net.panels|length, 5, 5) }}"
    front, back = faces(deck, net, told, told)
    assert "15.0 3" in front
    assert "145.0 3" in back


def test_panels_are_only_for_kinds(deck: Deck) -> None:
    fault = deck.fault("{{ panels.front.x }}")
    assert '"panels"' in fault.message or "'panels'" in fault.message


def test_glue_is_white_and_hatched() -> None:
    drawn = draw_folds(die(6, 20))
    assert drawn.count('fill="#ffffff"') == 7
    assert 'stroke="#c8c8c8"' in drawn
    assert draw_folds(Net(folded_nets.tent(90, 45).outline)) == ""


WRONG = [
    ("kind: die\nsize: 20 mm", "faces: [1, 2]", "this die has 6 sides, and faces lists 2"),
    ("kind: die\nsides: 4\nsize: 20 mm", "faces: [1]", "this die has 4 sides, and faces lists 1"),
    ("kind: die\nsize: 20 mm", "faces: star", "faces must be a list, one for each side"),
    ("kind: spinner\nsize: 80 mm", "sectors: 5", "sectors must be a list"),
    ("kind: score-pad\nsize: 90 x 90 mm", "columns: 0", "columns must be a whole number from 1 to 20"),
    ("kind: score-pad\nsize: 90 x 90 mm", "rows: Stars", "rows must be a list of texts"),
    ("kind: screen\nsize: 90 x 90 mm", "text: [a, b]", "text lists 2"),
]


def drawn(project: Path, item: str, back: bool = False) -> str:
    """The front or back of one component of the game "odd"."""
    game = load_game(project / "components" / "odd", project)
    folders = [project / "templates" / "odd", project / "templates", LIBRARY]
    faces = FaceMaker(game, "en", folders, BOOK).draw()
    return (faces.backs if back else faces.fronts)[item].svg


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
        pipeline.build_game(Order(tmp_path), "odd")


LONG = "The Guardians of the Enchanted Ridge and the Long Crossing of a Misty Dawn "
WELL = [
    ("kind: die\nsize: 18 mm", 'faces: ["Ação", "2 PV", Guarda-chuva, {words: pausa}, "+1", 100]'),
    (
        "kind: die\nsides: 8\nsize: 28 mm",
        'faces: ["Ação", "2 PV", Perde a vez, {words: pausa}, 5, 6, 7, 100]',
    ),
    ("kind: die\nsides: 4\nsize: 30 mm", 'faces: ["Ação", star, {words: vez}, 4]'),
    ("kind: spinner\nsize: 90 mm", "sectors: [1, Pausa, {words: descanse, share: 2}, Perde a vez, star, 10]"),
    ("kind: spinner\nsize: 90 mm", "sectors: [Guarda-chuva, {value: Ação}]"),
    ("kind: tent\nsize: 90 x 45 mm", f"title: {LONG}, text: {LONG}, icon: crown"),
    ("kind: tent\nsize: 90 x 45 mm", f'title: {LONG}, icon: crown, fill: "#5f7f92"'),
    ("kind: standee\nsize: 26 x 45 mm", "title: João Simões-Guimarães de Albuquerque, icon: crown"),
    ("kind: standee\nsize: 26 x 45 mm", f"title: {LONG}"),
    ("kind: score-pad\nsize: 100 x 140 mm", f"title: {LONG}, rows: [{LONG}, Stars], total: Sum of all stars"),
    ("kind: score-pad\nsize: 100 x 140 mm", f"rows: [{', '.join(f'Row {k}' for k in range(24))}]"),
    ("kind: screen\nsize: 150 x 110 mm", f"title: {LONG}, icon: castle, text: [{LONG}, {LONG * 9}, End.]"),
    ("kind: screen\nsize: 150 x 110 mm", f"title: {LONG}"),
]


@pytest.mark.parametrize(("keys", "fields"), WELL)
def test_a_kind_keeps_its_own_rules_with_what_people_write(tmp_path: Path, keys: str, fields: str) -> None:
    """No error, no warning: neither small type nor a poor contrast nor anything outside the safe zone."""
    write(tmp_path, keys, fields)
    assert pipeline.check_faces(tmp_path, "odd").findings == ()


@pytest.mark.parametrize(("copies", "titles"), [(18, 1), (30, 5), (54, 5)])
@pytest.mark.parametrize("icon", ["", ", icon: castle"])
@pytest.mark.parametrize("size", ["poker", "44 x 44 mm"])
def test_a_box_has_its_title_where_there_is_room(
    tmp_path: Path, copies: int, titles: int, icon: str, size: str
) -> None:
    """On its front always; on the four sides beside if they are deep enough for 6 pt and the safe zone."""
    write(tmp_path, "kind: tuck-box\nholds: cards", f"title: The Enchanted Ridge, text: For two.{icon}")
    catalogue, templates = tmp_path / "components" / "odd", tmp_path / "templates" / "odd"
    templates.mkdir(parents=True)
    (catalogue / "game.yaml").write_text("title: D\nlanguages: [en]\nfamilies: [cards, d]\n")
    (catalogue / "cards.yaml").write_text(
        f"title: C\nstock: card\nsize: {size}\noutline: rectangle\ntemplate: c.svg.j2\n"
        f"items: [{{id: a, copies: {copies}}}]\n"
    )
    (templates / "c.svg.j2").write_text('<path d="{{ shape(bleed) }}" fill="#ffffff"/>')
    assert pipeline.check_faces(tmp_path, "odd").findings == ()
    assert re.sub("<[^>]*>", "", drawn(tmp_path, "d/a")).count("Ridge") == titles


def test_rows_of_a_score_pad_are_of_one_size_and_the_table_has_a_border_on_both_sides(tmp_path: Path) -> None:
    write(tmp_path, "kind: score-pad\nsize: 100 x 140 mm", f"rows: [Stars, {LONG * 2}, Coins], total: Sum")
    svg = drawn(tmp_path, "d/a")
    table = svg[svg.index("</text>") :]
    assert len(set(re.findall(r'font-size="([^"]*)"', table))) == 1
    assert {'d="M3 19v118"', 'd="M97 19v118"'} <= set(re.findall(r'd="M[\d.]+ 19v118"', svg))


def test_texts_inside_a_screen_begin_at_one_height_in_large_type(tmp_path: Path) -> None:
    write(tmp_path, "kind: screen\nsize: 150 x 110 mm", f"text: [Draw., {LONG * 3}, End.]")
    first = [re.findall(r'<text [^>]*\by="([^"]*)"[^>]*font-size="([\d.]+)"', part)[0]
             for part in drawn(tmp_path, "d/a", back=True).split("<path ")[2:]]  # fmt: skip
    assert len(first) == 3
    assert len(set(first)) == 1
    assert float(first[0][1]) / 25.4 * 72 == pytest.approx(14, abs=0.01)
    assert 25 < float(first[0][0]) < 55


def test_all_texts_of_a_kind_that_cannot_be_set_are_told_at_once(tmp_path: Path) -> None:
    write(tmp_path, "kind: screen\nsize: 150 x 110 mm", 'text: ["{nil}", "{nought}", End.], title: "{none}"')
    with pytest.raises(Failure) as failure:
        pipeline.build_game(Order(tmp_path), "odd")
    told = "\n".join(map(str, failure.value.diagnostics))
    assert all(f'no icon "{name}"' in told for name in ("nil", "nought", "none"))
