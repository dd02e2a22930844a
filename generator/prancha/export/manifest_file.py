"""The manifest: what a kit holds and on which pages, for people and for programs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from prancha import __version__
from prancha.export.metadata import NAMES
from prancha.export.pdf import PdfPage, WrittenPdf
from prancha.model.face import Art, Face
from prancha.model.game import Family, Game, Item
from prancha.model.localised_text import resolve_texts
from prancha.model.outline import Outline, Rim
from prancha.model.printing import UNMOVED, Matrix, Press
from prancha.model.sheet import CutPlan, Placement, Sheet, Spot, ruled


def write_manifest(
    game: Game,
    lang: str,
    paper: str,
    duplex: str,
    pages: Mapping[str, Sequence[int]],
    page_count: int,
    files: Mapping[str, tuple[int, str]],
    placed: str = "{}",
    ink: str = "full",
    printer: Mapping[str, str | float | None] | None = None,
    ppi: tuple[float, float] | None = None,
    press: Press | None = None,
    rulebook: Mapping[str, Any] | None = None,
) -> bytes:
    """Write the manifest as JSON: game, families, items with copies, sources and pages, and file digests.

    `files` are the bytes of each and their SHA-256.  `pages` maps an item key to the pages its fronts are
    on, counted from 1.  `placed` is the result of `list_sheets`; `printer` the profile the pages are made
    for; `ppi` the pixels per inch below which a picture is an error and a warning; `press` what colours are
    made for; `rulebook` what is said of the one beside the kit.  The `seal` shows that nobody changed the
    manifest since.
    """
    tree: dict[str, Any] = {
        "program": f"prancha {__version__}",
        "game": _about(game, lang),
        "language": lang,
        "paper": paper,
        "duplex": duplex,
        "ink": ink,
        **({"printer": dict(printer)} if printer else {}),
        **({"ppi": list(ppi)} if ppi else {}),
        **({"press": _press(press)} if press else {}),
        "pages": page_count,
        "copies": sum(family.copies for family in game.families),
        "families": [
            {**_family(family, lang), "items": [_item(item, game, lang, pages) for item in family.items]}
            for family in game.families
        ],
        "supplied": [_in_language(dict(thing), game, lang) for thing in game.supplied],
        "assumed": {key: _in_language(why, game, lang) for key, why in sorted(game.assumed.items())},
        **({"rulebook": dict(rulebook)} if rulebook else {}),
    }
    listed = {name: {"bytes": length, "sha256": digest} for name, (length, digest) in sorted(files.items())}
    # An indent of `json` is written in Python.
    text = msgspec.json.format(_dumped({**tree, "files": listed}).decode(), indent=1)
    whole = f'{text.removesuffix("}").rstrip()},\n "placed": {placed}'
    # The seal is of the values without white space, as msgspec writes them, and without `files`, which have
    # digests; `placed` stands already.
    sealed = msgspec.json.encode(msgspec.json.decode(_dumped(tree))).removesuffix(b"}")
    seal = hashlib.sha256(b'%b,"placed":%b}' % (sealed, msgspec.json.format(placed.encode(), indent=-1)))
    return f'{whole},\n "seal": "{seal.hexdigest()}"\n}}\n'.encode()


def _dumped(tree: Mapping[str, Any]) -> bytes:
    """Encode JSON with numbers as Python writes them."""
    return json.dumps(tree, ensure_ascii=False).encode()


def _about(game: Game, lang: str) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "revision": game.revision,
        "designers": list(game.designers),
        "publisher": _in_language(game.publisher, game, lang),
        "licence": _in_language(game.licence, game, lang),
        "rulebook": _in_language(game.rulebook, game, lang),
        "players": list(game.players),
    }


def _press(press: Press) -> dict[str, Any]:
    profile = press.profile
    return {
        "condition": profile.condition or "Custom",
        "profile": profile.title,
        "profile_sha256": hashlib.sha256(profile.data).hexdigest(),
        "ink_limit": press.limit,
        "rich_black": list(press.rich) if press.rich else None,
        "standard": NAMES[press.standard],
    }


def _family(family: Family, lang: str) -> dict[str, Any]:
    """Return a family without its items."""
    return {
        "id": family.id,
        "title": family.title[lang],
        "stock": family.stock,
        "outline": family.outline.shape,
        "size_mm": [round(family.outline.width, 3), round(family.outline.height, 3)],
        "radius_mm": round(family.outline.radius, 3),
        "double_sided": family.back is not None,
        "designs": len(family.items),
        "copies": family.copies,
    }


def _item(item: Item, game: Game, lang: str, pages: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": item.id,
        "copies": item.copies,
        "source": item.source,
        "pages": sorted(set(pages.get(item.key, ()))),
    }
    if item.why:
        found["why"] = _in_language(item.why, game, lang)
    if item.assumed:
        found["assumed"] = _in_language(dict(sorted(item.assumed.items())), game, lang)
    return found


def _in_language(value: Any, game: Game, lang: str) -> Any:
    return resolve_texts(value, lang, game.languages)


def _look(sheet: Sheet) -> dict[str, Any]:
    """Return how a sheet looks beside its pieces and label; registration mark and rulers None without one."""
    tick = sheet.tick
    return {
        "side": sheet.side,
        "paper": sheet.paper.name,
        "width": round(sheet.width, 4),
        "height": round(sheet.height, 4),
        "margin": round(sheet.paper.margin, 4),
        "reach": round(sheet.paper.reach, 4),
        "stock": sheet.stock,
        "group": sheet.group,
        "style": sheet.pen.style,
        "pen": [round(sheet.pen.weight, 4), sheet.pen.colour],
        "marks": [round_mm(segment) for segment in sheet.marks],
        "lines": [round_mm(segment) for segment in (*sheet.aligns, *sheet.light)],
        "tick": round_mm(tick) if tick is not None else None,
        "ruler": _ruler_line(sheet.ruler),
        "along": _ruler_line(sheet.along),
    }


def _label(sheet: Sheet, text: str) -> dict[str, Any] | None:
    """Return what a sheet's label says, and where it stands; None without one."""
    if sheet.label is None:
        return None
    left, top, right, bottom = sheet.label.box
    box = round_mm((left, top, right - left, bottom - top))
    return {"text": text, "box": box, "turn": sheet.label.spot.turn}


