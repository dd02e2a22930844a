"""The drawings that are printed: small ones of one feature each, and cards as programs save them.

The first comment of a small drawing says what it shows.  `<name>.ref.svg` beside a file is the same
picture in the plainest SVG, drawn by hand where the reference renderer does not know a feature or is
wrong about it; its comment says why.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from msgspec import Struct

HERE = Path(__file__).parent
SMALL, SAVED = HERE / "drawings", HERE / "saved"
REFERENCE = ".ref.svg"
SQUARE = (40.0, 40.0)
"""The size of the small drawings, mm; their own units are as many unless a viewBox says otherwise."""
CARD = (63.0, 88.0)
_COMMENT = re.compile(r"<!--\s*(.*?)\s*-->", re.DOTALL)
_ROOT = re.compile(rb"<((?:svg:)?svg)\b([^>]*)>(.*)</\1>\s*\Z", re.DOTALL)
_PLAIN = re.compile(rb'\s*(xmlns="[^"]*"|viewBox="0 0 40 40")')
_ON_PAPER = re.compile(rb"[\d.](mm|cm|in|pt|pc|Q)\b", re.IGNORECASE)
_SIZE = re.compile(rb'\s(?:width|height)="([^"]*)"')
_BOX = re.compile(rb'viewBox="\S+ \S+ (\S+) (\S+)"')


class Drawing(Struct, frozen=True):
    """One file: `name` is its group and feature, `about` what it shows, `size` that of its face in mm."""

    name: str
    path: Path
    about: str
    data: bytes
    size: tuple[float, float] = SQUARE

    @property
    def id(self) -> str:
        """The name as the id of a component family."""
        return self.name.replace("/", "-")

    @property
    def reference(self) -> bytes:
        """What the reference renderer is given."""
        drawn_by_hand = self.path.with_name(self.path.stem + REFERENCE)
        return drawn_by_hand.read_bytes() if drawn_by_hand.exists() else self.data

    @property
    def inline(self) -> bytes | None:
        """The drawing as a template would hold it; None if what it shows lies outside of its root.

        A root that says more than where the drawing lies stays, as an `<svg>` in the face; one with a
        transform cannot, which has another origin there, nor lengths on paper, for a millimetre is a
        unit there.  Figures are asked for as the font has them: templates set lining ones.
        """
        if not self.data.startswith((b"<svg", b"<svg:svg")) or b"\r" in self.data:
            return None
        root = _ROOT.match(self.data)
        if root is None or any(size not in (b"40", b"100%") for size in _SIZE.findall(root[2])):
            return None
        if b" transform=" in root[2] or _ON_PAPER.search(root[3]):
            return None
        plain = root[1] == b"svg" and not _PLAIN.sub(b"", root[2]).strip()
        if b"<text" not in root[3]:
            return root[3] if plain else self.data
        if plain:
            return b'<g font-variant-numeric="normal">%s</g>' % root[3]
        return self.data.replace(root[2], root[2] + b' font-variant-numeric="normal"', 1)


@cache
def drawings() -> Mapping[str, Drawing]:
    """The small drawings by name."""
    return {name: Drawing(name, path, _about(path), path.read_bytes()) for name, path in _files(SMALL)}


@cache
def saved() -> Mapping[str, Drawing]:
    """The saved cards by program and name; what is no card is square."""
    found = {}
    for name, path in _files(SAVED):
        data = path.read_bytes()
        box = _BOX.search(data)
        wide, high = map(float, box.groups()) if box else SQUARE
        like_a_card = abs(wide / high * CARD[1] / CARD[0] - 1) < 0.02
        found[name] = Drawing(name, path, "", data, CARD if like_a_card else SQUARE)
    return found


def _files(folder: Path) -> list[tuple[str, Path]]:
    files = (path for path in sorted(folder.rglob("*.svg")) if not path.name.endswith(REFERENCE))
    return [(path.relative_to(folder).with_suffix("").as_posix(), path) for path in files]


def _about(path: Path) -> str:
    data = path.read_bytes()
    comment = _COMMENT.search(data.decode("utf-16" if data.startswith(BOM_UTF16) else "latin-1"))
    return comment[1] if comment else ""
