"""On a full disk the studio says what was not written, goes on, and writes again when there is room."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from prancha.studio.tokens import token
from tests.conftest import CARDS, write_project
from tests.unit.studio.conftest import Studio, opened
from tests.unit.studio.test_editing import edit
from tests.unit.studio.test_kits import finished
from tests.unit.studio.test_session import game_of, picture, unread, until

SIZE = 1_000_000


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own, of a megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder)]
    if (
        os.name != "posix"
        or os.geteuid()
        or subprocess.run(command, capture_output=True, check=False).returncode
    ):
        pytest.skip("mounting a file system takes root")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(path: Path) -> None:
    """Write until nothing more fits."""
    with suppress(OSError), path.open("ab", buffering=0) as file:
        while file.write(bytes(4096)):
            pass


@pytest.fixture
def studio(disk: Path) -> Iterator[Studio]:
    yield from opened(write_project(disk / "project"), edit=True)


def test_a_full_disk_is_told_and_the_studio_recovers(studio: Studio, disk: Path) -> None:
    cards = disk / "project" / "components" / "lume" / "cards.yaml"
    note = {"game": token("lume"), "item": token("cards/sun"), "notes": ["too strong"]}
    before = picture(studio, "cards/sun")
    fill(disk / "full")
    status, told = studio.refused("/api/edit", edit())
    assert (status, cards.read_text()) == (422, CARDS)
    assert "No space left on device" in told
    assert "the file is as it was; try again when that is mended" in told
    assert "No space left on device" in studio.refused("/api/notes", note)[1]
    kit = finished(studio, studio.act("/api/kit", {"game": token("lume"), "order": {"no-cover": True}}))
    assert not kit["fine"]
    assert "No space left on device" in kit["output"]
    # An editor that could not write leaves an empty file.
    cards.write_text("")
    until(lambda: unread(studio))
    assert picture(studio, "cards/sun") == before
    (disk / "full").unlink()
    cards.write_text(CARDS)
    until(lambda: not unread(studio))
    assert studio.act("/api/edit", edit()) == {"undo": 1}
    assert studio.act("/api/notes", note) == {"cards/sun": ["too strong"]}
    until(lambda: game_of(studio)["families"][0]["items"][0]["copies"] == 9)
