"""Cells of a board are read off its face; a kit's own pictures are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.studio.game_view import GameView
from prancha.studio.guard import token
from tests.unit.studio.conftest import Studio

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("game", "item", "count", "size"),
    [
        ("hexagonal", "board/board", 91, 24.1),
        ("hexagonal", "score/spiral", 91, 14.5),
        ("aperiodik", "score/score", 50, 14.84),
        ("dual", "aids/aid", 0, 0),
    ],
)
def test_the_cells_of_boards_of_kits(game: str, item: str, count: int, size: float) -> None:
    view = GameView(ROOT, game, lambda *_: None)
    found = view.cells("pt-BR", token(item))
    assert len(found) == count
    assert {cell[2] for cell in found} == ({size} if count else set())
    assert len({cell[:2] for cell in found}) == count


def test_they_are_asked_by_token(shared: Studio) -> None:
    assert shared.get(f"/api/cells/{token('lume')}/en/{token('tokens/one')}") == []
    for path in (f"{token('lume')}/en/{token('none')}", f"{token('lume')}/xx/{token('tokens/one')}"):
        assert shared.send(f"/api/cells/{path}")[0] == 404
