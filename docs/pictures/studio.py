"""The pictures of docs/studio.md: the studio with the kits, in a browser of 1280 x 800."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.browser import looking, running  # noqa: E402 (it lies beside the docs)

FOLDER = Path(__file__).parent
SHOWN = "svg.face[data-shown]"
DRAWN = "() => !document.querySelector('image.coming, nav .checking')"
"""JavaScript: true once all pictures are loaded and the game is checked."""
COLOURS = 128
"""Few enough that a screen takes 60 kB, many enough that nobody sees it."""
OAKS = """\
Name;Type;Cost;Rules text;Attack;Defence;Flavour
Emberwing Drake;Dragon;4;Flying. When it enters, deal 2 to any target.;5;3;The sky was red.
Keeper of the Oak;Druid;2;Draw a card for each forest you control, then discard one.;1;4;
Coin;Spell;0;Gain 1 coin.;;;It always lands.
"""
"""Cards whose layout is shown."""
FARM = """\
Name,Type,Cost,Rules,Qty,Motto
Fox,Beast,2,"Draw a card, then discard one. If it is red, keep both.",3,Sly and quiet
Goose,Beast,1,When this is played every other bird gains one feather.,4,Honk
Barn,Place,3,Holds up to four animals; they cannot be chased.,1,Warm straw
Farmer,Person,4,"At dusk, bring one animal home.",2,Early to rise
"""
"""Cards that a game is begun with."""


def main() -> None:
    """Make every picture anew."""
    shown_games()
    begin()


def shown_games() -> None:
    """Make the pictures of games that are there."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        for name in ("components", "templates"):
            shutil.copytree(ROOT / name, project / name, ignore=shutil.ignore_patterns("_library"))
        snapshot = [sys.executable, "-m", "prancha", "snapshot", "v1", "automato", "--project", folder]
        subprocess.run(snapshot, check=True, capture_output=True)
        file = project / "components" / "automato" / "action.yaml"
        file.write_text(file.read_text().replace("terrain: forest", "terrain: coast", 1))
        (project / "deck.csv").write_text(OAKS)
        made = ["new", "oaks", "--from", str(project / "deck.csv"), "--layout", "classic", "--look", "meadow"]
        command = [sys.executable, "-m", "prancha", *made, "--project", folder]
        subprocess.run(command, check=True, capture_output=True)
        for name, (game, where, act) in SCREENS.items():
            with (
                running(project, game, *(["--edit"] if name == "layout" else [])) as (address, _),
                looking(address) as (page, told),
            ):
                page.locator(SHOWN).first.wait_for()
                page.goto(f"{page.url.partition('#')[0]}#{where}")
                act(page)
                page.wait_for_function(DRAWN, timeout=120_000)
                page.wait_for_timeout(1500)
                save(page.screenshot(), FOLDER / f"studio-{name}.png")
                assert not told.wrong, told.wrong


def begin() -> None:
    """Make the picture of a game that begins with a list in an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "farm.csv").write_text(FARM, encoding="utf-8")
        project = Path(folder) / "empty"
        project.mkdir()
        with running(project) as (address, _), looking(address, (1280, 1000)) as (page, told):
            page.locator("#begin-files").set_input_files(Path(folder) / "farm.csv")
            page.locator("label.layout").nth(8).locator("img").nth(1).wait_for()
            page.locator(".page").evaluate("one => one.scrollTo(0, 150)")
            page.wait_for_timeout(1500)
            save(page.screenshot(), FOLDER / "studio-begin.png")
            assert not told.wrong, told.wrong


def save(screen: bytes, path: Path) -> None:
    """Write a screen with few colours: a file of docs/ is small."""
    with Image.open(io.BytesIO(screen)) as picture:
        few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        few.save(path, optimize=True)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1024} kB")


def _gallery(page: Page) -> None:
    page.locator(SHOWN).nth(20).wait_for()


def _card(page: Page) -> None:
    page.locator(f".faces {SHOWN}").wait_for()
    page.keyboard.press("b")
    page.keyboard.press("s")
    page.locator(f".faces {SHOWN}").wait_for()


def _layout(page: Page) -> None:
    page.locator(f".faces {SHOWN}").wait_for()
    page.get_by_role("button", name="text:rules_text").click()
    page.locator(f".ghosts {SHOWN}").nth(1).wait_for()


def _sheets(page: Page) -> None:
    page.locator(".thumb").nth(3).wait_for()
    page.locator(f".stage {SHOWN}").wait_for()


def _changes(page: Page) -> None:
    page.locator(f".stage {SHOWN}").nth(1).wait_for()


def _table(page: Page) -> None:
    seen = '.piece[data-piece^="grid/"]:not([hidden])'
    page.locator(seen).nth(25).wait_for()
    page.get_by_label("Your name at this seat").fill("Ana")
    page.get_by_label("Your name at this seat").press("Enter")
    for number in (1, 2):
        card = page.locator(f'{seen}[aria-label$="back"]').nth(number - 1)
        page.locator(f'.piece[data-piece="pawns/vermilion#{number}"]').drag_to(card)
        page.locator(".log-lines li").nth(number + 1).wait_for()
    for number in range(4):
        page.locator(f'{seen}:not([aria-label*="back"])').nth(3 + number).focus()
        page.keyboard.press("h")
        page.locator(f".hand {SHOWN}").nth(number).wait_for()
    page.get_by_role("button", name="+", exact=True).click()
    page.get_by_role("button", name="Points +1, Ana").click()
    page.get_by_role("button", name="End turn").click()


Screen = tuple[str, str, Callable[[Page], None]]
SCREENS: dict[str, Screen] = {
    "gallery": ("dual", "gallery/dual/pt-BR", _gallery),
    "card": ("automato", "card/automato/pt-BR/action%2Faction-1/front", _card),
    "layout": ("oaks", "layout/oaks/en", _layout),
    "sheets": ("automato", "sheets/automato/pt-BR/3", _sheets),
    "changes": ("automato", "changes/automato/pt-BR/v1", _changes),
    "table": ("dual", "table/dual/pt-BR/7", _table),
}


if __name__ == "__main__":
    main()
