"""Two kits measured, with bars on deviations and time; tests/slow/test_proof_matrix.py measures all."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.checks.proof.proof_report import as_text
from prancha.checks.proof.proofing import proof
from prancha.cli.command_line import main

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.usefixtures("kept_faces")
CPU_PER_PAGE = 0.2


@pytest.mark.parametrize("game", ["dual", "hexagonal"])
def test_the_kits_raise_no_alarm(tmp_path: Path, game: str) -> None:
    order = Order(ROOT, out=tmp_path, check=False)
    kit = pipeline.build_game(order, game)
    started = time.process_time()
    report = proof(kit.pdf, kit.manifest)
    spent = time.process_time() - started
    assert report.clean, as_text(report)
    assert report.components >= sum(row.copies for row in kit.rows)
    assert report.vector_deviation is not None
    assert report.vector_deviation <= 0.02
    assert report.pixel_deviation is not None
    assert report.pixel_deviation <= 0.10
    assert spent < 3 * CPU_PER_PAGE * report.pages, "three times the bar: machines of CI are shared"


@pytest.mark.slow
def test_build_with_proof_and_proof_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["build", "automato", "--project", str(ROOT), "--out", str(tmp_path), "--proof", "--no-check"]
    assert main(arguments) == 0
    assert "components measured" in capsys.readouterr().out
    pdf = tmp_path / "automato" / "automato-a4.pdf"
    assert main(["proof", str(pdf), "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["clean"]
    assert report["faults"] == []


def test_a_fault_ends_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import pikepdf

    order = Order(ROOT, out=tmp_path, check=False)
    kit = pipeline.build_game(order, "automato")
    spoiled = tmp_path / "spoiled.pdf"
    with pikepdf.open(kit.pdf) as document:
        document.pages[2].Rotate = 90
        document.save(spoiled)
    assert main(["proof", str(spoiled), "--manifest", str(kit.manifest)]) == 1
    assert (
        "page 3: error page-rotated: a page tells /Rotate as no kit does: found 90, expected 0"
        in capsys.readouterr().out
    )
