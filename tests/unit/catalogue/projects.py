"""A tiny project on disk, and what the catalogue says about it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from prancha.catalogue import load_game
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.model.game import Game

GAME = """\
title: DUAL
languages: [pt-BR, en]
families: [grid]
"""
HEAD = """\
title: {pt-BR: Grade, en: Grid}
stock: card
size: 63 x 88 mm
outline: rectangle
template: grid.svg.j2
"""
GRID = HEAD + "items:\n  - id: star\n"


def write_game(project: Path, files: dict[str, str], name: str = "dual") -> Path:
    folder = project / "components" / name
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
    return folder


def load(project: Path, grid: str = GRID, game: str = GAME, **more: str) -> Game:
    files = {"game.yaml": game, "grid.yaml": grid}
    files |= {f"{name}.yaml": text for name, text in more.items()}
    return load_game(write_game(project, files), project)


def refused(call: Callable[[], object]) -> tuple[Diagnostic, ...]:
    """What a call is refused for, or what the game it loads lacks in some language."""
    try:
        loaded = call()
    except Failure as failure:
        return failure.diagnostics
    assert isinstance(loaded, Game), "nothing is refused"
    wrong = tuple(note for note in loaded.notes if note.severity == "error")  # of table.yaml
    if wrong:
        return wrong
    assert loaded.untranslated, "nothing is refused"
    return tuple(sorted({one.told for one in loaded.untranslated}))


def only(diagnostics: tuple[Diagnostic, ...]) -> Diagnostic:
    assert len(diagnostics) == 1, "\n".join(map(str, diagnostics))
    return diagnostics[0]


def told(diagnostics: tuple[Diagnostic, ...], where: str, message: str, hint: str = "") -> None:
    """There is one diagnostic, with this place and code, these words in its message and in its hint."""
    found = only(diagnostics)
    assert f"{found.place} {found.code}" == where
    assert message in found.message, found.message
    assert hint in found.hint, found.hint
