"""A page that prints, in Chromium and Firefox: the bytes of the native build, and nothing leaves the page."""

from __future__ import annotations

import random
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from prancha.building.order import Order
from prancha.building.pipeline import build_game
from prancha.model.printing import Printer
from tests.browser import looking, serious
from tests.firefox import firefox
from tests.unit.studio.test_session import until
from tests.web_page import FOUND, choose, export_page, made, real_pack, served

pytestmark = pytest.mark.slow
PROJECT = Path(__file__).resolve().parents[2]
GAMES = ("aperiodik", "automato", "ceramus", "dual", "hexagonal")
SEED = 20261126


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of exported pages, filled by the tests."""
    real_pack()
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def dual(pages: Path) -> Iterator[str]:
    """The address of a page."""
    with served(export_page(PROJECT, "dual", pages)) as (address, _):
        yield address


def native(
    folder: Path, game: str, choices: dict[str, Any], printer: Printer | None = None
) -> dict[str, str]:
    """Build the same kit here; returns the SHA-256 of each PDF by name."""
    keys = {key: choices[key] for key in ("paper", "lang", "duplex", "ink") if key in choices}
    kit = build_game(
        Order(PROJECT, out=folder, printer=printer, rulebook=False, plain_cover=True, **keys), game
    )
    paths = [kit.pdf, *([kit.backs] if kit.backs else [])]
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in paths}


def some(count: int) -> list[dict[str, str]]:
    """Choices by chance, the same at every run."""
    chance = random.Random(SEED)
    ways = ("long", "short", "fold", "separate", "none")
    return [
        {
            "paper": chance.choice(("a4", "letter", "a3")),
            "lang": chance.choice(("en", "pt-BR")),
            "ink": chance.choice(("full", "low", "outline", "grey")),
            "duplex": chance.choice(ways),
        }
        for _ in range(count)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_the_browser_makes_the_bytes_of_the_native_build(game: str, pages: Path, tmp_path: Path) -> None:
    folder = export_page(PROJECT, game, pages)
    with served(folder) as (address, asked), looking(address) as (page, told):
        for choices in ({"lang": "pt-BR"}, *some(3)):
            choose(page, {"stock": "card", "paper": "a4", "ink": "full", "duplex": "long", **choices})
            assert made(page) == native(tmp_path, game, choices), choices
        assert told.wrong == []
        assert {path.split("?")[0] for path in asked} <= {"/", *(f"/{one.name}" for one in folder.iterdir())}


def test_an_offset_that_was_never_built_before(dual: str, tmp_path: Path) -> None:
    with looking(dual) as (page, told):
        choose(page, {"lang": "en", "readings": {"back-dx": "0.37"}})
        printer = Printer("page", back_dx=0.37)
        assert made(page) == native(tmp_path, "dual", {"lang": "en", "paper": "a4"}, printer)
        choose(page, {"readings": {"back-dx": "far"}})
        with pytest.raises(AssertionError, match='back-dx: "far" is not a number'):
            made(page)
        choose(page, {"readings": {"back-dx": "0.37"}})
        assert list(made(page, "#calibrate")) == ["calibrate-a4-page.pdf"]
        assert told.wrong == []


def test_sheets_are_shown_and_axe_finds_nothing(dual: str) -> None:
    for size in ((390, 844), (1280, 800)):
        with looking(dual, size) as (page, told):
            assert serious(page) == []
            made(page)
            page.wait_for_selector("#sheets li:nth-child(2)[data-drawn]", timeout=FOUND)
            assert page.evaluate(SEEN) > 20
            assert serious(page) == []
            assert page.evaluate(WIDE) <= size[0]
            assert told.wrong == []


SEEN = (
    "() => { const c = document.querySelector('#sheets canvas');"
    " const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
    " return new Set(d.filter((_, i) => i % 4 === 0)).size; }"
)
WIDE = "() => document.documentElement.scrollWidth"


def test_it_prints_again_without_a_network(pages: Path) -> None:
    with served(export_page(PROJECT, "dual", pages)) as (address, asked), looking(address) as (page, told):
        made(page)
        page.reload()  # what was loaded before the service worker began is loaded through it now
        made(page)
        del asked[:]
        page.context.set_offline(True)
        page.reload()
        assert made(page)
        assert set(asked) <= {"/offline.js"}  # the browser itself looks whether there is a new one
        assert told.wrong == []


def test_stopping_ends_the_work_and_it_begins_again(dual: str) -> None:
    with looking(dual) as (page, _):
        choose(page, {})
        page.click("#make")
        page.wait_for_selector("#stop:not([hidden])")
        page.click("#stop")
        page.wait_for_selector("#stop[hidden]", state="attached")
        assert not page.is_visible("#wrong")
        assert not page.is_visible("#made")
        assert made(page)


def test_a_missing_file_is_told_and_the_finished_pdfs_stay(pages: Path, tmp_path: Path) -> None:
    folder = export_page(PROJECT, "dual", tmp_path)
    (folder / "program.bin").unlink()
    with served(folder) as (address, _), looking(address) as (page, _):
        choose(page, {})
        with pytest.raises(AssertionError, match=r"program\.bin is missing beside this page"):
            made(page)
        assert "finished PDFs" in page.inner_text("#wrong")
        assert page.get_attribute("#ready a", "href") == "kit-a4.pdf"


def test_one_file_works_by_a_double_click(pages: Path, tmp_path: Path) -> None:
    folder = export_page(PROJECT, "dual", pages, "--single")
    with looking((folder / "dual.html").as_uri()) as (page, told):
        choose(page, {"lang": "en"})
        assert made(page) == native(tmp_path, "dual", {"lang": "en", "paper": "a4"})
        assert [one for one in told.wrong if not one.startswith("blob:")] == []


def test_firefox_makes_the_same(dual: str, tmp_path: Path) -> None:
    with firefox() as page:
        page.open(dual)
        until(lambda: bool(page.evaluate("!document.getElementById('form').hidden")))
        page.evaluate("void (document.querySelector('[name=lang]').value = 'en')")
        page.evaluate("document.getElementById('make').click()")
        until(lambda: bool(page.evaluate("Boolean(document.querySelector('#files li'))")), FOUND / 1000)
        digests = page.evaluate(
            "[...document.querySelectorAll('#files li')].map((one) => one.dataset.sha256)"
        )
        assert digests == list(native(tmp_path, "dual", {"lang": "en", "paper": "a4"}).values())
        assert page.wrong == []
