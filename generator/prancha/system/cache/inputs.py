"""Digests of all that a build reads: the program, and the files of a game.

Files are known by their times and sizes, so that each is read once and not at every start.
"""

from __future__ import annotations

import os
import posixpath
import re
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

import msgspec

import prancha
from prancha import __version__
from prancha.system import machine, program_folders
from prancha.system.cache.store import Store, context_of, made_of
from prancha.system.file_contents import Refused, refuse_links, regular_bytes

MOST_READ = 64_000_000
"""Maximum size of an input file in bytes; all readers refuse larger ones."""

_RACY = 3_000_000_000
"""Nanoseconds within which a rewrite may leave a file's times unchanged (FAT counts in 2 s)."""

_Known = dict[str, tuple[tuple[int, ...], bytes]]
_known: _Known = {}
"""Files that this or earlier processes read: path, times and size at that moment, digest."""

_there: set[str] = set()
"""Those of them that this process has seen."""
_PACKAGE = Path(prancha.__file__).resolve().parent
_LIBRARIES = (
    "budoux cssselect2 jinja2 markupsafe msgspec pikepdf pillow pyphen pyyaml resvg_py reportlab segno "
    "tinycss2 uharfbuzz python_calamine pypdfium2 chardet"
).split()
_NO_INPUT = ("__pycache__", ".snapshots")
"""Folders that are no inputs of a kit; snapshots of what was printed change no kit."""
_OUT = "../"
_MOST_BYTES = 20_000_000
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"' + r"|'([^']*)'")
TEMPLATE = ".j2"
"""File extension of text templates, which are never read as pictures."""


def file_digest(path: str) -> bytes:
    """A digest of one file's content; read again only when its times, size or number are new.

    As in git's index: the time of change (ctime) cannot be set back, and a file so young that it
    could change within the same tick is not remembered.
    """
    try:
        found = os.stat(path)  # noqa: PTH116 (pathlib takes twice as long, for 700 files at every start)
        if not stat.S_ISREG(found.st_mode):  # a pipe would wait for ever
            return b"no file"
        seen = (found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, found.st_dev)
        known = _known.get(path)
        if known is not None and known[0] == seen:
            _there.add(path)
            return known[1]
        if found.st_size > MOST_READ:
            return repr(("large", *seen[:3])).encode()
        with open(path, "rb") as file:  # noqa: PTH123 (the same)
            # Room for MOST_READ bytes would be set aside anew for each of a thousand files.
            digest = blake2b(file.read(found.st_size + 1), digest_size=32).digest()
    except OSError as problem:
        return f"unreadable {problem.errno}".encode()
    if time.time_ns() - max(seen[:2]) > _RACY:
        _known[path] = seen, digest
        _there.add(path)
    return digest


@contextmanager
def remember_digests(store: Store, project: Path) -> Iterator[None]:
    """Context manager: do not read unchanged files of `project` and the program again."""
    # On Windows ctime is the time of birth: a file set back to its old time would pass for the old one.
    if not store or not machine.TELLS_CHANGES:
        yield
        return
    key = context_of("files", str(project.resolve()))
    kept = made_of(store.get(key), msgspec.msgpack.Decoder(_Known).decode) or {}
    _known.update(kept)
    try:
        yield
    finally:
        if _known != kept:
            there = {
                path: entry
                for path, entry in _known.items()
                if path.isprintable() and (path in _there or Path(path).exists())
            }
            store.put(key, msgspec.msgpack.encode(there))


@lru_cache(maxsize=1)
def program_digest() -> bytes:
    """A digest of this program's own files and of the versions of what it builds with.

    A checkout changes the files under one version.
    """
    total = blake2b(f"{__version__}\n{sys.version}\n".encode(), digest_size=32)
    for name in sorted(_installed_libraries()):
        total.update(name.encode() + b"\n")
    for path, name in _walk(_PACKAGE):
        # What is shipped for games to use counts as their input, file by file.
        if not name.startswith("_shipped/"):
            _add_file(total, name, path)
    return total.digest()


def _installed_libraries() -> Iterator[str]:
    """`reportlab-5.1.0` and the like: folder names tell versions faster than metadata."""
    for folder in dict.fromkeys(sys.path):
        try:
            names = os.listdir(folder or ".")  # noqa: PTH208 (this is on the path of every start)
        except OSError:
            continue
        for name in names:
            if name.endswith(".dist-info") and name.split("-")[0].lower() in _LIBRARIES:
                yield name


