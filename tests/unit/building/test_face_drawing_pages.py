"""Pages that are as they were are copied, and what a page holds is in its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.building.order import Order
from prancha.building.pipeline import build
from prancha.export import canvas

CARDS = "id,width,copies\n" + "".join(f"c{k},{k + 3},1\n" for k in range(30))
GAME = """\
title: Deck
languages: [en]
designers: [nobody]
rulebook: none
players: [1]
revision: "1"
families: [cards]
"""
FAMILY = """\
title: {en: Cards}
stock: card
size: 63 x 88 mm
outline: rectangle
bleed: 0 mm
template: card.svg.j2
from: cards.csv
"""
TEMPLATE = '<rect width="63" height="88" fill="#fff"/><rect width="{{ item.width }}" height="9"/>'


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PRANCHA_CACHE", str(tmp_path / "cache"))
    components, templates = tmp_path / "components/deck", tmp_path / "templates/deck"
    for folder in (components, templates):
        folder.mkdir(parents=True)
    (components / "game.yaml").write_text(GAME)
    (components / "cards.yaml").write_text(FAMILY)
    (components / "cards.csv").write_text(CARDS)
    (templates / "card.svg.j2").write_text(TEMPLATE)
    return tmp_path


def deflated(project: Path, monkeypatch: pytest.MonkeyPatch, **order: object) -> tuple[int, bytes]:
    """How many pages a build deflates, and the file."""
    counted: list[int] = []

    def compress(data: bytes, level: int) -> bytes:
        counted.append(len(data))
        return real(data, level)

    real = canvas.zlib.compress
    with monkeypatch.context() as patch:
        patch.setattr(canvas.zlib, "compress", compress)
        (kit,) = build(Order(project, cover=False, check=False, **order))  # type: ignore[arg-type]
    return len(counted), kit.pdf.read_bytes()


def test_one_changed_card_deflates_one_page(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, whole = deflated(project, monkeypatch)
    again, same = deflated(project, monkeypatch)
    assert same == whole
    assert first - again == 4
    cards = project / "components/deck/cards.csv"
    cards.write_text(CARDS.replace("c7,10,", "c7,50,"))
    changed, other = deflated(project, monkeypatch)
    assert changed - again == 1
    assert other != whole
    assert other == deflated(project, monkeypatch, cache=False)[1]


@pytest.mark.parametrize("copies", [1, 2])
def test_forms_of_other_names_are_not_copied(
    project: Path, monkeypatch: pytest.MonkeyPatch, copies: int
) -> None:
    cards = project / "components/deck/cards.csv"
    twice = CARDS.replace(",1\n", f",{copies}\n")
    cards.write_text(twice)
    deflated(project, monkeypatch)
    first, *rest = twice.splitlines(keepends=True)
    cards.write_text("".join((first, *rest[9:], *rest[:9])))
    assert deflated(project, monkeypatch)[1] == deflated(project, monkeypatch, cache=False)[1]


def test_a_damaged_page_is_drawn_again(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, whole = deflated(project, monkeypatch)
    for path in (project / "cache").iterdir():
        data = path.read_bytes()
        path.write_bytes(data[:-9] + b"\0" + data[-8:])
    assert deflated(project, monkeypatch)[1] == whole
