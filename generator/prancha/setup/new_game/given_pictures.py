"""Finished pictures as their author gave them: files, a folder, or a zip that may be hostile.

Pillow reads other formats, as PNG, and the resolution that a file names.
"""

from __future__ import annotations

import io
import re
import stat
import warnings
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from prancha.catalogue.source_files import ENDINGS as LISTS
from prancha.catalogue.spreadsheet import slug
from prancha.graphics.pictures import MAX_BYTES, MAX_PIXELS, Look, look
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.diagnostic import Diagnostic, Failure, Place, counted
from prancha.setup.new_game.list_meanings import CONVERTED, ENDINGS, few
from prancha.system.file_contents import Refused, is_folder, regular_bytes

_STRANGE = (".heic", ".avif", ".psd", ".jp2", ".xcf", ".kra", ".eps", ".ai")
MOST_PICTURES = 2000
MOST_UNPACKED = 300_000_000
"""Bytes in a zip, and of what it unpacks to."""
_PLAIN = re.compile(r"(?!.*(?: [./]|/ ))\w[\w .()+&',!/-]*\Z")


class GivenPicture(Struct, frozen=True):
    """A picture by its `name` below its folder: `data` or the `path` of its bytes, its size in pixels.

    `ppi` is the resolution that the file names, pixels per inch; 0 for none.  `is_first` says that the file
    holds others, which do not print.  `copies` are those that a sheet of faces has of it.
    """

    name: str
    width: float
    height: float
    ppi: float
    data: bytes = b""
    path: Path | None = None
    is_first: bool = False
    copies: int = 1


def are_pictures(sources: Sequence[Path]) -> bool:
    """Return whether what is given are finished faces and no lists."""
    return bool(sources) and all(
        is_folder(one) or one.suffix.lower() in (".zip", *ENDINGS) for one in sources
    )


def read_pictures(sources: Sequence[Path]) -> tuple[list[GivenPicture], list[str]]:
    """Read pictures in the order of their names; returns notes on what was left out.  Raises Failure."""
    pictures: dict[str, GivenPicture] = {}
    other: list[str] = []
    first: list[str] = []
    notes: list[str] = []
    for source in sources:
        for name, where in _files_of(source):
            if PurePosixPath(name).suffix.lower() not in ENDINGS:
                other.append(name)
                continue
            if len(pictures) == MOST_PICTURES:
                raise _refused(source, f"holds more than {MOST_PICTURES} pictures", "give fewer at a time")
            try:
                one = _read(name, where)
            except (DrawingFault, Refused) as fault:
                why = fault.message if isinstance(fault, DrawingFault) else f"{name} {fault}"
                notes.append(f"left out: {why}")
                continue
            if one.is_first:
                first.append(name)
            pure, again = PurePosixPath(one.name), 2
            while one.name.casefold() in pictures:
                one = replace(one, name=pure.with_stem(f"{pure.stem}-{again}").as_posix())
                again += 1
            pictures[one.name.casefold()] = one
    if first:
        notes.append(f"only the first picture prints of {few(first)}; save the others as files of their own")
    if other:
        cure = "; save those as PNG" if any(name.lower().endswith(_STRANGE) for name in other) else ""
        notes.append(f"left out: {counted(len(other), 'file')} of other kinds: {few(other)}{cure}")
        if lists := [name for name in other if name.endswith(LISTS) and not name.endswith(".txt")]:
            notes.append(f"{lists[0]} is a list: --from and its path make cards of its rows")
    if not pictures:
        seen = "; ".join(notes) or "it holds no file"
        endings = ", ".join(ENDINGS)
        raise _refused(
            sources[0], f"holds no picture that can be read ({seen})", f"pictures end in {endings}"
        )
    return sorted(pictures.values(), key=lambda one: _natural(one.name)), notes


def _natural(name: str) -> list[tuple[int, str]]:
    """Return what sorts `card 2` before `card 10`."""
    parts = re.findall(r"\d+|\D+", name.casefold())
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def _read(name: str, where: Path | bytes) -> GivenPicture:
    """Read one picture; raises DrawingFault and Refused."""
    data = where if isinstance(where, bytes) else regular_bytes(where, MAX_BYTES)
    path = None if isinstance(where, bytes) else where
    pure, is_first = PurePosixPath(name), False
    if pure.suffix.lower() in CONVERTED:
        is_first = has_more(data, name)
        data, path, pure = as_png(data, name), None, pure.with_suffix(".png")
    if not _PLAIN.match(pure.as_posix()):  # templates and other systems refuse such names
        parts = (slug(part) or "picture" for part in pure.with_suffix("").parts)
        pure = PurePosixPath("/".join(parts) + pure.suffix)
    seen = look(data, name)
    ppi = resolution(data, name, seen)
    kept = b"" if path else data
    return GivenPicture(
        pure.as_posix(), seen.width, seen.height, ppi, data=kept, path=path, is_first=is_first
    )


