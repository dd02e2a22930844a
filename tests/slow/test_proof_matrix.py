"""All games of the repository on each paper, with backs in each way, in each language: proof finds nothing.

`python -m pytest tests/slow/test_proof_matrix.py -m slow -s` prints a table; `-k ceramus` measures one game.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import Struct

from prancha.building import game_loading, pipeline
from prancha.building.order import Order
from prancha.checks.proof.proof_report import fold_faults
from prancha.checks.proof.proofing import proof
from prancha.model.diagnostic import Failure
from prancha.model.printing import DUPLEX, DuplexName
from prancha.setup.new_game import EXAMPLES, start_like

ROOT = Path(__file__).resolve().parents[2]
KITS = tuple(sorted(path.parent.name for path in ROOT.glob("components/*/game.yaml")))
PAPERS = ("a4", "letter", "a3")
WAYS: tuple[DuplexName, ...] = tuple(way.name for way in DUPLEX.values() if way.printed)
VECTORS, PIXELS = 0.02, 0.10
"""The greatest deviations in mm, of lines in the file and as they are seen."""

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("kept_faces")]


class Row(Struct):
    """The kits of a game on a paper: how many, with how many files, copies, faults and warnings of both."""

    game: str
    paper: str
    kits: int = 0
    files: int = 0
    copies: int = 0
    faults: int = 0
    warnings: int = 0
    told: list[str] = []

    def add(self, order: Order, game: str) -> None:
        """Build and measure one kit; one that is refused is a fault, too."""
        where = f"{order.paper} {order.duplex} {order.lang}: "
        self.kits += 1
        try:
            kit = pipeline.build_game(order, game)
        except Failure as failure:
            self.faults += len(failure.diagnostics)
            self.told += [where + str(one) for one in failure.diagnostics]
            return
        report = proof(kit.pdf, kit.manifest)
        warned = sum(fault.severity == "warning" for fault in report.faults)
        copies = sum(row.copies for row in kit.rows)
        self.files += len(kit.written)
        self.copies += copies
        self.faults += len(report.faults) - warned
        self.warnings += warned + len(kit.notes)
        self.told += [where + str(note) for note in kit.notes]
        self.told += [where + line for line in fold_faults(report.faults)]
        if report.components < copies:
            self.told.append(f"{where}{report.components} of {copies} pieces are measured")
        if (report.vector_deviation or 0) > VECTORS or (report.pixel_deviation or 0) > PIXELS:
            self.told.append(f"{where}{report.vector_deviation}, {report.pixel_deviation} mm off")

    def __str__(self) -> str:
        return (
            f"{self.game:15} {self.paper:6} {self.kits:3} kits {self.files:4} files {self.copies:5} copies"
            f"  {self.faults} faults  {self.warnings} warnings"
        )


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", [*KITS, *EXAMPLES])
def test_proof_finds_nothing(name: str, paper: str, tmp_path: Path) -> None:
    project, game = ROOT, name
    if name in EXAMPLES:
        project, game = tmp_path, "den"
        start_like(project, game, name)
    row = Row(name, paper)
    languages = game_loading.load(project, game).languages
    for lang in languages:
        for way in WAYS:
            row.add(Order(project, paper=paper, lang=lang, duplex=way, out=tmp_path / way), game)
    print(row)
    assert row.told == []
    assert row.kits == len(languages) * len(WAYS)
