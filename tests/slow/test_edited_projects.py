"""Whatever was kept of earlier runs, after any edits a command does and says what it does without a cache."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest
from builds import ROOT, outputs, run
from edits import EDITS, begin, kept, shapes_mended

COMMANDS: tuple[tuple[str, ...], ...] = (
    ("build",), ("build",), ("build", "--no-cover"), ("build", "--paper", "letter"), ("build", "--jobs", "2"),
    ("build", "--ink", "low"), ("build", "--duplex", "short"), ("build", "--changed-since", "v1"),
    ("build", "--proof"), ("check",), ("manifest", "beasts"), ("diff", "v1"),
)  # fmt: skip
SECONDS = re.compile(r"(?m)\s+[\d.]+$|in [\d.]+ s\b|^.*faces and pages drawn.*\n")


@pytest.mark.parametrize(
    ("cards", "times", "seed"),
    [
        (30, 3, 1),
        *(pytest.param(600, 40, seed, marks=pytest.mark.slow) for seed in (2, 3, 4)),
        *(pytest.param(1_300, 20, seed, marks=pytest.mark.slow) for seed in (5, 6)),  # kept in stretches
    ],
)
def test_a_cache_changes_neither_bytes_nor_words(tmp_path: Path, cards: int, times: int, seed: int) -> None:
    chance, project, cache = random.Random(seed), tmp_path / "project", tmp_path / "cache"
    begin(project, cards)
    for name in ("components", "templates") if times > 9 else ():
        shutil.copytree(ROOT / name / "dual", project / name / "dual")
    assert run(project, command=("snapshot", "v1"), cache=cache)[0] == 0
    assert run(project, cache=cache)[0] == 0
    good = [tmp_path / "good"]
    kept(project, good[0])
    for turn in range(times):
        edits = [chance.choice(EDITS) for _ in range(chance.choice((1, 1, 2, 4)))]
        for edit in edits:
            edit(project, chance)
        command = chance.choice(COMMANDS)
        told = [result(project, command, where) for where in (cache, "off")]
        assert told[0] == told[1], (turn, command, [edit.__name__ for edit in edits])
        assert "Traceback" not in told[0][2]
        shapes_mended(project)
        if told[0][0] == 0 and chance.random() < 0.3:
            good.append(tmp_path / f"good{turn}")
            kept(project, good[-1])
        elif (
            told[0][0] or chance.random() < 0.1
        ):  # what is broken is mended, and an old state comes back at times
            kept(chance.choice(good[-2:]), project)


def result(
    project: Path, command: tuple[str, ...], cache: Path | str
) -> tuple[int, str, str, dict[str, bytes]]:
    """What a command returns, says and writes, but for the seconds it took."""
    shutil.rmtree(project / "output", ignore_errors=True)
    (project / "output").mkdir()
    code, out, err = run(project, command=command, cache=cache)
    return code, SECONDS.sub("", out), SECONDS.sub("", err), outputs(project)
