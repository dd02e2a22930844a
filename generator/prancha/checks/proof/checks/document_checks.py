"""Checks of the file as a whole: what it holds and says of itself, its print options, pages and boxes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from prancha.checks.proof.checks.back_checks import has_pairs
from prancha.checks.proof.design import Design, Planned, PressFacts
from prancha.checks.proof.evidence import Evidence, proof_check
from prancha.checks.proof.matched_pieces import VECTOR_BAR
from prancha.checks.proof.measured import FoundDocument, FoundPage
from prancha.checks.proof.pdf_geometry import (
    IDENTITY,
    Box,
    Matrix,
    Point,
    area,
    bounds,
    map_point,
    rectangle,
    sides,
)
from prancha.checks.proof.proof_report import ProofFault
from prancha.model.units import PT_PER_MM, Mm

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
KEYWORD = "print and play"


@proof_check(
    "document",
    "document-locked",
    "document-action",
    "document-extra",
    "document-setting",
    "document-name",
    "press-other",
    "layer-hidden",
    "annotation",
    "face-entry",
    "font-not-embedded",
    "font-not-subset",
    "page-rotated",
    "page-unit",
    "page-box",
)
def check_document(evidence: Evidence) -> Iterator[ProofFault]:
    """A file can ask for three copies of page 2, run a program, forbid printing, hide its cut lines or give
    its colours another meaning; none of that is seen on a page, so what a file may hold is a closed list.
    """
    document = evidence.file.document
    for switch in document.switches:
        yield ProofFault(switch.page, switch.kind, "", switch.what, switch.found, switch.expected)
    for what, found, wanted in _compare_names(document, evidence.design):
        if found != wanted:
            yield _name_fault(what, found, wanted)
    yield from _check_metadata(document, evidence.design)
    yield from _check_press(document, evidence.design.kit.press)


def _compare_names(document: FoundDocument, design: Design) -> Iterator[tuple[str, str, str]]:
    """Message, value in the file, and value in the manifest."""
    told, game = document.information, design.kit.game
    yield "the file's title is not the kit's", document.title, game.title
    yield "the file's language is not the kit's", document.language, design.kit.language
    authors = ", ".join(game.designers)
    yield "the file names other authors than the kit has", told.get("Author", ""), authors
    words = ", ".join(_expected_keywords(design))
    yield "the file's keywords are not the kit's", told.get("Keywords", ""), words


def _check_press(document: FoundDocument, press: PressFacts | None) -> Iterator[ProofFault]:
    """The output intent has the condition and profile of the manifest."""
    if press is None:
        return
    wanted = press.condition, press.profile, press.profile_sha256
    for what, found, told in zip(
        ("condition", "profile", "profile's bytes"),
        document.intent or ("none", "none", "none"),
        wanted,
        strict=True,
    ):
        if found != told:
            message = f"colours are made for another {what} than the manifest tells"
            yield ProofFault(0, "press-other", "", message, found=found[:40], expected=told[:40])


def _expected_keywords(design: Design) -> Sequence[str]:
    return (KEYWORD, *(family.title for family in design.kit.families))


def _check_metadata(document: FoundDocument, design: Design) -> Iterator[ProofFault]:
    """The XMP metadata agree with the information dictionary and the manifest, and hold nothing else."""
    found, wanted = document.metadata, _expected_metadata(document, design)
    for key in sorted(found.keys() | wanted.keys()):
        if key not in wanted:
            yield _name_fault(f"the metadata tell of {key}", ", ".join(found[key]), "nothing of it")
        elif (expected := wanted[key]) is not None and _xml_texts(found.get(key, ())) != _xml_texts(expected):
            told = ", ".join(found.get(key, ())) or "nothing"
            yield _name_fault(f"the metadata tell another {key}", told, ", ".join(expected) or "nothing")


def _expected_metadata(document: FoundDocument, design: Design) -> Mapping[str, Sequence[str] | None]:
    """Expected metadata; None where any value will do."""
    told = document.information
    made, changed = (_xmp_date(told.get(key, "")) for key in ("CreationDate", "ModDate"))
    words = told.get("Keywords", "")
    known: dict[str, Sequence[str] | None] = {
        "dc:title": (document.title,),
        "dc:creator": (told.get("Author", ""),),
        "dc:description": (told.get("Subject", ""),),
        "dc:language": (document.language,),
        "dc:rights": (design.kit.game.licence,),
        "dc:subject": _expected_keywords(design),
        "dc:format": ("application/pdf",),
        "pdf:Keywords": (words,),
        "pdf:Producer": (told.get("Producer", ""),),
        "pdf:Trapped": ("False",),
        "xmp:CreateDate": (made,),
        "xmp:ModifyDate": (changed,),
        "xmp:CreatorTool": (told.get("Creator", ""),),
    }
    if design.kit.standard == "PDF/X-4":
        known |= {
            "pdfxid:GTS_PDFXVersion": (design.kit.standard,),
            "xmp:MetadataDate": (changed,),
            "xmpMM:DocumentID": None,
            "xmpMM:RenditionClass": ("default",),
            "xmpMM:VersionID": ("1",),
        }
    return {key: texts for key, texts in known.items() if texts is None or any(texts)}


def _xmp_date(date: str) -> str:
    """A date of PDF as XMP writes it, UTC."""
    digits = re.sub(r"\D", "", date)
    return f"{digits[:4]}-{digits[4:6]}-{digits[6:8]}T{digits[8:10]}:{digits[10:12]}:{digits[12:14]}Z"


def _xml_texts(texts: Sequence[str]) -> list[str]:
    """Texts without characters that XML cannot hold."""
    return [" ".join(_NOT_XML.sub("", text).split()) for text in texts if text]


def _name_fault(what: str, found: str, wanted: str) -> ProofFault:
    return ProofFault(0, "document-name", "", what, f'"{found[:60]}"', f'"{wanted[:60]}"')


HINTS = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge", "none": "Simplex"}


@proof_check("printing", "print-scaling", "duplex-hint")
def check_printing(evidence: Evidence) -> Iterator[ProofFault]:
    """Dialogues fit to page and flip about the long edge unless the file says otherwise."""
    preferences = evidence.file.document.preferences
    scaling = preferences.get("PrintScaling", "not set")
    if scaling != "None":
        yield ProofFault(0, "print-scaling", "", "readers may shrink the pages", scaling, "PrintScaling None")
    duplex = evidence.design.duplex
    wanted = HINTS[duplex.flips] if has_pairs(evidence.design) else "Simplex"
    hint = preferences.get("Duplex", "not set")
    if hint != wanted:
        yield ProofFault(0, "duplex-hint", "", "the printer will turn the paper otherwise", hint, wanted)


@proof_check("pages", "page-count", "page-size")
def check_pages(evidence: Evidence) -> Iterator[ProofFault]:
    """A MediaBox that is not the paper makes readers scale or centre the page."""
    design, pages = evidence.design, evidence.file.pages
    if len(pages) != design.kit.pages:
        message = "pages are missing or added"
        yield ProofFault(0, "page-count", "", message, f"{len(pages)} pages", f"{design.kit.pages} pages")
    papers = {(min(s.width, s.height), max(s.width, s.height)) for s in design.sheets.values()}
    for page in pages:
        sheet = design.sheets.get(page.number)
        if sheet and evidence.sent:
            # What is made for a printer is upright, whatever the sheet is.
            allowed = [(min(sheet.width, sheet.height), max(sheet.width, sheet.height))]
        elif sheet:
            allowed = [(sheet.width, sheet.height)]
        else:
            allowed = [size for p in papers for size in (p, (p[1], p[0]))]
        off = [max(abs(page.width - width), abs(page.height - height)) for width, height in allowed]
        if off and min(off) > VECTOR_BAR:
            width, height = allowed[off.index(min(off))]
            paper = sheet.paper if sheet else "the kit's paper"
            message = f"the MediaBox is not {paper}"
            found = f"{page.width:.3f} x {page.height:.3f} mm"
            wanted = f"{width:.3f} x {height:.3f} mm"
            yield ProofFault(page.number, "page-size", "", message, found, wanted)


SHARPEST = 2.001
"""How many times the bleed a corner of it may lie away; sharper ones are cut off square there."""
ROUND_BAR: Mm = 0.1
"""A circle may be boxed by chords of it."""
CHORDS = 360


@proof_check("boxes", "trim-box", "bleed-box")
def check_boxes(evidence: Evidence) -> Iterator[ProofFault]:
    """Print shops place, crop and cut by these boxes, not by what they see."""
    for sheet, page in evidence.sheets():
        sent = evidence.sent[page.number - 1] if page.number <= len(evidence.sent) else IDENTITY
        bar = ROUND_BAR if any(piece.shape.is_round for piece in sheet.pieces) else VECTOR_BAR
        # A part of a poster is joined to others: its window stands for both.
        window = rectangle(sheet.window) if sheet.window else None
        trims = [point for piece in sheet.pieces for point in _outline_points(piece, 0.0)]
        art: list[Point] = []
        for piece in sheet.pieces:
            if piece.shape.is_box:
                art += rectangle(piece.cover)
            else:
                art += (
                    _rim_points(piece, piece.rim) if piece.rim else _outline_points(piece, piece.outsets[0])
                )
        for name, what, points in (("TrimBox", "trims", trims), ("BleedBox", "art", art)):
            yield from _compare_box(page, name, what, _box_as_sent(window or points, sent, page), bar)


def _compare_box(page: FoundPage, name: str, what: str, wanted: Box, bar: Mm) -> Iterator[ProofFault]:
    code = "trim-box" if name == "TrimBox" else "bleed-box"
    if name not in page.boxes:
        yield ProofFault(page.number, code, "", f"the page has no {name}", "none", _format_box(wanted))
        return
    left, bottom, right, top = (value / PT_PER_MM for value in page.boxes[name])
    media_left, media_top = page.boxes["MediaBox"][0] / PT_PER_MM, page.boxes["MediaBox"][3] / PT_PER_MM
    found = left - media_left, media_top - top, right - media_left, media_top - bottom
    if max(abs(a - b) for a, b in zip(found, wanted, strict=True)) > bar:
        message = f"the {name} is not the box around all {what}"
        yield ProofFault(page.number, code, "", message, _format_box(found), _format_box(wanted))


def _outline_points(piece: Planned, beyond: Mm) -> Iterable[Point]:
    """Points around a piece on the sheet, with every edge of its trim line moved outwards by `beyond`."""
    if piece.shape.is_box:
        return piece.corners
    if piece.shape.is_round:
        radius = piece.shape.width / 2 + beyond
        turns = (2 * math.pi * k / CHORDS for k in range(CHORDS))
        return [(piece.x + radius * math.cos(turn), piece.y + radius * math.sin(turn)) for turn in turns]
    return _rim_points(piece, (beyond,) * len(piece.shape.points))


def _rim_points(piece: Planned, rim: Sequence[Mm]) -> Iterator[Point]:
    """The ends of strips beyond the edges of a trim line, `rim` wide, and where two of them meet."""
    shape = piece.shape
    ring = shape.points or [
        (shape.width / 2 * (1 + math.cos(a)), shape.height / 2 * (1 + math.sin(a)))
        for a in (2 * math.pi * k / len(rim) for k in range(len(rim)))
    ]
    points = [map_point(piece.matrix, x, y) for x, y in ring]
    edges, turn = list(sides(points)), math.copysign(1.0, area(points))
    kept = [(k, *edge, rim[k]) for k, edge in enumerate(edges) if edge[0] != edge[1]]
    for (_, before, at, last), (k, start, end, reach) in zip((kept[-1], *kept), kept, strict=False):
        (ax, ay), (bx, by) = _normal(before, at, turn), _normal(start, end, turn)
        yield from ((x + bx * reach, y + by * reach) for x, y in (start, end))
        if reach == last and (ax * by - ay * bx) * turn > 0 and k not in piece.opened:
            yield from _corner_tips(start, (ax, ay), (bx, by), reach, turn)


def _corner_tips(at: Point, one: Point, two: Point, beyond: Mm, turn: float) -> list[Point]:
    """The corner where two moved edges meet; two points where the tip is cut off square."""
    (x, y), (ax, ay), (bx, by) = at, one, two
    reach = math.sqrt(2 / max(1 + ax * bx + ay * by, 1e-9))
    if reach <= SHARPEST:
        scale = beyond / (1 + ax * bx + ay * by)
        return [(x + (ax + bx) * scale, y + (ay + by) * scale)]
    # Along both moved edges as far as the limit goes.
    half = math.acos(1 / reach)
    on = beyond * (SHARPEST - math.cos(half)) / math.sin(half)
    return [
        (x + ax * beyond - ay * turn * on, y + ay * beyond + ax * turn * on),
        (x + bx * beyond + by * turn * on, y + by * beyond - bx * turn * on),
    ]


def _normal(start: Point, end: Point, turn: float) -> Point:
    length = math.dist(start, end)
    return turn * (end[1] - start[1]) / length, turn * (start[0] - end[0]) / length


def _box_as_sent(points: Sequence[Point], sent: Matrix, page: FoundPage) -> Box:
    """The box around points on the page as sent to the printer, clipped to the page."""
    left, top, right, bottom = bounds(map_point(sent, x, y) for x, y in points)
    return max(0.0, left), max(0.0, top), min(page.width, right), min(page.height, bottom)


def _format_box(box: Box) -> str:
    return f"({box[0]:.3f}, {box[1]:.3f}) to ({box[2]:.3f}, {box[3]:.3f}) mm"
