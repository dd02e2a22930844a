"""A part of the sweep that `make test` has time for, and the score that stands in docs/proof.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from injecting import KINDS
from sample_kit import Kits, build_sample
from scoring import caught, written

from prancha.checks.proof.proof_report import as_text
from prancha.checks.proof.proofing import proof
from prancha.model.printing import Printer

SOME = [name for k, name in enumerate(sorted(KINDS)) if k % 10 == 4 and KINDS[name].codes]
OFFICE = Printer("office", 0.994, 1.003, 0.7, -0.4, 0.8, 6.0, "a4")


@pytest.mark.parametrize("name", SOME)
def test_a_fault_is_told_by_a_code_that_fits_it(kits: Kits, tmp_path: Path, name: str) -> None:
    kind = KINDS[name]
    hit, found = caught(kind, *kits[kind.kit], tmp_path)
    assert hit, (name, kind.codes, found)


@pytest.mark.parametrize(
    "changes",
    [
        {"duplex": "fold", "printer": OFFICE}, {"duplex": "short", "paper": "letter", "ink": "low"},
        {"duplex": "separate", "printer": OFFICE, "show_safe": True, "cut_contour": True},
    ],
)  # fmt: skip
def test_good_files_raise_no_alarm(sample: Path, tmp_path: Path, changes: dict[str, object]) -> None:
    kit = build_sample(sample, tmp_path, **changes)
    for path in (kit.pdf, kit.backs):
        if path is not None:
            report = proof(path, kit.manifest)
            assert report.faults == (), as_text(report)
            assert report.compared > 10


def test_there_are_enough_kinds_and_most_of_them_are_caught() -> None:
    total, right = map(int, re.findall(r"\*\*all\*\* \| \*\*(\d+)\*\* \| \*\*(\d+)\*\*", written())[0])
    assert total == len(KINDS) >= 100
    assert right >= 0.97 * total
    assert len(SOME) >= 20


def test_what_is_missed_is_named() -> None:
    missed = {line[2:] for line in written().splitlines() if line.startswith("- ")}
    assert missed == {name for name, kind in KINDS.items() if not kind.codes}
