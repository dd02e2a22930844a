"""Pictures that a desk draws for a page: files named by the digest of what each was made of."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

_FOLDER: list[Path] = []


def settle_pictures(folder: Path | None) -> None:
    """Keep in `folder` what `as_png` and `draw_svg` return from now on; None ends that.

    A desk writes them there; a page, which cannot make them, reads them there.  Faces that come from the
    cache ask for neither, so a desk builds without it.
    """
    _FOLDER[:] = [] if folder is None else [folder]


def path_of(what: str, source: bytes) -> Path | None:
    """The file of what was made of `source`: `png` of a picture's file or `svg` of a drawing's text."""
    return _FOLDER[0] / f"{what}-{sha256(source).hexdigest()}.png" if _FOLDER else None
