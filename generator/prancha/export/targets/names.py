"""Names of files, made of ids: the same on every system, and as long as the component is."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Iterator, Sequence

from msgspec import Struct

from prancha.export.target import clashes
from prancha.model.components import Component, ComponentFace, ComponentFamily, ComponentKit
from prancha.model.device_names import is_device
from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.face import Side

DEFAULT = "{family}/{id}-{side}"
FIELDS = ("game", "family", "id", "side", "lang", "title", "revision")
COMMON = "common"
"""The id under which a back that a whole family shares is filed."""
_LONGEST = 120


class NamedFace(Struct, frozen=True):
    """A picture to make: the face, the first component that has it, and its name without ending."""

    name: str
    face: ComponentFace
    component: Component
    family: ComponentFamily
    common: bool = False


def slug(text: str) -> str:
    """`text` in letters, digits, - and _ of ASCII: `Coração do sol` is `Coracao-do-sol`."""
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9_.]+", "-", bare).strip("-.")[:_LONGEST]


def named_faces(kit: ComponentKit, pattern: str = DEFAULT) -> tuple[NamedFace, ...]:
    """Every front, and every back; a back that a family shares once, under the id `common`."""
    return tuple(_named(kit, pattern))


def _named(kit: ComponentKit, pattern: str) -> Iterator[NamedFace]:
    for family in kit.families:
        back = family.common_back
        for one in family.components:
            yield NamedFace(_name(kit, pattern, one, one.id, "front"), one.front, one, family)
            if one.back is not None and back is None:
                yield NamedFace(_name(kit, pattern, one, one.id, "back"), one.back, one, family)
        if back is not None:
            first = family.components[0]
            yield NamedFace(_name(kit, pattern, first, COMMON, "back"), back, first, family, True)


def _name(kit: ComponentKit, pattern: str, one: Component, name: str, side: Side) -> str:
    values = {
        "game": kit.game, "family": one.family, "id": name, "side": side, "lang": kit.lang,
        "title": name if name == COMMON else one.title, "revision": kit.revision,
    }  # fmt: skip
    return pattern.format_map({key: slug(value) or "x" for key, value in values.items()})


def wrong_pattern(pattern: str) -> Diagnostic | None:
    """What is wrong with a pattern of names; None when nothing is."""
    hint = f'such as "{DEFAULT}"; known: ' + ", ".join(f"{{{name}}}" for name in FIELDS)
    try:
        parts = list(string.Formatter().parse(pattern))
    except ValueError as problem:
        return _wrong(f'--names "{pattern}" is no pattern: {problem}', hint)
    for literal, name, form, turn in parts:
        if name is not None and (name not in FIELDS or form or turn):
            return _wrong(f'--names "{pattern}": there is no field "{name}"', hint)
        if re.search(r'[\\:*?"<>|\x00-\x1f]', literal) or any(p in ("..", ".") for p in literal.split("/")):
            return _wrong(f'--names "{pattern}" has signs that no file may have in its name', hint)
    if pattern.startswith("/") or pattern.endswith("/"):
        return _wrong(f'--names "{pattern}" begins or ends with a folder', hint)
    return None


def wrong_names(names: Sequence[str], hint: str = "") -> Iterator[Diagnostic]:
    """Names that are one on some disks, or that Windows keeps for devices."""
    for one, other in clashes(names):
        same = "two files would be called" if one == other else f'"{one}" would be the same file as'
        yield _wrong(
            f'{same} "{other}"' + ("" if one == other else " on a disk that is blind to capitals"),
            hint or "give the components other ids, or another --names, such as {family}/{id}-{side}",
        )
    for name in names:
        if any(is_device(part) for part in name.split("/")):
            yield _wrong(
                f'"{name}": Windows keeps this name for a device', "give another pattern with --names"
            )


def _wrong(message: str, hint: str) -> Diagnostic:
    return Diagnostic(Place(""), "export-names", message, hint=hint)