def game_inputs(project: Path, game: str) -> tuple[bytes, bytes]:
    """Digests of a game's catalogue, and of its templates; both with what all games share.

    Raises Failure for a folder of them that is a link out of the project.
    """
    refuse_links(project, game)
    components, templates = project / "components", project / "templates"
    catalogue = digest_of([components / game, *_shared_folders(components)])
    total = blake2b(catalogue, digest_size=32)
    for path in lists_around(project, game):
        _add_file(total, os.path.relpath(path, project), str(path))
    return total.digest() + _shipped_digest(), template_inputs(templates, game)


def lists_around(project: Path, game: str) -> list[Path]:
    """The files outside its folder that a game's catalogue may name, such as `from: ../../deck.csv`."""
    found = []
    for name in names_around(project, game):
        path = project / name
        with suppress(OSError, ValueError):
            if path.is_file() and path.resolve().is_relative_to(project.resolve()):
                found.append(path)
    return found


def names_around(project: Path, game: str) -> list[str]:
    """How a game's catalogue may name files of the project outside its folder, relative to the project.

    They are found in its text, whatever the catalogue makes of it, so that nothing need be parsed.
    """
    found: dict[str, None] = {}
    for path in sorted((project / "components" / game).glob("*.yaml")):
        try:
            data = regular_bytes(path, _MOST_BYTES)
        except Refused:  # reported when the catalogue is read
            continue
        if _OUT.encode() not in data:
            continue
        lines = (line for line in data.decode("utf-8", "replace").splitlines() if _OUT in line)
        lines = (line for line in lines if not line.lstrip().startswith("#"))
        for name in (name for line in lines for name in _outside_names(line)):
            inside = posixpath.normpath(posixpath.join("components", game, name))
            if not inside.startswith(("../", "/")) and inside not in ("..", "."):
                found[inside] = None
    return list(found)


def _outside_names(line: str) -> Iterator[str]:
    """Possible file names in a line of YAML that lead out of a folder, quoted or not."""
    for double, single in _QUOTED.findall(line):
        yield re.sub(r"\\(.)", r"\1", double) or single
    for part in (line[line.find(_OUT) :], *re.split(r"[,\[\]{}]", line)):
        if _OUT in part:
            yield re.split(r"\s#", part[part.find(_OUT) :])[0].strip().strip("\"'")


def template_inputs(templates: Path, game: str) -> bytes:
    """A digest of templates, icons, fonts and pictures that a game's faces can show."""
    return digest_of([templates / game, *_shared_folders(templates)]) + _shipped_digest()


def drawing_inputs(templates: Path, game: str) -> bytes:
    """The same without the project's own templates: each cached face lists its own."""
    return digest_of([templates / game, *_shared_folders(templates)], TEMPLATE) + _shipped_digest()


@lru_cache(maxsize=1)
def _shipped_digest() -> bytes:
    """A digest of the files shipped with the program, which as the program itself are looked at once."""
    return digest_of(
        [*_shared_folders(program_folders.TEMPLATES), program_folders.SHEETS, program_folders.RULES]
    )


def _shared_folders(folder: Path) -> list[Path]:
    return sorted(folder.glob("_*"))


def digest_of(folders: Iterable[Path], without: str | None = None) -> bytes:
    """A digest of names and contents of all files below `folders`, but those whose names end `without`."""
    total = blake2b(digest_size=32)
    for folder in folders:
        total.update(f"/{folder.name}\n".encode("utf-8", "surrogateescape"))
        for path, name in _walk(folder):
            if without is None or not name.endswith(without):
                _add_file(total, name, path)
    return total.digest()


def _walk(top: Path) -> Iterator[tuple[str, str]]:
    """Path and name below `top` of every file, sorted; linked folders are entered once.

    What a link leads to elsewhere is not looked at: nothing reads it.
    """
    around = os.path.realpath(top.parent) + os.sep
    seen: set[str] = set()
    waiting = [(str(top), "", os.path.realpath(top))]
    while waiting:
        folder, prefix, real = waiting.pop()
        if real in seen:
            continue
        seen.add(real)
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            if entry.name in _NO_INPUT:
                continue
            led = os.path.realpath(entry.path) if entry.is_symlink() else ""
            if led and not led.startswith(around):
                continue
            if _is_folder(entry):
                waiting.append((entry.path, f"{prefix}{entry.name}/", led or f"{real}{os.sep}{entry.name}"))
            else:
                yield entry.path, prefix + entry.name


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a circular link
        return False


def _add_file(total: blake2b, name: str, path: str) -> None:
    total.update(name.encode("utf-8", "surrogateescape") + b"\0" + file_digest(path))
