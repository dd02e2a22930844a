"""The Python of a page that prints: what the package `prancha-web` holds, cut down to what a kit needs.

`make web` makes that package (web/pack.py).  Archives are always the same bytes for the same input.
"""

from __future__ import annotations

import gzip
import lzma
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import msgspec

import prancha

PACKAGE = "prancha_web"
MISSING = (
    "a page that prints needs the package prancha-web, which is not installed: "
    "run make web in a checkout of prancha, then pip install dist/prancha_web-*.whl"
)
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "lock.json", "stdlib.zip", "LICENCES.txt")
"""Files that go into the page as they are."""
WASM = "pyodide.asm.wasm.gz"
_PROGRAM = Path(prancha.__file__).resolve().parent
NOT_IN_PAGE = tuple(
    "studio/ book/book_checks.py book/book_reading.py book/markdown_reader.py book/plain_book. "
    "checks/proof/ checks/inventory/ export/targets/ export/web_page/ export/colour/ setup/new_game/ "
    "setup/layouts/ setup/beginning/ _shipped/".split()
)
"""Parts of the program that no build of a kit imports."""
_VIEWER = ("pypdfium2", "pypdfium2_raw", "pypdfium2_cfg")
"""Libraries that draw pages and decode photographs: a page loads them when it needs them."""
_WORKBOOKS, _READ_WORKBOOKS = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"), ("python_calamine",)
_LISTS, _READ_ENCODINGS = (".csv", ".tsv", ".txt"), ("chardet",)
"""Files that few games have, by their endings, and the libraries that read them."""
_NOT_PRINTED = re.compile(rb"^(?:studio|exports|new_game|printing_page):\n(?:[ #].*\n|\n)*", re.MULTILINE)
"""Sections of the program's words that no kit has on it: a browser reads YAML slowly."""


@cache
def folder() -> Path | None:
    """The folder of the package, None where it is not installed."""
    spec = find_spec(PACKAGE)
    places = spec.submodule_search_locations if spec is not None else None
    return next((Path(place) for place in places or () if (Path(place) / WASM).is_file()), None)


def missing() -> str:
    """Why no page can be made here, "" where one can."""
    return "" if folder() is not None else MISSING


def runtime() -> Iterator[tuple[str, bytes]]:
    """Yield Pyodide and the standard library; the WebAssembly is compressed, whatever the server does."""
    home = _home()
    for name in RUNTIME:
        yield name, (home / name).read_bytes()
    yield "python.bin", (home / WASM).read_bytes()


def program(languages: Iterable[str], library: Mapping[str, bytes], project: Mapping[str, bytes]) -> bytes:
    """Pack the program, its `library` of templates and the libraries it imports.

    Hyphenation is packed for `languages` alone, what reads workbooks and old encodings where the `project`
    has such files.
    """
    kept = tuple(f"hyph_{lang.partition('-')[0]}" for lang in languages)
    return pack({**_libraries(kept, frozenset(_not_needed(project))), **dict(_own()), **_shipped(library)})


def viewer() -> bytes:
    """Pack pdfium, smaller than it would be otherwise: it is not waited for."""
    with zipfile.ZipFile(_home() / "libraries.zip") as archive:
        found = {name: archive.read(name) for name in archive.namelist() if _top(name) in _VIEWER}
    data = joined(found)
    # Whoever unpacks it needs as much memory as the dictionary is large: no larger than the data.
    sizes = {"dict_size": 1 << max(12, (len(data) - 1).bit_length())}
    best = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, **sizes}
    return lzma.compress(data, filters=[best])


def pack(files: Mapping[str, bytes]) -> bytes:
    """Join files as `joined` does, and compress them as one, which halves what a ZIP of small files takes."""
    return gzip.compress(joined(files), 9, mtime=0)


def joined(files: Mapping[str, bytes]) -> bytes:
    """Join files: eight digits, as many bytes of JSON with names and sizes, then the contents."""
    # Alike beside each other: the window of the compression is small.
    order = sorted(files, key=lambda name: (name.rpartition(".")[2], name))
    told = msgspec.json.encode([(name, len(files[name])) for name in order])
    return b"".join((b"%08d" % len(told), told, *(files[name] for name in order)))


def _home() -> Path:
    found = folder()
    assert found is not None, "a target that is missing something is refused before"
    return found


def _top(name: str) -> str:
    return name.partition("/")[0]


def _not_needed(project: Mapping[str, bytes]) -> Iterator[str]:
    """Yield the libraries that read what is not in a project."""
    yield from _VIEWER
    if not any(name.lower().endswith(_WORKBOOKS) for name in project):
        yield from _READ_WORKBOOKS
    if all(_is_utf8(data) for name, data in project.items() if name.lower().endswith(_LISTS)):
        yield from _READ_ENCODINGS


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _libraries(kept: tuple[str, ...], left_out: frozenset[str]) -> dict[str, bytes]:
    with zipfile.ZipFile(_home() / "libraries.zip") as archive:
        return {
            name: archive.read(name)
            for name in archive.namelist()
            if _top(name) not in left_out
            and (not name.startswith("pyphen/dictionaries/") or name.rpartition("/")[2].startswith(kept))
        }


def sources() -> Iterator[tuple[str, bytes]]:
    """Yield the files of the program that a page has, by name, with the words that a kit has on it."""
    for path in sorted(_PROGRAM.rglob("*")):
        name = path.relative_to(_PROGRAM).as_posix()
        if path.is_dir() or name.startswith(NOT_IN_PAGE) or "__pycache__" in name:
            continue
        data = path.read_bytes()
        yield f"prancha/{name}", _NOT_PRINTED.sub(b"", data) if name.startswith("words/") else data


def _own() -> Iterator[tuple[str, bytes]]:
    """Yield the same files, compiled where the pack was made of the same source."""
    with zipfile.ZipFile(_home() / "compiled.zip") as archive:
        known = set(archive.namelist())
        for name, data in sources():
            compiled = f"{sha256(data).hexdigest()}.pyc"
            yield (f"{name}c", archive.read(compiled)) if compiled in known else (name, data)


def _shipped(library: Mapping[str, bytes]) -> dict[str, bytes]:
    return {f"prancha/_shipped/{name}": data for name, data in library.items()}
