"""Which faces are meant: of a file, of a family that is installed, in which weights."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct

from prancha.graphics.fonts.errors import FontError
from prancha.graphics.fonts.installed import ENDINGS, InstalledFace, faces_of, families, family_faces
from prancha.model.diagnostic import nearest
from prancha.setup.fonts.conversion import unpacked
from prancha.system.safe_open import Refused, regular_bytes

WEIGHTS = (400, 700)
"""Regular and bold, each upright and italic, are what texts ask for."""
WEB = (".woff", ".woff2")
MAX_BYTES = 200_000_000


class ChosenFace(Struct, frozen=True):
    """A face to be made into the file of a `weight`."""

    face: InstalledFace
    weight: int

    @property
    def file(self) -> str:
        """What its file is called in the folder of its family."""
        return f"{self.weight}{'-italic' if self.face.italic else ''}.ttf"


def font_bytes(path: Path) -> bytes:
    """The font file at `path`, a compressed web font unpacked.  Raises FontError."""
    try:
        data = regular_bytes(path, MAX_BYTES)
    except Refused as refused:
        raise FontError(f"{path} {refused}", "give the file of a font") from None
    return unpacked(data, str(path)) if data[:4] in (b"wOFF", b"wOF2") else data


def is_file_name(wanted: str) -> bool:
    """Whether `wanted` means a file rather than a family."""
    return wanted.lower().endswith((*ENDINGS, *WEB)) or Path(wanted).is_file()


def from_file(path: Path, face: str, weights: Sequence[int]) -> tuple[ChosenFace, ...]:
    """The faces of one file: all it has of one family, which `face` names or numbers where it has several.

    A static face has its own weight, a variable one those that are asked for.  Raises FontError.
    """
    if not path.is_file():
        near = nearest(path.name, (one.name for one in path.parent.iterdir())) if path.parent.is_dir() else ""
        raise FontError(f"there is no file {path}", f'did you mean "{near}"?' if near else "")
    faces = faces_of(path, font_bytes(path))
    if not faces:
        raise FontError(
            f"{path} is no font that can be read", "give a .ttf, .otf, .ttc, .woff or .woff2 file"
        )
    names = list(dict.fromkeys(one.family for one in faces))
    if face:
        faces = tuple(one for one in faces if face in (str(one.index), one.family))
        if not faces:
            raise FontError(f'{path} has no face "{face}"', _listed(names))
    elif len(names) > 1:
        raise FontError(f"{path} is a collection of {len(names)} families", _listed(names))
    return _styles(faces, weights, alone=True)


def from_family(family: str, weights: Sequence[int]) -> tuple[ChosenFace, ...]:
    """The faces of an installed family nearest to `weights`, upright and italic.  Raises FontError."""
    faces = [one for one in family_faces(family) if one.width == 100] or list(family_faces(family))
    if not faces:
        near = nearest(family, families())
        hint = f'did you mean "{near}"? ' if near else ""
        hint += "Install its package (such as Debian's fonts-noto-core), or give the file of the font"
        raise FontError(f'no font "{family}" is installed here', hint)
    return _styles(faces, weights, alone=False)


def _styles(faces: Iterable[InstalledFace], weights: Sequence[int], alone: bool) -> tuple[ChosenFace, ...]:
    """One face for each weight and slope: variable ones give any in their range, static ones their own."""
    found: dict[tuple[int, bool], InstalledFace] = {}
    for italic in (False, True):
        sloped = [one for one in faces if one.italic is italic]
        for wanted in weights if sloped else ():
            face = min(sloped, key=lambda one: (abs(_nearest(one, wanted) - wanted), one.weights is None))
            found.setdefault((_nearest(face, wanted), italic), face)
        if alone:
            found.update({(one.weight, italic): one for one in sloped if one.weights is None})
    return tuple(
        ChosenFace(face, weight) for (weight, _), face in sorted(found.items(), key=lambda one: one[0])
    )


def _nearest(face: InstalledFace, weight: int) -> int:
    if face.weights is None:
        return face.weight
    return min(max(weight, face.weights[0]), face.weights[1])


def _listed(names: Sequence[str]) -> str:
    return "name one: " + ", ".join(f'--face "{name}"' for name in names)
