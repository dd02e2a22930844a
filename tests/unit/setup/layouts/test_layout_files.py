"""The layouts and looks that come with the program."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from prancha.faces.colour import contrast
from prancha.model.diagnostic import Failure
from prancha.setup.layouts import LAYOUTS, Look, find_layout, find_look, layouts, looks
from prancha.setup.layouts.layout_files import LABEL, SHAPES

SIZES = {"portrait": (63, 88), "landscape": (88, 63), "square": (70, 70)}


def frames(name: str, shape: str) -> dict[str, tuple[float, ...]]:
    """Left, top, right and bottom of title, art and rules in a layout; nothing for what it has not."""
    found: dict[str, tuple[float, ...]] = {}
    for element in ElementTree.parse(LAYOUTS / name / f"{shape}.svg").iter():
        for slot in re.findall(r"\b(?:text|art):(title|art|rules)\b", element.get(LABEL, "")):
            box = element if "x" in element.attrib or "cx" in element.attrib else element[0]
            if "cx" in box.attrib:
                x, y, r = (float(box.attrib[key]) for key in ("cx", "cy", "r"))
                found[slot] = (x - r, y - r, x + r, y + r)
            else:
                x, y, w, h = (float(box.attrib[key]) for key in ("x", "y", "width", "height"))
                found[slot] = (x, y, x + w, y + h)
    return found


@pytest.mark.parametrize("shape", SHAPES)
def test_no_two_layouts_are_alike(shape: str) -> None:
    for one, other in combinations(layouts(), 2):
        a, b = frames(one, shape), frames(other, shape)
        same = a.keys() == b.keys() and all(
            abs(p - q) <= 5 for slot in a for p, q in zip(a[slot], b[slot], strict=True)
        )
        assert not same, (one, other)


def test_every_folder_is_a_layout_and_has_all_its_drawings() -> None:
    assert {path.name for path in LAYOUTS.iterdir() if path.is_dir()} == {*layouts()}
    for layout in layouts().values():
        sides = ("front", "back") if layout.back else ("front",)
        wanted = {layout.drawing(*size, side).name for size in SIZES.values() for side in sides}
        assert {path.name for path in (LAYOUTS / layout.name).iterdir()} == wanted


@pytest.mark.parametrize(
    ("size", "shape"),
    [
        ((63, 88), "portrait"),
        ((70, 120), "portrait"),
        ((88, 63), "landscape"),
        ((50, 50), "square"),
        ((52, 50), "square"),
    ],
)
def test_the_drawing_is_that_of_the_nearest_shape(size: tuple[float, float], shape: str) -> None:
    assert find_layout("classic").drawing(*size).name == f"{shape}.svg"


@pytest.mark.parametrize("look", looks().values(), ids=lambda look: look.name)
def test_letters_are_read_on_every_ground_of_a_look(look: Look) -> None:
    palette = look.palette
    pairs = [(ink, ground) for ink in ("ink", "faint") for ground in ("paper", "panel")]
    pairs += [("bright", "accent"), ("bright", "shade")]
    for ink, ground in pairs:
        assert contrast(palette[ink], palette[ground]) >= 4.5, (ink, ground)
    assert all(contrast(palette["bright"], tint) >= 4.5 for tint in look.tints)
    assert len(set(look.tints)) == 8


def test_names_that_do_not_exist_are_told_with_the_nearest() -> None:
    with pytest.raises(Failure) as caught:
        find_layout("clasic")
    (fault,) = caught.value.diagnostics
    assert (fault.message, fault.hint) == ('there is no layout "clasic"', 'did you mean "classic"?')
    with pytest.raises(Failure, match='there is no look "slat"'):
        find_look("slat")
