"""Single faces of snapshots as pages, for who compares them with what there is now."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from prancha.changes import snapshot_store
from prancha.changes.side_by_side import SnapshotFaces
from prancha.changes.snapshot import Snapshot
from prancha.model.face import Side
from prancha.model.units import Mm


class EarlierFaces:
    """Reads a snapshot once and draws its faces one by one."""

    def __init__(self, project: Path) -> None:
        self._project = project
        self._open: tuple[str, str] | None = None
        self._faces: SnapshotFaces | None = None
        self._snapshot: Snapshot | None = None

    def names(self, game: str) -> tuple[str, ...]:
        """The snapshots of a game."""
        return snapshot_store.names(self._project, game)

    def sizes(self, game: str, name: str) -> Mapping[str, tuple[Mm, Mm]]:
        """Width and height of every family as it was; raises Failure."""
        _, snapshot = self._read(game, name)
        return {family.id: (family.outline.width, family.outline.height) for family in snapshot.families}

    def page(self, game: str, name: str, key: str, lang: str, side: Side) -> bytes:
        """A PDF of one page with a face, cut at its trim; raises Failure, LookupError."""
        faces, snapshot = self._read(game, name)
        item = next((one for one in snapshot.items if one.key == key), None)
        digest = item.face(lang, side) if item is not None else ""
        if item is None or not faces.svg(digest):
            raise LookupError(key)
        outline = snapshot.family(item.family).outline
        return faces.page((digest, outline if side == "front" else outline.mirrored()))

    def keys(self, game: str, name: str) -> tuple[str, ...]:
        """The keys of all items as they were; raises Failure."""
        return tuple(item.key for item in self._read(game, name)[1].items)

    def forget(self) -> None:
        """Read the snapshot anew: fonts or templates changed, or the snapshot itself."""
        self._open = None

    def _read(self, game: str, name: str) -> tuple[SnapshotFaces, Snapshot]:
        if self._open != (game, name) or self._faces is None or self._snapshot is None:
            snapshot = snapshot_store.find_states(self._project, [game], name)[game]
            self._faces, self._snapshot = SnapshotFaces(self._project, [snapshot]), snapshot
            self._open = game, name
        return self._faces, self._snapshot
