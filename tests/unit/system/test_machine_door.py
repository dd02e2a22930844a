"""What one kind of machine lacks is used in few places, and both homes of the program offer the same."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import prancha
from prancha.system import machine
from prancha.system.machine import browser, desk

PACKAGE = Path(prancha.__file__).parent
DESK, SUPERVISOR, POOL = "system/machine/desk.py", "cli/supervisor.py", "system/processes.py"
STUDIO = tuple(f"studio/{name}_process.py" for name in ("child", "drawing", "checking", "beginning"))
ROOMS: dict[str, tuple[str, ...]] = {
    "os.fork": (SUPERVISOR,),
    "os.link": (DESK,),
    "resource": (DESK,),
    "msvcrt": (DESK,),
    "fcntl": (DESK, SUPERVISOR),
    "mmap": (SUPERVISOR,),
    "subprocess": ("changes/revisions.py", "studio/kits.py"),
    "multiprocessing": (POOL, *STUDIO),
    "concurrent.futures.process": (POOL, "building/pipeline.py"),
    "ctypes": (POOL, "studio/child_process.py", "checks/proof/", "setup/new_game/", "graphics/pixels/"),
    "yaml.CSafeLoader": (DESK,),
    "resvg_py": (DESK,),
    "PIL": (
        DESK, "changes/", "checks/proof/", "setup/new_game/", "studio/drawing_process.py", "export/targets/",
        "export/colour/", "export/scenes/", "export/face_pictures.py", "export/pixels_and_bytes.py",
        "building/cover_pictures.py",
    ),
}  # fmt: skip
"""Where each may be used: files, and folders with a / at their end."""


def used(tree: ast.AST) -> Iterator[str]:
    """Yield what a program imports, other than for types alone, and the dotted names of ROOMS in it."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            # An attribute of a variable such as `resource` is none of the module's.
            yield from {f"{node.value.id}.{node.attr}"} & ROOMS.keys()
        yield from used(node)


def misplaced(source: str, file: str) -> list[str]:
    """What is used in `file` and must not be there."""
    names = set(used(ast.parse(source)))
    return [
        room
        for room, files in ROOMS.items()
        if any(name == room or name.startswith(f"{room}.") for name in names) and not file.startswith(files)
    ]


@pytest.mark.parametrize("file", sorted(PACKAGE.rglob("*.py")), ids=lambda file: file.stem)
def test_what_one_machine_lacks_stays_in_its_room(file: Path) -> None:
    source, name = file.read_text(encoding="utf-8"), file.relative_to(PACKAGE).as_posix()
    assert misplaced(source, name) == []
    assert "emscripten" not in source.lower() or name.startswith("system/machine/")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("import subprocess", ["subprocess"]),
        ("def work():\n    from PIL import Image", ["PIL"]),
        ("from os import link", ["os.link"]),
        ("import os\nif os.fork(): pass", ["os.fork"]),
        ("import multiprocessing.connection", ["multiprocessing"]),
        ("x = yaml.CSafeLoader", ["yaml.CSafeLoader"]),
        ("if TYPE_CHECKING:\n    from PIL.Image import Image", []),
    ],
)
def test_every_way_to_use_it_is_found(line: str, found: list[str]) -> None:
    assert misplaced(line, "faces/text.py") == found


def test_both_homes_have_the_same_names() -> None:
    # Those that it names itself; `settle_pictures` is the same for both.
    names = ast.parse(inspect.getsource(machine)).body
    own = [one.targets[0].id for one in names if isinstance(one, ast.Assign)]
    assert len(own) > 10
    for name in own:
        if name == "settle_pictures":
            continue
        one, other = getattr(desk, name), getattr(browser, name)
        assert getattr(machine, name) is one
        assert callable(one) == callable(other), name
        if callable(one):
            assert list(inspect.signature(one).parameters) == list(inspect.signature(other).parameters), name
        else:
            assert type(one) is type(other)
