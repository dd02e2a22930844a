"""Show a difference: PDF pages of old and new side by side, or one HTML file that needs nothing else."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape, unescape
from importlib.resources import files
from itertools import count
from pathlib import Path
from string import Template
from urllib.parse import quote

from prancha.changes.capture import font_styles
from prancha.changes.difference import Change, Difference, FaceChange
from prancha.changes.difference_report import (
    as_markdown,
    book_lines,
    details,
    finding_changes,
    format_change,
    game_lines,
    headline,
    totals,
    whole_game_line,
)
from prancha.changes.face_pages import DPI, EDGE, GREY, ListPages, Shown, SnapshotFaces
from prancha.changes.snapshot import ItemState, Snapshot
from prancha.changes.snapshot_pictures import PictureRegion, figure, pair_picture, picture_name, with_thumbs
from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.graphics.fonts import Font
from prancha.model.face import Face
from prancha.model.outline import Outline
from prancha.model.sheet import Paper
from prancha.model.units import Mm

Style = tuple[str, int, bool]
"""Font family, weight, italic."""
Sides = tuple[Shown | None, Shown | None]
Regions = Mapping[tuple[str, str], tuple[PictureRegion, ...]]
"""(old digest, new digest) -> where they differ."""

POLICY = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'"
"""Drawings may be a stranger's: nothing in them runs, nothing is fetched."""


def as_html(differences: Sequence[Difference], regions: Regions, fonts: Mapping[Style, bytes]) -> str:
    """Return an HTML page: old and new side by side, changes framed, the `fonts` of the faces embedded."""
    symbols: dict[str, str] = {}
    for one in differences:
        symbols |= {**one.old.symbols, **one.new.symbols}
    numbers = count()
    body = "\n".join(part for one in differences for part in _game(one, regions, numbers))
    title = "; ".join(f"{one.new.title}: {one.old.name} → {one.new.name}" for one in differences)
    page = Template(files(__package__ or "").joinpath("comparison.html").read_text(encoding="utf-8"))
    return page.substitute(
        policy=POLICY,
        title=escape(title),
        fonts=_faces(fonts),
        body=body,
        symbols="".join(symbols[k] for k in sorted(symbols)),
    )


def _faces(fonts: Mapping[Style, bytes]) -> str:
    rules = []
    for (family, weight, italic), data in sorted(fonts.items()):
        name = family.replace("\\", "").replace('"', "").replace("<", "")
        source = f"url(data:font/ttf;base64,{base64.b64encode(data).decode()})"
        slope = "italic" if italic else "normal"
        rules.append(
            f'@font-face{{font-family:"{name}";font-weight:{weight};font-style:{slope};src:{source}}}\n'
        )
    return "".join(rules)


def _game(difference: Difference, regions: Regions, numbers: Iterator[int]) -> Iterator[str]:
    old, new = difference.old, difference.new
    yield f"<h1>{escape(new.title)}: {escape(old.name)} → {escape(new.name)}</h1>"
    if difference.is_empty:
        yield "<p>No difference.</p>"
        return
    if difference.whole_game:
        yield f"<p>{escape(whole_game_line(difference))}</p>"
    yield _list(totals(difference))
    if difference.values:
        yield "<h2>The game</h2>" + _list(map(format_change, difference.values))
    for name, changes in difference.families.items():
        yield f"<h2>Family {escape(name)}</h2>" + _list(map(format_change, changes))
    for change in difference.changes:
        yield f'<section class="{change.kind}"><h2>{escape(headline(change))}</h2>'
        yield _list(details(change))
        yield from (_pair(difference, change, face, regions, numbers) for face in change.faces)
        yield "</section>"
    if difference.books:
        yield "<h2>Rulebook</h2>" + _list(book_lines(difference))
    rules = list(finding_changes(difference))
    if rules:
        yield "<h2>Rule findings</h2>" + _list(rules)


def _list(lines: Iterator[str] | Sequence[str]) -> str:
    entries = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<ul>{entries}</ul>" if entries else ""


