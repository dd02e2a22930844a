"""The machine as a page of a browser: Pyodide, with one process and its files in memory.

Nothing here is shared with another process, and the browser itself ends a page that takes too much.  What
Pillow and resvg draw at a desk is settled when the page is made (`settled_pictures`).
"""

from __future__ import annotations

import shutil
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import ModuleType

from prancha.model.diagnostic import UserError
from prancha.system.machine.settled_pictures import BOX, drawing_key, settled

ENCODES_PICTURES = False
FORKS = False
LOCKS_FOLDERS = False
REMOVES_OPEN_FILES = True
TELLS_CHANGES = True


def second_name(path: Path, other: Path) -> None:
    """Copy a file: Emscripten's file systems have no hard links."""
    shutil.copy2(path, other, follow_symlinks=False)


def sync_folder(folder: Path) -> None:
    """Do nothing: the page decides when its files are saved."""


def lock(handle: int) -> bool:
    """Return True: there is no other process."""
    return True


def limit_memory(most: int) -> None:
    """Do nothing: the page's memory has a ceiling of its own."""


def limit_processor(until: int) -> None:
    """Do nothing: whoever waits for a page can close it."""


def memory_used() -> int:
    """Return 0, for nothing tells it."""
    return 0


def memory_allowed(most: int) -> int | None:
    """Return None: there is no session."""
    return None


def standard_error_silenced() -> AbstractContextManager[None]:
    """Return a context that does nothing: the standard error is the browser's console."""
    return nullcontext()


def yaml_loader() -> type:
    """PyYAML's loader in Python: its wheel for the browser has no other."""
    import yaml

    return yaml.SafeLoader


def defer_pillow() -> None:
    """Let ReportLab find a Pillow without `Image`, which it takes for one that is not installed."""
    if "PIL" not in sys.modules:
        pillow = ModuleType("PIL")
        pillow.Image = None  # type: ignore[attr-defined]  # a module made here has no names yet
        sys.modules["PIL"] = pillow


def as_png(data: bytes, kind: str) -> bytes:
    """A WebP or JPEG of inks as PNG, as it was settled.  Raises UserError for one that was not."""
    made = settled("picture", data)
    if made is None:
        raise UserError(f"a browser prints no {kind} of this kind that was not there {_WHEN}", _HINT)
    return made


def draw_svg(svg: str, finer: int = 1) -> tuple[bytes, tuple[int, int, int, int]] | None:
    """What is seen of a drawing with filters, as it was settled.  Raises UserError for one that was not."""
    made = settled("drawing", drawing_key(svg, finer))
    if made is None:
        raise UserError(f"a browser prints no filter (shadow, blur) that was not drawn {_WHEN}", _HINT)
    left, top, right, bottom = BOX.unpack_from(made) if made else (0, 0, 0, 0)
    return (made[BOX.size :], (left, top, right, bottom)) if made else None


_WHEN = "when the page was made"
_HINT = "build this kit with the program that is installed"
