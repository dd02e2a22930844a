"""Digests of faces as printed: fonts and pictures count, the revision mark does not."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from prancha.changes.capture import PrintDigest, font_styles
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Failure, Place
from prancha.model.face import Face
from prancha.model.outline import rectangle
from prancha.system.program_folders import TEMPLATES

FONTS = TEMPLATES / "_library" / "fonts"


def face(svg: str) -> Face:
    return Face(
        f"<svg>{svg}</svg>",
        "d",
        rectangle(9, 9),
        0,
        "front",
        "cards/sun",
        "card.svg.j2",
        Place("c.yaml", 3, 5),
    )


def png(colour: str, mode: str = "RGB", size: tuple[int, int] = (600, 400)) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, colour).save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "fonts" / "Mine"
    home.mkdir(parents=True)
    (home / "400.ttf").write_bytes((FONTS / "Cinzel" / "400.ttf").read_bytes())
    (home / "700.ttf").write_bytes((FONTS / "Cinzel" / "700.ttf").read_bytes())
    (tmp_path / "sun.png").write_bytes(png("red"))
    return tmp_path


def digest(folder: Path, svg: str) -> str:
    return PrintDigest(FontBook([folder]), [folder]).digest(face(svg))


def test_styles_are_read_from_tags() -> None:
    svg = (
        '<text font-family="A" font-weight="700" font-style="italic">x</text><g font-family="B"/>'
        '<text font-weight="bold" font-family="A">'
    )
    assert font_styles(svg) == {("A", 700, True), ("B", 400, False), ("A", 700, False)}


def test_another_font_file_is_another_face_but_only_where_it_is_used(folder: Path) -> None:
    plain, bold = '<text font-family="Mine">x</text>', '<text font-family="Mine" font-weight="700">x</text>'
    before = digest(folder, plain), digest(folder, bold)
    (folder / "fonts/Mine/700.ttf").write_bytes((FONTS / "Cinzel" / "900.ttf").read_bytes())
    assert digest(folder, plain) == before[0]
    assert digest(folder, bold) != before[1]


def test_another_picture_is_another_face(folder: Path) -> None:
    svg = '<image href="sun.png"/>'
    before = digest(folder, svg)
    assert digest(folder, svg) == before
    (folder / "sun.png").write_bytes(png("blue"))
    assert digest(folder, svg) != before


@pytest.mark.parametrize(("mode", "bands"), [("RGB", "RGB"), ("RGBA", "RGBA"), ("P", "RGB")])
def test_a_small_copy_is_kept(folder: Path, mode: str, bands: str) -> None:
    (folder / "sun.png").write_bytes(png("#ff000080" if mode == "RGBA" else "red", mode))
    ink = PrintDigest(FontBook([folder]), [folder])
    ink.digest(face('<image href="sun.png"/>'))
    kind, _, data = ink.pictures["sun.png"].thumb.partition(",")
    import base64

    with Image.open(io.BytesIO(base64.b64decode(data))) as small:
        assert (kind, small.size, small.mode) == ("data:image/webp;base64", (240, 160), bands)


def test_a_drawing_is_kept_whole_unless_it_is_large(folder: Path) -> None:
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
    (folder / "a.svg").write_text(drawing)
    (folder / "b.svg").write_text(drawing + " " * 100_000)
    ink = PrintDigest(FontBook([folder]), [folder])
    ink.digest(face('<image href="a.svg"/><image href="b.svg"/>'))
    assert ink.pictures["a.svg"].thumb.startswith("data:image/svg+xml;base64,PHN2Zy")
    assert ink.pictures["b.svg"].thumb.startswith("data:image/webp;base64,")


def test_a_missing_picture_is_told_with_place_and_card(folder: Path) -> None:
    with pytest.raises(Failure) as failure:
        digest(folder, '<image href="moon.png"/>')
    said = str(failure.value)
    assert said.startswith(
        'c.yaml:3:5: error svg [cards/sun]: there is no picture "moon.png" (template card.svg.j2)'
    )


def test_what_is_no_picture_is_left_to_the_renderer(folder: Path) -> None:
    (folder / "sun.png").write_bytes(b"no picture")
    ink = PrintDigest(FontBook([folder]), [folder])
    ink.digest(face('<image href="sun.png"/>'))
    assert ink.pictures["sun.png"].thumb == ""


def test_the_revision_mark_does_not_count(folder: Path) -> None:
    marked = '<path/><g id="revision-mark"><rect/><text font-family="Alegreya Sans">r{}</text></g>'
    assert digest(folder, marked.format(1)) == digest(folder, marked.format(2)) == digest(folder, "<path/>")
    assert digest(folder, "<path/>") != digest(folder, "<path />")