def _pair(
    difference: Difference, change: Change, face: FaceChange, regions: Regions, numbers: Iterator[int]
) -> str:
    marked = regions.get((face.old, face.new), ())
    sides = []
    before, after = _sides(difference, change, face)
    for word, snapshot, shown in (("before", difference.old, before), ("after", difference.new, after)):
        if shown is not None:
            svg = _svg(snapshot, *shown, marked, f"f{next(numbers)}-")
            said = f"{face.side}, {face.languages[0]}, {word}"
            sides.append(f"<figure>{svg}<figcaption>{escape(said)}</figcaption></figure>")
    return f'<div class="pair">{"".join(sides)}</div>'


def _svg(
    snapshot: Snapshot, digest: str, outline: Outline, marked: Sequence[PictureRegion], prefix: str
) -> str:
    drawing = with_thumbs(snapshot.previews[digest], snapshot, {})
    width, height = outline.width + 2, outline.height + 2
    return (
        f'<svg class="face" xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm"'
        f' viewBox="-1 -1 {width:g} {height:g}">{figure(drawing, outline, prefix, marked)}</svg>'
    )


TALLEST: Mm = 95.0
BETWEEN: Mm = 8.0
CAPTION: Mm = 8.5
_WORDS = re.compile(r">([^<]+)<")


def html_report(project: Path, differences: Sequence[Difference]) -> str:
    """Return one HTML file for all games; raises Failure."""
    regions: dict[tuple[str, str], tuple[PictureRegion, ...]] = {}
    fonts: dict[Style, Font] = {}
    letters: dict[Style, set[str]] = {}
    for one in differences:
        snapshot_faces = SnapshotFaces(project, [one.old, one.new])
        pairs, found = _find_regions(one, snapshot_faces)
        regions |= found
        for shown in {shown for pair in pairs for shown in pair if shown}:
            svg = snapshot_faces.svg(shown[0])
            for style in font_styles(svg):
                fonts[style] = snapshot_faces.book.font(*style)
                letters.setdefault(style, set()).update(*map(unescape, _WORDS.findall(svg)))
    # No more of a font than is shown: five games have 2 MB of them.
    subsets = {style: font.subset_for(sorted(letters[style])) for style, font in fonts.items()}
    return as_html(differences, regions, subsets)


def markdown_report(
    project: Path, differences: Sequence[Difference], address: str
) -> tuple[str, dict[str, bytes]]:
    """Return Markdown for all games, and PNG files by name, which lie at `address`; raises Failure.

    An `address` of "" means text alone.
    """
    files: dict[str, bytes] = {}
    links: dict[tuple[str, str, str], str] = {}
    for one in differences if address else ():
        snapshot_faces = SnapshotFaces(project, [one.old, one.new])
        for change, face, data in _pair_pictures(one, snapshot_faces):
            name = picture_name(one.new.game, change.key, face.side, data)
            files[name] = data
            links[one.new.game, change.key, face.side] = f"{address.rstrip('/')}/{quote(name)}"
    return as_markdown(differences, links), files


def _find_regions(difference: Difference, snapshot_faces: SnapshotFaces) -> tuple[list[Sides], Regions]:
    """The sides of all changed faces, and where those that can be drawn differ."""
    pairs = [_sides(difference, change, face) for change in difference.changes for face in change.faces]
    snapshot_faces.find_drawable(shown for pair in pairs for shown in pair if shown)
    return pairs, snapshot_faces.regions((old, new) for old, new in pairs if old and new)


def _pair_pictures(
    difference: Difference, snapshot_faces: SnapshotFaces
) -> Iterator[tuple[Change, FaceChange, bytes]]:
    pairs, regions = _find_regions(difference, snapshot_faces)
    pixels = snapshot_faces.pixels(
        {shown for pair in pairs for shown in pair if shown and snapshot_faces.svg(shown[0])}
    )
    faces = ((change, face) for change in difference.changes for face in change.faces)
    for (change, face), (old, new) in zip(faces, pairs, strict=True):
        before, after = (pixels.get(shown) if shown else None for shown in (old, new))
        if before is not None or after is not None:
            marked = regions.get((face.old, face.new), ())
            yield change, face, pair_picture(before, after, marked, 25.4 / DPI)


def pdf_report(project: Path, difference: Difference, paper: Paper) -> bytes:
    """Return the PDF of one game; raises Failure."""
    snapshot_faces = SnapshotFaces(project, [difference.old, difference.new])
    faces = _draw_changes(difference, snapshot_faces, paper)
    portfolio = snapshot_faces.render(faces)
    pages = [PdfPage(paper.width, paper.height, faces=((face.digest, 0.0, 0.0),)) for face in faces]
    title = f"{difference.new.title}: {difference.old.name} - {difference.new.name}"
    about = About(title, lang="en", subject="what changed between two states of a game")
    return write_pdf(pages, portfolio, snapshot_faces.book, about, "none")


