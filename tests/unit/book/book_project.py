"""The tiny game with a rulebook, and what its pages are made of."""

from __future__ import annotations

from pathlib import Path

from prancha.book.book_pages import LaidBook, lay_out_book
from prancha.book.book_style import style_of
from prancha.book.setup_pictures import DrawnKit
from prancha.building import game_loading
from prancha.building.face_drawing import prepare_faces
from prancha.faces import Drawn, FaceMaker
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Failure
from prancha.model.game import Game

EN = """\
# Lume

Light the {star} sky with {{ count('cards') }} cards.

## In the box

- {{ count('cards', cost=1) }} suns and {{ count('cards', where="cost > 1") }} moons
- {{ count('hexes') }} hexes, {{ count('tokens') }} tokens

{{ pictures('cards', captions='name') }}

## Turn

1. Draw **one** card. See [the end](#end).
2. Play it.

> Example: Ana plays the sun.

{{ table('cards', columns=[name, cost]) }}

## End

The game ends when all is light.
"""
PT = """\
# Lume

Acenda o céu {star} com {{ count('cards') }} cartas.

## Na caixa

- {{ count('cards', cost=1) }} sóis e {{ count('cards', where="cost > 1") }} luas
- {{ count('hexes') }} hexágonos, {{ count('tokens') }} fichas

{{ pictures('cards', captions='name') }}

## Vez

1. Compre **uma** carta. Veja [o fim](#fim).
2. Jogue-a.

> Exemplo: Ana joga o sol.

{{ table('cards', columns=[name, cost]) }}

## Fim

A partida acaba quando tudo é luz.
"""


def write_book(project: Path, english: str = EN, portuguese: str = PT, design: str = "{}") -> Path:
    """Give the tiny game a rulebook."""
    folder = project / "components" / "lume"
    game = folder / "game.yaml"
    text = "".join(line for line in game.read_text().splitlines(True) if not line.startswith("book:"))
    game.write_text(f"{text}book: {design}\n")
    (folder / "rules.en.md").write_text(english, encoding="utf-8")
    (folder / "rules.pt-BR.md").write_text(portuguese, encoding="utf-8")
    return project


def drawn_game(project: Path, lang: str = "en") -> tuple[Game, FaceMaker, FontBook, tuple[Path, ...], Drawn]:
    """The tiny game with all its faces."""
    game = game_loading.load(project, "lume")
    maker, fonts, folders = prepare_faces(project, game, lang)
    return game, maker, fonts, folders, maker.draw()


def laid(project: Path, lang: str = "en") -> LaidBook:
    """The rulebook of the tiny game on its pages."""
    game, maker, fonts, _, drawn = drawn_game(project, lang)
    assert game.book is not None
    style = style_of(game, fonts, game.book, (148.5, 210.0), lang)
    return lay_out_book(DrawnKit(game, lang, drawn.fronts, drawn.backs, dict), maker, style)


def faults(project: Path, lang: str = "en") -> list[str]:
    """What is wrong with the rulebook: line and column, code, message, hint."""
    try:
        laid(project, lang)
    except Failure as failure:
        return [
            f"{one.place.line}:{one.place.column} {one.code}: {one.message} | {one.hint}"
            for one in failure.diagnostics
        ]
    return []
