"""A drawing that less ink made plain is drawn as the one it was made of, when the renderer reads it anew."""

from __future__ import annotations

import io
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops

from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.faces.ink_saving.saver import Saver
from prancha.faces.ink_saving.tone_curve import Tone
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Failure, Place
from prancha.model.face import Face
from prancha.model.outline import rectangle
from prancha.render import render
from tests.conformance.drawings import drawings

BOOK = FontBook([Path(__file__).parents[4] / "templates" / "_library"], "en")
SAME = Tone(0.0, 0.0, 1.0)
"""The curve that changes nothing."""
SLACK = 40
"""Levels by which pixels along an edge may differ: a rectangle of one program is a path of the other."""


OFTEN = ("blend", "clips", "masks", "patterns", "markers/context", "structure/use", "structure/nested")
"""Beginnings of names of drawings whose plain form is no SVG that means the same."""


def face_of(svg: str) -> Face:
    return Face(
        svg, blake2b(svg.encode()).hexdigest(), rectangle(40, 40), 0.0, "front", "f/i", "t.svg.j2", Place("t")
    )


def pixels(face: Face) -> Image.Image:
    drawn = render([face], {}, BOOK, [])
    page = PdfPage(40, 40, faces=((face.digest, 0.0, 0.0),))
    document = pypdfium2.PdfDocument(io.BytesIO(write_pdf([page], drawn, BOOK, About("t"), "none")))
    picture: Image.Image = document[0].render(scale=4 * 72 / 25.4).to_pil().convert("RGB")
    document.close()
    return picture


def inline() -> Iterator[tuple[str, str]]:
    for name, drawing in drawings().items():
        if drawing.inline is not None and not name.startswith("malformed"):
            yield name, drawing.inline.decode("utf-8", "replace")


class Still:
    """A painter that leaves all texts, signs and edges as they are."""

    def __init__(self, *_: object, **named: object) -> None:
        pass

    def paint(self, *_: object) -> None:
        pass

    edge = finish = paint


@pytest.fixture
def saver(monkeypatch: pytest.MonkeyPatch) -> Saver:
    monkeypatch.setattr("prancha.faces.ink_saving.saver.InkSaver", Still)
    monkeypatch.setattr("prancha.faces.ink_saving.saver.TONES", {"low": SAME})
    monkeypatch.setattr("prancha.faces.ink_saving.saver.fade", lambda *_: None)
    return Saver("low", {}, BOOK)


def kinds() -> Iterator[object]:
    """All drawings, of which those that are read with the whole suite are the most likely to suffer."""
    for name, inside in inline():
        marks = () if name.startswith(OFTEN) else (pytest.mark.slow,)
        yield pytest.param(name, inside, id=name, marks=marks)


@pytest.mark.parametrize(("name", "inside"), list(kinds()))
def test_a_plain_drawing_read_anew(saver: Saver, name: str, inside: str) -> None:
    face = face_of(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">{inside}</svg>')
    try:
        before = pixels(face)
    except Failure:
        with pytest.raises(Failure):
            pixels(saver.face(face))
        return
    again = saver.face(face)
    assert [note for note in saver.notes if note.code == "ink"] == []
    after = pixels(again)
    differ = ImageChops.difference(before, after).convert("L").point(lambda level: 255 * (level > SLACK))
    assert sum(differ.histogram()[255:]) <= 2, name
