"""check and explain on the command line: what is told where, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from prancha.cli.command_line import main

FAMILY = (
    "title: Cards\nstock: card\nsize: 60 x 80 mm\noutline: rectangle\ntemplate: c.svg.j2\n"
    "items:\n  - id: a\n    n: 1\n  - id: b\n    n: 2\n"
)
RULES = """rules:
  - id: three
    says: Three cards.
    source: box
    total: {family: cards, is: 3}
  - id: small
    says: Small numbers.
    source: box
    severity: warning
    within: {family: cards, field: n, max: 1}
"""


@pytest.fixture
def project(tmp_path: Path) -> str:
    game = tmp_path / "components" / "toy"
    game.mkdir(parents=True)
    (game / "game.yaml").write_text(
        "title: Toy\nlanguages: [en]\nfamilies: [cards]\nfonts: {body: Alegreya Sans}\n"
    )
    (game / "cards.yaml").write_text(FAMILY)
    (game / "rules.yaml").write_text(RULES)
    templates = tmp_path / "templates" / "toy"
    templates.mkdir(parents=True)
    (templates / "c.svg.j2").write_text('<rect width="{{ item.n }}" height="9"/>')
    return str(tmp_path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        code = main(arguments)
    except SystemExit as end:
        code = int(str(end.code))
    said = capsys.readouterr()
    return code, said.out, said.err


def test_text(capsys: pytest.CaptureFixture[str], project: str) -> None:
    code, out, err = run(capsys, "check", "--project", project)
    assert (code, out) == (1, "1 game checked: 1 error, 1 warning\n")
    assert "components/toy/rules.yaml:5:12: error rule-total: expected 3 copies of cards, found 2" in err
    assert "components/toy/cards.yaml:10:5: warning rule-within [cards/b]: expected n up to 1, found 2" in err


@pytest.mark.parametrize(
    ("options", "code", "codes"),
    [
        ([], 1, ["rule-total", "rule-within"]),
        (["--select", "rule-within"], 0, ["rule-within"]),
        (["--select", "rule-within", "--strict"], 1, ["rule-within"]),
        (["--ignore", "rule-total"], 0, ["rule-within"]),
        (["--ignore", "rule-total,rule-within"], 0, []),
        (["--select", "rule", "--ignore", "rule-w"], 1, ["rule-total"]),
        (["--select", "contrast"], 0, []),
    ],
)
def test_choosing_codes(
    capsys: pytest.CaptureFixture[str], project: str, options: list[str], code: int, codes: list[str]
) -> None:
    found, out, _ = run(capsys, "check", "--project", project, "--format", "json", *options)
    tree = json.loads(out)
    assert (found, sorted(one["code"] for one in tree["findings"])) == (code, codes)


def test_other_formats_are_the_whole_output(capsys: pytest.CaptureFixture[str], project: str) -> None:
    code, out, err = run(capsys, "check", "toy", "--project", project, "--format", "sarif")
    rule = json.loads(out)["runs"][0]["tool"]["driver"]["rules"][0]
    assert (code, err, rule["id"]) == (1, "", "rule-total")
    assert rule["shortDescription"]["text"] == "The number of pieces selected is what the rulebook says."
    _, out, _ = run(capsys, "check", "--project", project, "--format", "junit")
    assert ElementTree.fromstring(out).attrib["tests"] == "2"


def test_what_is_wrong_with_the_command_line_is_2(capsys: pytest.CaptureFixture[str], project: str) -> None:
    code, _, err = run(capsys, "check", "--project", project, "--select", "rule-totl")
    assert (code, err) == (2, 'no code is or begins with "rule-totl"; did you mean "rule-total"?\n')
    code, _, err = run(capsys, "check", "--project", project, "--ignore", "zzz")
    assert (code, err) == (2, 'no code is or begins with "zzz"; prancha explain lists them\n')
    code, _, err = run(capsys, "check", "tyo", "--project", project)
    assert code == 2
    assert 'there is no game "tyo"\n    did you mean "toy"?' in err
    assert run(capsys, "check", "--project", project, "--format", "xml")[0] == 2


def test_a_broken_catalogue_is_a_finding(capsys: pytest.CaptureFixture[str], project: str) -> None:
    (Path(project) / "components" / "toy" / "cards.yaml").write_text(FAMILY + "  - id: a\n")
    code, out, _ = run(capsys, "check", "--project", project, "--format", "json")
    assert (code, [one["code"] for one in json.loads(out)["findings"]]) == (1, ["duplicate-id"])


def test_our_own_fault_is_3(
    capsys: pytest.CaptureFixture[str], project: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("oh")

    monkeypatch.setattr("prancha.building.game_loading.check_rules", broken)
    code, _, err = run(capsys, "check", "--project", project)
    assert code == 3
    assert "error our-fault: prancha itself failed, running the command: RuntimeError: oh" in err


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "explain", "per_player")
    assert code == 0
    assert out.startswith("rule-per-player\n\nEvery player gets the same set.\n\nSets are copied by hand")
    assert "told apart" in run(capsys, "explain", "duplicate-id")[1]
    code, out, _ = run(capsys, "explain")
    assert code == 0
    assert out.count("\n") > 100
    code, out, err = run(capsys, "explain", "rule-totle")
    assert (code, out, err) == (2, "", 'there is no code "rule-totle"; did you mean "rule-total"?\n')
