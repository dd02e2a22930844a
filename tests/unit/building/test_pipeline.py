"""How sheets are paired, pages numbered and kits told."""

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.building import game_loading, pipeline
from prancha.building.leaves import Leaf, Pieces, group, make_leaves
from prancha.building.order import Order
from prancha.building.selection import choose_games
from prancha.model.diagnostic import Failure
from prancha.model.outline import rectangle
from prancha.model.printing import DUPLEX
from prancha.model.sheet import Paper, Piece, Sheet
from prancha.system import program_folders

A4 = Paper("a4", 210.0, 297.0, 8.0)


def sheet(number: int, side: str = "front", group: str = "g", families: tuple[str, ...] = ("f",)) -> Sheet:
    return Sheet(A4, 210, 297, "card", group, families, side, number, 3, ())  # type: ignore[arg-type]


def test_fronts_meet_their_backs() -> None:
    front, back = sheet(1), sheet(1, "back")
    assert make_leaves([front, back], DUPLEX["long"]) == (Leaf(front, back, False),)


def test_single_sided_sheets_get_a_blank_back_beside_double_sided_ones() -> None:
    sheets = [sheet(1), sheet(1, "back"), sheet(1, group="h"), sheet(2, group="h")]
    assert [leaf.blank for leaf in make_leaves(sheets, DUPLEX["long"])] == [False, True, True]


def test_without_any_back_nothing_is_blank() -> None:
    assert [leaf.blank for leaf in make_leaves([sheet(1), sheet(2)], DUPLEX["long"])] == [False, False]


def test_a_row_for_each_family_and_its_sheets(lume: Path) -> None:
    (kit,) = pipeline.build(Order(lume))
    assert [(row.family, row.designs, row.copies, row.sheets) for row in kit.rows] == [
        ("cards", 2, 12, 2),
        ("hexes", 2, 8, 1),
        ("tokens", 1, 6, 1),
    ]
    assert (kit.game, kit.title, kit.notes) == ("lume", "Lume", ())
    assert kit.pages == 2 * (1 + sum(row.sheets for row in kit.rows)), "a cover, and each sheet with a back"


def test_games_are_built_in_the_order_asked_for_and_once(duo: Path) -> None:
    assert choose_games(duo, ()) == ("lume", "sombra")
    assert choose_games(duo, ("sombra", "lume", "sombra")) == ("sombra", "lume")
    with pytest.raises(Failure, match='there is no game "luma"'):
        choose_games(duo, ("luma", "sombra"))


def test_progress_counts_every_face_once(lume: Path) -> None:
    seen: list[tuple[str, str, int, int]] = []
    pipeline.build(Order(lume), progress=lambda *step: seen.append(step))
    total = seen[-1][3]
    assert seen == [("lume", "rendering its faces", k, total) for k in range(1, total + 1)]


def test_a_set_up_on_a_space_that_the_board_does_not_draw_is_not_built(lume: Path) -> None:
    table = (
        "lay:\n"
        "  map: {items: [hexes/land], at: [0 mm, 0 mm]}\n"
        "  coins: {family: tokens, count: 1, on: hexes/land, spaces: [99]}\n"
    )
    (lume / "components/lume/table.yaml").write_text(table, encoding="utf-8")
    with pytest.raises(Failure, match='hexes/land has no space "99"') as failure:
        pipeline.build(Order(lume))
    first = failure.value.diagnostics[0]
    assert (first.place.line, first.place.column) == (3, 61)
    assert [one.code for one in failure.value.diagnostics].count("unknown-space") == 1
    assert not (lume / "output").exists()


def test_failures_of_all_games_come_together(duo: Path) -> None:
    for game in ("lume", "sombra"):
        (duo / "components" / game / "cards.yaml").write_text("title: [")
    for jobs in (1, 2):
        with pytest.raises(Failure) as failure:
            pipeline.build(Order(duo), jobs=jobs)
        files = {Path(d.place.file).parent.name for d in failure.value.diagnostics}
        assert files == {"lume", "sombra"}


def test_pieces_are_grouped_by_stock_and_sheet_word(lume: Path) -> None:
    from prancha.faces import FaceMaker
    from prancha.graphics.fonts import FontBook

    catalogue = lume / "components" / "lume"
    for name in ("hexes", "tokens"):
        path = catalogue / f"{name}.yaml"
        path.write_text(path.read_text().replace("stock: board", "stock: board\nsheet: boards"))
    game = game_loading.load(lume, "lume")
    library = program_folders.TEMPLATES
    folders = (lume / "templates" / "lume", lume / "templates", library)
    drawn = FaceMaker(game, "en", folders, FontBook([library / "_library"])).draw()
    groups = group(game, Pieces(drawn, 0.0, None))
    assert [(g.stock, g.name, len(g.pieces)) for g in groups] == [
        ("card", "cards", 12),
        ("board", "boards", 14),
    ]
    piece = groups[0].pieces[8]
    assert (piece.item, piece.copy, piece.outline) == ("cards/moon", 1, rectangle(63, 88, 3))
    assert piece.back is not None
    assert all(isinstance(p, Piece) and p.back is None for p in groups[1].pieces)


def test_faces_that_cannot_be_drawn_are_told_before_they_are_looked_at(lume: Path) -> None:
    (lume / "templates" / "lume" / "hex.svg.j2").write_text("<g><image href='no.png'/>")
    with pytest.raises(Failure, match="the SVG is broken"):
        pipeline.check_faces(lume, "lume")


def test_a_game_without_a_copy_and_without_a_cover_is_told(tmp_path: Path) -> None:
    card = (
        "stock: card\nsize: 9 x 9 mm\noutline: rectangle\ntemplate: c.svg.j2\nitems: [{id: a, copies: 0}]\n"
    )
    for path, text in {
        "components/g/game.yaml": "title: G\nlanguages: [en]\nfamilies: [c]\nfonts: {body: Alegreya Sans}\n",
        "components/g/c.yaml": f"title: C\n{card}",
        "templates/g/c.svg.j2": "<g/>",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    with pytest.raises(Failure, match="error no-items: no component has copies to print"):
        pipeline.build_game(Order(tmp_path, cover=False), "g")
    assert pipeline.build_game(Order(tmp_path), "g").pages == 1
