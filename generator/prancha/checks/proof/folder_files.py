"""Files of an exported folder: all there, none more, as its export.json says, each showing its piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pikepdf
from msgspec import Struct, field
from PIL import Image, UnidentifiedImageError

from prancha.checks.proof.design import FileFacts
from prancha.checks.proof.inline_faces import unfold
from prancha.checks.proof.pdfium_pages import PageRaster
from prancha.checks.proof.pdfx.press_file_rules import standard_of
from prancha.checks.proof.pdfx.press_proof import USUAL_LIMIT, prove_press
from prancha.model.diagnostic import Diagnostic, Failure, Place, Severity
from prancha.model.units import MM_PER_INCH, PT_PER_MM

if TYPE_CHECKING:
    from PIL.Image import Image as Picture


RECORD = "export.json"


class MeantFile(Struct, frozen=True):
    """A picture or PDF as the print shop wants it; `blank`: it is white, or these pages are."""

    kind: str
    mode: str
    width: int = 0
    height: int = 0
    pages: int = 0
    page_mm: tuple[float, float] = (0.0, 0.0)
    bleed_mm: float = 0.0
    blank: bool | list[int] = False


class OrderedPiece(Struct, frozen=True):
    """A design that is ordered: `cards/owl-front.png`, or `cards.pdf#1,3` for pages."""

    family: str
    id: str
    copies: int
    front: str
    back: str

    @property
    def key(self) -> str:
        """`family/id`."""
        return f"{self.family}/{self.id}"


class LotFacts(Struct, frozen=True):
    """A family on its product."""

    family: str
    product: str
    trim_mm: tuple[float, float]
    bleed_mm: float
    copies: int
    unconfirmed: bool = False


class OrderFacts(Struct, frozen=True):
    """An order at a print shop.

    `ink` is its limit in percent, 0 for none; `looks` has what the sides of each piece look like by
    its key: RGB of a few pixels.
    """

    service: str
    title: str
    checked: str
    dpi: int
    lots: list[LotFacts]
    pieces: list[OrderedPiece]
    files: dict[str, MeantFile]
    largest: int = 0
    ink: int = 0
    standard: str = ""
    looks: dict[str, dict[str, str]] = field(default_factory=dict)


class ExportedItem(Struct, frozen=True):
    """An item and its copies."""

    id: str
    copies: int


class ExportedFamily(Struct, frozen=True):
    """A family and its items."""

    id: str
    title: str
    items: list[ExportedItem]


class ExportRecord(Struct, frozen=True):
    """export.json; `left_out` are the families that the target has no place for."""

    game: str
    target: str
    copies: int
    families: list[ExportedFamily]
    files: dict[str, FileFacts]
    order: OrderFacts | None = None
    options: dict[str, Any] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)

    @property
    def meant(self) -> dict[str, int]:
        """The copies of each design, by `family/id`."""
        return {f"{family.id}/{item.id}": item.copies for family in self.families for item in family.items}


def read_record(folder: Path) -> ExportRecord:
    """The record of a folder; raises Failure where there is none that can be read."""
    path = folder / RECORD
    hint = "name a folder that prancha export wrote; export the game again where this one was changed"
    try:
        return msgspec.json.decode(path.read_bytes(), type=ExportRecord)
    except OSError:
        message = f"there is no {RECORD} in it"
        raise Failure([Diagnostic(Place(str(folder)), "no-file", message, hint=hint)]) from None
    except msgspec.MsgspecError as problem:
        message = f"it is no record of an export: {problem}"
        raise Failure([Diagnostic(Place(str(path)), "bad-json", message, hint=hint)]) from None


WHITE = 248
"""Grey level above which a pixel is paper."""
INSIDE = 3
"""Pixels from the line of the cut to where art is looked for."""
MOST_WHITE, LEAST_DRAWN = 0.98, 0.9
"""Shares of a side: of what bleeds that is white, and of what lies within the cut that is not."""


_TURNS = {
    "left": None,
    "right": Image.Transpose.FLIP_LEFT_RIGHT,
    "top": Image.Transpose.ROTATE_90,
    "bottom": Image.Transpose.ROTATE_270,
}
"""How a picture is turned so that a side of it lies on the left."""


def find_white_sides(picture: Picture, bleed: int) -> Iterator[str]:
    """The sides on which `bleed` pixels are white, and what they should carry on is not."""
    if bleed < INSIDE:
        return
    grey = picture.convert("L").point(lambda value: 255 if value > WHITE else 0)
    within = bleed + INSIDE
    for side, turn in _TURNS.items():
        turned = grey if turn is None else grey.transpose(turn)
        outside, inside = (
            _white_share(turned.crop((left, within, right, turned.height - within)))
            for left, right in ((0, bleed - 1), (within, within + 1))
        )
        if outside >= MOST_WHITE and inside <= 1 - LEAST_DRAWN:
            yield side


def _white_share(part: Picture) -> float:
    return part.histogram()[255] / max(1, part.width * part.height)


FLAT = "it is of one colour throughout"
_LEFT = (".DS_Store", "Thumbs.db", "desktop.ini", ".directory")
_FORMATS = {"png": "PNG", "jpeg": "JPEG"}
_ROUNDED = 1.5
"""Pixels by which a file may differ from its size: MakePlayingCards counts 1110 where 1111.4 are 88 mm."""
_CLOSE = 0.02
"""Millimetres by which a box of a page may differ: what ten-thousandths of a point add up to."""


def check_files(folder: Path, told: ExportRecord) -> Iterator[Diagnostic]:
    """Files that are missing, that nobody wrote, or that have other bytes."""
    found = {
        path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()
    }
    for name, facts in told.files.items():
        if name not in found:
            yield file_fault(name, "export-files", "it is not there, and was written")
        elif sha256(found[name].read_bytes()).hexdigest() != facts.sha256:
            yield file_fault(name, "export-files", "it has other bytes than were written")
    for name in found:
        if name not in told.files and name != RECORD and name.rpartition("/")[2] not in _LEFT:
            message = "nobody wrote it; move it away before you upload the folder"
            yield file_fault(name, "export-files", message)


def check_kinds(folder: Path, order: OrderFacts) -> Iterator[Diagnostic]:
    """Pictures and PDFs that are not as the print shop wants them."""
    lots = {piece.front.partition("#")[0]: piece.family for piece in order.pieces}
    lots |= {piece.back.partition("#")[0]: piece.family for piece in order.pieces if piece.back}
    of = {lot.family: lot for lot in order.lots}
    for name, meant in order.files.items():
        path = folder / name
        if not path.is_file():
            continue  # it is told as missing
        if order.largest and path.stat().st_size > order.largest:
            message = f"it is larger than the {order.largest} bytes the shop takes"
            yield file_fault(name, "export-files", message)
        if meant.kind == "pdf":
            for message in _check_pdf(path, meant):
                yield file_fault(name, "export-pages", message)
            if meant.mode == "CMYK":
                yield from _check_inks(path, name, order)
            continue
        for message in _check_picture(path, meant, order, of.get(lots.get(name, ""))):
            severity: Severity = "warning" if message == FLAT else "error"
            yield file_fault(name, "export-picture", message, severity)


def _check_picture(path: Path, meant: MeantFile, order: OrderFacts, lot: LotFacts | None) -> Iterator[str]:
    try:
        with Image.open(path) as picture:
            picture.load()
            kind, mode, size, dpi = picture.format, picture.mode, picture.size, picture.info.get("dpi")
            flat = len(picture.convert("RGB").getcolors(1) or ()) == 1
            bleed = round(lot.bleed_mm * order.dpi / MM_PER_INCH) if lot is not None else 0
            bare = [] if flat else list(find_white_sides(picture, bleed))
    except (UnidentifiedImageError, OSError, SyntaxError) as problem:
        yield f"it cannot be read as a picture: {problem}"
        return
    if kind != _FORMATS.get(meant.kind):
        yield f"it is {kind}, expected {meant.kind.upper()}"
    if mode != meant.mode:
        yield f"its colours are {mode}, expected {meant.mode}"
    if size != (meant.width, meant.height):
        yield f"it has {size[0]} x {size[1]} pixels, expected {meant.width} x {meant.height}"
    if dpi is None or any(abs(one - order.dpi) > 0.5 for one in dpi):
        told = f"{dpi[0]:.0f} x {dpi[1]:.0f}" if dpi else "no"
        yield f"it says {told} dots per inch, expected {order.dpi}"
    if flat and not meant.blank:
        yield FLAT
    if bare:
        yield f"its bleed is white ({', '.join(bare)}), and its art reaches to the cut"
    if lot is None:
        return
    # The pixels that are meant are the trim and its bleed at the dots per inch that are meant.
    wanted = [(trim + 2 * lot.bleed_mm) * order.dpi / MM_PER_INCH for trim in lot.trim_mm]
    if any(abs(a - b) > _ROUNDED for a, b in zip(wanted, (meant.width, meant.height), strict=True)):
        trim = " x ".join(f"{side:g}" for side in lot.trim_mm)
        yield (
            f"{meant.width} x {meant.height} pixels at {order.dpi} dpi are not {trim} mm with "
            f"{lot.bleed_mm:g} mm of bleed"
        )


def _check_pdf(path: Path, meant: MeantFile) -> Iterator[str]:
    try:
        file = pikepdf.open(path)
    except pikepdf.PdfError as problem:
        yield f"it cannot be read as a PDF: {problem}"
        return
    with file:
        unfold(file)
        if len(file.pages) != meant.pages:
            yield f"it has {len(file.pages)} pages, expected {meant.pages}"
        blank = meant.blank if isinstance(meant.blank, list) else []
        (width, height), bleed = meant.page_mm, meant.bleed_mm
        whole, trim = (0.0, 0.0, width, height), (bleed, bleed, width - bleed, height - bleed)
        for number, page in enumerate(file.pages, 1):
            for box, expected, found in (
                ("MediaBox", whole, page.mediabox),
                ("BleedBox", whole, page.get("/BleedBox", page.mediabox)),
                ("TrimBox", trim, page.get("/TrimBox", [0, 0, 0, 0])),
            ):
                sides = [float(side) / PT_PER_MM for side in found]
                if any(abs(a - b) > _CLOSE for a, b in zip(sides, expected, strict=True)):
                    wanted = _format_box(expected)
                    yield f"page {number}: its {box} is {_format_box(sides)}, expected {wanted}"
            drawn = (str(each.operator) for each in pikepdf.parse_content_stream(page))
            if number not in blank and "Do" not in drawn:
                yield f"page {number}: nothing is drawn on it"


def _check_inks(path: Path, name: str, order: OrderFacts) -> Iterator[Diagnostic]:
    """Press faults of a file in inks, by the shop's limit and standard."""
    standard = standard_of(order.standard)
    try:
        report = prove_press(path, order.ink or USUAL_LIMIT, standard, inks_alone=not standard)
    except Failure:
        return  # it cannot be read, which is told
    for one in report.faults:
        where = f"page {one.page}: " if one.page else ""
        about = f"{one.item}: " if one.item else ""
        message = f"{where}{about}{one.message}: {one.found}, expected {one.expected}"
        yield file_fault(name, one.code, message, severity=one.severity)


