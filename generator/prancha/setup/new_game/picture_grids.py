"""Cut pictures that hold many faces, as Tabletop Simulator takes decks, and recognize likely ones."""

from __future__ import annotations

import io
from array import array
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import pairwise
from statistics import StatisticsError, correlation, median

from msgspec.structs import replace
from PIL import Image, ImageChops

from prancha.graphics.pictures import MAX_BYTES
from prancha.model.diagnostic import counted
from prancha.setup.new_game.finished_faces import file_meaning, is_known_size
from prancha.setup.new_game.given_pictures import GivenPicture
from prancha.setup.new_game.list_meanings import few
from prancha.setup.new_game.project_files import refusal
from prancha.system.file_contents import regular_bytes

Shape = tuple[int, int]
"""Columns and rows."""
_LEAST = 60
"""Pixels across the smallest face."""
_SMALL = 1200
"""Pixels of the longer side in which edges are looked for."""
_CLEAR, _MOST = 3.0, 12
"""How many times as strong as usual an edge between faces is; the most columns or rows looked for."""
_BINS, _FRAMED = 24, 0.6
"""Parts of a face that are compared with those of the next, and their least correlation in a sheet."""
_FLAT = 12
"""Maximum difference, of 255 levels, between the darkest and the lightest pixel of an empty cell."""
_PART = 0.6
"""Maximum width of a single back, as a share of the widest picture."""


def cut_pictures(pictures: Sequence[GivenPicture], shape: Shape) -> tuple[list[GivenPicture], list[str]]:
    """Return the faces of pictures of columns and rows of `shape`, row by row; and notes.

    Cells of one colour are empty, and equal ones are copies of one face where no sheet of backs has
    others behind them.  A picture that is called a back and is much smaller than the others is one already.
    Raises Failure where cells have too few pixels.
    """
    widest = max(one.width for one in pictures)
    called = {one.name: file_meaning(one.name) for one in pictures}
    whole = [one for one in pictures if called[one.name][1] and one.width <= _PART * widest]
    sheets = [one for one in pictures if one not in whole and not one.name.lower().endswith(".svg")]
    has_backs = any(called[one.name][1] for one in sheets)
    faces = [one for one in pictures if one not in sheets]
    notes = [f"not cut: {one.name} (a drawing)" for one in faces if one not in whole]
    for one in sheets:
        name, is_back = called[one.name]
        alike: dict[bytes, GivenPicture] = {}
        cells = _cells_of(one, shape)
        for number, cell in cells:
            stem = f"backs/{name or 'card'}" if is_back else name or "card"
            face = _as_given(cell, f"{stem}-{number:02d}.png")
            key = blake2b(face.data).digest() if not has_backs else face.name.encode()
            alike[key] = replace(alike[key], copies=alike[key].copies + 1) if key in alike else face
        faces += alike.values()
        empty = shape[0] * shape[1] - len(cells)
        cut = f"{one.name} is cut into {shape[0]} x {shape[1]} cells: {counted(len(alike), 'face')}"
        notes.append(cut + (f", {counted(empty, 'cell')} of one colour left out" if empty else ""))
    return faces, notes


def _cells_of(one: GivenPicture, shape: Shape) -> list[tuple[int, Image.Image]]:
    """Return the cells that are not empty by their number from 1."""
    columns, rows = shape
    if one.width / columns < _LEAST or one.height / rows < _LEAST:
        size = f"{one.width:g} x {one.height:g} pixels"
        message = f"{one.name} has {size}, too few for {columns} x {rows} faces"
        raise refusal("bad-grid", message, f"a face needs {_LEAST} pixels each way; write another --grid")
    found: list[tuple[int, Image.Image]] = []
    with Image.open(io.BytesIO(_bytes_of(one))) as opened:
        whole = opened.convert("RGBA" if opened.has_transparency_data else "RGB")
    for number in range(columns * rows):
        row, column = divmod(number, columns)
        left, right = (round(whole.width * k / columns) for k in (column, column + 1))
        top, bottom = (round(whole.height * k / rows) for k in (row, row + 1))
        cell = whole.crop((left, top, right, bottom))
        if not _is_flat(cell):
            found.append((number + 1, cell))
    return found


