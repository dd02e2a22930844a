"""Previews of thousands of faces: in slices, packed once, the same text whatever is kept."""

from __future__ import annotations

import base64
import json
import lzma
from pathlib import Path

import pytest
from msgspec.structs import replace
from states import card, state

from prancha.changes import snapshot_text
from prancha.changes.snapshot import Snapshot
from prancha.changes.snapshot_text import read_snapshot, serialize
from prancha.model.diagnostic import Failure
from prancha.system.cache import KeptParts, Store


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshot_text, "MANY", 100)


def cards(changed: str = "") -> Snapshot:
    found = (f"card-{number}" for number in range(300))
    return state(*(card(name, cost=1, look=name + changed if name == "card-7" else name) for name in found))


def test_slices_come_back_whole() -> None:
    text = serialize(cards())
    assert '"format": 2' in text
    assert read_snapshot(text, "s.json") == cards()


def test_few_faces_are_packed_as_before() -> None:
    text = serialize(state(card("sun")))
    assert '"format": 1' in text
    seen = json.loads(lzma.decompress(base64.b64decode("".join(json.loads(text)["previews"]))))
    assert sorted(seen) == ["faces", "icons", "pictures"]


def test_what_is_kept_changes_no_byte(tmp_path: Path) -> None:
    for snapshot in (cards(), cards("new"), cards()):
        kept = KeptParts(Store(tmp_path), "game")
        assert serialize(snapshot, kept) == serialize(snapshot)
        kept.save()


def test_only_slices_of_the_changed_face_are_packed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed: list[int] = []
    real = snapshot_text._slice
    monkeypatch.setattr(
        snapshot_text, "_slice", lambda faces, names: (packed.append(1), real(faces, names))[1]
    )
    for snapshot, most in ((cards(), snapshot_text.SLICES), (cards("new"), 4), (cards("new"), 0)):
        packed.clear()
        kept = KeptParts(Store(tmp_path), "game")
        serialize(snapshot, kept)
        kept.save()
        assert bool(most) == bool(packed)
        assert len(packed) <= most


def test_a_changed_component_changes_its_line_alone(tmp_path: Path) -> None:
    kept = KeptParts(Store(tmp_path), "game")
    before = serialize(cards(), kept).splitlines()
    kept.save()
    items = (replace(cards().items[0], copies=3), *cards().items[1:])
    after = serialize(replace(cards(), items=items), KeptParts(Store(tmp_path), "game")).splitlines()
    assert sum(one != other for one, other in zip(before, after, strict=True)) == 1


def test_a_number_too_large_for_what_is_kept_is_written_all_the_same(tmp_path: Path) -> None:
    snapshot = state(card("sun", cost=10**30))
    assert serialize(snapshot, KeptParts(Store(tmp_path), "game")) == serialize(snapshot)


@pytest.mark.parametrize("more", [[1], {"faces": [1]}, {"faces": {"a": 1}}, {}, "faces"])
def test_a_slice_that_is_none_is_told(more: object) -> None:
    tree = json.loads(serialize(cards()))
    tree["previews"].append(base64.b64encode(lzma.compress(json.dumps(more).encode())).decode())
    with pytest.raises(Failure, match="snapshot is damaged"):
        read_snapshot(json.dumps(tree), "s.json")


def test_slices_together_have_one_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    text = serialize(cards())
    monkeypatch.setattr(snapshot_text, "MOST_BYTES", 10_000)
    with pytest.raises(Failure, match="cut short, or too large"):
        read_snapshot(text, "s.json")
