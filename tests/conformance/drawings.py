"""The drawings of the conformance table: small SVG files, one feature each, in groups.

The first comment of a file says what it shows.  `<name>.ref.svg` beside a drawing is the same picture
in the plainest SVG, drawn by hand where the reference renderer does not know the feature or is wrong
about it; its comment says why.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from msgspec import Struct

FOLDER = Path(__file__).parent / "drawings"
REFERENCE = ".ref.svg"
SIDE = 40.0
"""Width and height of every drawing, mm; its own units are as many unless its viewBox says otherwise."""
_COMMENT = re.compile(r"<!--\s*(.*?)\s*-->", re.DOTALL)
_ROOT = re.compile(rb"<((?:svg:)?svg)\b([^>]*)>(.*)</\1>\s*\Z", re.DOTALL)
_PLAIN = re.compile(rb'\s*(xmlns="[^"]*"|viewBox="0 0 40 40")')
_SIZE = re.compile(rb'\s(?:width|height)="([^"]*)"')


class Drawing(Struct, frozen=True):
    """One file: `name` is its group and feature, `about` what it shows."""

    name: str
    path: Path
    about: str
    data: bytes

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
        size on paper cannot, for a millimetre is a unit there.
        """
        if not self.data.startswith((b"<svg", b"<svg:svg")) or b"\r" in self.data:
            return None
        root = _ROOT.match(self.data)
        if root is None or any(size not in (b"40", b"100%") for size in _SIZE.findall(root[2])):
            return None
        plain = root[1] == b"svg" and not _PLAIN.sub(b"", root[2]).strip()
        return root[3] if plain else self.data


@cache
def drawings() -> Mapping[str, Drawing]:
    """All drawings by name."""
    files = (path for path in sorted(FOLDER.rglob("*.svg")) if not path.name.endswith(REFERENCE))
    return {drawing.name: drawing for drawing in map(_read, files)}


def _read(path: Path) -> Drawing:
    data = path.read_bytes()
    comment = _COMMENT.search(data.decode("utf-16" if data.startswith(BOM_UTF16) else "latin-1"))
    name = path.relative_to(FOLDER).with_suffix("").as_posix()
    return Drawing(name, path, comment[1] if comment else "", data)
