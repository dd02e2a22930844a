"""Equal faults are told in one line, with how many they are; programs get them all."""

from __future__ import annotations

import json

from prancha.checks.proof.proof_report import (
    MOST_LINES,
    ProofFault,
    ProofReport,
    as_json,
    as_text,
    fold_faults,
)


def fault(page: int, item: str, message: str = "it is off", found: str = "1 mm") -> ProofFault:
    return ProofFault(page, "piece-place", item, message, found, "0 mm")


def report(*faults: ProofFault) -> ProofReport:
    return ProofReport("k.pdf", faults, 1, 1, 1, 1, 0.0, 0.0, 1, 1, 0.0, 1, 1, ("pieces",))


def test_one_fault_is_told_as_it_is() -> None:
    assert list(fold_faults([fault(3, "a/b copy 1")])) == [
        "page 3: error piece-place [a/b copy 1]: it is off: found 1 mm, expected 0 mm"
    ]
    assert next(fold_faults([fault(0, "")])).startswith("file: error piece-place: it is off")


def test_equal_faults_share_a_line() -> None:
    many = [fault(page, f"a/b copy {copy}", found=f"{copy} mm") for page in (3, 5) for copy in (1, 2, 3)]
    assert list(fold_faults([*many, fault(3, "a/b copy 1", "it is turned")])) == [
        "pages 3, 5: error piece-place [a/b copy 1, a/b copy 2 and 1 more]: it is off "
        "(6 times; the first: found 1 mm, expected 0 mm)",
        "page 3: error piece-place [a/b copy 1]: it is turned: found 1 mm, expected 0 mm",
    ]
    (line,) = fold_faults(fault(page, "") for page in range(1, 11))
    assert line.startswith("pages 1, 2, 3, 4, 5, 6 and 4 more: error")


def test_a_list_has_an_end_and_programs_get_all_of_it() -> None:
    many = tuple(fault(1, "", f"it is off by {k}") for k in range(MOST_LINES + 7))
    lines = as_text(report(*many)).splitlines()
    assert lines[MOST_LINES] == "and 7 more"
    assert len(json.loads(as_json(report(*many)))["faults"]) == MOST_LINES + 7
