"""What an export is: a target, the kit it is made of, the options it was asked for, and its files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from msgspec import Struct, field

from prancha.export.face_pictures import FacePictures
from prancha.export.pdf import PdfPage
from prancha.model.cutting import CutLayout, Machine
from prancha.model.diagnostic import Diagnostic
from prancha.model.face import Face
from prancha.model.kit_components import ComponentKit, Service
from prancha.model.printing import Flip
from prancha.model.sheet import Sheet
from prancha.model.units import Mm
from prancha.system.words import words

File = tuple[str, bytes]
"""The name of a file in its folder, with / between folders, and what is in it."""
HASH = "########"
"""Stands in a planned name for digits of what is in the file, for programs that keep pictures by name."""


class CutSheet(Struct, frozen=True):
    """A paper to print and cut: the number of its layout, its first page (from 0) and how many it has."""

    layout: int
    page: int
    sides: int
    stock: str
    families: tuple[str, ...]
    front: Sheet


class LaidSheets(Struct, frozen=True):
    """The pieces of a kit on sheets for a machine.

    `pages` are upright, `faces` are those of the program's own on them; of the `layouts` each is there
    once.  `arm` is the length chosen for the marks; `dropped`: there are backs that are not printed.
    """

    machine: Machine
    paper: str
    arm: Mm
    pages: tuple[PdfPage, ...]
    faces: tuple[Face, ...]
    sheets: tuple[CutSheet, ...]
    layouts: tuple[CutLayout, ...]
    flip: Flip
    dropped: bool


class ContactPages(Struct, frozen=True):
    """Pages to look at, with the family each shows; `faces` are those of the program's own on them."""

    pages: tuple[PdfPage, ...]
    faces: tuple[Face, ...]
    families: tuple[str, ...]


class Export(Struct, frozen=True):
    """An export to be made.

    `options` has a value for each option of the target.  `earlier` is what the target kept in the record of
    the folder when it last wrote there; `sheets` are there for targets with a machine, `contact`
    for those that want such pages.  `folder` is where it goes, an absolute path with / between folders.
    """

    kit: ComponentKit
    options: Mapping[str, Any]
    service: Service | None = None
    earlier: Mapping[str, Any] = field(default_factory=dict)
    sheets: LaidSheets | None = None
    contact: ContactPages | None = None
    folder: str = ""


Steps = Callable[[str], Sequence[str]]
"""What to do with the files of an export, in the language of a tag that has words, such as "pt-BR"."""


class Plan(Struct, frozen=True):
    """What will be written: known, and checked, before a face is drawn.

    `names` are those of all files, with HASH where digits of their content come.  `steps` say what to do
    with them, in one language or another; `told` are remarks for whoever asked, `memory` what the next export
    to this folder is told, `order` what a proof of the folder holds its files against; `looks`
    adds to it what faces look like, drawn again.  `left_out` are families that the target has no place for.
    """

    names: tuple[str, ...]
    write: Callable[[FacePictures], Iterator[File]]
    steps: Steps
    wrong: tuple[Diagnostic, ...] = ()
    told: tuple[str, ...] = ()
    memory: Mapping[str, Any] = field(default_factory=dict)
    order: Mapping[str, Any] = field(default_factory=dict)
    looks: Callable[[FacePictures], Mapping[str, Any]] | None = None
    left_out: tuple[str, ...] = ()


class Target(Struct, frozen=True):
    """Where a kit can go.

    `options` are those that it takes, with what they are unless said otherwise.  `machine` makes of them
    what sheets must be, for targets that want sheets; those with `contact` want pages of small pictures.
    `choices` are the values that an option may have, where not all that the command line knows.  `service` is
    the print shop that it is for.
    """

    name: str
    summary: str
    options: Mapping[str, Any]
    plan: Callable[[Export], Plan]
    machine: Callable[[Mapping[str, Any]], Machine] | None = None
    contact: bool = False
    service: str = ""
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)


def steps_in_words(target: str, **values: object) -> Steps:
    """The `steps` that the program's words have for a target, with `values` filled in."""
    return lambda lang: [text.format(**values) for text in words(lang, "exports")[target]["steps"]]


def refused(wrong: Iterable[Diagnostic], told: Iterable[str] = ()) -> Plan:
    """A plan that writes nothing."""
    return Plan((), lambda _: iter(()), lambda _: (), tuple(wrong), tuple(told))


def hashed(name: str, data: bytes) -> str:
    """`name` with digits of the SHA-256 of `data` in the place of HASH."""
    return name.replace(HASH, sha256(data).hexdigest()[: len(HASH)])


def as_planned(planned: Sequence[str], written: Sequence[str]) -> bool:
    """Whether files that were written are called as they were planned."""
    return len(planned) == len(written) and all(
        re.fullmatch(re.escape(name).replace(re.escape(HASH), f"[0-9a-f]{{{len(HASH)}}}"), made)
        for name, made in zip(planned, written, strict=True)
    )


def clashes(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Names that are one on a disk that takes `Owl` and `owl` for the same."""
    import unicodedata

    seen: dict[str, str] = {}
    for name in names:
        key = unicodedata.normalize("NFC", name).casefold()
        if key in seen:
            yield seen[key], name
        seen.setdefault(key, name)
