"""The formats of a report, read back as their readers would."""

# ruff: noqa: E501 - findings read better on long lines

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from prancha.cli.reports import FORMATS, Report
from prancha.model.diagnostic import Diagnostic, Place

WRONG = Diagnostic(
    Place("components/dual/grid.yaml", 7, 3), "rule-total", "expected 30, found 29: <a> & b|c", "grid/star", "100 % *sure*"
)  # fmt: skip
LESS = Diagnostic(Place("components/ceramus/ceramas.yaml", 4), "contrast", "low", severity="warning")
BARE = Diagnostic(Place(""), "no-paper", "there is no paper")
FOUND = (BARE, LESS, WRONG)
GAMES = ("aperiodik", "ceramus", "dual")
FULL = Report(GAMES, FOUND, {"rule-total": "It is counted.\n\nSo that\nnobody misses it."})
CLEAN = Report(("dual",), (), {})


def test_counts_and_verdict() -> None:
    assert (FULL.errors, FULL.warnings, FULL.fails) == (2, 1, True)
    assert FULL.summary == "3 games checked: 2 errors, 1 warning"
    assert CLEAN.summary == "1 game checked: 0 errors, 0 warnings"
    assert not Report(GAMES, (LESS,), {}).fails
    assert Report(GAMES, (LESS,), {}, strict=True).fails
    assert not CLEAN.fails


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_report_is_told_the_same_way(name: str) -> None:
    assert FORMATS[name](FULL) == FORMATS[name](Report(GAMES, FOUND, dict(FULL.rationales)))
    assert not FORMATS[name](FULL).endswith("\n")


def test_text() -> None:
    assert FORMATS["text"](FULL).splitlines()[2:] == [
        "components/dual/grid.yaml:7:3: error rule-total [grid/star]: expected 30, found 29: <a> & b|c",
        "    100 % *sure*",
    ]
    assert FORMATS["text"](CLEAN) == ""


def test_json() -> None:
    tree = json.loads(FORMATS["json"](FULL))
    assert (tree["games"], tree["errors"], tree["warnings"], tree["passed"]) == (list(GAMES), 2, 1, False)
    assert tree["findings"][2] == {
        "code": "rule-total", "severity": "error", "file": "components/dual/grid.yaml", "line": 7, "column": 3,
        "item": "grid/star", "message": WRONG.message, "hint": "100 % *sure*", "count": 1, "others": [],
    }  # fmt: skip
    assert json.loads(FORMATS["json"](CLEAN))["passed"] is True


def test_github() -> None:
    lines = FORMATS["github"](FULL).splitlines()
    assert lines[0] == "::error title=no-paper::there is no paper"
    assert lines[1] == "::warning file=components/ceramus/ceramas.yaml,line=4,title=contrast::low"
    assert lines[2] == (
        "::error file=components/dual/grid.yaml,line=7,col=3,title=rule-total::"
        "[grid/star] expected 30, found 29: <a> & b|c%0A100 %25 *sure*"
    )
    assert lines[3] == "::notice title=prancha::3 games checked: 2 errors, 1 warning"
    odd = Diagnostic(Place("a,b:c.yaml", 1), "x", "m")
    assert "file=a%2Cb%3Ac.yaml,line=1" in FORMATS["github"](Report((), (odd,), {}))


def test_sarif_has_what_its_standard_requires() -> None:
    log = json.loads(FORMATS["sarif"](FULL))
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "prancha"
    assert [rule["id"] for rule in driver["rules"]] == ["contrast", "no-paper", "rule-total"]
    assert driver["rules"][2]["shortDescription"]["text"] == "It is counted."
    assert driver["rules"][2]["fullDescription"]["text"] == "It is counted. So that nobody misses it."
    assert len(run["results"]) == 3
    for result, finding in zip(run["results"], FOUND, strict=True):
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == finding.code
        assert result["level"] in ("error", "warning")
        assert finding.message in result["message"]["text"]
        for location in result.get("locations", []):
            physical = location["physicalLocation"]
            assert physical["artifactLocation"]["uri"] == finding.place.file
            assert physical["region"]["startLine"] == finding.place.line
            assert physical["region"]["startColumn"] >= 1
    assert "locations" not in run["results"][0]
    assert json.loads(FORMATS["sarif"](CLEAN))["runs"][0]["results"] == []


def test_sarif_fingerprints_outlive_moved_lines() -> None:
    moved = Diagnostic(Place(WRONG.place.file, 99, 1), WRONG.code, WRONG.message, WRONG.item, WRONG.hint)
    prints = [
        json.loads(FORMATS["sarif"](Report(GAMES, (one,), {})))["runs"][0]["results"][0][
            "partialFingerprints"
        ]
        for one in (WRONG, moved, LESS)
    ]
    assert prints[0] == prints[1] != prints[2]


def test_junit_parses() -> None:
    root = ElementTree.fromstring(FORMATS["junit"](FULL))
    assert (root.tag, root.attrib["tests"], root.attrib["failures"]) == ("testsuites", "4", "2")
    suites = {suite.attrib["name"]: suite for suite in root}
    assert list(suites) == ["aperiodik", "ceramus", "dual", "project"]
    assert suites["aperiodik"][0].attrib["name"] == "rules"
    assert len(suites["aperiodik"][0]) == 0
    failure = suites["dual"][0][0]
    assert failure.tag == "failure"
    assert (failure.attrib["message"], failure.attrib["type"]) == (WRONG.message, "rule-total")
    assert failure.text == str(WRONG)
    assert suites["ceramus"][0][0].tag == "system-out"
    strict = ElementTree.fromstring(FORMATS["junit"](Report(GAMES, FOUND, {}, strict=True)))
    assert strict.attrib["failures"] == "3"


def test_markdown() -> None:
    lines = FORMATS["markdown"](FULL).splitlines()
    assert lines[0] == "### ✗ 3 games checked: 2 errors, 1 warning"
    assert lines[-1] == (
        r"| `components/dual/grid.yaml:7:3` | error | `rule-total` | grid/star | "
        r"expected 30, found 29: \<a> & b\|c<br>100 % \*sure\* |"
    )
    assert FORMATS["markdown"](CLEAN) == "### ✓ 1 game checked: 0 errors, 0 warnings"
