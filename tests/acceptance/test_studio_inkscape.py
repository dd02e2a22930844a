"""A drawing laid out in the studio, changed by Inkscape, and again in the studio, prints what is shown."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageChops

from prancha.studio.guard import token
from tests.programs import use
from tests.unit.studio.conftest import Studio, opened
from tests.unit.studio.test_layout_desk import FOX, LAYOUT, change, write_foxes
from tests.unit.studio.test_session import until

RED, BLUE = (200, 20, 20), (20, 20, 200)
PX = 25.4 / 96
"""A pixel of Inkscape, mm."""
DENSITY = 12
"""Pixels per mm of the pictures that are measured."""


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Studio]:
    yield from opened(write_foxes(tmp_path), edit=True)


def objects(studio: Studio) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = studio.get(LAYOUT)["objects"]
    return found


def act(studio: Studio, number: int, **given: Any) -> int:
    """Change one object; returns its number afterwards."""
    told = studio.act("/api/layout", {**change(studio, "rect"), "objects": [number], **given})
    return int(told["chosen"][0])


def apart(picture: Any) -> tuple[float, ...]:
    """How far the red rectangle lies from the blue one, and its size, in mm."""
    boxes = []
    for colour in (RED, BLUE):
        away = ImageChops.difference(picture, Image.new("RGB", picture.size, colour)).convert("L")
        found = away.point(lambda value: 255 if value < 8 else 0).getbbox()
        boxes.append((*found[:2], found[2] - found[0], found[3] - found[1]))
    (x, y, width, height), (left, top, _, _) = boxes
    return tuple(value / DENSITY for value in (x - left, y - top, width, height))


@pytest.mark.slow
def test_studio_and_inkscape_change_a_drawing_in_turn(studio: Studio, tmp_path: Path) -> None:
    inkscape = use("inkscape")
    file = tmp_path / "templates/foxes/card.svg"
    for place, colour in (((16, 20), RED), ((44, 22), BLUE)):
        number = act(studio, 1, add=["rect", "", *place])
        number = act(studio, number, frame=[place[0] - 5, place[1] - 4, 10, 8])
        act(studio, number, style=["fill", f"rgb({','.join(map(str, colour))})"])
    actions = (
        'select-by-selector:rect[x="11"];transform-translate:20,30;'
        f"export-filename:{file};export-plain-svg:false;export-overwrite;export-do"
    )
    before = studio.get(f"/api/game/{token('foxes')}/en")["number"]
    subprocess.run(
        [inkscape, f"--actions={actions}", str(file)], check=True, capture_output=True, timeout=120
    )
    until(lambda: studio.get(f"/api/game/{token('foxes')}/en")["number"] > before)
    assert 'inkscape:label="text:rules"' in file.read_text()
    red, blue = (one for one in objects(studio) if one["frame"][2:] == pytest.approx([10, 8], abs=0.01))
    assert red["frame"][:2] == pytest.approx([11 + 20 * PX, 16 + 30 * PX], abs=0.01)
    assert blue["frame"][:2] == pytest.approx([39, 18], abs=0.01)
    saved = file.read_text()
    act(studio, red["object"], moves=[[-2.5, 4.25]])
    number = re.compile(r"-?\d+(?:\.\d+)?")
    assert number.sub("", file.read_text()) == number.sub("", saved)
    red = next(one for one in objects(studio) if one["object"] == red["object"])
    meant = [a - b for a, b in zip(red["frame"][:2], blue["frame"][:2], strict=True)] + [10, 8]

    command = [sys.executable, "-m", "prancha", "build", "foxes", "--no-cover", "--project", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    [kit] = (tmp_path / "output/foxes").glob("*.pdf")
    document = pypdfium2.PdfDocument(kit)
    pages = (
        document[k].render(scale=DENSITY * 25.4 / 72).to_pil().convert("RGB") for k in range(len(document))
    )
    sheet = next(page for page in pages if any(colour == BLUE for _, colour in page.getcolors(1 << 24)))
    first = sheet.crop((0, 0, sheet.width // 2, sheet.height // 2))
    assert apart(first) == pytest.approx(meant, abs=0.2)
    status, _, data = studio.send(f"/face/{token('foxes')}/en/{FOX}/front/{DENSITY}")
    assert status == 200
    assert apart(Image.open(BytesIO(data)).convert("RGB")) == pytest.approx(meant, abs=0.2)