def _files_of(source: Path) -> Iterator[tuple[str, Path | bytes]]:
    """Yield the files of a source, links and hidden ones left out; raises Failure."""
    if source.suffix.lower() == ".zip" and source.is_file():
        yield from _unpacked(source)
    elif is_folder(source):
        for path in sorted(source.rglob("*")):
            name = path.relative_to(source).as_posix()
            linked = any(
                one.is_symlink() for one in (path, *path.parents) if one.is_relative_to(source / ".")
            )
            if path.is_file() and not linked and not _is_hidden(name):
                yield name, path
    elif source.is_file():
        yield source.name, source
    else:
        raise _refused(source, "there is no such file or folder", "write its whole path")


def _unpacked(source: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the members of a zip; raises Failure for one that means harm, before anything is unpacked."""
    hint = "unpack it, look at what it holds, and give the folder"
    if source.stat().st_size > MOST_UNPACKED:
        raise _refused(source, f"is larger than {MOST_UNPACKED // 10**6} MB", "give fewer pictures at a time")
    try:
        with zipfile.ZipFile(source) as archive:
            members = [one for one in archive.infolist() if not one.is_dir()]
            for one in members:
                pure = PurePosixPath(one.filename)
                if pure.is_absolute() or ".." in pure.parts or re.search(r"[\\:\0]", one.filename):
                    raise _refused(source, f'leads outside of it: "{one.filename[:80]}"', hint)
                if stat.S_ISLNK(one.external_attr >> 16):
                    raise _refused(source, f'holds a link: "{one.filename[:80]}"', hint)
            whole = sum(one.file_size for one in members)
            if whole > MOST_UNPACKED or len(members) > 2 * MOST_PICTURES:
                size = f"{counted(len(members), 'file')} of {whole / 1e6:.0f} MB"
                raise _refused(source, f"unpacks to {size}", "give fewer pictures at a time")
            for one in members:
                if not _is_hidden(one.filename):
                    with archive.open(one) as member:  # never more than it says it holds
                        yield one.filename, member.read(one.file_size)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError) as error:
        raise _refused(source, f"is damaged: {error}", "pack it anew, or give a folder") from None
    except RuntimeError:
        raise _refused(source, "is protected by a password", "unpack it, and give the folder") from None


def _is_hidden(name: str) -> bool:
    return any(part.startswith((".", "__MACOSX")) or part == "Thumbs.db" for part in name.split("/"))


def _refused(source: Path, message: str, hint: str) -> Failure:
    return Failure([Diagnostic(Place(str(source)), "bad-pictures", message, hint=hint)])


_CONVERTIBLE = "GIF TIFF BMP"


@contextmanager
def _opened(data: bytes, kinds: str, href: str) -> Iterator[Image.Image]:
    """The picture in Pillow, one of some kinds.  Raises DrawingFault for one that it cannot read."""
    try:
        # MAX_PIXELS is lower than what Pillow warns of, and of broken EXIF nobody need know.
        with (
            warnings.catch_warnings(action="ignore"),
            Image.open(io.BytesIO(data), formats=kinds.split()) as picture,
        ):
            yield picture
    except (DrawingFault, MemoryError):
        raise
    except Exception as problem:  # Pillow raises any exception on damaged pictures, not its own alone
        # Where in memory it lies is nobody's business.
        why = str(problem).partition(" <_io")[0] or "the file is broken"
        raise DrawingFault(f'"{href[:40]}" cannot be read as {" or ".join(kinds.split())}: {why}') from None


def as_png(data: bytes, href: str) -> bytes:
    """A GIF, TIFF or BMP as PNG, of an animation the first frame.  Raises DrawingFault."""
    out = io.BytesIO()
    with _opened(data, _CONVERTIBLE, href) as picture:
        if picture.width * picture.height > MAX_PIXELS:
            raise DrawingFault(
                f'"{href[:40]}" has {picture.width} x {picture.height} pixels', "scale it down"
            )
        deep = picture.mode.startswith("I")  # 16 bits become 8
        shown = picture.convert("I").point(lambda level: level / 256).convert("L") if deep else picture
        plain = shown.convert("RGBA" if picture.has_transparency_data else "RGB")
        plain.save(out, "PNG", dpi=picture.info.get("dpi"))
    return out.getvalue()


def has_more(data: bytes, href: str) -> bool:
    """Return whether a GIF, TIFF or BMP holds more pictures than its first.  Raises DrawingFault."""
    with _opened(data, _CONVERTIBLE, href) as picture:
        try:
            picture.seek(1)
        except (EOFError, OSError, SyntaxError, ValueError):  # none, or a broken one
            return False
    return True


def resolution(data: bytes, href: str, seen: Look) -> float:
    """Pixels per inch that a file names, 0 for none or what no printer has.  Raises DrawingFault."""
    if seen.kind in ("SVG", "PDF"):
        return 0.0
    with _opened(data, seen.kind, href) as picture:
        across = picture.info.get("dpi", (0, 0))[0]
    return float(across) if isinstance(across, int | float) and 50 < across < 1e5 else 0.0
