"""What changed in a project, told at once for the files of open games, and which games it concerns."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from prancha.studio import file_watcher
from prancha.studio.file_watcher import Watcher
from tests.conftest import write_project


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(file_watcher, "WIDE", 1e9)  # what is found here is found by looks at files in use
    folder = write_project(tmp_path / "project")
    other = folder / "components" / "other"
    other.mkdir()
    (other / "game.yaml").write_text((folder / "components" / "lume" / "game.yaml").read_text())
    return folder


def saved(path: Path, text: str) -> str:
    path.write_text(text)
    return os.path.realpath(path)


def test_a_saved_file_is_told_by_its_path(project: Path) -> None:
    watcher = Watcher(project, ["lume"])
    before = watcher.stamp
    assert not watcher.changed()
    path = saved(project / "components/lume/cards.yaml", "title: x\n")
    assert watcher.changed()
    assert watcher.touched == {path}
    assert not watcher.only_drawings
    assert (watcher.concerns("lume"), watcher.concerns("other")) == (True, False)
    assert watcher.stamp != before
    assert not watcher.changed()


def test_a_file_that_is_replaced_deleted_or_new_is_seen(project: Path) -> None:
    watcher = Watcher(project, ["lume"])
    path = project / "templates/lume/hex.svg.j2"
    aside = project / "templates/lume/hex.svg.j2~"
    aside.write_text("<g/>")
    aside.replace(path)  # as editors save
    assert watcher.changed()
    assert os.path.realpath(path) in watcher.touched
    path.unlink()
    assert watcher.changed()
    assert watcher.touched == {os.path.realpath(path)}
    assert watcher.only_drawings
    new = saved(project / "templates/lume/new.svg", "<svg/>")
    assert watcher.changed()
    assert watcher.touched == {new}
    assert not watcher.changed()


def test_the_stamp_is_the_same_in_every_process(project: Path) -> None:
    watcher = Watcher(project, ["lume"])
    file = project / "components/lume/cards.yaml"
    text, state = file.read_text(), file.stat()
    first = watcher.stamp
    saved(file, "other")
    assert watcher.changed()
    assert watcher.stamp == Watcher(project, ["lume"]).stamp != first
    saved(file, text)
    os.utime(file, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert watcher.changed()
    assert watcher.stamp == first


@pytest.mark.parametrize(
    ("path", "games", "drawings"),
    [
        ("templates/lume/hex.svg.j2", {"lume"}, True),
        ("templates/other/a.svg", {"other"}, True),
        ("templates/_shared/a.svg.j2", {"lume", "other"}, True),
        ("templates/loose.svg.j2", {"lume", "other"}, True),
        ("templates/lume/art/fox.png", {"lume"}, False),
        ("components/_rules/set.yaml", {"lume", "other"}, False),
        ("components/other/more.yaml", {"other"}, False),
    ],
)
def test_which_games_a_change_can_be_of(
    project: Path, monkeypatch: pytest.MonkeyPatch, path: str, games: set[str], drawings: bool
) -> None:
    monkeypatch.setattr(file_watcher, "WIDE", 0.0)
    watcher = Watcher(project, ["lume", "other"])
    (project / path).parent.mkdir(parents=True, exist_ok=True)
    (project / path).write_text("<g/>")
    assert watcher.changed()
    assert {name for name in ("lume", "other") if watcher.concerns(name)} == games
    assert watcher.only_drawings == drawings


@pytest.mark.parametrize(
    ("took", "used", "pause"), [(0.004, 0.004, 0.2), (0.04, 0.0001, 0.04), (0.0001, 0.0001, 0.02)]
)
def test_a_look_at_many_files_comes_less_often(
    project: Path, monkeypatch: pytest.MonkeyPatch, took: float, used: float, pause: float
) -> None:
    """Pauses follow processor time: while the checker works, a look takes long and costs little."""
    watcher = Watcher(project, ["lume"])
    for name, clock in (("monotonic", iter((0.0, took))), ("thread_time", iter((0.0, used)))):
        monkeypatch.setattr(file_watcher.time, name, lambda clock=clock: next(clock))
    watcher.changed()
    assert watcher.pause == pytest.approx(pause)
