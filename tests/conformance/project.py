"""A project in which every drawing is the face of a component of its own.

It is built as anyone's kit is and looked at in the finished PDF.  Each face has a sheet without marks of
its own, so that what is drawn never depends on where the face stands: PDFium moves the edges of pictures
to whole pixels, and an edge just there would go either way from place to place.  Which
drawings are refused, and why, is found face by face with the functions that a build uses, for a build
tells equal mistakes once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from math import ceil
from pathlib import Path
from subprocess import run

import numpy as np
import pypdfium2
import pypdfium2.raw as raw
from msgspec import Struct
from PIL import Image

from prancha.building import game_loading, pipeline
from prancha.building.face_drawing import prepare_faces
from prancha.building.order import Kit, Order
from prancha.faces import FaceMaker
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.render import render
from tests.conformance.drawings import SQUARE
from tests.conformance.measure import Picture
from tests.programs import use

Show = Callable[[Path, int], Picture]
"""Draws a page of a PDF, counted from 1, SCALE pixels to the millimetre."""
INCH = 25.4
"""Sheets are square, of whole inches: whole points, to which PDFium rounds a page; mm."""
EDGE = 5.0
"""Least distance from the edge of the paper to the face, mm."""
SCALE = 5
"""Pixels to the millimetre of a picture."""
FINER = 2
"""How much finer pages are drawn first: PDFium moves small letters to whole pixels."""
SLANT = 3e-5
"""How far pages are slanted: of an upright rectangle PDFium would move the edges to whole pixels."""
TOGETHER = 75
"""Components of a game: each of its faces costs a look at all of them."""
_PAPERS = "papers:\n  square: {{size: {size}, margin: 0 mm}}\n"
_PROFILES = """\
profiles:
  faces:
    paper: square
    margin: 0 mm
    marks: {{style: none}}
    grid: {{columns: 1, rows: 1, x: {edge} mm, y: {edge} mm, size: {size}}}
"""
_FAMILY = """\
title: i
stock: card
sheet: all
size: {size}
bleed: 0 mm
outline: rectangle
template: {template}
items:
  - {{id: face, picture: {name}}}