def _bytes_of(one: GivenPicture) -> bytes:
    return regular_bytes(one.path, MAX_BYTES) if one.path is not None else one.data


def _is_flat(cell: Image.Image) -> bool:
    """Return whether a cell has one colour, or nothing that is seen."""
    bands = cell.split()
    if len(bands) == 4 and bands[3].getbbox() is None:
        return True
    width, height = cell.size
    inner = (width // 16, height // 16, width - width // 16, height - height // 16)
    grey = [band.crop(inner).histogram() for band in bands[:3]]
    levels = [[level for level, count in enumerate(band) if count] for band in grey]
    return all(band[-1] - band[0] <= _FLAT for band in levels)


def _as_given(cell: Image.Image, name: str) -> GivenPicture:
    out = io.BytesIO()
    cell.save(out, "PNG")
    return GivenPicture(name, cell.width, cell.height, 0.0, data=out.getvalue())


def tell_likely_grids(pictures: Sequence[GivenPicture]) -> Iterator[str]:
    """Yield a note for the pictures that are most likely of many faces, with the option that cuts them."""
    found: dict[Shape, list[str]] = {}
    for one in pictures:
        if (shape := likely_grid(one)) is not None:
            found.setdefault(shape, []).append(one.name)
    for (columns, rows), names in found.items():
        looks = "looks like a sheet" if len(names) == 1 else "look like sheets"
        yield f"{few(names)} {looks} of {columns} x {rows} faces: --grid {columns}x{rows} cuts them apart"


def likely_grid(one: GivenPicture) -> Shape | None:
    """Return the grid of faces that a picture seems to be, by proportions and edges of its cells."""
    if one.name.lower().endswith(".svg") or min(one.width, one.height) < 4 * _LEAST:
        return None
    shapes = [
        (columns, rows)
        for columns in range(1, _MOST + 1)
        for rows in range(1, _MOST + 1)
        if columns * rows > 3
        and min(one.width / columns, one.height / rows) >= _LEAST
        and is_known_size(one.width / columns / (one.height / rows))
    ]
    if not shapes:
        return None
    with Image.open(io.BytesIO(_bytes_of(one))) as opened:
        opened.draft("L", (_SMALL, _SMALL))
        grey = opened.convert("L")
    scale = min(1.0, _SMALL / max(grey.size))
    grey = grey.resize((round(grey.width * scale), round(grey.height * scale)), Image.Resampling.BOX)
    across, down = _edges(grey), _edges(grey.transpose(Image.Transpose.TRANSPOSE))
    fit = [
        (columns, rows)
        for columns, rows in shapes
        if all(
            _are_edges(steps, count) or _recur(steps, count)
            for steps, count in ((across, columns), (down, rows))
        )
    ]
    return max(fit, key=lambda shape: shape[0] * shape[1], default=None)


def _edges(grey: Image.Image) -> list[float]:
    """Return how much each column of a picture differs from the one before it, on average."""
    moved = ImageChops.offset(grey, 1, 0)
    step = ImageChops.difference(grey, moved).convert("F")
    return list(array("f", step.resize((grey.width, 1), Image.Resampling.BOX).tobytes()))


def _are_edges(steps: Sequence[float], count: int) -> bool:
    """Return whether there is a clear edge at each of the places that part `count` faces."""
    usual = max(median(steps), 0.5)
    width = len(steps)
    places = (round(width * k / count) for k in range(1, count))
    return all(max(steps[max(at - 2, 1) : at + 3], default=0.0) >= _CLEAR * usual for at in places)


def _recur(steps: Sequence[float], count: int) -> bool:
    """Return whether the edges within each of `count` faces stand where those of the next do."""
    width = len(steps) / count
    if width < 2 * _BINS:
        return False
    faces = [
        [
            max(steps[int(at + width * k / _BINS) : int(at + width * (k + 1) / _BINS) + 1])
            for k in range(_BINS)
        ]
        for at in (width * face for face in range(count))
    ]
    return all(_alike(one, other) >= _FRAMED for one, other in pairwise(faces))


def _alike(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the correlation of two faces' edges, 0 where one has none."""
    try:
        return correlation(one, other)
    except StatisticsError:
        return 0.0
