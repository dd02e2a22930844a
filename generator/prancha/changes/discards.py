"""The page that says what to take out of the box, with pictures."""

from __future__ import annotations

from collections.abc import Sequence

from prancha.changes.list_pages import EDGE, GREY, ListPages
from prancha.changes.pictures import figure
from prancha.changes.side_by_side import SnapshotFaces
from prancha.changes.snapshot import Snapshot
from prancha.changes.stale import Discard
from prancha.model.face import Face
from prancha.model.sheet import Paper
from prancha.model.units import Mm

COLUMNS = 3
GAP: Mm = 6.0
TALLEST: Mm = 58.0
CAPTION: Mm = 15.0
WORDS = {
    "en": {
        "out": "Take out of the box",
        "nothing": "Nothing is to be taken out of the box.",
        "sum": "Pieces to take out: {discards}. New pieces on these sheets: {copies}.",
        "revision": "Revision {old}, now {new}.",
        "lost": "no picture",
    },
    "pt-BR": {
        "out": "Retire da caixa",
        "nothing": "Não há o que retirar da caixa.",
        "sum": "Peças que saem: {discards}. Peças novas nestas folhas: {copies}.",
        "revision": "Revisão {old}, agora {new}.",
        "lost": "sem figura",
    },
}


def discard_pages(
    discards: Sequence[Discard],
    copies: int,
    old: Snapshot,
    new: Snapshot,
    lang: str,
    paper: Paper,
    snapshot_faces: SnapshotFaces,
) -> tuple[Face, ...]:
    """Pages with each old design, how many of it go, and what it is called; `copies` come."""
    words = WORDS.get(lang, WORDS["en"])
    shown = [
        (discard, discard.item.face(lang, "front"), old.family(discard.item.family).outline)
        for discard in discards
    ]
    snapshot_faces.try_out((digest, outline) for _, digest, outline in shown)
    sheets = ListPages(paper, snapshot_faces.book)
    sheets.text(new.title, size=10, fill=GREY)
    sheets.text(words["out"], size=22, weight=700, gap=1)
    total = sum(discard.count for discard in discards)
    said = [words["sum"].format(discards=total, copies=copies) if discards else words["nothing"]]
    if old.revision != new.revision:
        said.append(words["revision"].format(old=old.revision, new=new.revision))
    sheets.text(" ".join(said), size=10, gap=4)
    wide = (sheets.width - (COLUMNS - 1) * GAP) / COLUMNS
    for start in range(0, len(shown), COLUMNS):
        row = shown[start : start + COLUMNS]
        scales = [min(1.0, wide / outline.width, TALLEST / outline.height) for _, _, outline in row]
        tall = max(outline.height * scale for (_, _, outline), scale in zip(row, scales, strict=True))
        sheets.room(tall + CAPTION)
        for column, ((discard, digest, outline), scale) in enumerate(zip(row, scales, strict=True)):
            x = EDGE + column * (wide + GAP)
            svg = snapshot_faces.svg(digest)
            if svg:
                drawing = figure(svg, outline, f"d{start + column}-", scale=scale)
                sheets.draw(drawing, x, sheets.y + tall - outline.height * scale, scale)
            else:
                sheets.put(words["lost"], x, sheets.y + tall - 5, 9, fill=GREY)
            sheets.put(f"{discard.count} ×", x, sheets.y + tall + 1, 14, 700)
            for k, line in enumerate(sheets.wrapped(discard.item.key, wide - 14, 9)[:2]):
                sheets.put(line, x + 13, sheets.y + tall + 2.2 + 4 * k, 9)
        sheets.y += tall + CAPTION
    return sheets.faces()
