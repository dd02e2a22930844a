"""Files that were changed are put back and changed again, if nobody touched them since."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.studio import file_history
from prancha.studio.file_history import FileEdit, FileHistory
from prancha.system.atomic_files import write_whole


def test_changes_are_undone_and_done_again_in_turn(tmp_path: Path) -> None:
    file, place = tmp_path / "a.svg", Place("a.svg")
    file.write_bytes(b"0")
    history = FileHistory(tmp_path)
    for before, after in ((b"0", b"1"), (b"1", b"2")):
        history.write(file, tmp_path, before, after, place, "")
    history.undo()
    assert (file.read_bytes(), history.counts) == (b"1", (1, 1))
    history.undo()
    history.undo()
    assert (file.read_bytes(), history.counts) == (b"0", (0, 2))
    history.redo()
    history.redo()
    history.redo()
    assert (file.read_bytes(), history.counts) == (b"2", (2, 0))
    history.undo()
    history.write(file, tmp_path, b"1", b"3", place, "")
    assert history.counts == (2, 0)  # what was undone before another change is gone


def test_what_was_changed_meanwhile_stays(tmp_path: Path) -> None:
    file, place = tmp_path / "a.svg", Place("a.svg")
    file.write_bytes(b"0")
    history = FileHistory(tmp_path)
    with pytest.raises(Failure, match="the file was changed meanwhile"):
        history.write(file, tmp_path, b"x", b"1", place, "")
    history.write(file, tmp_path, b"0", b"1", place, "")
    file.write_bytes(b"other")
    with pytest.raises(Failure) as caught:
        history.undo()
    assert str(caught.value.diagnostics[0].place) == "a.svg"
    assert (file.read_bytes(), history.counts) == (b"other", (0, 0))
    with pytest.raises(Failure, match="the file "):
        history.read(tmp_path.parent / "b", tmp_path, place, "")


def test_the_oldest_changes_are_forgotten_when_they_are_too_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prancha.studio.file_history.KEPT", 60)
    file, place = tmp_path / "a.svg", Place("a.svg")
    contents = [b"%010d" % number for number in range(8)]
    file.write_bytes(contents[0])
    history = FileHistory(tmp_path)
    for before, after in pairwise(contents):
        history.write(file, tmp_path, before, after, place, "")
    assert history.counts == (3, 0)
    history.write(file, tmp_path, contents[-1], b"x" * 100, place, "")
    assert history.counts == (1, 0)
    history.undo()
    assert file.read_bytes() == contents[-1]


def added(tmp_path: Path) -> FileHistory:
    """A history in which `game/new/b` came and `game/a` went from 0 to 1."""
    file, new = tmp_path / "game" / "a", tmp_path / "game" / "new" / "b"
    new.parent.mkdir(parents=True)
    file.write_bytes(b"1")
    new.write_bytes(b"2")
    history = FileHistory(tmp_path)
    history.note([FileEdit(file, tmp_path, b"0", b"1"), FileEdit(new, tmp_path, None, b"2")])
    return history


def test_files_that_came_together_go_together(tmp_path: Path) -> None:
    history = added(tmp_path)
    history.undo()
    assert [(path.name, path.read_bytes()) for path in (tmp_path / "game").iterdir()] == [("a", b"0")]
    history.redo()
    assert (tmp_path / "game" / "new" / "b").read_bytes() == b"2"
    assert (tmp_path / "game" / "a").read_bytes() == b"1"
    (tmp_path / "game" / "a").write_bytes(b"other")
    with pytest.raises(Failure, match="the file was changed meanwhile"):
        history.undo()
    assert (tmp_path / "game" / "new" / "b").read_bytes() == b"2"


def test_of_an_addition_all_is_undone_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    history = added(tmp_path)

    def full(path: Path, data: bytes) -> None:
        if data == b"0":
            raise Failure([Diagnostic(Place(str(path)), "not-written", "no space left")])
        write_whole(path, data)

    monkeypatch.setattr(file_history, "write_whole", full)
    with pytest.raises(Failure, match="no space left"):
        history.undo()
    assert (tmp_path / "game" / "new" / "b").read_bytes() == b"2"
    assert (tmp_path / "game" / "a").read_bytes() == b"1"


def test_a_file_that_cannot_be_deleted_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    history = added(tmp_path)

    def busy(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", busy)
    with pytest.raises(Failure, match="it cannot be deleted: Permission denied"):
        history.undo()
    assert (tmp_path / "game" / "a").read_bytes() == b"1"