def _ruler_line(ruler: Spot | None) -> list[float] | None:
    """Return the millimetres of a ruler, from its first tick to its last, or None."""
    if ruler is None:
        return None
    middle = ruler.size[1] / 2
    return round_mm((*ruler.on_sheet(0.0, middle), *ruler.on_sheet(ruled(ruler), middle)))


def round_mm(values: Sequence[float]) -> list[float]:
    """Round lengths in mm as they are listed."""
    return [round(value, 4) for value in values]


_encode = msgspec.json.Encoder().encode


def compact_json(value: Any) -> str:
    """Encode a value as JSON without white space."""
    return _encode(value).decode()


PIECE = "item copy x y turn outline left top right bottom face".split()
"""Columns of a row of `pieces`: (x, y) is the centre of the trim box, mm from the sheet's top-left
corner; `turn` degrees clockwise; the four are mm of art shown beyond the trim, in page directions (the
most of it where the piece has a rim); `outline` and `face` are positions in `outlines` and `faces`."""


def list_sheets(
    pages: Sequence[PdfPage],
    arts: Mapping[str, Art],
    fronts: Mapping[str, Face],
    backs: Mapping[str, Face],
    behind: Sequence[PdfPage] = (),
    written: WrittenPdf | None = None,
) -> str:
    """JSON of what was designed: tables, then `sheets`, and `behind` for a file of backs.

    A plan is [cuts as axis, at, from, to; families that need scissors; 1 if folded first]; a front names
    its own by position in `plan`.  A sheet to fold lists its backs as `backs`.  A face is the CRC-32
    of its content stream, so that a reader can tell which face lies where; `fronts` and `backs` are each
    item's own, by position in `faces`, wherever they are placed.  `advances` are the faces' text (see
    Art), `resources` the digests of what they name (prancha.export.pdf_objects), `layers` those of the
    file, `foreign` the names of forms that other programs wrote.  `beside` are the faces a page has beside
    its pieces, as face, x and y: ruler, label, cover; `plain` lists the pages that are no sheets,
    `plain_behind` those of the file of backs.

    Of a sheet, `ruler` is the line of its millimetres, as x1, y1, x2, y2 from its first tick, `along` that of
    a second ruler; `label` what it says, the box of its words as x, y, width, height, and their turn; `tick`
    the middle of the registration cross or ring.  Each is null where there is none; those that found no
    room are named in `lacks`.
    `short` has the families with less bleed at some edge than declared: the least of it, what was declared.

    A sheet's `rims` are [which of its pieces, backs after fronts; position in `rims`] where art shows
    not as far everywhere: a rim is mm beyond each edge of the outline (a circle's 64 chords), edge k
    from corner k on, and the outer corners where the gap between two strips stays open.

    Where pages are made for a printer, `sent` says how: `matrices` take a sheet as designed to the
    page, mm with y down; `pages` (and `behind`) are each page's position in these; with `upright`
    pages of sheets that lie on their side are turned.
    """
    tables = _Tables(arts)
    partners = _partners(pages)
    sheets = [_sheet(n, page, partners.get(n, 0), tables) for n, page in enumerate(pages, 1) if page.sheet]
    apart = [_sheet(n, page, n, tables) for n, page in enumerate(behind, 1) if page.sheet]
    plain, plain_behind = (_list(_plain(part, tables)) for part in (pages, behind))
    parts = _face_tables(tables, fronts, backs)
    if written:
        parts += f'"resources": {compact_json(written.digests)}', f'"layers": {compact_json(written.layers)}'
    if written and written.foreign:
        parts.append(f'"foreign": {compact_json(written.foreign)}')
    parts += f'"plans": {_rows(map(_plan, tables.plans))}', f'"plain": {plain}'
    if tables.rims:
        rims = (([round(reach, 4) for reach in rim.reaches], rim.opened) for rim in tables.rims)
        parts.append(f'"rims": {_rows(rims)}')
    parts.append(f'"sheets": {_list(sheets)}')
    if behind:
        parts += f'"behind": {_list(apart)}', f'"plain_behind": {plain_behind}'
    if sent := _sent(pages, behind):
        parts.append(f'"sent": {compact_json(sent)}')
    return "{\n" + ",\n".join(parts) + "\n}"


