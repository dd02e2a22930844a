"""What a page carries is enough to build the kit elsewhere, and what was drawn for it is not drawn again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Template

from prancha.book import cover_pages
from prancha.building.order import Order, silent
from prancha.building.page_contents import page_contents
from prancha.building.pipeline import build_game
from prancha.building.steps import open_game
from prancha.cli.page_printing import print_choices
from prancha.export.target import PageContents
from prancha.faces.drawing_tools import Templates
from prancha.faces.ink_saving.saver import Saver
from prancha.system.cache import settle_cache
from tests.conftest import write_project

FILTERED = """\
<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>
<path d="{{ shape(bleed) }}" fill="#fff"/>
<rect x="10" y="10" width="20" height="20" fill="{{ palette.ink }}" filter="url(#f)"/>
"""


def contents(project: Path, **options: Any) -> PageContents:
    order = Order(project, **options)
    return page_contents(order, open_game(order, "lume").game, silent)


def unpack(files: Mapping[str, bytes], folder: Path) -> Path:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


@pytest.fixture(scope="module")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PageContents]:
    """A project, and what a page of its game holds; to be looked at."""
    project = write_project(tmp_path_factory.mktemp("made") / "project")
    return project, contents(project)


@pytest.fixture
def settled() -> Iterator[None]:
    yield
    settle_cache(None)


@pytest.mark.usefixtures("settled")
def test_faces_are_recalled_where_the_page_is(
    made_once: tuple[Path, PageContents], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lume, page = made_once
    there = unpack(page.project, tmp_path / "there")
    drawn: list[str] = []
    render = Templates.render

    def drawing(self: Templates, template: Template, *rest: Any) -> Any:
        drawn.append(str(template.name))
        return render(self, template, *rest)

    monkeypatch.setattr(Templates, "render", drawing)
    settle_cache(there / "settled/faces")
    for lang, paper in (("pt-BR", "a4"), ("en", "a3")):
        del drawn[:]
        text = json.dumps({"game": "lume", "lang": lang, "paper": paper})
        made = json.loads(print_choices(text, there, tmp_path / "made", lambda *_: None))
        assert [name for name in drawn if "_library" not in name] == []
        data = (tmp_path / "made" / made["files"][0]).read_bytes()
        settle_cache(None)
        order = Order(lume, paper=paper, lang=lang, out=tmp_path / "own", cache=False, plain_cover=True)
        own = build_game(order, "lume")
        settle_cache(there / "settled/faces")
        assert data == own.pdf.read_bytes()
    assert page.ready["letter"] != page.ready["a4"]


def test_the_users_cache_is_left_alone(lume: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRANCHA_CACHE", str(tmp_path / "cache"))
    page = contents(lume)
    assert any(name.startswith("settled/faces/") for name in page.project)
    assert not (tmp_path / "cache").exists()


def test_filters_are_drawn_in_every_ink(lume: Path) -> None:
    pytest.importorskip("resvg_py")
    assert not any("settled/pictures" in name for name in contents(lume).project)
    (lume / "templates/lume/token.svg.j2").write_text(FILTERED)
    pictures = [name for name in contents(lume).project if "settled/pictures" in name]
    assert len(pictures) >= 2  # what is dark is paler in other inks


def test_a_page_of_some_families_has_no_others(lume: Path, tmp_path: Path) -> None:
    page = contents(lume, only=("tokens",))
    assert page.only == ("tokens",)
    own = build_game(Order(lume, only=("tokens",), out=tmp_path), "lume")
    assert page.ready["a4"] == own.pdf.read_bytes()
    assert page.rulebooks == {}


def test_nothing_says_where_the_page_was_made(lume: Path) -> None:
    from PIL import Image

    Image.new("RGB", (400, 400), "#3355aa").save(lume / "templates/lume/sky.png")
    token = lume / "templates/lume/token.svg.j2"
    token.write_text(token.read_text() + "{{ art('sky.png', 0, 0, width, height) }}\n")
    page = contents(lume)
    where = str(lume.parent).encode()
    assert [name for name, data in {**page.project, **page.library}.items() if where in data] == []


@pytest.mark.usefixtures("settled")
@pytest.mark.parametrize("ink", ["low", "grey"])
def test_other_inks_and_covers_are_found_where_the_page_is(
    made_once: tuple[Path, PageContents], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ink: str
) -> None:
    """A browser took up to 40 s on a phone to draw faces in less ink, and 5 s to find the type of a cover."""
    lume, page = made_once
    choices = ({"ink": ink}, {"paper": "letter", "duplex": "fold"})
    orders = [
        Order(lume, lang="en", out=tmp_path / "own", cache=False, plain_cover=True, **chosen)
        for chosen in choices
    ]
    own = [build_game(order, "lume").pdf.read_bytes() for order in orders]
    there = unpack(page.project, tmp_path / "there")

    def again(*_: object) -> str:
        raise AssertionError("this was made with the page")

    monkeypatch.setattr(Saver, "_svg", again)
    monkeypatch.setattr(cover_pages, "_largest", again)
    settle_cache(there / "settled/faces")
    for chosen, data in zip(choices, own, strict=True):
        text = json.dumps({"game": "lume", "lang": "en", **chosen})
        made = json.loads(print_choices(text, there, tmp_path / "made", lambda *_: None))
        assert (tmp_path / "made" / made["files"][0]).read_bytes() == data


def test_pictures_of_covers_do_not_travel(made_once: tuple[Path, PageContents]) -> None:
    """They were half of the game's file, and no page prints them."""
    _, page = made_once
    assert any(b"/DCTDecode" in data for data in page.ready.values())
    packs = [data for name, data in page.project.items() if name.startswith("settled/faces/")]
    assert [len(data) for data in packs if b"JFIF" in data] == []
    assert max(map(len, packs)) < 400_000
