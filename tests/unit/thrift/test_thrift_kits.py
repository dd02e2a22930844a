"""The five kits in less ink: text stays readable, and much less is printed."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from PIL import ImageStat

from generator import pipeline
from generator.export.metadata import About
from generator.export.pdf import Page, write_pdf
from generator.faces import Drawn
from generator.fonts import FontBook
from generator.model.game import Game
from generator.printed import contrast
from generator.printed.scene import SceneMaker
from generator.printed.subject import Printed, Sight, Spot, Used
from generator.thrift import spare

ROOT = Path(__file__).resolve().parents[3]
GAMES = ("aperiodik", "automato", "ceramus", "dual", "hexagonal")
NOTHING = Used({}, frozenset(), frozenset(), frozenset(), frozenset(), frozenset())
STRICT = {**contrast.OPTIONS, "large": 4.5}


@pytest.fixture(scope="module", params=GAMES)
def kit(request: pytest.FixtureRequest) -> tuple[Game, Drawn, FontBook, tuple[Path, ...]]:
    game = pipeline.load(ROOT, request.param)
    maker, book, folders = pipeline.workshop(ROOT, game, game.languages[0])
    return game, maker.draw(), book, folders


def unreadable(game: Game, drawn: Drawn, book: FontBook) -> Iterator[Spot]:
    printed = Printed(game, drawn.fronts, drawn.backs, drawn.symbols, book, NOTHING)
    scenes = SceneMaker(drawn.symbols)
    for face in printed.faces():
        family = game.family(face.item.partition("/")[0])
        sight = Sight(face, family, scenes.scene(face.svg), printed, STRICT)
        yield from (spot for spot in contrast.look(sight) if spot.text)


def darkness(game: Game, drawn: Drawn, book: FontBook, folders: tuple[Path, ...]) -> float:
    """The mean share of ink on one face of each family and side."""
    chosen = {}
    for faces in (drawn.fronts, drawn.backs):
        for key, face in faces.items():
            chosen.setdefault((key.partition("/")[0], face.side), face)
    portfolio = pipeline.render_faces(
        list(chosen.values()), drawn.symbols, book, folders, "", pipeline.silent
    )
    pages = [Page(f.outline.width, f.outline.height, faces=((f.digest, 0.0, 0.0),)) for f in chosen.values()]
    document = pypdfium2.PdfDocument(io.BytesIO(write_pdf(pages, portfolio, book, About(""), "none")))
    shares = [
        1 - ImageStat.Stat(page.render(scale=0.7).to_pil().convert("L")).mean[0] / 255 for page in document
    ]
    document.close()
    return sum(shares) / len(shares)


@pytest.mark.parametrize(("ink", "most"), [("low", 0.5), ("outline", 0.45)])
def test_text_is_readable_and_ink_is_saved(
    kit: tuple[Game, Drawn, FontBook, tuple[Path, ...]], ink: str, most: float
) -> None:
    game, drawn, book, folders = kit
    made = spare(ink, drawn, book)  # type: ignore[arg-type]
    assert [str(spot.message) for spot in unreadable(game, made, book)] == []
    full, less = (darkness(game, each, book, folders) for each in (drawn, made))
    assert less <= most * full