def _face_tables(tables: _Tables, fronts: Mapping[str, Face], backs: Mapping[str, Face]) -> list[str]:
    own = [tables.numbers(side) for side in (fronts, backs)]
    return [
        f'"columns": {compact_json(PIECE)}',
        f'"outlines": {_rows(map(_outline, tables.outlines))}',
        f'"faces": {compact_json([f"{tables.arts[digest].check:08x}" for digest in tables.faces])}',
        f'"advances": {compact_json(tables.advances())}',
        f'"fronts": {compact_json(own[0])}',
        f'"backs": {compact_json(own[1])}',
    ]


def _sent(pages: Sequence[PdfPage], behind: Sequence[PdfPage]) -> dict[str, Any]:
    """Return what is done to each page for a printer; nothing without one."""
    if all(page.matrix == UNMOVED for page in (*pages, *behind)):
        return {}
    numbers: dict[Matrix, int] = {}
    listed = [[numbers.setdefault(page.matrix, len(numbers)) for page in part] for part in (pages, behind)]
    matrices = [[round(value, 9) for value in matrix] for matrix in numbers]
    upright = any(page.upright for page in (*pages, *behind))
    return {"upright": upright, "matrices": matrices, "pages": listed[0], "behind": listed[1]}


class _Tables:
    """Outlines, faces, cut plans and rims, each numbered in order of first use."""

    def __init__(self, arts: Mapping[str, Art]) -> None:
        self.arts = arts
        self.outlines: dict[Outline, int] = {}
        self.faces: dict[str, int] = {}
        self.plans: dict[CutPlan, int] = {}
        self.rims: dict[Rim, int] = {}
        self._places: dict[tuple[Any, ...], str] = {}

    def face(self, digest: str) -> int:
        """Return the number of a face."""
        return self.faces.setdefault(digest, len(self.faces))

    def numbers(self, faces: Mapping[str, Face]) -> dict[str, int]:
        """Return the number of each item's face, of those that are drawn."""
        return {item: self.face(face.digest) for item, face in faces.items() if face.digest in self.arts}

    def advances(self) -> list[float | None]:
        """Return the advances of each face in `faces`, in mm to a thousandth."""
        found = (self.arts[digest].advance for digest in self.faces)
        return [None if advance is None else round(advance, 3) for advance in found]

    def pieces(self, placements: Sequence[Placement]) -> list[str]:
        """Return the rows of pieces."""
        return [
            f"[{compact_json(one.piece.item)},{one.piece.copy},{self._place(one)},{self.face(one.face)}]"
            for one in placements
        ]

    def _place(self, one: Placement) -> str:
        """Return how a piece lies, between commas; it is the same on sheet after sheet."""
        lie = one.x, one.y, one.turn, one.outline, one.outsets
        if lie not in self._places:
            outline = self.outlines.setdefault(one.outline, len(self.outlines))
            place = (*round_mm((one.x, one.y, one.turn)), outline, *round_mm(one.outsets))
            self._places[lie] = compact_json(place)[1:-1]
        return self._places[lie]

    def beside(self, page: PdfPage) -> list[tuple[float, ...]]:
        """Return the faces that a page has beside its pieces, each with its place."""
        return [(self.face(digest), *(round(value, 4) for value in place)) for digest, *place in page.faces]


