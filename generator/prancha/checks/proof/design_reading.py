"""Read a manifest: its tables and rows become the values of a design."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field

from prancha.checks.proof.design import (
    Design,
    DesignedCutPlan,
    DesignedFace,
    DesignedShape,
    KitFacts,
    Length,
    Number,
    Planned,
    PlannedPage,
    PlannedSheet,
    SheetFacts,
)
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.printing import DUPLEX
from prancha.model.units import Mm
from prancha.system.file_contents import is_file

_Row = tuple[
    str, Number, Length, Length, Length, Number, Length, Length, Length, Length, Number
]  # item, copy, x, y, turn, outline, outsets, face
_Beside = Annotated[list[Length], Meta(min_length=3, max_length=4)]
"""Face, x, y, and maybe turn."""


class _Entry(SheetFacts, frozen=True, kw_only=True):
    """A sheet as the manifest writes it, with rows of its tables."""

    pieces: Annotated[list[_Row], Meta(min_length=1)]
    pen: tuple[Length, Annotated[str, Meta(pattern=r"\A#[0-9a-fA-F]{6}\Z")]]
    backs: list[_Row] = field(default_factory=list)
    window: Annotated[list[Length], Meta(min_length=4)] | None = None
    beside: list[_Beside] = field(default_factory=list)
    plan: Number | None = None
    rims: list[tuple[Number, Number]] = field(default_factory=list)
    short: list[tuple[str, Length, Length]] = field(default_factory=list)


class _Plain(Struct):
    page: Annotated[int, Meta(ge=1)]
    kind: str
    beside: list[_Beside]


class _Placed(Struct, kw_only=True):
    outlines: list[tuple[str, Length, Length, Length, list[Length]]]
    faces: list[str]
    sheets: list[_Entry]
    behind: list[_Entry] = []
    advances: list[float | None]
    fronts: dict[str, Number]
    backs: dict[str, Number]
    resources: dict[str, dict[str, str]]
    layers: tuple[str, ...]
    foreign: tuple[str, ...] = ()
    plans: list[DesignedCutPlan]
    plain: list[_Plain]
    plain_behind: list[_Plain] = []
    rims: list[tuple[tuple[Length, ...], tuple[Number, ...]]] = []


class _Manifest(KitFacts, frozen=True, kw_only=True):
    """The entries of a manifest that are needed here; others are ignored."""

    placed: _Placed
    seal: str


def manifest_beside(path: Path) -> Path:
    """The manifest beside a PDF: of its own name, or of its fronts' name; else that of the usual kit."""
    own = path.with_suffix(".json")
    fronts = path.with_name(re.sub(r"-backs\Z", "-fronts", path.stem) + ".json")
    return next((each for each in (own, fronts) if is_file(each)), path.with_name("manifest.json"))


def read_design(path: Path, backs: bool = False) -> Design:
    """Read the manifest of a kit, or what it says of the file with its `backs` alone.

    Raises Failure when it cannot be read or lists no sheets.
    """
    try:
        data = path.read_bytes()
        tree = msgspec.json.decode(data, type=_Manifest)
        return _make_design(tree, backs, _is_sealed(data, tree.seal))
    except msgspec.ValidationError as problem:
        message = f"the manifest does not list where pieces lie: {problem}"
    except OSError as problem:
        message = f"cannot read the manifest: {problem.strerror}"
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        message = f"cannot read the manifest: {problem}"
    except IndexError:
        message = (
            "the manifest does not list where pieces lie: one of its rows leads to no row of another table"
        )
    except ValueError as problem:
        message = f"the manifest does not list where pieces lie: {problem}"
    hint = "build the kit again, or give its manifest.json with --manifest"
    raise Failure([Diagnostic(Place(str(path)), "no-design", message, hint=hint)])


