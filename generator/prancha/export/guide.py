"""READ-ME-FIRST.txt and export.json: what a folder holds, and what to do with it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from prancha.export.target import Plan, Target
from prancha.model.kit_components import ComponentKit

READ_ME = "READ-ME-FIRST.txt"
RECORD = "export.json"
OWN = (READ_ME, RECORD)
_WIDTH = 96
_HEADS = {
    "pt": ("O que fazer com esta pasta", "Edição", "Escrita por prancha export --to"),
    "en": ("What to do with this folder", "Revision", "Written by prancha export --to"),
}


def read_me(kit: ComponentKit, target: str, plan: Plan) -> bytes:
    """The steps in the language of the kit first, if they are written in it, then in the other."""
    own = "pt" if _same(kit.lang, "pt") else "en"
    parts = [_part(kit, target, lang, plan) for lang in (own, "en" if own == "pt" else "pt")]
    return ("\n\n".join(parts) + "\n").replace("\n", "\r\n").encode()


def _same(name: str, lang: str) -> bool:
    """Whether a language's name, such as pt-BR, is of a language."""
    return name.casefold().partition("-")[0] == lang


def _part(kit: ComponentKit, target: str, lang: str, plan: Plan) -> str:
    head, revision, by = _HEADS[lang]
    title = f"{kit.title}: {head}"
    lines = [title, "=" * len(title), ""]
    for number, step in enumerate(plan.steps[lang], 1):
        mark = f"{number}. "
        lines.append(textwrap.fill(step, _WIDTH, initial_indent=mark, subsequent_indent=" " * len(mark)))
    lines += ["", f"{by} {target}."]
    if kit.revision:
        lines.append(f"{revision}: {kit.revision}")
    licence = next((text for name, text in kit.licences.items() if _same(name, lang)), kit.licence)
    if licence:
        lines += textwrap.wrap(licence, _WIDTH)
    return "\n".join(lines)


def record(
    kit: ComponentKit, target: Target, options: Mapping[str, Any], plan: Plan,
    files: Iterable[tuple[str, int, str]], looks: Mapping[str, Any],
) -> bytes:  # fmt: skip
    """export.json: which game, what was asked for, the pieces and their copies, and a digest of each file."""
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
    return msgspec.json.format(msgspec.json.encode(tree), indent=1) + b"\n"


def entry(name: str, data: bytes) -> tuple[str, int, str]:
    """What `record` tells of a file."""
    return name, len(data), sha256(data).hexdigest()


def unknown_files(record: Mapping[str, Any], found: Sequence[str]) -> list[str]:
    """The files of `found` that no export wrote, but those that systems leave in folders."""
    known = {*record.get("files", ()), *OWN}
    return [name for name in found if name not in known and name.rpartition("/")[2] not in _LEFT]


_LEFT = (".DS_Store", "Thumbs.db", "desktop.ini", ".directory")
