"""The five kits in less ink: texts stay readable, relations stay, and much less is printed."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from prancha.building import game_loading
from prancha.building.face_drawing import prepare_faces
from prancha.checks.artwork import contrast
from prancha.checks.artwork.subject import FaceFinding, Printed, Sight, Used
from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.faces import Drawn
from prancha.faces.ink_saving import save_ink
from prancha.faces.ink_saving.tone_curve import TONES, lightness
from prancha.graphics.fonts import FontBook
from prancha.graphics.scene.scene import SceneMaker
from prancha.graphics.svg.css_colours import colour_or_none
from prancha.graphics.svg.template_marks import unfold_shared
from prancha.model.face import Ink
from prancha.model.game import Game
from prancha.render import render

ROOT = Path(__file__).resolve().parents[4]
GAMES = ("aperiodik", "automato", "ceramus", "dual", "hexagonal")
NOTHING = Used({}, frozenset(), frozenset(), frozenset(), frozenset(), frozenset())
Kit = tuple[Game, Drawn, FontBook, tuple[Path, ...]]


@pytest.fixture(
    scope="module",
    params=[pytest.param(game, marks=() if game == "dual" else pytest.mark.slow) for game in GAMES],
)
def kit(request: pytest.FixtureRequest) -> Kit:
    game = game_loading.load(ROOT, request.param)
    maker, book, folders = prepare_faces(ROOT, game, game.languages[0])
    return game, maker.draw(), book, folders


def spots(game: Game, drawn: Drawn, book: FontBook) -> Iterator[FaceFinding]:
    printed = Printed(game, drawn.fronts, drawn.backs, drawn.symbols, book, NOTHING)
    scenes = SceneMaker(drawn.symbols, book)
    for face in printed.faces():
        family = game.family(face.item.partition("/")[0])
        yield from contrast.look(Sight(face, family, scenes.scene(face.svg), printed, contrast.OPTIONS))


def faded(game: Game, drawn: Drawn, book: FontBook) -> set[tuple[str, str, str]]:
    return {(spot.item, spot.side, spot.text or spot.icon) for spot in spots(game, drawn, book)}


def ink_of(kit: Kit, drawn: Drawn) -> float:
    """The ink of one face of each family and side as `manifest` counts it, in whole faces of one colour."""
    _, _, book, folders = kit
    chosen = {}
    for faces in (drawn.fronts, drawn.backs):
        for key, face in faces.items():
            chosen.setdefault((key.partition("/")[0], face.side), face)
    portfolio = render(list(chosen.values()), drawn.symbols, book, folders)
    pages = [
        PdfPage(f.outline.width, f.outline.height, faces=((f.digest, 0.0, 0.0),)) for f in chosen.values()
    ]
    document = pypdfium2.PdfDocument(io.BytesIO(write_pdf(pages, portfolio, book, About(""), "none")))
    total = sum(_ink(page.render(scale=0.7).to_pil().convert("RGB")) for page in document)
    document.close()
    return total


def _ink(picture: Image.Image) -> float:
    """Cyan, magenta and yellow with their common part as black."""
    bands = [ImageChops.invert(band) for band in picture.split()]
    black = ImageChops.darker(ImageChops.darker(bands[0], bands[1]), bands[2])
    means = [ImageStat.Stat(band).mean[0] / 255 for band in (*bands, black)]
    return sum(means[:3]) - 2 * means[3]


@pytest.mark.parametrize(("ink", "most"), [("low", 0.52), ("outline", 0.4)])
def test_signs_are_as_clear_and_ink_is_saved(kit: Kit, ink: Ink, most: float) -> None:
    game, drawn, book, _ = kit
    made = save_ink(ink, drawn, book)
    assert faded(game, made, book) <= faded(game, drawn, book)
    assert ink_of(kit, made) <= most * ink_of(kit, drawn)


@pytest.mark.slow
def test_one_order_of_lightness_over_a_whole_kit(kit: Kit) -> None:
    """Every fill, line and stop of every face: equal ones become equal, lighter ones stay lighter."""
    _, drawn, book, _ = kit
    made = save_ink("low", drawn, book)
    pairs: dict[str, str] = {}
    for side in ("fronts", "backs"):
        for key, face in getattr(drawn, side).items():
            old = _paints(unfold_shared(face.svg, drawn.symbols))
            new = _paints(getattr(made, side)[key].svg)
            assert len(old) > 0
            toned = {paint: TONES["low"].of(colour_or_none(paint) or (0, 0, 0)) for paint in old}
            written = {paint for paint in new if colour_or_none(paint)}
            for paint, tone in toned.items():
                near = [w for w in written if _near(colour_or_none(w) or (0, 0, 0), tone)]
                assert near, (key, paint)
                pairs.setdefault(paint, near[0])
    order = sorted(pairs, key=_light)
    assert all(_light(pairs[a]) <= _light(pairs[b]) + 0.5 for a, b in pairwise(order))


def _paints(svg: str) -> set[str]:
    """The colours of fills of shapes, which no edge takes the place of."""
    shapes = re.findall(r"<(?:path|rect|circle)\b[^>]*", svg)
    return {found[1] for shape in shapes if (found := re.search(r'fill="(#[0-9a-f]{6})"', shape))}


def _near(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(abs(a - b) <= 0.5 / 255 + 1e-9 for a, b in zip(one, other, strict=True))


def _light(paint: str) -> float:
    return lightness(colour_or_none(paint) or (0, 0, 0))
