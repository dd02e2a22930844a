"""Pictures for shop pages: the table in play, all that is in the box, cards in a fan, a spread and a hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from prancha.export.face_pictures import FacePictures
from prancha.export.pixels_and_bytes import Size
from prancha.export.scenes.box_contents import contents_picture
from prancha.export.scenes.card_scenes import (
    box_families,
    box_picture,
    card_families,
    fan_picture,
    hand_picture,
    spread_families,
    spread_picture,
)
from prancha.export.scenes.painting import BYTES_A_PIXEL
from prancha.export.scenes.solids import Colour
from prancha.export.scenes.table_scene import table_picture
from prancha.export.target import Export, Plan, Target, refuse_plan, steps_in_words
from prancha.export.targets.designs import Make, plan_files
from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.play_table import SCENE

SIZES: Mapping[str, Size] = {
    "wide": (2560, 1440),
    "3:2": (2400, 1600),
    "square": (2000, 2000),
    "itch": (630, 500),
}
"""Sizes by name: 16:9, as shops and films have it, two for print and social pages, and a cover of itch.io."""
LEAST, MOST = 200, 8000
"""Pixels of a side."""
MEMORY = 1_200_000_000
"""Bytes that a scene may take while it is painted."""
TRANSPARENT = "transparent"
GROUND: Colour = (226, 221, 211)
Scene = Callable[[FacePictures], bytes]


def plan_scenes(export: Export) -> Plan:
    """Plan a picture of each kind for which the game has pieces."""
    size, ground = _size(export.options["size"]), _ground(export.options["ground"])
    wrong = [found for found in (size, ground) if isinstance(found, Diagnostic)]
    if isinstance(size, Diagnostic) or isinstance(ground, Diagnostic):
        return refuse_plan(wrong)
    files: list[tuple[str, Make | bytes]] = [
        (f"{name}.png", scene) for name, scene in make_scenes(export, size, ground or None)
    ]
    why = (
        "there is no table.yaml, or its boards are left out"
        if export.laid is None
        else "its set-up lays none of these pieces"
    )
    told = () if files[0][0].startswith("table-") else (f"no picture of the table in play: {why}",)
    return plan_files(files, steps_in_words("scenes", width=size[0], height=size[1]), told=told)


def make_scenes(export: Export, size: Size, ground: Colour | None) -> Iterator[tuple[str, Scene]]:
    """Yield names of the scenes for which a game has pieces, the best ones first, and what paints them."""
    kit, laid = export.kit, export.laid
    keys = {one.key for one in kit.components}
    if laid is not None and any(one.key in keys for one in laid.pieces):
        yield f"table-{laid.setup.players}", lambda pictures: table_picture(pictures, kit, laid, size, ground)
    yield "contents", lambda pictures: contents_picture(pictures, kit, export.labels, size, ground)
    if card_families(kit):
        yield "fan", lambda pictures: fan_picture(pictures, kit, size, ground)
        yield "hand", lambda pictures: hand_picture(pictures, kit, size, ground)
    if spread_families(kit):
        yield "spread", lambda pictures: spread_picture(pictures, kit, size, ground)
    if box_families(kit):
        yield "box", lambda pictures: box_picture(pictures, kit, size, ground)


def _size(text: str) -> Size | Diagnostic:
    """Return the pixels of a picture, or what is wrong with `--size`."""
    found = re.fullmatch(r"(\d{1,6})\s*[x×]\s*(\d{1,6})", text)
    if text.casefold() in SIZES:
        return SIZES[text.casefold()]
    hint = f"use {', '.join(SIZES)}, or pixels such as 1920x1080"
    if found is None:
        return _wrong(f'--size "{text}" is no size of a picture', hint)
    width, height = int(found[1]), int(found[2])
    if min(width, height) < LEAST or max(width, height) > MOST:
        return _wrong(f"--size {text}: a side has {LEAST} to {MOST} pixels", hint)
    needed = width * height * BYTES_A_PIXEL
    if needed > MEMORY:
        message = (
            f"--size {text}: this would take {needed / 1e6:.0f} MB of memory; the most is {MEMORY / 1e6:.0f}"
        )
        return _wrong(message, f"use {MEMORY // BYTES_A_PIXEL // 1_000_000} million pixels at most")
    return width, height


def _ground(text: str) -> Colour | tuple[()] | Diagnostic:
    """Return the colour of the ground, () for a transparent one, or what is wrong with `--ground`."""
    if text.casefold() == TRANSPARENT:
        return ()
    if re.fullmatch(r"#[0-9a-fA-F]{6}", text) is None:
        hint = f'use {TRANSPARENT}, or a colour such as "#e2ddd3"'
        return _wrong(f'--ground "{text}" is no colour', hint)
    red, green, blue = (int(text[k : k + 2], 16) for k in (1, 3, 5))
    return red, green, blue


def _wrong(message: str, hint: str) -> Diagnostic:
    return Diagnostic(Place(""), "export-option", message, hint=hint)


TARGET = Target(
    "scenes",
    "pictures for shop pages: table in play, what is in the box, fan, spread, hand, tuck box",
    {"size": "wide", "ground": "#{:02x}{:02x}{:02x}".format(*GROUND), "players": SCENE, "seed": 1},
    plan_scenes,
    labels=True,
)
