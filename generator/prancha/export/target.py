"""An export: a target, the kit it is made of, its options, its plan, its files and the guide to them."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from msgspec import Struct, field

from prancha.export.face_pictures import FacePictures
from prancha.export.pdf import PdfPage
from prancha.export.pixels_and_bytes import readable_json
from prancha.model.cutting import CutLayout, Machine
from prancha.model.diagnostic import Diagnostic
from prancha.model.face import Face, Ink
from prancha.model.kit_components import ComponentFace, ComponentKit, Service
from prancha.model.printing import Flip
from prancha.model.sheet import Sheet
from prancha.model.table_layout import LaidTable
from prancha.model.units import Mm
from prancha.system.words import language_of, words

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


class BookPages(Struct, frozen=True):
    """The rulebook of a game: the size of its `count` pages in mm, and a PDF of them with `bleed` around.

    The PDF is made when it is asked for; a blank page is its last.
    """

    title: str
    width: Mm
    height: Mm
    count: int
    bleed: Mm
    pdf: Callable[[], bytes]


class PrintedKit(Struct, frozen=True):
    """A kit as it was built: its PDFs, rulebooks among them, its sheets of paper and the minutes it takes."""

    paper: str
    ink: Ink
    files: tuple[File, ...]
    sheets: int
    minutes: int


class PageFacts(Struct, frozen=True):
    """Facts of a game for the page of a shop, in one language.

    `play` are facts such as "Players: 2–4", and `contents` lines such as "25 cards".
    `licences` are the files of the game's folder with its licence.
    """

    lang: str
    subtitle: str
    pitch: str
    play: tuple[str, ...]
    designers: tuple[str, ...]
    artists: tuple[str, ...]
    publisher: str
    licence: str
    supplied: tuple[str, ...]
    contents: tuple[str, ...]
    kits: tuple[PrintedKit, ...]
    licences: tuple[File, ...]


class PageLanguage(Struct, frozen=True):
    """What a page that prints says of a game in a language: its subtitle and licence, "" for none."""

    lang: str
    subtitle: str
    licence: str


class PageContents(Struct, frozen=True):
    """Contents of a page that prints a kit.

    `ready` are finished PDFs by the names of their papers, in the first of the `languages`; `rulebooks` are
    HTML by language.  `papers` and `snapshots` are names to choose from; `only` and `items` are what of
    the game is printed, as in an order.  `cover` is the first page: width and height in pixels, and four
    bytes a pixel (RGBA).  `project` and `library` are files by their names
    below the project, and below what the program ships.
    """

    languages: tuple[PageLanguage, ...]
    papers: tuple[str, ...]
    ready: Mapping[str, bytes]
    rulebooks: Mapping[str, bytes]
    snapshots: tuple[str, ...]
    only: tuple[str, ...]
    items: tuple[str, ...]
    cover: tuple[int, int, bytes]
    project: Mapping[str, bytes]
    library: Mapping[str, bytes]


class Export(Struct, frozen=True):
    """An order for an export.

    `options` has a value for each option of the target.  `earlier` is the `memory` of the plan that last
    wrote to this folder.  Targets with a machine get `sheets`, those with `contact` get such pages.
    `folder` is where it goes, an absolute path with / between folders.  Targets with the option `players` get
    the set-up that it names as `laid`, those that want a `book` the rulebook of the game, if it has one.
    Targets with `labels` get a face for each family that says how many pieces there are of it, black on
    white, those for a `page` kits and facts in each language, and those that print what such a page carries.
    """

    kit: ComponentKit
    options: Mapping[str, Any]
    service: Service | None = None
    earlier: Mapping[str, Any] = field(default_factory=dict)
    sheets: LaidSheets | None = None
    contact: ContactPages | None = None
    folder: str = ""
    laid: LaidTable | None = None
    labels: Mapping[str, ComponentFace] = field(default_factory=dict)
    page_facts: tuple[PageFacts, ...] = ()
    book: BookPages | None = None
    printing: PageContents | None = None


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
    targets that need sheets; `contact` asks for pages of small pictures, `labels` for the words of families,
    `book` for the rulebook, `page` for kits built for all papers, `prints` for what a page that prints
    carries.  `missing` returns why the target cannot be made on this machine, "" where it can.  `choices`
    limits the values of an option, where it takes fewer than the command line.  `service` is the print shop
    it is for.
    """

    name: str
    summary: str
    options: Mapping[str, Any]
    plan: Callable[[Export], Plan]
    machine: Callable[[Mapping[str, Any]], Machine] | None = None
    contact: bool = False
    labels: bool = False
    page: bool = False
    prints: bool = False
    missing: Callable[[], str] = str
    service: str = ""
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    book: bool = False


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


