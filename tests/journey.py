"""The way of a game in the browser alone: 54 cards and their pictures, from an empty folder to a proofed PDF.

`docs/pictures/first_hour.py` takes a picture after each step, and a test goes the same way.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHOWN = "svg.face[data-shown]"
PATIENCE = 120_000
"""Milliseconds for what builds a kit."""
_PLACES: Mapping[str, tuple[str, str, str]] = {
    # animals, colours of sky and land
    "Hedge": ("Hedgehog Wren Dormouse Finch Stoat Linnet Shrew Blackcap Slowworm", "#cfe3d4", "#4f7a4a"),
    "Pond": ("Newt Heron Dragonfly Moorhen Toad Kingfisher Pike Vole Mayfly", "#bfe0ec", "#2f6f8f"),
    "Moor": ("Curlew Hare Adder Grouse Merlin Fox Plover Lizard Pony", "#e6d6e8", "#7d5a86"),
    "Barn": ("Owl Swallow Mouse Bat Spider Cat Sparrow Goose Rat", "#f3dfb8", "#a8652c"),
    "Wood": ("Badger Jay Squirrel Woodcock Marten Boar Cuckoo Beetle Deer", "#dde9c4", "#3f5f3a"),
    "Shore": ("Seal Gull Crab Tern Otter Limpet Oystercatcher Eel Sandpiper", "#d8e8f2", "#c09a5a"),
}
_TEXTS = (
    "Draw a card, then discard one.",
    "Take *one* card from the row and turn it face down.",
    "When this is played, every neighbour of the same place gains one.",
    "Look at the top three cards. Keep one, and put the others back in any order.",
    "It cannot be chased.",
    "Swap two cards in front of you. If both are of one place, draw a card.",
)


def write_list(folder: Path) -> tuple[Path, Path]:
    """Write a list of 54 cards and the folder of their pictures; returns both."""
    art = folder / "art"
    art.mkdir()
    rows = []
    for name, place, sky, land in _animals():
        number = len(rows)
        file = f"{name.lower()}.svg"
        (art / file).write_text(_landscape(number, sky, land))
        text = _TEXTS[number * 5 % len(_TEXTS)]
        rows.append([name, place, 1 + number * 7 % 5, 2 + number * 3 % 7, text, file])
    kept = io.StringIO()
    csv.writer(kept, lineterminator="\n").writerows(
        [["Name", "Place", "Cost", "Wit", "Rules", "Picture"], *rows]
    )
    cards = folder / "hedgerow.csv"
    cards.write_text(kept.getvalue())
    return cards, art


def _animals() -> Iterator[tuple[str, str, str, str]]:
    for place, (names, sky, land) in _PLACES.items():
        for name in names.split():
            yield name, place, sky, land


def _landscape(number: int, sky: str, land: str) -> str:
    """Return a drawing of two hills under a sun, other ones for each number."""
    sun, left, right = 12 + number * 17 % 56, 14 + number * 11 % 10, 16 + number * 7 % 8
    trees = "".join(
        f'<path d="M{x} {y}l3 -{tall}l3 {tall}z" fill="{land}" fill-opacity=".8"/>'
        for x, y, tall in (
            (6 + (number * 13 + k * 19) % 66, 35 - k * 2, 9 + (number + k) % 5) for k in range(3)
        )
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 44">'
        f'<path d="M0 0h80v44h-80z" fill="{sky}"/><circle cx="{sun}" cy="10" r="5" fill="#f6c85f"/>'
        f'<path d="M0 {left + 9}Q20 {left} 44 {left + 11}T80 {right + 5}V44H0z" fill="{land}"'
        ' fill-opacity=".45"/>'
        f'{trees}<path d="M0 38Q24 {right + 10} 50 33T80 31V44H0z" fill="{land}"/></svg>\n'
    )


def drop(page: Page, selector: str, *paths: Path) -> None:
    """Drop files and folders of the disk on what `selector` finds, as a file manager does."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    told = page.context.new_cdp_session(page)
    for kind in ("dragEnter", "dragOver", "dragOver", "drop"):
        told.send("Input.dispatchDragEvent", {"type": kind, **at, "data": data})


