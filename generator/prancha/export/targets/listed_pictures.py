"""Exports for tables that have no format of their own: pictures, and a list that says what each is.

Dice are left out, since such tables have dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from prancha.export.encoding import png, table
from prancha.export.face_pictures import FacePictures
from prancha.export.target import Export, File, Plan
from prancha.export.targets.designs import cut_down
from prancha.export.targets.names import wrong_names
from prancha.export.targets.piece_sheets import Draw, PieceSheet, piece_sheets
from prancha.export.targets.roles import families_of, role
from prancha.model.components import ComponentKit


def kit_sheets(export: Export, most: int, alone: bool = False) -> tuple[PieceSheet, ...]:
    """The sheets of all families, of `most` pixels a side; with `alone` one for each piece."""
    dpi = export.options["dpi"]
    families = [family for family in export.kit.families if role(family) != "die"]
    return tuple(sheet for family in families for sheet in piece_sheets(family, dpi, most, alone=alone))


def listed_pictures(
    export: Export, most: int, files: Mapping[str, Draw], listed: tuple[str, Sequence[Sequence[object]]],
    steps: Mapping[str, Sequence[str]],
) -> Plan:  # fmt: skip
    """What writes the pictures `files`, of `most` pixels a side, and the list: its name and its rows."""
    dpi, (name, rows) = export.options["dpi"], listed
    names = (*files, name)

    def write(pictures: FacePictures) -> Iterator[File]:
        for file, draw in files.items():
            yield file, png(draw(pictures), dpi)
        yield name, table(rows)

    told = tuple(_told(export.kit, dpi, most))
    left_out = families_of(export.kit, "die")
    return Plan(names, write, steps, wrong=tuple(wrong_names(names)), told=told, left_out=left_out)


def _told(kit: ComponentKit, dpi: float, most: int) -> Iterator[str]:
    for family in kit.families:
        if role(family) == "die":
            yield f"{family.title}: left out; the table has dice of its own"
    yield from cut_down(kit.families, dpi, most)
