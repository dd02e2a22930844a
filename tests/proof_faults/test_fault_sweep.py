"""The whole sweep: every kind of fault, and good files of all kits."""

from __future__ import annotations

from pathlib import Path

import pytest
from sample_kit import Kits
from score import score
from scoring import table, written

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.checks.proof.proof_report import as_text
from prancha.checks.proof.proofing import proof
from prancha.model.printing import Printer

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent.name for path in ROOT.glob("components/*/game.yaml"))
OFFICE = Printer("office", 0.994, 1.003, 0.7, -0.4, 0.8, 6.0, "a4")
NARROW = Printer("narrow", 1.0, 1.0, margin=5.0)
PAPERS = ("a4", "letter", "a3")
PROFILES = ("edge", "full", "cross", "bold", "lines", "unmarked", "extended")
WAYS = ("long", "short", "fold", "separate")
GOOD = [
    *((game, {"paper": paper, "duplex": way}) for game in GAMES for paper in PAPERS for way in WAYS),
    *((game, {"printer": printer, "duplex": "long"}) for game in GAMES for printer in (OFFICE, NARROW)),
    *((game, {"ink": ink}) for game in GAMES for ink in ("low", "outline")),
    *((game, {"sheet": name}) for game in ("dual", "hexagonal") for name in PROFILES),
    *((game, {"show_safe": True, "cut_contour": True}) for game in GAMES),
]  # fmt: skip
assert len(GOOD) >= 60

pytestmark = pytest.mark.slow


def test_the_score_in_the_docs_is_that_of_the_sweep(kits: Kits, tmp_path: Path) -> None:
    assert written() == table(score(kits, tmp_path)), "python tests/proof_faults/score.py writes it"


@pytest.mark.parametrize(("game", "changes"), GOOD)
def test_good_files_raise_no_alarm(tmp_path: Path, game: str, changes: dict[str, object]) -> None:
    kit = pipeline.build_game(Order(ROOT, out=tmp_path, check=False, **changes), game)  # type: ignore[arg-type]
    for path in (kit.pdf, kit.backs):
        if path is not None:
            report = proof(path, kit.manifest)
            assert report.clean, as_text(report)
            assert report.compared > 10
