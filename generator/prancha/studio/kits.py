"""Kits and manifests that the page asks for, made by the command it shows, in a process of its own."""

from __future__ import annotations

import json
import os
import re
import shlex
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pypdfium2

from prancha.building.order import PROGRESS_LINE, RENDER, WRITE
from prancha.export.target import READ_ME
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.units import MM_PER_INCH, Mm
from prancha.studio.command_words import build_words, export_words
from prancha.studio.guard import token
from prancha.system import signals
from prancha.system.file_contents import Refused, regular_bytes


def start_command(
    project: Path, words: Sequence[str], errors: int = subprocess.PIPE
) -> subprocess.Popen[str]:
    """Start a command of the program in `project`; `errors` is where its standard error goes.

    Where that is mixed into the output, progress is in it as lines of its own.
    """
    return subprocess.Popen(
        [sys.executable, "-m", "prancha", *words, "--project", str(project)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=errors,
        env={**os.environ, "PRANCHA_PROGRESS": "lines"} if errors == subprocess.STDOUT else None,
        text=True,
        encoding="utf-8",
        errors="replace",
    )


_COUNTING = threading.Lock()
"""Kits are counted one at a time: each count builds the kit, and measures what is in its PDF."""


def count_kit(project: Path, game: str, lang: str, paper: str) -> dict[str, Any]:
    """Return the inventory as `prancha manifest --format json` has it; `wrong` is what the command says.

    Without an inventory, `wrong` is why there is none.
    """
    given = ["manifest", game, "--format", "json", "--lang", lang, "--paper", paper]
    with _COUNTING, start_command(project, given) as process, signals.ended_with_program(process):
        out, wrong = process.communicate()
    counted: dict[str, Any] = json.loads(out) if out.strip() else {}
    return {**counted, "wrong": wrong.strip()}


def read_difference(project: Path, game: str, name: str) -> dict[str, Any]:
    """Return what `prancha diff NAME GAME --format json` prints; raises Failure.

    It draws the whole game as it is now, so it is another process that does.
    """
    [found] = _values(project, ["diff", name, game])
    return dict(found)


def check_for_shop(project: Path, game: str, given: Sequence[str]) -> list[Diagnostic]:
    """Return what `prancha check --for SHOP` finds in a game; raises Failure."""
    told = _values(project, ["check", game, *given])
    return [
        Diagnostic(
            Place(one["file"], one["line"], one["column"]),
            one["code"],
            one["message"],
            item=one["item"],
            hint=one["hint"],
            severity=one["severity"],
        )
        for one in told["findings"]
    ]


def store_snapshot(project: Path, game: str, name: str) -> str:
    """Store a game as it is as a snapshot, "printed" as `prancha printed` does; returns what is said.

    Raises Failure.
    """
    words = ["printed", game] if name == PRINTED else ["snapshot", name, game]
    return _output(project, words).strip()


def _values(project: Path, words: Sequence[str]) -> Any:
    """Return what a command says as JSON, whether or not it finds anything; raises Failure."""
    told = _output(project, [*words, "--format", "json"], allowed=(0, 1))
    try:
        return json.loads(told)
    except ValueError:
        raise Failure([Diagnostic(Place(""), "command-failed", told.strip())]) from None


def _output(project: Path, words: Sequence[str], allowed: Sequence[int] = (0,)) -> str:
    """Return what a command says; raises Failure with its errors if it fails or takes too long."""
    process = start_command(project, words)
    with signals.ended_with_program(process):
        try:
            told, wrong = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            told, wrong = "", f"prancha {words[0]} took more than {SECONDS} seconds"
    if process.returncode not in allowed or not told:
        message = wrong.strip() or f"prancha {words[0]} said nothing"
        raise Failure([Diagnostic(Place(""), "command-failed", message)])
    return told


PRINTED = "printed"
"""The snapshot of what was printed last."""
TILE = 512
"""Pixels of a side of a tile."""
MOST_PIXELS = 6_000_000
"""Pixels of a picture that is no tile."""
_HEAD = "<2sIIIIiiHHIIiiII"
"""Format of the head of a BMP file: 14 bytes of its own, and 40 of its picture."""


def page_picture(
    source: bytes | Path, page: int, density: float, tile: tuple[int, int] | None = None
) -> bytes:
    """Return a page (from 0) as BMP at `density` pixels per mm, or the tile at (column, row) of it.

    To pack a picture takes longer than to draw it.  Raises LookupError for what is not there.
    """
    with pypdfium2.PdfDocument(source) as document:
        if not 0 <= page < len(document):
            raise LookupError("there is no such page")
        sheet = document[page]
        scale = density * MM_PER_INCH / 72
        width, height = (size * scale for size in sheet.get_size())
        crop = (0.0, 0.0, 0.0, 0.0)
        if tile is None:
            scale *= min(1.0, (MOST_PIXELS / (width * height)) ** 0.5)
        else:
            left, top = tile[0] * TILE, tile[1] * TILE
            if left >= width or top >= height:
                raise LookupError("there is no such tile")
            right, bottom = max(0.0, width - left - TILE), max(0.0, height - top - TILE)
            crop = (left / scale, bottom / scale, right / scale, top / scale)
        return _bmp(sheet.render(scale=scale, crop=crop))


def _bmp(bitmap: Any) -> bytes:
    """Return the BMP file of a bitmap; PDFium has pixels as blue, green and red, too.

    Written here, because a library for pictures takes longer to load than all else of the first picture.
    """
    assert bitmap.format == pypdfium2.raw.FPDFBitmap_BGR
    width, height, stride = bitmap.width, bitmap.height, bitmap.stride
    fill = bytes(-3 * width % 4)  # rows are of whole words
    pixels = memoryview(bitmap.buffer).cast("B")
    rows = [part for y in range(height) for part in (pixels[y * stride : y * stride + 3 * width], fill)]
    head, size = struct.calcsize(_HEAD), height * (3 * width + len(fill))
    # A height below 0 says that the first row is the upper one.
    fields = (b"BM", head + size, 0, head, 40, width, -height, 1, 24, 0, size, 0, 0, 0, 0)
    return struct.pack(_HEAD, *fields) + b"".join(rows)


def page_sizes(source: Path) -> list[tuple[Mm, Mm]]:
    """Return width and height of each page of a PDF."""
    with pypdfium2.PdfDocument(source) as document:
        sizes = [document.get_page_size(number) for number in range(len(document))]
    return [(width * MM_PER_INCH / 72, height * MM_PER_INCH / 72) for width, height in sizes]


SECONDS = 300
"""Seconds after which a command is stopped whose output is waited for."""
MOST_OUTPUT = 20_000
"""The most characters of the output of a command that are kept."""
LARGEST = 500_000_000
Publish = Callable[[str, dict[str, Any]], None]


class StudioKit:
    """One build, running or done."""

    def __init__(
        self, game: str, given: Sequence[str], out: Path | None, project: Path, publish: Publish
    ) -> None:
        """Begin to build or export; `out` is the folder of a kit that is only to be looked at."""
        self._project = project
        self.game, self.given = game, tuple(given)
        self.token = token("kit", game, *given, str(out or ""), str(id(self)))
        self.output, self.done, self.fine = "", False, False
        self.share: float | None = None
        self.files: tuple[Path, ...] = ()
        self.guide, self.export = "", ""
        self.sizes: list[list[tuple[Mm, Mm]]] = []
        self._folder = (out or project / "output") / game
        self._publish = publish
        self._ended, self._printed = False, out is None
        self._attended = ExitStack()
        more = ["--out", str(out)] if out else []
        # It is started here: what it is told of itself must not depend on where the page was opened.
        self._process = self._attended.enter_context(
            signals.ended_with_program(start_command(project, [*given, *more], subprocess.STDOUT))
        )
        threading.Thread(target=self._follow, daemon=True).start()

    @property
    def command(self) -> str:
        """The command that does the same."""
        return shlex.join(["prancha", *self.given])

    def stop(self) -> None:
        """Stop the build."""
        self._ended = True
        if not self.done:
            self._process.terminate()

    def state(self) -> dict[str, Any]:
        """Return what the page needs to know."""
        return {
            "game": token(self.game),
            "kit": self.token,
            "command": self.command,
            "output": self.output,
            "share": self.share,
            "printed": self._printed,
            "done": self.done,
            "fine": self.fine,
            "files": [path.name for path in self.files],
            "folder": self.export,
            "guide": self.guide,
            "sizes": self.sizes,
        }

    def pdf(self, number: int) -> bytes:
        """Return the bytes of one of its PDFs; raises LookupError, Refused."""
        return regular_bytes(self.files[number], LARGEST)

    def _follow(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        for line in stream:
            if line.startswith(PROGRESS_LINE):
                self._read_progress(line.removeprefix(PROGRESS_LINE))
            else:
                self.output = (self.output + line)[-MOST_OUTPUT:]
            self._tell()
        code = self._process.wait()
        self._attended.close()
        # With --proof a kit that is written and found wanting ends with 1 as well: its files are named.
        self.files = tuple(self._written())
        self._read_export()
        self.fine = code == 0
        self.done = True
        self._tell()

    def _read_progress(self, line: str) -> None:
        """Note which share of 1 is done: drawing is the first half of an export, writing the other."""
        step, _, counts = line.rpartition(": ")
        done, whole = map(int, counts.split())
        steps = (RENDER, WRITE) if self.given[0] == "export" else (RENDER,)
        if step in steps:
            share = (steps.index(step) + done / whole) / len(steps)
            self.share = max(self.share or 0.0, min(share, 0.99))

    def _written(self) -> list[Path]:
        named = re.findall(
            r"page(?:s)? (?:unchanged|in [\d.]+ s): (.+\.pdf)(?: and (\S+\.pdf))?$", self.output, re.M
        )
        paths = [Path(first) for first, _ in named]
        paths += [Path(first).with_name(second) for first, second in named if second]
        found = [path for path in paths if path.is_file() and path.parent.name == self.game]
        self.sizes = [page_sizes(path) for path in found]
        return found

    def _read_export(self) -> None:
        """Find the folder that an export wrote, and what its READ-ME says to do with it."""
        named = (
            re.findall(r"files?, [\d.]+ MB: (.+)$", self.output, re.M) if self.given[0] == "export" else ()
        )
        for found in named:
            path = (self._project / found).resolve()
            if path.is_relative_to((self._folder / "export").resolve()) and path.is_dir():
                self.export = str(path)
                with suppress(Refused):
                    read_me = regular_bytes(path / READ_ME, MOST_OUTPUT, path)
                    self.guide = read_me.decode("utf-8", "replace")

    def _tell(self) -> None:
        if not self._ended:
            self._publish("kit", self.state())


class Kits:
    """The kits of a run: of each game one to look at, one to print, and one export."""

    def __init__(self, project: Path, publish: Publish, folder: Path) -> None:
        """Those that are only to be looked at go to `folder`."""
        self._project, self._publish, self._folder = project, publish, folder
        self._kits: dict[tuple[str, str], StudioKit] = {}

    def begin(self, game: str, asked: Mapping[str, Any], looked_at: bool) -> dict[str, Any]:
        """Build a kit, instead of the one before; raises RefusalError."""
        out = self._folder if looked_at else None
        return self._start(game, "look" if looked_at else "print", build_words(game, asked), out)

    def export(self, game: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Export a game, instead of what was begun before; raises RefusalError, LookupError."""
        return self._start(game, "export", export_words(game, asked), None)

    def _start(self, game: str, what: str, given: Sequence[str], out: Path | None) -> dict[str, Any]:
        before = self._kits.get((game, what))
        if before is not None:
            before.stop()
        kit = StudioKit(game, given, out, self._project, self._publish)
        self._kits[game, what] = kit
        return kit.state()

    def find(self, name: str) -> StudioKit:
        """Return the kit of a token; raises LookupError."""
        for kit in self._kits.values():
            if kit.token == name:
                return kit
        raise LookupError(name)

    def stop(self, name: str) -> dict[str, Any]:
        """Stop a build; raises LookupError."""
        kit = self.find(name)
        kit.stop()
        return kit.state()

    def close(self) -> None:
        """Stop all builds."""
        for kit in self._kits.values():
            kit.stop()
