"""Every file that a manifest names is read, and no figure is told that was not measured."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pikepdf
import pytest
from conftest_proof import Built, build, write_project

from prancha.checks.proof.proof_report import as_json, as_text
from prancha.checks.proof.proofing import proof
from prancha.model.diagnostic import Failure


@pytest.fixture(scope="module")
def apart(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a kit with a file of backs."""
    return build(project, tmp_path_factory.mktemp("apart"), duplex="separate").pdf.parent


@pytest.fixture
def copied(apart: Path, tmp_path: Path) -> tuple[Path, Path, Path]:
    """Fronts, backs and manifest of a copy of it."""
    folder = tmp_path / "prova"
    shutil.copytree(apart, folder)
    fronts, backs = sorted(folder.glob("*.pdf"), reverse=True)
    return fronts, backs, fronts.with_suffix(".json")


def test_both_files_are_measured_whichever_is_named(copied: tuple[Path, Path, Path]) -> None:
    fronts, backs, _ = copied
    one, other = proof(fronts), proof(backs)
    assert one.files == (str(fronts), str(backs))
    assert other.files == (str(backs), str(fronts))
    assert one.faults == other.faults == ()
    assert one.components == other.components > 40
    assert one.back_deviation == other.back_deviation
    assert one.back_deviation is not None


def test_a_file_of_backs_that_is_gone(copied: tuple[Path, Path, Path]) -> None:
    fronts, backs, _ = copied
    backs.unlink()
    report = proof(fronts)
    assert [(fault.code, fault.file) for fault in report.faults] == [("file-missing", backs.name)]
    assert report.back_deviation is None
    assert "backs behind fronts      none measured" in as_text(report)
    assert json.loads(as_json(report))["back_deviation"] is None
    assert f"{backs.name}: error file-missing: the manifest names a file that is not there" in as_text(report)


def test_backs_of_another_language(copied: tuple[Path, Path, Path], tmp_path: Path) -> None:
    fronts, backs, _ = copied
    project = write_project(tmp_path / "other")
    back = project / "templates" / "prova" / "card-back.svg.j2"
    back.write_text(back.read_text(encoding="utf-8").replace("item.id", "'z' ~ item.id"), encoding="utf-8")
    other = build(project, tmp_path / "kit", duplex="separate").pdf
    shutil.copy(other.with_name(backs.name), backs)
    report = proof(fronts)
    assert {fault.code for fault in report.faults} >= {"file-changed", "face-wrong"}
    assert {fault.file for fault in report.faults} == {backs.name}


def test_backs_in_another_order(copied: tuple[Path, Path, Path], tmp_path: Path) -> None:
    fronts, backs, listing = copied
    with pikepdf.open(backs) as document:
        document.pages.reverse()
        document.save(tmp_path / "turned.pdf")
    shutil.copy(tmp_path / "turned.pdf", backs)
    told = {(fault.code, fault.file) for fault in proof(fronts, listing).faults}
    assert ("copy-missing", backs.name) in told


def test_fronts_in_the_place_of_backs(copied: tuple[Path, Path, Path]) -> None:
    fronts, backs, listing = copied
    shutil.copy(fronts, backs)
    told = {(fault.code, fault.file) for fault in proof(fronts, listing).faults}
    assert ("other-kit", backs.name) in told


def test_one_sided_kits_tell_no_figure_of_backs(project: Path, tmp_path: Path) -> None:
    report = proof(build(project, tmp_path, duplex="none").pdf)
    assert report.back_deviation is None
    assert report.vector_deviation is not None


@pytest.mark.parametrize("where", ["/TrimBox", "/Contents"])
def test_a_damaged_file_is_told_in_plain_words(kit: Built, tmp_path: Path, where: str) -> None:
    path = tmp_path / "k.pdf"
    with pikepdf.open(kit.pdf) as document:
        page = document.pages[2].obj
        if where == "/TrimBox":
            page.TrimBox = pikepdf.Array([0, 0])
        else:
            document.pages[2].contents_add(b"q 1 0 0 w 9 Td cm Q")
        document.save(path)
    with pytest.raises(Failure) as raised:
        proof(path, kit.manifest)
    message = raised.value.diagnostics[0].message
    assert message.startswith("cannot be read as a PDF: it is damaged: on page 3, ")
    for word in ("index", "unpack", "argument", "object has no", "Error", "tuple"):
        assert word not in message
