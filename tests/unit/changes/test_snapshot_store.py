"""A snapshot that was read before is not unpacked again, unless its previews are asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.changes import snapshot_store, snapshot_text
from prancha.model.diagnostic import Failure
from tests.unit.changes.states import card, state


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PRANCHA_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "components/lume/.snapshots"
    folder.mkdir(parents=True)
    (folder / "v1.json").write_text(
        snapshot_text.serialize(state(card("owl", cost=1), card("fox"))), encoding="utf-8"
    )
    return tmp_path


def read(project: Path) -> snapshot_text.Snapshot:
    return snapshot_store.find_states(project, ["lume"], "v1")["lume"]


def test_it_is_unpacked_once(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = read(project)
    unpacked: list[int] = []
    real = snapshot_text.unpack_previews

    def counting(lines: list[str]) -> object:
        unpacked.append(len(lines))
        return real(lines)

    monkeypatch.setattr(snapshot_text, "unpack_previews", counting)
    again = read(project)
    assert snapshot_text.replace(again, previews={}) == snapshot_text.replace(first, previews={})
    assert not unpacked
    assert dict(again.previews) == first.previews
    assert len(unpacked) == 1


def test_a_changed_file_is_judged_anew(project: Path) -> None:
    read(project)
    path = project / "components/lume/.snapshots/v1.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"previews": [', '"previews": ["*",'), "utf-8")
    with pytest.raises(Failure, match="snapshot is damaged"):
        read(project)
