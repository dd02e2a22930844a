"""A set of files that cannot be moved into its place leaves the old one whole."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from prancha.model.diagnostic import Diagnostic, Failure
from prancha.system import atomic_files
from prancha.system.atomic_files import write_set

OLD = {"a.pdf": b"old a", "b.pdf": b"old b", "m.json": b"old m"}
NEW = {name: data.replace(b"old", b"new") for name, data in OLD.items()}
CLOSE = "close it in the program that shows it, and build again"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def refused(folder: Path) -> Diagnostic:
    with pytest.raises(Failure) as failure:
        write_set(folder, NEW)
    (diagnostic,) = failure.value.diagnostics
    return diagnostic


def held(monkeypatch: pytest.MonkeyPatch, *targets: Path, times: int = 99) -> None:
    """Played: what Windows answers where a viewer has a file open, for the next moves to `targets`."""
    usual, left = Path.replace, [times]

    def replace(path: Path, target: Path) -> Path:
        if target in targets and left[0]:
            left[0] -= 1
            raise PermissionError(errno.EACCES, "Permission denied")
        return usual(path, target)

    monkeypatch.setattr(Path, "replace", replace)


@pytest.mark.parametrize("linked", [True, False], ids=["linked", "copied"])
@pytest.mark.parametrize("name", OLD)
def test_the_old_set_is_whole_again_when_a_file_cannot_be_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, linked: bool
) -> None:
    write_set(tmp_path, OLD)
    if not linked:  # a memory stick, as most of them are formatted
        monkeypatch.setattr(os, "link", lambda *_, **__: os.open(tmp_path, os.O_WRONLY))
    held(monkeypatch, tmp_path / name, times=1)
    found = refused(tmp_path)
    assert (found.place.file, found.message) == (
        str(tmp_path / name), "cannot write: Permission denied"
    )  # fmt: skip
    assert found.hint == CLOSE
    assert contents(tmp_path) == OLD
    write_set(tmp_path, NEW)
    assert contents(tmp_path) == NEW


def test_a_manifest_that_cannot_be_taken_away_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_set(tmp_path, OLD)
    usual = Path.replace

    def replace(path: Path, target: Path) -> Path:
        if path == tmp_path / "m.json":
            raise PermissionError(errno.EACCES, "Permission denied")
        return usual(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    found = refused(tmp_path)
    assert (found.place.file, found.hint) == (str(tmp_path / "m.json"), CLOSE)
    assert contents(tmp_path) == OLD


def test_where_there_was_no_set_none_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held(monkeypatch, tmp_path / "b.pdf")
    refused(tmp_path)
    assert contents(tmp_path) == {}


def test_a_link_is_put_back_as_the_link_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").write_bytes(b"mine")
    (tmp_path / "a.pdf").symlink_to("elsewhere")
    held(monkeypatch, tmp_path / "b.pdf")
    refused(tmp_path)
    assert (tmp_path / "a.pdf").readlink() == Path("elsewhere")
    assert sorted(contents(tmp_path)) == ["a.pdf", "elsewhere"]


def test_what_cannot_be_put_back_is_told_and_has_no_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_set(tmp_path, OLD)
    usual, moved = Path.replace, []

    def replace(path: Path, target: Path) -> Path:
        moved.append(target.name)
        if target.name == "b.pdf" or moved.count("a.pdf") == 2:
            raise OSError(errno.EIO, "Input/output error")
        return usual(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    found = refused(tmp_path)
    assert found.place.file == str(tmp_path / "b.pdf")
    assert found.message == (
        "cannot write: Input/output error; a.pdf could not be restored, "
        "so there is no m.json until the next build"
    )
    assert contents(tmp_path) == {"a.pdf": b"new a", "b.pdf": b"old b"}


def test_a_device_that_is_busy_is_not_taken_for_another_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object, **__: object) -> None:
        raise OSError(errno.EBUSY, "Device or resource busy")

    monkeypatch.setattr(Path, "mkdir", busy)
    found = refused(tmp_path)
    assert found.message == "cannot write: Device or resource busy"
    assert found.hint == "free some space, or choose another folder"


def test_another_build_that_does_not_end_is_waited_for_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atomic_files, "PATIENCE", 0.1)
    with atomic_files._locked(tmp_path):
        found = refused(tmp_path)
    assert found.message == "cannot write: another build has been writing here for 0.1 s"
    assert found.hint == "wait for it to end, or choose another folder"
