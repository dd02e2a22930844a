"""The files of a folder: all there, none more, as they were written, and as the print shop wants them."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pikepdf
from PIL import Image, UnidentifiedImageError

from prancha.checks.proof.folder.bleed import white_sides
from prancha.checks.proof.folder.told import RECORD, LotFacts, MeantFile, OrderFacts, Told
from prancha.checks.proof.inline_faces import unfold
from prancha.checks.proof.pdfx.file_rules import standard_of
from prancha.checks.proof.pdfx.proofing import USUAL_LIMIT, prove_press
from prancha.model.diagnostic import Diagnostic, Failure, Place, Severity
from prancha.model.units import MM_PER_INCH, PT_PER_MM

_LEFT = (".DS_Store", "Thumbs.db", "desktop.ini", ".directory")
_FORMATS = {"png": "PNG", "jpeg": "JPEG"}
_ROUNDED = 1.5
"""Pixels by which a file may differ from its size: MakePlayingCards counts 1110 where 1111.4 are 88 mm."""
_CLOSE = 0.02
"""Millimetres by which a box of a page may differ: what ten-thousandths of a point add up to."""


def wrong_files(folder: Path, told: Told) -> Iterator[Diagnostic]:
    """Files that are missing, that nobody wrote, or that have other bytes."""
    found = {
        path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()
    }
    for name, facts in told.files.items():
        if name not in found:
            yield fault(name, "export-files", "it is not there, and was written")
        elif sha256(found[name].read_bytes()).hexdigest() != facts.sha256:
            yield fault(name, "export-files", "it has other bytes than were written")
    for name in found:
        if name not in told.files and name != RECORD and name.rpartition("/")[2] not in _LEFT:
            yield fault(name, "export-files", "nobody wrote it; move it away before you upload the folder")


def wrong_kinds(folder: Path, order: OrderFacts) -> Iterator[Diagnostic]:
    """Pictures and PDFs that are not as the print shop wants them."""
    lots = {piece.front.partition("#")[0]: piece.family for piece in order.pieces}
    lots |= {piece.back.partition("#")[0]: piece.family for piece in order.pieces if piece.back}
    of = {lot.family: lot for lot in order.lots}
    for name, meant in order.files.items():
        path = folder / name
        if not path.is_file():
            continue  # it is told as missing
        if order.largest and path.stat().st_size > order.largest:
            yield fault(name, "export-files", f"it is larger than the {order.largest} bytes the shop takes")
        if meant.kind == "pdf":
            yield from _pdf(path, name, meant)
            if meant.mode == "CMYK":
                yield from _inks(path, name, order)
        else:
            yield from _picture(path, name, meant, order, of.get(lots.get(name, "")))


def _picture(
    path: Path, name: str, meant: MeantFile, order: OrderFacts, lot: LotFacts | None
) -> Iterator[Diagnostic]:
    try:
        with Image.open(path) as picture:
            picture.load()
            kind, mode, size, dpi = picture.format, picture.mode, picture.size, picture.info.get("dpi")
            flat = len(picture.convert("RGB").getcolors(1) or ()) == 1
            bleed = round(lot.bleed_mm * order.dpi / MM_PER_INCH) if lot is not None else 0
            bare = [] if flat else list(white_sides(picture, bleed))
    except (UnidentifiedImageError, OSError, SyntaxError) as problem:
        yield fault(name, "export-picture", f"it cannot be read as a picture: {problem}")
        return
    if kind != _FORMATS.get(meant.kind):
        yield fault(name, "export-picture", f"it is {kind}, expected {meant.kind.upper()}")
    if mode != meant.mode:
        yield fault(name, "export-picture", f"its colours are {mode}, expected {meant.mode}")
    if size != (meant.width, meant.height):
        expected = f"expected {meant.width} x {meant.height}"
        yield fault(name, "export-picture", f"it has {size[0]} x {size[1]} pixels, {expected}")
    if dpi is None or any(abs(one - order.dpi) > 0.5 for one in dpi):
        told = f"{dpi[0]:.0f} x {dpi[1]:.0f}" if dpi else "no"
        yield fault(name, "export-picture", f"it says {told} dots per inch, expected {order.dpi}")
    if flat and not meant.blank:
        yield fault(name, "export-picture", "it is of one colour throughout", severity="warning")
    if bare:
        message = f"its bleed is white ({', '.join(bare)}), and its art reaches to the cut"
        yield fault(name, "export-picture", message)
    if lot is not None:
        yield from _scale(name, meant, order, lot)


def _scale(name: str, meant: MeantFile, order: OrderFacts, lot: LotFacts) -> Iterator[Diagnostic]:
    """Whether the pixels that are meant are the trim and its bleed at the dots per inch that are meant."""
    sides = zip((meant.width, meant.height), lot.trim_mm, strict=True)
    if any(
        abs((trim + 2 * lot.bleed_mm) * order.dpi / MM_PER_INCH - pixels) > _ROUNDED for pixels, trim in sides
    ):
        trim = " x ".join(f"{side:g}" for side in lot.trim_mm)
        yield fault(
            name, "export-picture",
            f"{meant.width} x {meant.height} pixels at {order.dpi} dpi are not {trim} mm with "
            f"{lot.bleed_mm:g} mm of bleed",
        )  # fmt: skip


def _pdf(path: Path, name: str, meant: MeantFile) -> Iterator[Diagnostic]:
    try:
        file = pikepdf.open(path)
    except pikepdf.PdfError as problem:
        yield fault(name, "export-pages", f"it cannot be read as a PDF: {problem}")
        return
    with file:
        unfold(file)
        if len(file.pages) != meant.pages:
            yield fault(name, "export-pages", f"it has {len(file.pages)} pages, expected {meant.pages}")
        blank = meant.blank if isinstance(meant.blank, list) else []
        width, height = meant.page_mm
        bleed = meant.bleed_mm
        trim = (bleed, bleed, width - bleed, height - bleed)
        for number, page in enumerate(file.pages, 1):
            boxes = {
                "MediaBox": ((0.0, 0.0, width, height), page.mediabox),
                "BleedBox": ((0.0, 0.0, width, height), page.get("/BleedBox", page.mediabox)),
                "TrimBox": (trim, page.get("/TrimBox", [0, 0, 0, 0])),
            }
            for box, (expected, found) in boxes.items():
                sides = [float(side) / PT_PER_MM for side in found]
                if any(abs(a - b) > _CLOSE for a, b in zip(sides, expected, strict=True)):
                    yield fault(
                        name, "export-pages",
                        f"page {number}: its {box} is {_box(sides)}, expected {_box(expected)}",
                    )  # fmt: skip
            if number not in blank and not _draws(page):
                yield fault(name, "export-pages", f"page {number}: nothing is drawn on it")


def _inks(path: Path, name: str, order: OrderFacts) -> Iterator[Diagnostic]:
    """What a press would say of a file in inks: the shop's limit, and the standard that it asks for."""
    standard = standard_of(order.standard)
    try:
        report = prove_press(path, order.ink or USUAL_LIMIT, standard, inks_alone=not standard)
    except Failure:
        return  # it cannot be read, which is told
    for one in report.faults:
        where = f"page {one.page}: " if one.page else ""
        about = f"{one.item}: " if one.item else ""
        message = f"{where}{about}{one.message}: {one.found}, expected {one.expected}"
        yield fault(name, one.code, message, severity=one.severity)


def _draws(page: pikepdf.Page) -> bool:
    """Whether a page shows any form or picture."""
    return any(str(each.operator) == "Do" for each in pikepdf.parse_content_stream(page))


def _box(sides: tuple[float, ...] | list[float]) -> str:
    return ", ".join(f"{side:.2f}" for side in sides) + " mm"


def fault(name: str, code: str, message: str, severity: Severity = "error") -> Diagnostic:
    """A fault of a file."""
    return Diagnostic(Place(name), code, message, severity=severity)
