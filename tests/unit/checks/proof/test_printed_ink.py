"""Pieces are those that `proof` finds; ink is what is painted inside their outlines, whatever the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from conftest_proof import Built
from fontTools.pens.areaPen import AreaPen
from fontTools.ttLib import TTFont

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.checks.proof import printed_ink
from prancha.checks.proof.pdf_geometry import concat, inverse
from prancha.checks.proof.pdf_reader import open_pdf, read_file
from prancha.checks.proof.printed_ink import InkEstimate, KnownInks, add_inks, measure_ink, read_pieces

ROOT = Path(__file__).parents[4]
TOLERANCE = 0.03
"""How far ink of a picture at 96 dpi may be off what is painted."""
GAME = "title: T\nlanguages: [en]\nfamilies: [cards, hexes, board]\nfonts: {body: Alegreya Sans}\n"
FAMILIES = {
    "cards": ("63 x 88 mm", "rectangle", "card.svg.j2", '{id: half, copies: 3, c: "#00ffff"}'),
    "hexes": ("40 mm", "hexagon", "full.svg.j2", '{id: land, copies: 12, c: "#808080"}'),
    "board": ("300 x 220 mm", "rectangle", "full.svg.j2", '{id: map, c: "#ff8000"}'),
}
TEMPLATES = {
    "card": '<rect width="{{ width / 2 }}" height="{{ height }}" fill="{{ item.c }}"/>',
    "full": '<rect x="-9" y="-9" width="400" height="400" fill="{{ item.c }}"/>',
}


def inks_of(
    pdf: Path, before: KnownInks | None = None, named: str = ""
) -> tuple[Mapping[str, InkEstimate], KnownInks]:
    with open_pdf(pdf) as document:
        return measure_ink(read_pieces(document).pieces, before or {}, named)


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, InkEstimate]:
    folder = tmp_path_factory.mktemp("ink")
    game, templates = folder / "components" / "t", folder / "templates" / "t"
    game.mkdir(parents=True)
    templates.mkdir(parents=True)
    (game / "game.yaml").write_text(GAME)
    for name, (size, outline, template, item) in FAMILIES.items():
        (game / f"{name}.yaml").write_text(
            f"title: {name}\nstock: card\nsize: {size}\noutline: {outline}\nbleed: 2 mm\n"
            f"gutter: {0 if name == 'board' else 4} mm\ntemplate: {template}\nitems:\n  - {item}\n"
        )
    for name, text in TEMPLATES.items():
        (templates / f"{name}.svg.j2").write_text(text)
    kit = pipeline.build_game(Order(folder, check=False, out=folder / "out"), "t")
    return dict(inks_of(kit.pdf)[0])


def test_half_of_a_card_in_cyan(measured: dict[str, InkEstimate]) -> None:
    assert measured["cards/half"] == pytest.approx((3 * 63 / 2 * 88, 0, 0, 0), rel=0.02)


def test_a_hexagon_takes_its_own_outline_and_no_neighbours(measured: dict[str, InkEstimate]) -> None:
    apart = 44**2 * 3**0.5 / 2  # 40 mm across the flats, and 2 mm of bleed
    grey = 12 * apart * (1 - 0x80 / 255)
    assert measured["hexes/land"] == pytest.approx((0, 0, 0, grey), rel=0.02)


def test_a_poster_is_covered_on_each_of_its_pages(measured: dict[str, InkEstimate]) -> None:
    # Beyond its own area only the overlap that is printed twice.
    cyan, magenta, yellow, black = (mm2 / (300 * 220) for mm2 in measured["board/map"])
    assert (cyan, black) == (0, 0)
    assert 1.0 < yellow < 1.25
    assert magenta == pytest.approx(yellow * (1 - 0x80 / 255), rel=0.01)


def test_words_take_the_area_of_their_outlines(tmp_path: Path) -> None:
    words = ("Hill", "Mill", "Till", "Kiln", "Wind", "Field", "Mine", "Vine", "Fine")
    game, templates = tmp_path / "components" / "t", tmp_path / "templates" / "t"
    game.mkdir(parents=True)
    templates.mkdir(parents=True)
    (game / "game.yaml").write_text(GAME.replace("cards, hexes, board", "cards"))
    items = "".join(f"  - {{id: c{k}, w: {word}}}\n" for k, word in enumerate(words))
    (game / "cards.yaml").write_text(
        f"title: C\nstock: card\nsize: 40 x 40 mm\noutline: rectangle\ntemplate: card.svg.j2\nitems:\n{items}"
    )
    (templates / "card.svg.j2").write_text(
        '<text x="4" y="20" font-family="Alegreya Sans" font-size="7">{{ item.w }} it</text>'
    )
    kit = pipeline.build_game(Order(tmp_path, check=False, cover=False, out=tmp_path / "out"), "t")
    font = TTFont(ROOT / "templates" / "_library" / "fonts" / "Alegreya Sans" / "400.ttf")
    glyphs, letters, area = font.getGlyphSet(), font.getBestCmap(), 0.0
    for letter in "".join(f"{word} it" for word in words):
        pen = AreaPen(glyphs)
        glyphs[letters[ord(letter)]].draw(pen)
        area += abs(pen.value)
    area *= (7 / font["head"].unitsPerEm) ** 2  # type: ignore[attr-defined]  # fontTools types no tables
    found = add_inks(inks_of(kit.pdf)[0].values())
    assert found == pytest.approx((0, 0, 0, area), rel=TOLERANCE)


@pytest.mark.slow
def test_coarse_is_near_enough_to_fine(kit: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    coarse = add_inks(inks_of(kit.pdf)[0].values())
    monkeypatch.setattr(printed_ink, "DPI", 300)
    fine = add_inks(inks_of(kit.pdf)[0].values())
    assert coarse == pytest.approx(fine, rel=TOLERANCE)
    assert sum(fine) > 62370


def test_faces_that_show_as_before_are_not_drawn(kit: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    real = printed_ink.measure_faces

    def counted(faces: Mapping[str, printed_ink.LoneFace]) -> dict[str, InkEstimate]:
        drawn.append(len(faces))
        return real(faces)

    monkeypatch.setattr(printed_ink, "measure_faces", counted)
    first, known = inks_of(kit.pdf, named="fonts")
    assert inks_of(kit.pdf, known, "fonts") == (first, known)
    one = {key: found for key, found in known.items() if key != next(iter(known))}
    assert inks_of(kit.pdf, one, "fonts") == (first, known)
    inks_of(kit.pdf, known, "other fonts")
    assert drawn == [len(known), 0, 1, len(known)]
    assert len(known) > 20


def test_a_map_and_its_undoing(tmp_path: Path) -> None:
    matrix = (0.0, 2.0, -1.0, 0.5, 7.0, -3.0)
    assert concat(matrix, inverse(matrix)) == pytest.approx((1, 0, 0, 1, 0, 0))


def test_pieces_are_those_that_proof_finds(kit: Built) -> None:
    with open_pdf(kit.pdf) as document:
        printed = read_pieces(document)
    pages = read_file(kit.pdf).pages
    assert [(one.page, one.found) for one in printed.pieces] == [
        (page.number, piece) for page in pages for piece in page.pieces
    ]
    faces = {piece.face for page in pages for piece in page.pieces}
    assert len(faces) > 20
    assert faces < printed.held


def test_a_piece_is_told_with_the_form_of_its_face(kit: Built) -> None:
    with open_pdf(kit.pdf) as document:
        pieces = read_pieces(document).pieces
        assert pieces
        assert all(one.form.objgen == one.found.form for one in pieces)
