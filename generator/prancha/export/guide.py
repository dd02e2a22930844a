"""READ-ME-FIRST.txt and export.json of an exported folder."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from prancha.export.pixels_and_bytes import readable_json
from prancha.export.target import Plan, Target
from prancha.model.kit_components import ComponentKit
from prancha.system.words import language_of, words

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