def _is_sealed(data: bytes, seal: str) -> bool:
    """Return whether the seal fits the manifest, which it covers but for itself and the digests of files."""
    tree = msgspec.json.decode(data)
    sealed = {key: value for key, value in tree.items() if key not in ("seal", "files")}
    return sha256(msgspec.json.encode(sealed)).hexdigest() == seal


def _make_design(tree: _Manifest, backs: bool, sealed: bool) -> Design:
    placed = tree.placed
    shapes = [_make_shape(*row) for row in placed.outlines]
    sheets = {entry.page: _read_sheet(entry, placed, shapes) for entry in placed.sheets}
    plain = placed.plain_behind if backs else placed.plain
    copies = {f"{family.id}/{item.id}": item.copies for family in tree.families for item in family.items}
    return Design(
        tree,
        DUPLEX[tree.duplex],
        sheets={entry.page: _read_sheet(entry, placed, shapes) for entry in placed.behind}
        if backs
        else sheets,
        copies={} if backs else copies,
        fronts=sheets if backs else {},
        features=_find_features(tree),
        apart=bool(placed.behind),
        plain={
            one.page: PlannedPage(one.page, one.kind, _read_beside(one.beside, placed.faces)) for one in plain
        },
        own={
            (side, item): placed.faces[face]
            for side, table in (("front", placed.fronts), ("back", placed.backs))
            for item, face in table.items()
        },
        advances={
            face: advance
            for face, advance in zip(placed.faces, placed.advances, strict=False)
            if advance is not None
        },
        resources=placed.resources,
        layers=placed.layers,
        foreign=frozenset(placed.foreign),
        sealed=sealed,
    )


def _find_features(tree: _Manifest) -> frozenset[str]:
    """Features of a kit that the closed list of its file depends on."""
    found = {"press" if tree.press else "rgb", *tree.placed.layers}
    if tree.standard:
        found.add("standard")
    if not tree.standard.startswith("PDF/X-1a"):
        found.add("layers")
    return frozenset(found)


def _read_beside(rows: list[list[float]], faces: list[str]) -> tuple[DesignedFace, ...]:
    return tuple(DesignedFace(faces[int(face)], *place) for face, *place in rows)


def _read_sheet(entry: _Entry, placed: _Placed, shapes: list[DesignedShape]) -> PlannedSheet:
    """A sheet with its pieces, rows with positions in tables turned into values."""
    rows = [(entry.side, row) for row in entry.pieces] + [("back", row) for row in entry.backs]
    rimmed = dict(entry.rims)
    pieces: list[Planned] = []
    for index, (side, (item, copy, x, y, turn, shape, *outsets, face)) in enumerate(rows):
        left, top, right, bottom = outsets
        rim, opened = placed.rims[rimmed[index]] if index in rimmed else ((), ())
        piece = Planned(
            side,
            item,
            copy,
            x,
            y,
            turn=turn,
            shape=shapes[shape],
            outsets=(left, top, right, bottom),
            face=placed.faces[face],
            rim=rim,
            opened=opened,
        )
        pieces.append(piece)
    window = None
    if entry.window is not None:
        x, y, width, height = entry.window[:4]
        window = (x, y, x + width, y + height)
    facts: dict[str, Any] = {name: getattr(entry, name) for name in SheetFacts.__struct_fields__}
    return PlannedSheet(
        **facts,
        pieces=tuple(pieces),
        window=window,
        weight=entry.pen[0],
        colour=entry.pen[1],
        beside=_read_beside(entry.beside, placed.faces),
        plan=None if entry.plan is None else placed.plans[entry.plan],
        short=tuple(family for family, *_ in entry.short),
    )


def _make_shape(name: str, width: Mm, height: Mm, radius: Mm, flat: list[Mm]) -> DesignedShape:
    if not (width > 0 and height > 0):
        raise ValueError(f"an outline is {width:g} x {height:g} mm")
    return DesignedShape(name, width, height, tuple(zip(flat[::2], flat[1::2], strict=True)), radius)
