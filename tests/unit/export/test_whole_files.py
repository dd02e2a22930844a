"""A file under its final name is the old one or the new one, whatever happens."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.export import files
from generator.export.files import LOCK, sweep, write_whole
from generator.model.diagnostic import Diagnostic, Failure

ROOT = Path(__file__).parents[3]
HINT = "free some space, or give another folder with --out"
TAKEN = "a file stands where a folder is wanted: give another folder with --out"


def started(process: int) -> int:
    """When a process started, as its leftovers say."""
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[19])


def refused(path: Path) -> Diagnostic:
    with pytest.raises(Failure) as failure:
        write_whole(path, b"new")
    (diagnostic,) = failure.value.diagnostics
    return diagnostic


def test_folders_are_made_and_the_old_file_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "kit.pdf"
    for data in (b"old", b"new"):
        write_whole(path, data)
        assert path.read_bytes() == data
    assert [p.name for p in path.parent.iterdir()] == ["kit.pdf"]


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_the_mode_follows_the_umask(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        write_whole(tmp_path / "kit.pdf", b"x")
        assert os.umask(mask) == mask, "and the umask is as it was"
    finally:
        os.umask(before)
    assert (tmp_path / "kit.pdf").stat().st_mode & 0o777 == 0o666 & ~mask


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "output").write_text("mine")
    found = refused(tmp_path / "output" / "kit.pdf")
    assert (found.code, found.hint) == ("not-written", TAKEN)
    assert found.message in ("cannot write: File exists", "cannot write: Not a directory")
    assert found.place.file == str(tmp_path / "output" / "kit.pdf")
    assert (tmp_path / "output").read_text() == "mine"


def test_a_folder_where_the_file_should_be(tmp_path: Path) -> None:
    (tmp_path / "kit.pdf").mkdir()
    assert refused(tmp_path / "kit.pdf").message == "cannot write: Is a directory"
    assert [p.name for p in tmp_path.iterdir()] == ["kit.pdf"]


@pytest.fixture
def nobody() -> Iterator[Path]:
    """A folder of a user without rights, whom the test becomes when it is root, who may write anywhere."""
    folder = Path(tempfile.mkdtemp())
    (folder / "kit.pdf").write_bytes(b"old")
    folder.chmod(0o555)
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield folder
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_folder_that_is_read_only(nobody: Path) -> None:
    found = refused(nobody / "kit.pdf")
    assert (found.message, found.hint) == ("cannot write: Permission denied", HINT)
    assert (nobody / "kit.pdf").read_bytes() == b"old"
    assert refused(nobody / "kits" / "kit.pdf").message == "cannot write: Permission denied"


def test_what_the_dead_left_is_swept_and_what_the_living_make_is_not(tmp_path: Path) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    left = tmp_path / f".prancha-{dead.pid}-12345"
    other_start = tmp_path / f".prancha-{os.getpid()}-1"  # a number that another process has now
    living = tmp_path / f".prancha-{os.getppid()}-{started(os.getppid())}"
    mine = tmp_path / ".prancha-notes"
    for folder in (left, other_start, living, mine):
        folder.mkdir()
        (folder / "kit.pdf").write_bytes(b"half")
    (tmp_path / LOCK).touch()
    sweep(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {living.name, mine.name}


def test_who_comes_second_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = os.open(tmp_path / LOCK, os.O_RDWR | os.O_CREAT)
    fcntl.flock(lock, fcntl.LOCK_EX)
    waited = []

    def sleep(_: float) -> None:
        assert not (tmp_path / "kit.pdf").exists()
        waited.append(1)
        if len(waited) == 3:
            os.close(lock)

    monkeypatch.setattr(files.time, "sleep", sleep)
    write_whole(tmp_path / "kit.pdf", b"new")
    assert len(waited) == 3
    assert [path.name for path in tmp_path.iterdir()] == ["kit.pdf"], "and the lock is gone"


def test_who_waits_too_long_says_for_what(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    with (tmp_path / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = refused(tmp_path / "kit.pdf")
    assert found.message == "cannot write: another build has been writing here for 0.05 s"
    assert found.hint == "wait for it to end, or give another folder with --out"


SCRIPT = """
import resource, sys
from pathlib import Path
from generator.export.files import write_whole
from generator.model.diagnostic import Failure
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_whole(Path(sys.argv[1]), b"new" * 1000)
except Failure as failure:
    sys.exit(str(failure))
"""


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    path = tmp_path / "kit.pdf"
    path.write_bytes(b"old")
    run = subprocess.run([sys.executable, "-c", SCRIPT, str(path)], capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 1
    assert run.stderr == f"{path}: error not-written: cannot write: File too large\n    {HINT}\n"
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["kit.pdf"]


def test_an_interruption_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kit.pdf"
    path.write_bytes(b"old")

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["kit.pdf"]
