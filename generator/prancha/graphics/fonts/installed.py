"""The fonts installed on this machine, to add to a project; none is ever printed with from there."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

ENDINGS = (".ttf", ".otf", ".ttc", ".otc")
_REGULAR = 400
_MOST_FILES = 20_000


class InstalledFace(Struct, frozen=True):
    """One face of a font file, by number `index`; `weights` is the range of a variable font.

    `width` is 100 for letters neither condensed nor expanded.
    """

    path: Path
    index: int
    family: str
    weight: int
    italic: bool
    weights: tuple[int, int] | None = None
    width: int = 100


def font_folders() -> tuple[Path, ...]:
    """The font folders of this machine: the user's, the system's, and those of Python packages."""
    home = Path.home()
    data = os.environ.get("XDG_DATA_HOME") or str(home / ".local" / "share")
    shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    folders = [
        Path(data) / "fonts",
        home / ".fonts",
        *(Path(one) / "fonts" for one in shared.split(os.pathsep)),
    ]
    if sys.platform == "darwin":
        folders += [home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts")]
    if sys.platform == "win32":
        folders += [Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts"]
    return tuple(dict.fromkeys(folders))


def python_folders() -> tuple[Path, ...]:
    """The folders of installed Python packages, of which some hold fonts."""
    named = (Path(one) for one in sys.path if one.endswith(("site-packages", "dist-packages")))
    return tuple(dict.fromkeys(named))


@lru_cache(maxsize=1)
def font_files() -> tuple[Path, ...]:
    """All font files of this machine, sorted by folder and name."""
    found: list[Path] = []
    for folder in (*font_folders(), *python_folders()):
        for where, inner, names in os.walk(folder):
            inner.sort()
            found += (Path(where) / name for name in sorted(names) if name.lower().endswith(ENDINGS))
            if len(found) >= _MOST_FILES:
                return tuple(found[:_MOST_FILES])
    return tuple(found)


def faces_of(path: Path, data: bytes = b"") -> tuple[InstalledFace, ...]:
    """The faces of a font file, or of the `data` that was in it; none of one that HarfBuzz cannot read."""
    import uharfbuzz as hb

    try:
        blob = hb.Blob(data) if data else hb.Blob.from_file_path(str(path))
        count = max(hb.Face(blob, 0).count, 1)
    except (OSError, RuntimeError, hb.HarfBuzzError):
        return ()
    faces = (hb.Face(blob, index) for index in range(min(count, 100)))
    return tuple(_face(path, index, face) for index, face in enumerate(faces) if face.glyph_count)


def _face(path: Path, index: int, face: Any) -> InstalledFace:
    import uharfbuzz as hb

    font = hb.Font(face)
    family = (face.get_name(16) or face.get_name(1) or path.stem).strip("\0 ")
    axes = {axis.tag: axis for axis in face.axis_infos} if face.has_var_data else {}
    weights = (round(axes["wght"].min_value), round(axes["wght"].max_value)) if "wght" in axes else None
    weight = round(font.get_style_value(hb.StyleTag.WEIGHT)) or _REGULAR
    slanted = font.get_style_value(hb.StyleTag.ITALIC) or font.get_style_value(hb.StyleTag.SLANT_ANGLE)
    width = round(font.get_style_value(hb.StyleTag.WIDTH))
    return InstalledFace(
        path, index, family=family, weight=weight, italic=bool(slanted), weights=weights, width=width
    )


def family_faces(family: str) -> tuple[InstalledFace, ...]:
    """All faces of an installed family, in any capitals and with or without spaces."""
    wanted = _plain(family)
    start = wanted[:3]
    near = (path for path in font_files() if path.stem.lower().startswith(start))
    found = [face for path in near for face in faces_of(path) if _plain(face.family) == wanted]
    if not found:  # files need not be named as their family is
        rest = (path for path in font_files() if not path.stem.lower().startswith(start))
        found = [face for path in rest for face in faces_of(path) if _plain(face.family) == wanted]
    return tuple(found)


@lru_cache(maxsize=1)
def families() -> tuple[str, ...]:
    """The names of all installed families, for whoever mistyped one."""
    return tuple(sorted({face.family for path in font_files() for face in faces_of(path)}))


@lru_cache(maxsize=64)
def family_with(letters: str, preferred: str) -> str:
    """The installed family that has all `letters`: the preferred one if it is there; "" for none."""
    if any(_covers(face, letters) for face in family_faces(preferred)):
        return preferred
    for path in sorted(font_files(), key=_plainness):
        for face in faces_of(path):
            if face.family[:1] not in ("", ".") and _covers(face, letters):
                return face.family
    return ""


_MONOSPACED = re.compile("mono|courier|typewriter|code")
_STYLED = re.compile("bold|italic|oblique|light|thin|medium|semi|extra|black|heavy|cond|narrow|math|display")


def _plainness(path: Path) -> tuple[bool, bool, bool, str]:
    """Sort key of a font file by its name: proportional, regular and sans serif ones first."""
    name = path.stem.lower()
    return bool(_MONOSPACED.search(name)), bool(_STYLED.search(name)), "sans" not in name, name


def _covers(face: InstalledFace, letters: Sequence[str]) -> bool:
    import uharfbuzz as hb

    font = hb.Font(hb.Face(hb.Blob.from_file_path(str(face.path)), face.index))
    return all(font.get_nominal_glyph(ord(letter)) for letter in letters)


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name).casefold()


def documents_beside(path: Path) -> Iterator[Path]:
    """The files of licence beside a font file, or in the folder above, or of its Debian package."""
    for folder in (path.parent, path.parent.parent):
        names = sorted(folder.iterdir()) if folder.is_dir() else []
        found = [one for one in names if _LICENCE.match(one.name) and one.is_file()]
        if found:
            yield from found
            return
    package = _debian_package(path)
    if package:
        yield Path("/usr/share/doc") / package / "copyright"


_LICENCE = re.compile(r"(ofl|licen[cs]e|copying|ufl|apache|copyright)[^/]*\Z", re.IGNORECASE)


def _debian_package(path: Path) -> str:
    """The Debian package that a file came with, by its list of files; "" for none."""
    line = f"{path}\n"
    for listed in sorted(Path("/var/lib/dpkg/info").glob("*font*.list")):
        try:
            if line in listed.read_text(encoding="utf-8", errors="replace"):
                package = listed.stem.partition(":")[0]
                return package if (Path("/usr/share/doc") / package / "copyright").is_file() else ""
        except OSError:
            continue
    return ""