"""
SHOWN = "shown.svg.j2"
_SHOW = "{{ art(item.picture, 0, 0, width, height) }}"
_HEAD = "title: Conformance\nlanguages: [{}]\nfonts: {{body: Alegreya Sans, title: Cinzel}}\nfamilies: [{}]\n"


class Template(Struct, frozen=True):
    """What draws one component: the `content` of a file whose name has this `ending`.

    A picture is shown by a template that all such components share.
    """

    ending: str
    content: bytes
    picture: bool = False


class Printed(Struct, frozen=True):
    """What became of each component: a picture of its face or why there is none, and what was told of it.

    One that `failed` raised what no user should see.
    """

    faces: dict[str, Picture]
    refused: dict[str, Sequence[Diagnostic]]
    told: dict[str, Sequence[Diagnostic]]
    failed: dict[str, str]


def print_all(
    folder: Path,
    templates: Mapping[str, Template],
    doubtful: Collection[str] = (),
    show: Show | None = None,
    size: tuple[float, float] = SQUARE,
    lang: str = "en",
) -> Printed:
    """Print one component per template, in a project made in an empty folder.

    Those that are `doubtful` may be refused; one that is not costs time if it is.  `show` draws a page;
    `size` is that of all components, mm; `lang` is the language of the game.
    """
    sheets = folder / "components/_sheets"
    sheets.mkdir(parents=True)
    paper = ceil((max(size) + 2 * EDGE) / INCH) * INCH
    (sheets / "papers.yaml").write_text(_PAPERS.format(size=_mm((paper, paper))), encoding="utf-8")
    (sheets / "profiles.yaml").write_text(_PROFILES.format(edge=EDGE, size=_mm(size)), encoding="utf-8")
    printed = Printed({}, {}, {}, {})
    sure = [name for name in templates if name not in doubtful]
    parts = [*_parts(sure), *_parts([name for name in templates if name in doubtful])]
    for number, names in enumerate(parts):
        game = _Game(folder, f"part-{number}", size, lang)
        for name in names:
            game.add(name, templates[name])
        game.print(printed, show or by_pdfium, sure=names[0] not in doubtful)
    return printed


def _mm(size: tuple[float, float]) -> str:
    return f"{size[0]:g} x {size[1]:g} mm"


def _parts(names: Sequence[str]) -> Iterator[Sequence[str]]:
    return (names[at : at + TOGETHER] for at in range(0, len(names), TOGETHER))


class _Game:
    """One game of the project in `folder`, with a family of one component for each drawing."""

    def __init__(self, folder: Path, name: str, size: tuple[float, float], lang: str) -> None:
        self._folder, self._name, self._size, self._lang = folder, name, size, lang
        self._catalogue, self._templates = folder / "components" / name, folder / "templates" / name
        self._catalogue.mkdir()
        (self._templates / "art").mkdir(parents=True)
        self._families: list[str] = []

    def add(self, family: str, template: Template) -> None:
        """Write the files of one component."""
        folder = self._templates / "art" if template.picture else self._templates
        name = family + template.ending
        (folder / name).write_bytes(template.content)
        if template.picture:
            (self._templates / SHOWN).write_text(_SHOW, encoding="utf-8")
        text = _FAMILY.format(size=_mm(self._size), template=SHOWN if template.picture else name, name=name)
        (self._catalogue / f"{family}.yaml").write_text(text, encoding="utf-8")
        self._families.append(family)

    def print(self, printed: Printed, show: Show, sure: bool) -> None:
        """Print what can be printed; who is `sure` that all can tries no face alone."""
        if sure:
            with suppress(Exception):  # which of the faces is to blame is found one by one
                return self._build(self._families, printed, show)
        self._try_each(printed)
        return self._build([name for name in self._families if name in printed.told], printed, show)

    def _try_each(self, printed: Printed) -> None:
        """Draw each face alone, and note why it is refused or what is told of it."""
        self._list(self._families)
        game = game_loading.load(self._folder, self._name)
        maker, book, folders = prepare_faces(self._folder, game, self._lang)
        for family in self._families:
            try:
                printed.told[family] = self._try(family, maker, book, folders)
            except Failure as failure:
                printed.refused[family] = failure.diagnostics
            except Exception as error:
                printed.failed[family] = f"{type(error).__name__}: {error}"
            except BaseException as error:  # a panic of resvg is no Exception
                if type(error).__name__ != "PanicException":
                    raise
                printed.failed[family] = f"{type(error).__name__}: {error}"

    def _try(
        self, family: str, maker: FaceMaker, book: FontBook, folders: Sequence[Path]
    ) -> Sequence[Diagnostic]:
        drawn = maker.draw({f"{family}/face"})
        faces = list(drawn.fronts.values())
        portfolio = render(faces, maker.symbols, book, tuple(folders), where=maker)
        return (*drawn.notes, *portfolio.notes)

    def _build(self, families: Sequence[str], printed: Printed, show: Show) -> None:
        """Build the kit of some families, and keep a picture of each face.  Raises Failure."""
        if not families:
            return
        for family in self._families:
            if family not in families:
                (self._catalogue / f"{family}.yaml").unlink()
        self._list(families)
        order = Order(self._folder, sheet="faces", check=False, cover=False, cache=False)
        (kit,) = pipeline.build(order, [self._name])
        printed.faces.update(self._pictures(kit, show))
        for family in families:
            notes = [note for note in kit.notes if note.item == f"{family}/face"]
            printed.told.setdefault(family, notes)

    def _pictures(self, kit: Kit, show: Show) -> Iterator[tuple[str, Picture]]:
        placed = json.loads(kit.manifest.read_text(encoding="utf-8"))["placed"]
        item, x, y = (placed["columns"].index(name) for name in ("item", "x", "y"))
        wide, high = pixels(self._size)
        for sheet in placed["sheets"]:
            page = show(kit.pdf, sheet["page"])
            for piece in sheet["pieces"]:
                left = round((piece[x] - self._size[0] / 2) * SCALE)
                top = round((piece[y] - self._size[1] / 2) * SCALE)
                yield piece[item].partition("/")[0], page[top : top + high, left : left + wide]

    def _list(self, families: Sequence[str]) -> None:
        (self._catalogue / "game.yaml").write_text(
            _HEAD.format(self._lang, ", ".join(families)), encoding="utf-8"
        )


def pixels(size: tuple[float, float]) -> tuple[int, int]:
    """Width and height of the picture of a face."""
    return round(size[0] * SCALE), round(size[1] * SCALE)


def by_pdfium(pdf: Path, number: int) -> Picture:
    """A page of a PDF as Chromium shows it, SCALE pixels to the millimetre."""
    scale = SCALE * FINER * INCH / 72
    matrix = raw.FS_MATRIX(scale, SLANT, SLANT, scale, 0, 0)
    document = pypdfium2.PdfDocument(str(pdf))
    try:
        page = document[number - 1]  # closed when nothing names it
        fine = round(page.get_width() * scale)
        bitmap = pypdfium2.PdfBitmap.new_native(fine, fine, raw.FPDFBitmap_BGRx)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, fine, fine)
        whole = raw.FS_RECTF(0, 0, fine, fine)
        raw.FPDF_RenderPageBitmapWithMatrix(bitmap.raw, page.raw, matrix, whole, 0)
        return _reduced(bitmap.to_pil())
    finally:
        document.close()


def by_poppler(pdf: Path, number: int) -> Picture:
    """A page of a PDF as poppler shows it, SCALE pixels to the millimetre."""
    made = pdf.with_suffix(f".{number}")
    dpi = str(SCALE * FINER * INCH)
    run(
        [
            use("pdftoppm"),
            "-r",
            dpi,
            "-f",
            str(number),
            "-l",
            str(number),
            "-singlefile",
            str(pdf),
            str(made),
        ],
        check=True,
    )
    with Image.open(made.with_name(made.name + ".ppm")) as shown:
        return _reduced(shown)


def _reduced(fine: Image.Image) -> Picture:
    return np.asarray(fine.convert("RGB").reduce(FINER))
