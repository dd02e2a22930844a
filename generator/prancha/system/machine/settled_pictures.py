"""Pictures that a desk draws for a page: files named by the digest of what each was made of.

It is imported with the door, early, so it imports nothing that takes time.
"""

from __future__ import annotations

from struct import Struct

TYPE_CHECKING = False  # importing typing is slow
if TYPE_CHECKING:
    from pathlib import Path

BOX = Struct(">4I")
"""Left, top, right and bottom of what is seen of a drawing, before its PNG; a blank one has an empty file."""
_FOLDER: list[Path] = []


def settle_pictures(folder: Path | None) -> None:
    """Keep in `folder`, which is there, what `as_png` and `draw_svg` return from now on; None ends that.

    A desk writes it there; a page, which cannot make it, reads it there.  Faces that come from the cache ask
    for neither, so a desk builds without it.
    """
    _FOLDER[:] = [] if folder is None else [folder]


def settle(what: str, source: bytes, made: bytes) -> None:
    """Keep what was made of `source`, where that is wanted: a `picture` of a file, or a `drawing`."""
    if _FOLDER:
        _path_of(what, source).write_bytes(made)


def settled(what: str, source: bytes) -> bytes | None:
    """What was made of `source`; None where nobody made it."""
    path = _path_of(what, source) if _FOLDER else None
    return path.read_bytes() if path is not None and path.is_file() else None


def drawing_key(svg: str, finer: int) -> bytes:
    """What a drawing is made of."""
    return f"{finer} {svg}".encode()


def _path_of(what: str, source: bytes) -> Path:
    from hashlib import sha256

    return _FOLDER[0] / f"{what}-{sha256(source).hexdigest()}"