def usual_fields(target: str, thing: str) -> dict[str, Any]:
    """Return a new copy of the fields that a program writes of a thing, from the JSON file of its target."""
    found: dict[str, Any] = json.loads(_fields_of(target))[thing]
    return found


@cache
def _fields_of(target: str) -> bytes:
    return files("prancha.export.targets").joinpath(f"{target}.json").read_bytes()


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


READ_ME = "READ-ME-FIRST.txt"
RECORD = "export.json"
OWN = (READ_ME, RECORD)
_WIDTH = 96


def read_me(kit: ComponentKit, target: str, plan: Plan) -> bytes:
    """Write the steps in the language of the kit, then in English (or, for an English kit, in Portuguese)."""
    own = language_of(kit.lang)
    parts = [_part(kit, target, lang, plan) for lang in (own, "pt-BR" if own == "en" else "en")]
    return ("\n\n".join(parts) + "\n").replace("\n", "\r\n").encode()


def _part(kit: ComponentKit, target: str, lang: str, plan: Plan) -> str:
    texts = words(lang, "read_me")
    title = f"{kit.title}: {texts['head']}"
    lines = [title, "=" * len(title), ""]
    for number, step in enumerate(plan.steps(lang), 1):
        mark = f"{number}. "
        lines.append(textwrap.fill(step, _WIDTH, initial_indent=mark, subsequent_indent=" " * len(mark)))
    lines += ["", f"{texts['by']} {target}."]
    if kit.revision:
        lines.append(f"{texts['revision']}: {kit.revision}")
    licence = next((text for name, text in kit.licences.items() if language_of(name) == lang), kit.licence)
    if licence:
        lines += textwrap.wrap(licence, _WIDTH)
    return "\n".join(lines)


def record(
    kit: ComponentKit,
    target: Target,
    options: Mapping[str, Any],
    plan: Plan,
    files: Iterable[tuple[str, int, str]],
    looks: Mapping[str, Any],
) -> bytes:
    """Write export.json: the game, the options, all pieces with their copies, and a digest of each file."""
    tree = {
        "game": kit.game,
        "title": kit.title,
        "revision": kit.revision,
        "language": kit.lang,
        "target": target.name,
        "options": dict(options),
        "copies": sum(family.copies for family in kit.families),
        "families": [
            {
                "id": family.id,
                "title": family.title,
                "stock": family.stock,
                "outline": family.outline.shape,
                "size_mm": [round(family.outline.width, 3), round(family.outline.height, 3)],
                "items": [
                    {"id": one.id, "title": one.title, "copies": one.copies} for one in family.components
                ],
            }
            for family in kit.families
        ],
        "memory": dict(plan.memory),
        **({"left_out": list(plan.left_out)} if plan.left_out else {}),
        **({"order": {**plan.order, "looks": dict(looks)}} if plan.order else {}),
        "files": {name: {"bytes": size, "sha256": digest} for name, size, digest in files},
    }
    return readable_json(tree)


def entry(name: str, data: bytes) -> tuple[str, int, str]:
    """Return what `record` lists of a file."""
    return name, len(data), sha256(data).hexdigest()


def unknown_files(record: Mapping[str, Any], found: Sequence[str]) -> list[str]:
    """Return the files of `found` that no export wrote, except those that systems leave in folders."""
    known = {*record.get("files", ()), *OWN}
    return [name for name in found if name not in known and name.rpartition("/")[2] not in _LEFT]


_LEFT = (".DS_Store", "Thumbs.db", "desktop.ini", ".directory")
