"""Kinds of faults that `proof` had not met, and good files: what it gets wrong may only become less.

`unseen_missed.txt` and `good_alarmed.txt` name what is wrong today.  Whoever mends one takes its line out;
nothing is added.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from good_files import Good, build_good, good_kits, write_project
from injecting import KINDS, UNSEEN, Kind
from sample_kit import WAYS, Kits, build_kits
from scoring import DOCS, told

from prancha.checks.proof.proofing import proof

KITS = list(good_kits())
MOST_MISSED = 3
"""Lowered whenever lines are taken out; of 176 kinds 92 were missed on the day they were written down."""


def _listed(name: str) -> frozenset[str]:
    return frozenset(Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines())


MISSED, ALARMED = _listed("unseen_missed.txt"), _listed("good_alarmed.txt")


@pytest.fixture(scope="module")
def every_kit(tmp_path_factory: pytest.TempPathFactory) -> Kits:
    return build_kits(tmp_path_factory.mktemp("unseen"), tuple(WAYS))


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_project(tmp_path_factory.mktemp("good") / "project")


def test_unseen_kinds_are_many_and_touch_each_object_twice_at_most() -> None:
    assert len(UNSEEN) >= 66
    assert max(Counter(kind.group for kind in UNSEEN.values()).values()) == 2


def test_lists_of_what_is_wrong_name_what_there_is_and_do_not_grow() -> None:
    assert set(UNSEEN) >= MISSED
    assert {good.name for good in KITS} >= ALARMED
    assert len(MISSED) <= MOST_MISSED
    assert len(ALARMED) <= 0


def test_the_docs_tell_what_is_missed() -> None:
    docs = " ".join(DOCS.read_text(encoding="utf-8").split())
    assert f"**{len(UNSEEN) - len(MISSED)} of {len(UNSEEN)}**" in docs
    missed = len(MISSED) + sum(not kind.codes for kind in KINDS.values())
    total = len(UNSEEN) + len(KINDS)
    assert (
        f"Of all {total} kinds {total - missed} are caught, {100 * (1 - missed / total):.1f} in 100" in docs
    )
    assert missed <= 0.03 * total
    for name in MISSED:
        assert f"- {name}: " in docs, name


def test_good_kits_are_many_and_each_another() -> None:
    assert len({good.name for good in KITS}) == len(KITS) >= 60


@pytest.mark.slow
@pytest.mark.parametrize("way", sorted(WAYS))
@pytest.mark.parametrize("forms", [False, True])
def test_a_kit_saved_anew_raises_no_alarm(way: str, forms: bool, every_kit: Kits, tmp_path: Path) -> None:
    nothing = Kind("nothing", "", (), lambda case: None, way, forms)

    assert told(nothing, *every_kit[way], tmp_path) == set()


@pytest.mark.slow
@pytest.mark.parametrize("kind", UNSEEN.values(), ids=list(UNSEEN))
def test_unseen_fault_is_told(kind: Kind, every_kit: Kits, tmp_path: Path) -> None:
    found = told(kind, *every_kit[kind.kit], tmp_path)

    if kind.name in MISSED:
        assert not found, "it is caught now: take its line out of unseen_missed.txt"
    else:
        assert found


@pytest.mark.slow
@pytest.mark.parametrize("good", KITS, ids=[good.name for good in KITS])
def test_good_file_raises_no_alarm(good: Good, project: Path, tmp_path: Path) -> None:
    kit = build_good(good, project, tmp_path)

    faults = [fault for pdf in (kit.pdf, kit.backs) if pdf for fault in proof(pdf, kit.manifest).faults]

    if good.name in ALARMED:
        assert faults, "it raises none now: take its line out of good_alarmed.txt"
    else:
        assert not faults
