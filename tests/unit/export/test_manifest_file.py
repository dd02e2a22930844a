"""The manifest says what a kit holds, where it is printed and where its values come from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from prancha import __version__
from prancha.export.manifest_file import write_manifest
from prancha.model.diagnostic import Place
from prancha.model.game import Family, Game, Item
from prancha.model.outline import hexagon

PLACE = Place("components/demo/cards.yaml", 3, 5)


def item(name: str, copies: int, **more: object) -> Item:
    facts = {"fields": {}, "source": "stated", "why": "", "assumed": {}, "place": PLACE, **more}
    return Item(id=name, family="cards", copies=copies, **facts)  # type: ignore[arg-type]


def game() -> Game:
    items = (
        item("one", 2),
        item("two", 0, source="assumed", why="picture lost", assumed={"z": "no", "effect": "icon lost"}),
    )
    family = Family(
        "cards", {"pt-BR": "Cartas", "en": "Cards"}, "card", hexagon(40), 3, 3, 0, "c.svg.j2", "b.svg.j2",
        "cards", items, PLACE,
    )  # fmt: skip
    return Game(
        id="demo", folder=Path("components/demo"), title="Demo", subtitle={}, languages=("pt-BR", "en"),
        designers=("Ana",), artists=(), publisher="Casa", licence={"pt-BR": "livre", "en": "free"},
        rulebook="Regras", players=(2, 3), revision="4", palette={}, fonts={}, texts={}, tables={},
        assumed={"hat": {"pt-BR": "porque sim", "en": "because"}},
        supplied=({"name": {"pt-BR": "saco", "en": "bag"}, "count": 1},), cover={}, families=(family,),
        place=PLACE,
    )  # type: ignore[arg-type]  # fmt: skip


@pytest.fixture
def written() -> bytes:
    return write_manifest(
        game(), "en", "a4", "long", {"cards/one": [5, 3, 3]}, 8, {"demo-a4.pdf": (4, "5ea1")}
    )


def test_it_describes_the_kit(written: bytes) -> None:
    tree = json.loads(written)
    assert tree["program"] == f"prancha {__version__}"
    assert tree["game"] == {
        "id": "demo", "title": "Demo", "revision": "4", "designers": ["Ana"], "publisher": "Casa",
        "licence": "free", "rulebook": "Regras", "players": [2, 3],
    }  # fmt: skip
    assert (tree["language"], tree["paper"], tree["duplex"], tree["pages"]) == ("en", "a4", "long", 8)
    assert tree["copies"] == 2
    assert tree["supplied"] == [{"name": "bag", "count": 1}]
    assert tree["assumed"] == {"hat": "because"}


def test_it_lists_families_and_items_with_pages_and_sources(written: bytes) -> None:
    (family,) = json.loads(written)["families"]
    items = family.pop("items")
    assert family == {
        "id": "cards", "title": "Cards", "stock": "card", "outline": "hexagon", "size_mm": [40.0, 46.188],
        "radius_mm": 0.0,
        "double_sided": True, "designs": 2, "copies": 2,
    }  # fmt: skip
    assert items == [
        {"id": "one", "copies": 2, "source": "stated", "pages": [3, 5]},
        {
            "id": "two", "copies": 0, "source": "assumed", "pages": [], "why": "picture lost",
            "assumed": {"effect": "icon lost", "z": "no"},
        },
    ]  # fmt: skip


def test_it_vouches_for_the_files_beside_it(written: bytes) -> None:
    assert json.loads(written)["files"] == {"demo-a4.pdf": {"bytes": 4, "sha256": "5ea1"}}


def test_it_is_text_that_people_can_read(written: bytes) -> None:
    portuguese = write_manifest(game(), "pt-BR", "a4", "long", {}, 8, {}).decode()
    assert "porque sim" in portuguese
    assert portuguese.endswith("}\n")
    assert portuguese.count("\n") > 30


def test_it_stands_as_python_writes_it(written: bytes) -> None:
    text = written.decode().partition(',\n "placed"')[0] + "\n}"
    assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=1)
