"""What an export is: a target, the kit it is made of, the options it was asked for, and its files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from prancha.export.face_pictures import FacePictures
from prancha.model.components import ComponentKit
from prancha.model.diagnostic import Diagnostic
from prancha.model.service import Service

File = tuple[str, bytes]
"""The name of a file in its folder, with / between folders, and what is in it."""


class Export(Struct, frozen=True):
    """An export to be made.

    `options` has a value for each option of the target.  `earlier` is what the target kept in the record of
    the folder when it last wrote there.
    """

    kit: ComponentKit
    options: Mapping[str, Any]
    service: Service | None = None
    earlier: Mapping[str, Any] = field(default_factory=dict)


class Plan(Struct, frozen=True):
    """What will be written: known, and checked, before a face is drawn.

    `names` are those of all files.  `steps` say what to do with them, by language ("pt", "en"); `told` are
    remarks for whoever asked, `memory` what the next export to this folder is told.
    """

    names: tuple[str, ...]
    write: Callable[[FacePictures], Iterator[File]]
    steps: Mapping[str, Sequence[str]]
    wrong: tuple[Diagnostic, ...] = ()
    told: tuple[str, ...] = ()
    memory: Mapping[str, Any] = field(default_factory=dict)


class Target(Struct, frozen=True):
    """Where a kit can go.  `options` are those that it takes, with what they are unless said otherwise."""

    name: str
    summary: str
    options: Mapping[str, Any]
    plan: Callable[[Export], Plan]


def clashes(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Names that are one on a disk that takes `Owl` and `owl` for the same."""
    import unicodedata

    seen: dict[str, str] = {}
    for name in names:
        key = unicodedata.normalize("NFC", name).casefold()
        if key in seen:
            yield seen[key], name
        seen.setdefault(key, name)