def _partners(pages: Sequence[PdfPage]) -> dict[int, int]:
    """Return the page of the other side of each sheet that has two."""
    fronts: dict[tuple[str, str, int], int] = {}
    found: dict[int, int] = {}
    for number, page in enumerate(pages, 1):
        sheet = page.sheet
        if sheet is None:
            continue
        key = (sheet.stock, sheet.group, sheet.number)
        if sheet.side == "front":
            fronts[key] = number
        elif key in fronts:
            found[number] = fronts[key]
            found[fronts[key]] = number
    return found


def _plain(pages: Sequence[PdfPage], tables: _Tables) -> list[str]:
    return [
        compact_json({"page": number, "kind": page.kind, "beside": tables.beside(page)})
        for number, page in enumerate(pages, 1)
        if page.sheet is None
    ]


def _sheet(number: int, page: PdfPage, pair: int, tables: _Tables) -> str:
    sheet = page.sheet
    assert sheet is not None
    head = {"page": number, "pair": pair, **_look(sheet), "label": _label(sheet, page.words)}
    if sheet.lacks:
        head["lacks"] = sheet.lacks
    if sheet.short:
        head["short"] = [(one.family, round(one.found, 4), round(one.declared, 4)) for one in sheet.short]
    if sheet.window is not None:
        w = sheet.window
        head["window"] = [*(round(v, 4) for v in (w.x, w.y, w.width, w.height)), w.column, w.row]
    if page.faces:
        head["beside"] = tables.beside(page)
    if page.plan is not None:
        head["plan"] = tables.plans.setdefault(page.plan, len(tables.plans))
    if sheet.fold is not None:
        head["fold"] = [round(v, 4) for v in sheet.fold]
    rims = [
        (index, tables.rims.setdefault(placement.rim, len(tables.rims)))
        for index, placement in enumerate((*sheet.placements, *sheet.backs))
        if placement.rim is not None
    ]
    if rims:
        head["rims"] = rims
    pieces = _list(tables.pieces(sheet.placements))
    backs = f', "backs": {_list(tables.pieces(sheet.backs))}' if sheet.backs else ""
    return f'{compact_json(head).removesuffix("}")}, "pieces": {pieces}{backs}}}'


def _plan(plan: CutPlan) -> tuple[Any, ...]:
    cuts = [(cut.axis, round(cut.at, 3), round(cut.start, 3), round(cut.end, 3)) for cut in plan.cuts]
    return cuts, plan.scissors, int(plan.folded)


def _outline(outline: Outline) -> tuple[Any, ...]:
    """Return shape, width, height, radius, and corners as x, y, x, y ... (none for a box or circle)."""
    corners: Sequence[tuple[float, float]] = () if outline.is_box else outline.points
    flat = [round(value, 4) for corner in corners for value in corner]
    return outline.shape, round(outline.width, 4), round(outline.height, 4), round(outline.radius, 4), flat


def _rows(rows: Iterable[tuple[Any, ...]]) -> str:
    return _list([compact_json(row) for row in rows])


def _list(texts: Sequence[str]) -> str:
    return "[\n" + ",\n".join(texts) + "\n]" if texts else "[]"
