"""Make the pictures of docs/printing.md: sheets as the program prints them, cut out and put together.

make pictures.  Each picture is one function here; all are kept below 60 KiB.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image, ImageChops, ImageOps

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.setup.calibration import calibrate

ROOT = Path(__file__).resolve().parents[2]
TABLE = "#e9e7e2"
INCH = 25.4


class Kit:
    """A finished kit, page by page."""

    def __init__(self, out: Path, game: str, **order: str) -> None:
        kit = pipeline.build_game(Order(ROOT, out=out, lang="en", **order), game)
        self._document = pypdfium2.PdfDocument(kit.pdf)
        self.sheets = json.loads(kit.manifest.read_text(encoding="utf-8"))["placed"]["sheets"]

    def page(self, number: int, dpi: float) -> Image.Image:
        """A page as a picture."""
        return drawn(self._document, number, dpi)

    def text(self, number: int) -> str:
        """What is written on a page."""
        return str(self._document[number - 1].get_textpage().get_text_range())

    def __len__(self) -> int:
        return len(self._document)


def drawn(document: pypdfium2.PdfDocument, number: int, dpi: float) -> Image.Image:
    """A page of a PDF, pages counted from 1."""
    return document[number - 1].render(scale=dpi / 72).to_pil().convert("RGB")


def part(
    picture: Image.Image, dpi: float, left: float, top: float, right: float, bottom: float
) -> Image.Image:
    """A part of a page, in mm."""
    return picture.crop(tuple(round(value * dpi / INCH) for value in (left, top, right, bottom)))


def beside(*pictures: Image.Image, gap: int = 24) -> Image.Image:
    """Sheets side by side on a table, with a thin edge so that white paper shows."""
    edged = [ImageOps.expand(picture, 1, "#b5b2aa") for picture in pictures]
    width = sum(picture.width for picture in edged) + gap * (len(edged) + 1)
    scene = Image.new("RGB", (width, max(picture.height for picture in edged) + 2 * gap), TABLE)
    x = gap
    for picture in edged:
        scene.paste(picture, (x, (scene.height - picture.height) // 2))
        x += picture.width + gap
    return scene


def scale(kit: Kit) -> Image.Image:
    """The ruler at the foot of a sheet, with the corner of a card and its marks."""
    sheet = kit.sheets[0]
    dpi = 150
    return beside(part(kit.page(sheet["page"], dpi), dpi, 0, sheet["height"] - 38, 112, sheet["height"]))


def duplex(kit: Kit) -> Image.Image:
    """A front, its back, and what a lamp shows of both: the cross inside the ring."""
    front = next(sheet for sheet in kit.sheets if sheet["pair"] and sheet["side"] == "front")
    pages = [kit.page(number, 38) for number in (front["page"], front["pair"])]
    dpi = 300
    seen = ImageChops.darker(
        kit.page(front["page"], dpi),
        ImageOps.mirror(kit.page(front["pair"], dpi)).point(lambda v: 128 + v // 2),
    )
    x, y = front["tick"]
    return beside(*pages, part(seen, dpi, x - 9, y - 5.5, x + 8, y + 16))


def measuring(file: Path) -> Image.Image:
    """The calibration sheet, and one of its combs."""
    document = pypdfium2.PdfDocument(file)
    dpi = 46
    return beside(drawn(document, 1, dpi), drawn(document, 2, dpi))


def fold(kit: Kit) -> Image.Image:
    """A sheet to fold: fronts, the dotted line, backs."""
    sheet = next(sheet for sheet in kit.sheets if "fold" in sheet)
    return beside(kit.page(sheet["page"], 50))


def cut(kit: Kit) -> Image.Image:
    """The upper part of the cut plan."""
    number = next(number for number in range(1, len(kit) + 1) if "Cut plan" in kit.text(number))
    dpi = 92
    return beside(part(kit.page(number, dpi), dpi, 8, 8, 202, 218))


def join(kit: Kit) -> Image.Image:
    """Two parts of a board, and the second, trimmed at its crosses, laid over the first."""
    one, other = (sheet for sheet in kit.sheets if "window" in sheet)
    dpi = 46
    left, right = kit.page(one["page"], dpi), kit.page(other["page"], dpi)
    seam = max(cross[0] for cross in one["lines"] if cross[0] == cross[2])
    trim = min(cross[0] for cross in other["lines"] if cross[0] == cross[2])
    width = round((seam + other["width"] - trim) * dpi / INCH)
    joined = Image.new("RGB", (width, left.height), TABLE)
    joined.paste(left, (0, 0))
    joined.paste(part(right, dpi, trim, 0, other["width"], other["height"]), (round(seam * dpi / INCH), 0))
    return beside(left, right, joined)


def pictures(folder: Path) -> Iterator[tuple[str, Image.Image]]:
    """Every picture with the name of its file."""
    dual = Kit(folder, "dual")
    yield "print-scale.png", scale(dual)
    yield "print-duplex.png", duplex(dual)
    yield "print-calibrate.png", measuring(calibrate(ROOT, "a4", folder))
    yield "print-fold.png", fold(Kit(folder, "dual", duplex="fold"))
    yield "print-cut.png", cut(dual)
    yield "print-join.png", join(Kit(folder, "hexagonal"))


def make(into: Path) -> None:
    """Write all pictures; a palette of 32 colours keeps them small and their lines sharp."""
    with TemporaryDirectory() as folder:
        for name, picture in pictures(Path(folder)):
            few = picture.quantize(32, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
            few.save(into / name, optimize=True)


if __name__ == "__main__":
    make(Path(__file__).parent)
