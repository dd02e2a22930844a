"""Picture files: which a game may show, and their bytes."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from pathlib import Path, PureWindowsPath
from urllib.parse import unquote_to_bytes

from prancha.graphics.svg.errors import DrawingFault
from prancha.system.cache import TEMPLATE

MAX_BYTES = 50_000_000


def load(href: str, roots: Sequence[Path]) -> bytes:
    """Read a `data:` URI or a file below one of `roots`; nothing else is ever opened.

    Raises DrawingFault.
    """
    if href.startswith("data:"):
        head, comma, body = href.partition(",")
        if not comma:
            raise DrawingFault("a data: picture has no data")
        try:
            return (
                base64.b64decode(body, validate=False) if head.endswith(";base64") else unquote_to_bytes(body)
            )
        except binascii.Error:
            raise DrawingFault("a data: picture is not base64") from None
    if "://" in href or href.startswith("//") or _elsewhere(href):
        raise DrawingFault(
            f'the picture "{href}" is not a file of this project', "save it in the game's template folder"
        )
    path = find(href, roots)
    if path is None:
        raise DrawingFault(f'there is no picture "{href}"', "looked in " + ", ".join(str(r) for r in roots))
    return read(path, href)


def read(path: Path, href: str) -> bytes:
    """The bytes of the file that `href` names.  Raises DrawingFault."""
    if path.stat().st_size > MAX_BYTES:
        raise DrawingFault(f'the picture "{href}" is larger than {MAX_BYTES // 10**6} MB', "scale it down")
    return path.read_bytes()


def find(href: str, roots: Sequence[Path]) -> Path | None:
    """The file `href` names below one of `roots`, links followed but never out of it; None when none does."""
    if "\0" in href or _elsewhere(href):
        return None
    for k, root in enumerate(roots):
        try:
            path = (root / href).resolve()
            top = root if path == root / href else root.resolve()  # without links the folder has none either
            # Below all but the first lie other games too, and only what is shared is anybody's.
            if path.is_relative_to(top) and path.is_file() and (k == 0 or _shared(path.relative_to(top))):
                # What was drawn is kept by the pictures that are there and the templates it names.
                return None if path.name.casefold().rstrip(". ").endswith(TEMPLATE) else path
        except (OSError, RuntimeError):  # a name longer than the file system's, or links in a circle
            return None
    return None


def _elsewhere(href: str) -> bool:
    """Whether Windows would take a name to another drive or machine, which is asked before any look at it."""
    return "\\" in href or bool(PureWindowsPath(href).drive)


def _shared(path: Path) -> bool:
    return path.parts[0].startswith("_")
