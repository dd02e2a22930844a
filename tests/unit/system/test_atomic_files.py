"""A file under its final name is the old one or the new one, whatever happens."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from prancha.model.diagnostic import Diagnostic, Failure
from prancha.system import atomic_files
from prancha.system.atomic_files import refuse_unwritable, write_whole

ROOT = Path(__file__).parents[3]
HINT = "free some space, or choose another folder"
TAKEN = "there is a file where a folder is needed: choose another folder"


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
def read_only() -> Iterator[Path]:
    """A folder with an old file, which takes no other: root drops its rights meanwhile."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "kit.pdf").write_text("old")
        folder.chmod(0o555)
        before = os.geteuid()
        if before == 0:
            os.seteuid(65534)
        yield folder
        os.seteuid(before)
        folder.chmod(0o755)


@pytest.mark.skipif(os.name == "nt", reason="rights of POSIX")
def test_a_folder_that_is_read_only(read_only: Path) -> None:
    assert refused(read_only / "kit.pdf").message == "cannot write: Permission denied"
    assert (read_only / "kit.pdf").read_text() == "old"


@pytest.mark.parametrize(
    ("way", "in_the_way"),
    [
        ("output/kit.pdf", lambda output: output.write_text("mine")),
        ("output/deep/deeper/kit.pdf", lambda output: output.write_text("mine")),
        ("output/kit.pdf", lambda output: output.symlink_to("nowhere")),
        ("output/kit.pdf", lambda output: (output / "kit.pdf").mkdir(parents=True)),
    ],
)
def test_what_stands_in_the_way_is_told_beforehand_in_the_same_words(
    tmp_path: Path, way: str, in_the_way: Callable[[Path], object]
) -> None:
    in_the_way(tmp_path / "output")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(Failure) as failure:
        refuse_unwritable((tmp_path / way).parent, ["kit.pdf"])
    assert sorted(tmp_path.rglob("*")) == before
    assert failure.value.diagnostics == (refused(tmp_path / way),)


@pytest.mark.parametrize(("flag", "why"), [(0, "Permission denied"), (os.ST_RDONLY, "Read-only file system")])
def test_a_folder_where_nothing_can_be_made_is_told_beforehand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flag: int, why: str
) -> None:
    """Played, for root may write anywhere."""
    asked: list[Path] = []
    monkeypatch.setattr(os, "access", lambda path, mode: asked.append(path))
    monkeypatch.setattr(os, "statvfs", lambda path: SimpleNamespace(f_flag=flag))
    with pytest.raises(Failure) as failure:
        refuse_unwritable(tmp_path / "not" / "there", ["kit.pdf"])
    assert [(one.message, one.hint) for one in failure.value.diagnostics] == [(f"cannot write: {why}", HINT)]
    assert asked == [tmp_path]


def test_nothing_is_told_beforehand_of_what_can_be_written(tmp_path: Path) -> None:
    refuse_unwritable(tmp_path / "not" / "there", ["kit.pdf", "manifest.json"])
    assert not list(tmp_path.iterdir())


def test_what_a_dead_build_left_is_swept_wherever_it_ran(tmp_path: Path) -> None:
    """Its number is that of a living process here: this one."""
    left = tmp_path / f".prancha-{os.getpid()}-7"
    left.mkdir()
    (left / "kit.pdf").write_bytes(b"half")
    (tmp_path / ".prancha.lock").touch()
    (tmp_path / ".prancha-notes").mkdir()
    atomic_files.sweep(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [".prancha-notes"]


def not_to_be_called(*_: object) -> None:
    raise AssertionError("it is waited for")


def test_what_a_living_build_makes_is_not_swept_wherever_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its number is that of no process here, as if it ran in a container or on another machine."""
    with atomic_files._locked(tmp_path):
        (tmp_path / ".prancha-999999999-7").mkdir()
        before = sorted(tmp_path.iterdir())
        monkeypatch.setattr(atomic_files.time, "sleep", not_to_be_called)
        atomic_files.sweep(tmp_path)
        assert sorted(tmp_path.iterdir()) == before
    atomic_files.sweep(tmp_path)
    assert not list(tmp_path.iterdir())


def test_where_nothing_is_left_no_lock_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kit.pdf").write_bytes(b"old")
    monkeypatch.setattr(atomic_files, "_try_lock", lambda *_: pytest.fail("a lock"))
    atomic_files.sweep(tmp_path)
    atomic_files.sweep(tmp_path / "not there")


SCRIPT = """
import resource, sys
from pathlib import Path
from prancha.system.atomic_files import refuse_unwritable, write_whole
from prancha.model.diagnostic import Failure
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