def _draw_changes(difference: Difference, snapshot_faces: SnapshotFaces, paper: Paper) -> tuple[Face, ...]:
    old, new = difference.old, difference.new
    sheets = ListPages(paper, snapshot_faces.book)
    _, regions = _find_regions(difference, snapshot_faces)
    sheets.text(f"{new.title}: {old.name} – {new.name}", size=18, weight=700, gap=1)
    for line in ["no difference"] if difference.is_empty else totals(difference):
        sheets.text(line, fill=GREY)
    sheets.y += 3
    for line in game_lines(difference):
        sheets.text(line)
    numbers = count()
    for change in difference.changes:
        _draw_change(sheets, difference, change, snapshot_faces, regions, numbers=numbers)
    for line in book_lines(difference):
        sheets.room(6)
        sheets.text(line)
    rules = list(finding_changes(difference))
    if rules:
        sheets.room(20)
        sheets.y += 3
        sheets.rule()
        sheets.text("Rule findings", size=12, weight=700)
    for line in rules:
        sheets.text(line, fill=GREY)
    return sheets.faces()


def _draw_change(
    sheets: ListPages,
    difference: Difference,
    change: Change,
    snapshot_faces: SnapshotFaces,
    regions: Regions,
    numbers: count[int],
) -> None:
    rows = [(face, *_sides(difference, change, face)) for face in change.faces]
    first = _height_of(sheets, *rows[0][1:]) if rows else 0.0
    sheets.room(12 + 4 * len(details(change)) + first)
    sheets.y += 3
    sheets.rule()
    sheets.text(headline(change), size=12, weight=700)
    for line in details(change):
        sheets.text(line, indent=4)
    sheets.y += 1.5
    for face, before, after in rows:
        marked = regions.get((face.old, face.new), ())
        sheets.room(_height_of(sheets, before, after))
        left, tall = EDGE, 0.0
        for shown, word in ((before, "before"), (after, "after")):
            if shown is not None:
                outline, svg = shown[1], snapshot_faces.svg(shown[0])
                scale, said = _scale(sheets, outline), f"{face.side}, {face.languages[0]}, {word}"
                prefix = f"f{next(numbers)}-"
                drawing = figure(svg, outline, prefix, marked, scale) if svg else ""
                high = outline.height * scale
                tall = max(tall, _draw_figure(sheets, drawing, scale, high, x=left, said=said))
            left += (sheets.width + BETWEEN) / 2
        sheets.y += tall


def _draw_figure(sheets: ListPages, drawing: str, scale: float, high: Mm, x: Mm, said: str) -> Mm:
    """Draw a face, `high` mm on paper, with its caption below, or say that it is lost; returns its height."""
    if not drawing:
        sheets.put(f"{said}: can no longer be drawn", x, sheets.y, 8, fill=GREY)
        return CAPTION
    sheets.draw(drawing, x + 1, sheets.y + 1, scale)
    sheets.put(said, x + 1, sheets.y + high + 2.5, 8, fill=GREY)
    return high + CAPTION


def _height_of(sheets: ListPages, *shown: Shown | None) -> Mm:
    return max((one[1].height * _scale(sheets, one[1]) + CAPTION for one in shown if one), default=0.0)


def _scale(sheets: ListPages, outline: Outline) -> float:
    half = (sheets.width - BETWEEN) / 2 - 2
    return min(1.0, half / outline.width, TALLEST / outline.height)


def _sides(difference: Difference, change: Change, face: FaceChange) -> Sides:
    """The old and the new face to show for a change; None for one that does not exist."""
    return (
        _boxes_shown(difference.old, change.old, face, face.old),
        _boxes_shown(difference.new, change.new, face, face.new),
    )


def _boxes_shown(snapshot: Snapshot, item: ItemState | None, face: FaceChange, digest: str) -> Shown | None:
    if item is None or not digest:
        return None
    outline = snapshot.family(item.family).outline
    return digest, outline if face.side == "front" else outline.mirrored()
