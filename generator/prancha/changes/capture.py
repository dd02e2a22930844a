"""Projects to snapshots: the state of a game now, with all faces in all languages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from prancha.building import loading
from prancha.building.continuing import continued
from prancha.building.drawing import open_pack, prepare_faces, save_pack
from prancha.building.order import Order
from prancha.changes.print_digest import PrintDigest, unmarked
from prancha.changes.snapshot import Faces, FamilyState, ItemState, Snapshot, plain
from prancha.faces import Drawn
from prancha.model.diagnostic import Diagnostic
from prancha.model.face import Face
from prancha.model.game import Family, Game, Item
from prancha.system.unexpected import caught

_LINES = re.compile(r" \([^()\s]+\.yaml:[\d,]+\)")
VALUES = (
    "revision", "players", "designers", "artists", "publisher", "licence", "rulebook",
    "palette", "fonts", "fallback", "texts", "keywords", "tables", "supplied", "assumed",
)  # fmt: skip
"""What of a game besides its families is compared."""


def capture(project: Path, name: str, label: str) -> Snapshot:
    """The state of a game under the name `label`, drawn in all its languages; raises Failure."""
    read = loading.read_game(project, name)
    game, findings = read.game, loading.check_rules(read)
    order = Order(project)
    with caught(game.place, f"taking its state {label}"):
        printed = {lang: continued(order, game, lang) for lang in game.languages}
        builder = SnapshotBuilder(_with_all_parts(tuple(printed.values())))
        for lang in game.languages:
            pack = open_pack(order, game, lang)
            maker, book, folders = prepare_faces(project, printed[lang], lang, pack)
            builder.add(lang, maker.draw(), PrintDigest(book, folders, pack))
            save_pack(pack, project, game, lang, part=True)
        return builder.snapshot(label, findings)


def _with_all_parts(games: tuple[Game, ...]) -> Game:
    """One game with the parts that components have in any of its languages."""
    first, *others = games
    if all(game is first for game in others):
        return first
    families = []
    for family in first.families:
        parts: dict[str, dict[int, Item]] = {}
        for item in (item for game in games for item in game.family(family.id).items):
            parts.setdefault(item.listed_id, {}).setdefault(item.part, item)
        items = tuple(item for found in parts.values() for _, item in sorted(found.items()))
        families.append(replace(family, items=items))
    return replace(first, families=tuple(families))


class _Previews(Mapping[str, str]):
    """What faces look like, read when somebody wants to see it: of most faces of a comparison nobody does."""

    def __init__(self, faces: Mapping[str, Face]) -> None:
        self._faces = faces

    def __getitem__(self, digest: str) -> str:
        return unmarked(self._faces[digest].svg)

    def __iter__(self) -> Iterator[str]:
        return iter(self._faces)

    def __len__(self) -> int:
        return len(self._faces)


class SnapshotBuilder:
    """Gathers the faces of a game language by language."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._faces: dict[str, dict[str, tuple[str, str]]] = {}
        self._previews: dict[str, Face] = {}
        self._symbols: dict[str, str] = {}
        self._pictures: dict[str, Any] = {}

    def add(self, lang: str, drawn: Drawn, ink: PrintDigest) -> None:
        """Take the faces of one language; raises Failure for a picture that is not there."""
        for key, front in drawn.fronts.items():
            pair = [ink.digest(front), ""]
            self._previews[pair[0]] = front
            if key in drawn.backs:
                pair[1] = ink.digest(drawn.backs[key])
                self._previews[pair[1]] = drawn.backs[key]
            self._faces.setdefault(key, {})[lang] = (pair[0], pair[1])
        self._symbols |= drawn.symbols
        self._pictures |= ink.pictures

    def snapshot(self, label: str, findings: Iterable[Diagnostic] = ()) -> Snapshot:
        """The state of all languages added."""
        game = self._game
        return Snapshot(
            label, game.id, title=game.title, languages=game.languages,
            values={name: plain(getattr(game, name)) for name in VALUES},
            families=tuple(_family(family, game) for family in game.families),
            items=tuple(_item(item, self._faces[item.key]) for f in game.families for item in f.items),
            findings=tuple(sorted(_said(finding) for finding in findings)),
            previews=_Previews(self._previews), symbols=self._symbols, pictures=self._pictures,
        )  # fmt: skip


def _family(family: Family, game: Game) -> FamilyState:
    return FamilyState(
        id=family.id, title=family.title[game.languages[0]], stock=family.stock, outline=family.outline,
        bleed=family.bleed, template=family.template, back=family.back or "",
    )  # fmt: skip


def _item(item: Item, faces: Faces) -> ItemState:
    fields: Mapping[str, Any] = plain(item.fields)
    return ItemState(item.id, item.family, item.copies, fields, faces)


def _said(finding: Diagnostic) -> str:
    """A finding without its place: a line that moved is no change of the rules."""
    card = f" [{finding.item}]" if finding.item else ""
    return f"{finding.severity} {finding.code}{card}: {_LINES.sub('', finding.message)}"
