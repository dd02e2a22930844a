"""A difference as pages: what changed in words, old and new side by side, changed places framed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from itertools import count
from pathlib import Path

from generator import pipeline
from generator.changes.difference import Change, Difference, FaceChange
from generator.changes.page import Regions, Style, as_html
from generator.changes.pictures import Region, figure
from generator.changes.snapshot import ItemState, Snapshot
from generator.changes.telling import details, findings, headline, told, totals
from generator.export.metadata import About
from generator.export.pdf import Page, write_pdf
from generator.fonts import Font
from generator.model.face import Face
from generator.model.outline import Outline
from generator.model.sheet import Paper
from generator.model.units import Mm
from generator.reprint.ink import styles_of
from generator.reprint.sheet_of_words import EDGE, GREY, Sheets
from generator.reprint.studio import Shown, Studio

TALLEST: Mm = 95.0
BETWEEN: Mm = 8.0
CAPTION: Mm = 8.5
_WORDS = re.compile(r">([^<]+)<")


def html_report(project: Path, differences: Sequence[Difference]) -> str:
    """One HTML file for all games; raises Failure."""
    regions: dict[tuple[str, str], tuple[Region, ...]] = {}
    fonts: dict[Style, Font] = {}
    letters: dict[Style, set[str]] = {}
    for one in differences:
        studio = Studio(project, [one.old, one.new])
        pairs = _pairs(one)
        studio.try_out(shown for pair in pairs for shown in pair if shown)
        regions |= studio.regions((old, new) for old, new in pairs if old and new)
        for shown in {shown for pair in pairs for shown in pair if shown}:
            svg = studio.svg(shown[0])
            for style in styles_of(svg):
                fonts[style] = studio.book.font(*style)
                letters.setdefault(style, set()).update(*map(unescape, _WORDS.findall(svg)))
    # No more of a font than is shown: five games have 2 MB of them.
    subsets = {style: font.subset_for(sorted(letters[style])) for style, font in fonts.items()}
    return as_html(differences, regions, subsets)


def pdf_report(project: Path, difference: Difference, paper: Paper) -> bytes:
    """The PDF of one game; raises Failure."""
    studio = Studio(project, [difference.old, difference.new])
    faces = _drawn(difference, studio, paper)
    portfolio = pipeline.render_faces(
        faces, studio.symbols, studio.book, studio.folders, difference.new.game, pipeline.silent
    )
    pages = [Page(paper.width, paper.height, faces=((face.digest, 0.0, 0.0),)) for face in faces]
    title = f"{difference.new.title}: {difference.old.name} - {difference.new.name}"
    about = About(title, lang="en", subject="what changed between two states of a game")
    return write_pdf(pages, portfolio, studio.book, about, "none")


def _drawn(difference: Difference, studio: Studio, paper: Paper) -> tuple[Face, ...]:
    old, new = difference.old, difference.new
    sheets = Sheets(paper, studio.book)
    pairs = _pairs(difference)
    studio.try_out(shown for pair in pairs for shown in pair if shown)
    regions = studio.regions((before, after) for before, after in pairs if before and after)
    sheets.text(f"{new.title}: {old.name} – {new.name}", size=18, weight=700, gap=1)
    for line in ["no difference"] if difference.empty else totals(difference):
        sheets.text(line, fill=GREY)
    sheets.y += 3
    heads = [f"game {told(change)}" for change in difference.values]
    heads += [f"family {name}: {told(c)}" for name, changes in difference.families.items() for c in changes]
    for line in heads:
        sheets.text(line)
    numbers = count()
    for change in difference.changes:
        _change(sheets, difference, change, studio, regions, numbers)
    rules = list(findings(difference))
    if rules:
        sheets.room(20)
        sheets.y += 3
        sheets.rule()
        sheets.text("Rule findings", size=12, weight=700)
    for line in rules:
        sheets.text(line, fill=GREY)
    return sheets.faces()


def _change(
    sheets: Sheets,
    difference: Difference,
    change: Change,
    studio: Studio,
    regions: Regions,
    numbers: count[int],
) -> None:
    rows = [
        (
            face,
            _shown(difference.old, change.old, face, face.old),
            _shown(difference.new, change.new, face, face.new),
        )
        for face in change.faces
    ]
    first = _tall(sheets, *rows[0][1:]) if rows else 0.0
    sheets.room(12 + 4 * len(details(change)) + first)
    sheets.y += 3
    sheets.rule()
    sheets.text(headline(change), size=12, weight=700)
    for line in details(change):
        sheets.text(line, indent=4)
    sheets.y += 1.5
    for face, before, after in rows:
        marked = regions.get((face.old, face.new), ())
        sheets.room(_tall(sheets, before, after))
        tall = 0.0
        half = (sheets.width - BETWEEN) / 2
        for k, (shown, word) in enumerate(((before, "before"), (after, "after"))):
            if shown is not None:
                x = EDGE + k * (half + BETWEEN)
                said = f"{face.side}, {face.languages[0]}, {word}"
                tall = max(tall, _figure(sheets, studio, shown, marked, x, said, f"f{next(numbers)}-"))
        sheets.y += tall


def _figure(
    sheets: Sheets, studio: Studio, shown: Shown, marked: Sequence[Region], x: Mm, said: str, prefix: str
) -> Mm:
    """Draw one face with its caption below; returns how tall it is."""
    digest, outline = shown
    scale = _scale(sheets, outline)
    svg = studio.svg(digest)
    if not svg:
        sheets.put(f"{said}: can be drawn no more", x, sheets.y, 8, fill=GREY)
        return CAPTION
    sheets.draw(figure(svg, outline, prefix, marked, scale), x + 1, sheets.y + 1, scale)
    sheets.put(said, x + 1, sheets.y + outline.height * scale + 2.5, 8, fill=GREY)
    return outline.height * scale + CAPTION


def _tall(sheets: Sheets, *shown: Shown | None) -> Mm:
    return max((one[1].height * _scale(sheets, one[1]) + CAPTION for one in shown if one), default=0.0)


def _scale(sheets: Sheets, outline: Outline) -> float:
    half = (sheets.width - BETWEEN) / 2 - 2
    return min(1.0, half / outline.width, TALLEST / outline.height)


def _pairs(difference: Difference) -> list[tuple[Shown | None, Shown | None]]:
    return [
        (
            _shown(difference.old, change.old, face, face.old),
            _shown(difference.new, change.new, face, face.new),
        )
        for change in difference.changes
        for face in change.faces
    ]


def _shown(snapshot: Snapshot, item: ItemState | None, face: FaceChange, digest: str) -> Shown | None:
    if item is None or not digest:
        return None
    outline = snapshot.family(item.family).outline
    return digest, outline if face.side == "front" else outline.mirrored()
