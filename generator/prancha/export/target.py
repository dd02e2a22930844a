"""An export: a target, the kit it is made of, its options, its plan and its files."""

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
from prancha.model.table_layout import LaidTable
from prancha.model.units import Mm
from prancha.system.words import words

File = tuple[str, bytes]
"""Name of a file in its folder, with / between folders, and its bytes."""
HASH = "########"
"""Placeholder for digits of a file's content in its planned name, for programs that cache by name."""


class CutSheet(Struct, frozen=True):
    """A paper to print and cut: the number of its layout, its first page (from 0), and how many it has."""

    layout: int
    page: int
    sides: int
    stock: str
    families: tuple[str, ...]
    front: Sheet


class LaidSheets(Struct, frozen=True):
    """The pieces of a kit on sheets for a machine.

    `pages` are upright; `faces` are the program's own on them.  Each of the `layouts` is there once.  `arm`
    is the length chosen for the marks; `dropped`: there are backs that are not printed.
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
    """Pages to look at, with the family each shows; `faces` are the program's own on them."""

    pages: tuple[PdfPage, ...]
    faces: tuple[Face, ...]
    families: tuple[str, ...]


class Export(Struct, frozen=True):
    """An order for an export.

    `options` has a value for each option of the target.  `earlier` is the `memory` of the plan that last
    wrote to this folder.  Targets with a machine get `sheets`, those with `contact` get such pages.
    `folder` is where it goes, an absolute path with / between folders.  Targets with the option `players` get
    the set-up that it names as `laid`.
    """

    kit: ComponentKit
    options: Mapping[str, Any]
    service: Service | None = None
    earlier: Mapping[str, Any] = field(default_factory=dict)
    sheets: LaidSheets | None = None
    contact: ContactPages | None = None
    folder: str = ""
    laid: LaidTable | None = None


Steps = Callable[[str], Sequence[str]]
"""What to do with the files of an export, in the language of a tag that has words, such as "pt-BR"."""


class Plan(Struct, frozen=True):
    """The files to write, planned and checked before a face is drawn.

    `names` are those of all files, in the order of `write`, with HASH for digits of their content.  `steps`
    are the lines of the READ-ME; `told` are remarks for the user; `memory` is passed to the next export to
    this folder; `order` is what a proof of the folder compares its files with, to which `looks` adds how
    faces look, drawn again.  `left_out` are families that the target has no place for.
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
    """A destination of exports.

    `options` are those it takes, with their defaults.  `machine` derives from them what sheets must be, for
    targets that need sheets; `contact` asks for pages of small pictures.  `choices` limits the values of an
    option, where it takes fewer than the command line.  `service` is the print shop it is for.
    """

    name: str
    summary: str
    options: Mapping[str, Any]
    plan: Callable[[Export], Plan]
    machine: Callable[[Mapping[str, Any]], Machine] | None = None
    contact: bool = False
    service: str = ""
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)


def steps_in_words(
    target: str,
    fill: Callable[[Mapping[str, Any], str], Mapping[str, object]] = lambda *_: {},
    **values: object,
) -> Steps:
    """Return the `steps` that the program's words have for a target, with `values` filled in.

    `fill` returns more of these from all its words and the tag of their language.
    """

    def steps(lang: str) -> Sequence[str]:
        texts = words(lang, "exports")[target]
        return [text.format(**values, **fill(texts, lang)) for text in texts["steps"]]

    return steps


def refuse_plan(wrong: Iterable[Diagnostic], told: Iterable[str] = ()) -> Plan:
    """Return a plan that writes nothing."""
    return Plan((), lambda _: iter(()), lambda _: (), tuple(wrong), tuple(told))


def fill_hash(name: str, data: bytes) -> str:
    """Replace HASH in `name` by digits of the SHA-256 of `data`."""
    return name.replace(HASH, sha256(data).hexdigest()[: len(HASH)])


def are_as_planned(planned: Sequence[str], written: Sequence[str]) -> bool:
    """Return whether files were written under the planned names."""
    return len(planned) == len(written) and all(
        re.fullmatch(re.escape(name).replace(re.escape(HASH), f"[0-9a-f]{{{len(HASH)}}}"), made)
        for name, made in zip(planned, written, strict=True)
    )


def find_clashes(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of names that are equal on a disk that does not tell `Owl` from `owl`."""
    import unicodedata

    seen: dict[str, str] = {}
    for name in names:
        key = unicodedata.normalize("NFC", name).casefold()
        if key in seen:
            yield seen[key], name
        seen.setdefault(key, name)
