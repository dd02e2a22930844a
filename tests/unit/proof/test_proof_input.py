"""Files that cannot be proved are refused with what to do."""

from __future__ import annotations

import json
import random
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from conftest_proof import Built, only

from generator.model.diagnostic import Failure
from generator.proof import proof


def test_no_such_file(tmp_path: Path, kit: Built) -> None:
    with pytest.raises(Failure, match="there is no such file"):
        proof(tmp_path / "none.pdf")
    for folder in (tmp_path, Path()):
        with pytest.raises(Failure, match="this is no file"):
            proof(folder)
    alone = tmp_path / "alone.pdf"
    shutil.copy(kit.pdf, alone)
    with pytest.raises(Failure, match=r"no manifest lies beside it: .* or a build was broken off"):
        proof(alone)


def test_the_manifest_of_another_paper_is_not_taken(tmp_path: Path, kit: Built) -> None:
    shutil.copy(kit.manifest, tmp_path / "manifest.json")
    shutil.copy(kit.pdf, tmp_path / kit.pdf.name)
    other = tmp_path / "other-letter.pdf"
    other.write_bytes(kit.pdf.read_bytes() + b"%")
    with pytest.raises(Failure, match=rf"tells of {kit.pdf.name}, not of other-letter\.pdf"):
        proof(other)
    assert not proof(other, kit.manifest).faults


def test_the_manifest_of_another_build_is_not_taken(tmp_path: Path, kit: Built) -> None:
    shutil.copy(kit.manifest, tmp_path / "manifest.json")
    changed = tmp_path / kit.pdf.name
    changed.write_bytes(kit.pdf.read_bytes() + b"%")
    with pytest.raises(Failure, match=rf"not written with this {kit.pdf.name}, which was changed since or"):
        proof(changed)
    assert not proof(changed, kit.manifest).faults


def test_a_copy_under_another_name_is_known_again(tmp_path: Path, kit: Built) -> None:
    for file in (kit.pdf, kit.manifest):
        shutil.copy(file, tmp_path)
    shutil.copy(kit.pdf, tmp_path / "to-the-printer.pdf")
    assert not proof(tmp_path / "to-the-printer.pdf").faults


def test_a_manifest_of_its_own_name_is_taken_first(tmp_path: Path, kit: Built) -> None:
    (tmp_path / "manifest.json").write_text("{", encoding="utf-8")
    shutil.copy(kit.manifest, tmp_path / "again-a4-changes.json")
    shutil.copy(kit.pdf, tmp_path / "again-a4-changes.pdf")
    assert not proof(tmp_path / "again-a4-changes.pdf").faults


def test_no_pdf(tmp_path: Path, kit: Built) -> None:
    path = tmp_path / "note.pdf"
    path.write_text("not a PDF", encoding="utf-8")
    with pytest.raises(Failure, match=r"cannot be read as a PDF.*\n    build it again"):
        proof(path, kit.manifest)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "cannot read the manifest"),
        ("{}", "does not list where pieces lie: Object missing required field"),
    ],
)
def test_no_design(tmp_path: Path, kit: Built, text: str, message: str) -> None:
    path = tmp_path / "manifest.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Failure, match=message):
        proof(kit.pdf, path)


@pytest.mark.parametrize("seed", range(6))
def test_a_damaged_manifest_is_refused_or_measured(tmp_path: Path, kit: Built, seed: int) -> None:
    chance, text = random.Random(seed), kit.manifest.read_text(encoding="utf-8")
    values = (None, True, 0, -1, 1e308, "", [], [[]], {}, {"a": 1}, 10**30, "\ud800")
    path = tmp_path / "manifest.json"
    for _ in range(12):
        tree: Any = json.loads(text)
        at: Any = tree["placed"] if chance.random() < 0.8 else tree
        # Down to some place, and another value there.
        while True:
            keys = list(at) if isinstance(at, dict) else range(min(3, len(at)))
            key = chance.choice(keys)
            if isinstance(at[key], dict | list) and at[key] and chance.random() < 0.8:
                at = at[key]
            else:
                at[key] = chance.choice(values)
                break
        path.write_text(json.dumps(tree), encoding="utf-8")
        with suppress(Failure):
            proof(kit.pdf, path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b" Do", b" Xo"), (b" cm\n", b" Do\n"), (b" Tf", b" cm"), (b"/BBox", b"/BBux"),
        (b"/Resources", b"/Resourses"),
    ],
)  # fmt: skip
def test_a_damaged_pdf_is_refused_or_measured(tmp_path: Path, kit: Built, old: bytes, new: bytes) -> None:
    path = tmp_path / "torn.pdf"
    with pikepdf.open(kit.pdf) as document:
        for thing in document.objects:
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") != "/Image":
                thing.write(thing.read_bytes().replace(old, new))
        document.save(path, compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    path.write_bytes(path.read_bytes().replace(old, new))
    with suppress(Failure):
        assert proof(path, kit.manifest).faults


def changed(kit: Built, path: Path, item: str, copies: int) -> Path:
    """A manifest whose catalogue wants another number of copies of a card."""
    tree = json.loads(kit.manifest.read_text(encoding="utf-8"))
    for family in tree["families"]:
        for entry in family["items"]:
            if f"{family['id']}/{entry['id']}" == item:
                entry["copies"] = copies
    path.write_text(json.dumps(tree), encoding="utf-8")
    return path


def test_sheets_that_hold_too_few_copies(tmp_path: Path, kit: Built) -> None:
    report = proof(kit.pdf, changed(kit, tmp_path / "manifest.json", "cards/c7", 2))
    fault = only(report, "copy-count", 0, "cards/c7")
    assert (fault.found, fault.expected) == ("1 copies", "2 copies")


def test_a_component_that_the_catalogue_lacks(tmp_path: Path, kit: Built) -> None:
    tree = json.loads(kit.manifest.read_text(encoding="utf-8"))
    tree["families"] = [family for family in tree["families"] if family["id"] != "coins"]
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(tree), encoding="utf-8")
    fault = only(proof(kit.pdf, path), "copy-unknown", 0, "coins/one")
    assert fault.message == "the catalogue has no such component"
