"""What was given: which of the files begin a game, and which only stand beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.model.diagnostic import Failure
from prancha.setup.beginning.begin_order import find_given


def lay(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / "given" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
    return folder / "given"


@pytest.mark.parametrize(
    ("names", "source", "paths", "title"),
    [
        (["my cards.csv"], "list", ["my cards.csv"], "My Cards"),
        (["a.csv", "b.xlsx"], "list", ["a.csv", "b.xlsx"], ""),
        (["a.csv", "art/fox.png", "fox.png"], "list", ["a.csv"], "A"),
        (["deck/cards.ods", "deck/art/fox.png"], "list", ["cards.ods"], "Cards"),
        (["deck/fox.png", "deck/owl.png"], "pictures", ["deck"], "Deck"),
        (["fox.png", "owl.svg"], "pictures", ["fox.png", "owl.svg"], ""),
        (["deck.zip"], "pictures", ["deck.zip"], "Deck"),
        (["deck.PDF"], "pdf", ["deck.PDF"], "Deck"),
        (["fronts.pdf", "backs.pdf", ".hidden"], "pdf", ["backs.pdf", "fronts.pdf"], ""),
    ],
)
def test_what_begins_a_game_is_found(
    tmp_path: Path, names: list[str], source: str, paths: list[str], title: str
) -> None:
    found = find_given(lay(tmp_path, *names))
    assert (found.source, [path.name for path in found.paths], found.title) == (source, paths, title)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["deck.pdf", "a.csv"], "deck.pdf has all faces of a game, and was given with a.csv"),
        (["a.exe"], "no game can begin with a.exe"),
        ([".hidden"], "no game can begin with nothing"),
    ],
)
def test_what_begins_none_is_told(tmp_path: Path, names: list[str], message: str) -> None:
    with pytest.raises(Failure) as raised:
        find_given(lay(tmp_path, *names))
    [found] = raised.value.diagnostics
    assert found.message == message
    assert found.hint