def _format_box(sides: Sequence[float]) -> str:
    return ", ".join(f"{side:.2f}" for side in sides) + " mm"


def file_fault(name: str, code: str, message: str, severity: Severity = "error") -> Diagnostic:
    """A fault of a file."""
    return Diagnostic(Place(name), code, message, severity=severity)


CELLS = (6, 8)
LIKE = 12.0
"""Mean difference of two looks, of 255, below which they are of one face: colours for a press shift them."""
PAGE_DPI = 24


def check_looks(folder: Path, order: OrderFacts) -> Iterator[Diagnostic]:
    """Files and pages that show another side of the order than the one that they are ordered for."""
    known: dict[str, bytes] = {}
    asked: dict[str, tuple[str, bytes]] = {}
    for piece in order.pieces:
        for side, where in (("front", piece.front), ("back", piece.back)):
            look = bytes.fromhex(order.looks.get(piece.key, {}).get(side, ""))
            if look and where:
                known.setdefault(f"the {side} of {piece.key}", look)
                asked.setdefault(where, (f"the {side} of {piece.key}", look))
    for where, (what, look) in asked.items():
        for place, shown in _read_looks(folder, where):
            found = min(known, key=lambda other: _measure_apart(shown, known[other]))
            own, best = _measure_apart(shown, look), _measure_apart(shown, known[found])
            if own > LIKE and best < LIKE / 2 + own / 4:
                message = f"{place}it shows {found}, expected {what}"
                yield file_fault(where.partition("#")[0], "export-order", message)


def _read_looks(folder: Path, where: str) -> Iterator[tuple[str, bytes]]:
    """Small pictures of a file or of its named pages; none of files that cannot be read."""
    import pypdfium2

    name, is_page, numbers = where.partition("#")
    path = folder / name
    if not path.is_file():
        return
    if not is_page:
        with suppress(UnidentifiedImageError, OSError, SyntaxError), Image.open(path) as picture:
            yield "", _shrink(picture.convert("RGB"))
        return
    # What cannot be drawn is told with the pages.
    with suppress(Failure, pypdfium2.PdfiumError), closing(PageRaster(path)) as raster:
        for number in map(int, numbers.split(",")):
            yield f"page {number}: ", _shrink(raster.draw_page(number, PAGE_DPI))


def _shrink(picture: Picture) -> bytes:
    size = CELLS if picture.width <= picture.height else CELLS[::-1]
    return picture.resize(size, Image.Resampling.BOX).tobytes()


def _measure_apart(one: bytes, other: bytes) -> float:
    """Mean difference of two looks, 0 to 255; those of other shapes are far apart."""
    if len(one) != len(other):
        return 255
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) / len(one)