def begin(page: Page, given: Path) -> None:
    """Open the studio in an empty folder."""
    page.get_by_text("Drop a list of your cards here").wait_for()


def guesses(page: Page, given: Path) -> None:
    """Drop the list and its pictures, read what the columns are taken for, and overrule one."""
    drop(page, ".drop", given / "hedgerow.csv", given / "art")
    page.get_by_text("54 designs, 54 pieces").wait_for()
    assert page.locator("#begin-role-5").input_value() == "art"
    place = page.locator("#begin-role-1")
    assert place.input_value() == "line"
    place.select_option("type")
    page.locator("tr", has=place).get_by_text("asked for").wait_for()


def layouts(page: Page, given: Path) -> None:
    """Choose a layout among one's own cards in all of them."""
    page.locator("label.layout").nth(9).locator("img").nth(1).wait_for()
    page.get_by_label("Look: colours, fonts and frames").select_option("meadow")
    page.locator("label.layout").nth(9).locator("img").nth(1).wait_for()
    page.get_by_role("radio", name="classic", exact=False).check()
    page.locator("fieldset.layouts").scroll_into_view_if_needed()


def gallery(page: Page, given: Path) -> None:
    """Have the project written, and see all cards."""
    page.get_by_role("button", name="Make the project").click()
    page.get_by_text("54 designs · 54 pieces").wait_for(timeout=PATIENCE)
    page.locator(SHOWN).nth(20).wait_for()


def layout(page: Page, given: Path) -> None:
    """Drag a box of the drawing."""
    page.get_by_role("link", name="Layout").click()
    page.locator(f".faces {SHOWN}").wait_for()
    page.get_by_role("button", name="text:rules").click()
    page.locator(f".ghosts {SHOWN}").nth(1).wait_for()
    file = next(given.glob("project/templates/*/cards.svg"))
    before = file.read_text()
    box = page.locator(".handles .chosen").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 3)
    page.mouse.move(x, y + 6, steps=3)
    page.mouse.up()
    page.locator('.layout-view[aria-busy="false"]').wait_for()
    assert file.read_text() != before


def value(page: Page, given: Path) -> None:
    """Change a value of a card, and see it printed."""
    page.get_by_role("link", name="Gallery").click()
    page.get_by_role("searchbox").fill("badger")
    page.locator(".count", has_text="1 of 54").wait_for()
    page.locator('[data-item="cards/badger"]').click()
    face = page.locator(f".faces {SHOWN}")
    face.wait_for()
    shown = face.get_attribute("data-shown")
    page.get_by_label("cost", exact=True).fill("9")
    page.keyboard.press("Enter")
    page.locator(f'.faces {SHOWN}:not([data-shown="{shown}"])').wait_for()


def print_(page: Page, given: Path) -> None:
    """Make the PDF, and have it measured."""
    page.get_by_role("link", name="Print").click()
    page.get_by_role("button", name="Make the PDF").click()
    page.get_by_text("Measured: all is well.").wait_for(timeout=PATIENCE)
    page.get_by_role("link", name="Open the PDF").wait_for()


def sheets(page: Page, given: Path) -> None:
    """Look at the sheets."""
    page.get_by_role("link", name="Sheets").click()
    page.locator(".thumb").nth(4).click(timeout=PATIENCE)
    page.locator(f".stage {SHOWN}").wait_for()


STEPS: tuple[tuple[str, Callable[[Page, Path], None]], ...] = (
    ("begin", begin),
    ("guesses", guesses),
    ("layouts", layouts),
    ("gallery", gallery),
    ("layout", layout),
    ("value", value),
    ("print", print_),
    ("sheets", sheets),
)
"""What is done on the page, in turn; the folder holds the list, its pictures and the project."""
