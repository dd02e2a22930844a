"""Files that were changed are put back and changed again, if nobody touched them since."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from prancha.model.diagnostic import Failure, Place
from prancha.studio.file_history import FileHistory


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
