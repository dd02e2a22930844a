"""On a full disk the studio says what was not written, goes on, and writes again when there is room."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from prancha.studio.guard import token
from tests.conftest import CARDS, write_project
from tests.unit.studio.conftest import Studio, opened
from tests.unit.studio.test_edits import edit
from tests.unit.studio.test_kits import finished
from tests.unit.studio.test_session import game_of, picture, unread, until

resource = pytest.importorskip("resource", reason="limits of POSIX")
SIZE = 1_000_000


class Disk(NamedTuple):
    """Where the project lies, what a full disk is called, and how it is filled and freed."""

    folder: Path
    message: str
    fill: Callable[[], None]
    free: Callable[[], None]


@pytest.fixture(params=["limited", pytest.param("mounted", marks=pytest.mark.slow)])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    """A disk that can be filled: by a limit of this process, which anybody may set, and truly, by root."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if request.param == "limited":
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        yield Disk(
            folder,
            "File too large",
            lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1])),
            lambda: resource.setrlimit(resource.RLIMIT_FSIZE, before),
        )
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        return
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("needs root")
    yield Disk(folder, "No space left on device", lambda: fill(folder / "full"), (folder / "full").unlink)
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(path: Path) -> None:
    """Write until nothing more fits."""
    with suppress(OSError), path.open("ab", buffering=0) as file:
        while file.write(bytes(4096)):
            pass


@pytest.fixture
def studio(disk: Disk) -> Iterator[Studio]:
    yield from opened(write_project(disk.folder / "project"), edit=True)


def test_a_full_disk_is_told_and_the_studio_recovers(studio: Studio, disk: Disk) -> None:
    cards = disk.folder / "project" / "components" / "lume" / "cards.yaml"
    note = {"game": token("lume"), "item": token("cards/sun"), "notes": ["too strong"]}
    before = picture(studio, "cards/sun")
    disk.fill()
    status, told = studio.refused("/api/edit", edit())
    assert (status, cards.read_text()) == (422, CARDS)
    assert disk.message in told
    assert "the file is as it was; try again when that is fixed" in told
    assert disk.message in studio.refused("/api/notes", note)[1]
    kit = finished(studio, studio.act("/api/kit", {"game": token("lume"), "order": {"no-cover": True}}))
    assert not kit["fine"]
    assert disk.message in kit["output"]
    # An editor that could not write leaves an empty file.
    cards.write_text("")
    until(lambda: unread(studio))
    assert picture(studio, "cards/sun") == before
    disk.free()
    cards.write_text(CARDS)
    until(lambda: not unread(studio))
    assert studio.act("/api/edit", edit()) == {"undo": 1}
    assert studio.act("/api/notes", note) == {"cards/sun": ["too strong"]}
    until(lambda: game_of(studio)["families"][0]["items"][0]["copies"] == 9)
