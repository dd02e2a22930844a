"""The rules bite: every fact of every game, changed one at a time, is noticed at its line.

`make test` takes a sample; the slow run takes all, and asks that every rule is broken by one of them.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from mutations import Mutation, Project

from prancha.model.diagnostic import Diagnostic

ROOT = Path(__file__).parents[2]
AT = re.compile(r"([\w./-]+\.yaml):(\d+(?:,\d+)*)")
RULE = re.compile(r"rule ([a-z0-9-]+) at ")
BROKEN = re.compile(r"^rule ([a-z0-9-]+):")
LEAST = 0.97
STEP = 17
"""Every how many mutations one is in the sample; no multiple of how many a number has."""


@pytest.fixture(scope="module")
def project() -> Project:
    return Project(ROOT)


def named(found: Iterable[Diagnostic]) -> set[tuple[str, int]]:
    """Every file and line that findings name."""
    places = {(one.place.file, one.place.line) for one in found}
    for one in found:
        for file, lines in AT.findall(f"{one.message} {one.hint}"):
            places |= {(file, int(line)) for line in lines.split(",")}
    return places


def caught(mutation: Mutation, found: Iterable[Diagnostic]) -> bool:
    places = named([one for one in found if one.severity == "error"])
    if not mutation.lines:
        return mutation.file in {file for file, _ in places}
    return any((mutation.file, line) in places for line in mutation.lines)


@pytest.mark.parametrize("game", Project(ROOT).games())
def test_a_sample_of_mutations_is_caught(project: Project, game: str) -> None:
    sample = list(project.mutations(game))[::STEP]
    lost = [str(one) for one in sample if not caught(one, project.findings(one))]
    assert len(sample) >= 20
    assert len(lost) <= (1 - LEAST) * len(sample), lost


@pytest.mark.slow
@pytest.mark.parametrize("game", Project(ROOT).games())
def test_mutations_are_caught_at_their_line(project: Project, game: str) -> None:
    lost, kinds = [], Counter[str]()
    for mutation in project.mutations(game):
        kinds[mutation.kind] += 1
        if not caught(mutation, project.findings(mutation)):
            lost.append(str(mutation))
    assert {"removed", "doubled", "one more", "one less", "exchanged"} <= set(kinds)
    assert len(lost) <= (1 - LEAST) * kinds.total(), lost


@pytest.mark.slow
@pytest.mark.parametrize("game", Project(ROOT).games())
def test_every_rule_is_broken_by_some_mutation(project: Project, game: str) -> None:
    data = project.documents[ROOT / "components" / game / "rules.yaml"].data
    whole = {rule["id"] for rule in data["rules"] if "id" in rule}
    for mutation in itertools.chain(project.texts(game), project.mutations(game, assumed=True)):
        for one in project.findings(mutation):
            whole -= {*RULE.findall(one.hint), *BROKEN.findall(one.message)}
        if not whole:
            return
    assert whole == set(), "no value of the catalogue breaks these rules"


@pytest.mark.parametrize("game", Project(ROOT).games())
def test_the_games_themselves_are_clean(project: Project, game: str) -> None:
    unchanged = next(project.mutations(game))
    clean = project.documents[ROOT / unchanged.file]
    assert project.findings(Mutation(game, unchanged.file, (), "nothing", frozenset(), clean)) == ()
