"""Findings for other programs: JSON, GitHub annotations, SARIF, JUnit XML and Markdown.

Sources: docs.github.com, "Workflow commands for GitHub Actions"; OASIS, Static Analysis Results
Interchange Format 2.1.0.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from prancha import __version__
from prancha.cli.reports import CondensedFinding, Report, write_text
from prancha.model.diagnostic import NOWHERE, Diagnostic, Place, Severity

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
HEAD = "| where | severity | code | component | finding |\n|---|---|---|---|---|"


def write_json(report: Report) -> str:
    """An object with `games`, `errors`, `warnings`, `passed`, `findings`, and how many `more` there are.

    A finding that was made `count` times has the places of the `others`.
    """
    tree = {
        "program": f"prancha {__version__}",
        "games": list(report.games),
        "errors": report.errors,
        "warnings": report.warnings,
        "passed": not report.fails,
        "findings": [_json_finding(one) for one in report.condensed.told],
        "more": {"errors": report.condensed.errors, "warnings": report.condensed.warnings},
    }
    return json.dumps(tree, ensure_ascii=False, indent=1)


def _json_finding(told: CondensedFinding) -> dict[str, Any]:
    finding = told.finding
    return {
        "code": finding.code,
        "severity": finding.severity,
        **_json_place(finding.place),
        "item": finding.item,
        "message": finding.message,
        "hint": finding.hint,
        "count": told.count,
        "others": [_json_place(place) for place in told.places],
    }


def _json_place(place: Place) -> dict[str, Any]:
    return {"file": place.file, "line": place.line, "column": place.column}


def write_github(report: Report) -> str:
    """A command per finding, and the summary as a notice."""
    commands = []
    for finding in (one.line for one in report.condensed.told):
        place = finding.place
        properties = {"file": place.file, "line": place.line, "col": place.column, "title": finding.code}
        given = ",".join(
            f"{name}={_escaped(str(value)).replace(':', '%3A').replace(',', '%2C')}"
            for name, value in properties.items()
            if value
        )
        commands.append(f"::{finding.severity} {given}::{_escaped(_sentence(finding))}")
    return "\n".join([*commands, f"::notice title=prancha::{_escaped(report.verdict)}"])


def _sentence(finding: Diagnostic) -> str:
    card = f"[{finding.item}] " if finding.item else ""
    return f"{card}{finding.message}" + (f"\n{finding.hint}" if finding.hint else "")


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def write_sarif(report: Report) -> str:
    """A log of one run, its rules those codes that were raised."""
    told = report.condensed.told
    codes = sorted({one.finding.code for one in told})
    rules: list[dict[str, Any]] = []
    for code in codes:
        rule: dict[str, Any] = {"id": code}
        if why := report.rationales.get(code, ""):
            rule["shortDescription"] = {"text": why.partition("\n")[0]}
            rule["fullDescription"] = {"text": " ".join(why.split())}
        rules.append(rule)
    driver = {
        "name": "prancha",
        "version": __version__,
        "rules": rules,
    }
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(one, codes) for one in told],
    }
    if report.condensed.left_out:
        run["properties"] = {"leftOut": report.condensed.left_out}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1)


def _result(told: CondensedFinding, codes: list[str]) -> dict[str, Any]:
    finding = told.finding
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": codes.index(finding.code),
        "level": finding.severity,
        "message": {"text": _sentence(told.line)},
        "occurrenceCount": told.count,
        "partialFingerprints": {"prancha/v1": _fingerprint(finding)},
    }
    if finding.place.file:
        result["locations"] = [_location(finding.place)]
        if told.others:
            result["relatedLocations"] = [_location(place) for place in told.places]
    return result


def _location(place: Place) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": quote(place.file)}}
    if place.line:
        physical["region"] = {"startLine": place.line, "startColumn": max(place.column, 1)}
    return {"physicalLocation": physical}


def _fingerprint(finding: Diagnostic) -> str:
    """The same for the same finding after lines have moved."""
    parts = (finding.code, finding.place.file, finding.item, finding.message)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def write_junit(report: Report) -> str:
    """A document of `testsuites`; a game without findings has one case, which passes."""
    suites = []
    tests = failures = 0
    for name, found in _by_game(report):
        cases = [_case(name, finding, report.strict) for finding in found]
        cases = cases or [f"    <testcase classname={_attribute(name)} name={_attribute('rules')}/>"]
        wrong = sum(one.severity == "error" or report.strict for one in found)
        head = f'  <testsuite name={_attribute(name)} tests="{len(cases)}" failures="{wrong}">'
        suites += [head, *cases, "  </testsuite>"]
        tests, failures = tests + len(cases), failures + wrong
    head = f'<testsuites name="prancha" tests="{tests}" failures="{failures}">'
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', head, *suites, "</testsuites>"])


def _by_game(report: Report) -> list[tuple[str, list[Diagnostic]]]:
    """Each game with its findings, and what is of none at the end."""
    groups: dict[str, list[Diagnostic]] = {game: [] for game in report.games}
    for told in report.condensed.told:
        parts = told.finding.place.file.split("/")
        owner = next((part for part in parts if part in groups), "project")
        groups.setdefault(owner, []).append(told.line)
    left = report.condensed
    if left.left_out:
        severity: Severity = "error" if left.errors else "warning"
        groups["not listed"] = [Diagnostic(NOWHERE, "left-out", left.left_out, severity=severity)]
    return list(groups.items())


def _case(game: str, finding: Diagnostic, strict: bool) -> str:
    title = " ".join(part for part in (finding.code, finding.item, str(finding.place)) if part)
    head = f"    <testcase classname={_attribute(game)} name={_attribute(title)}>"
    text = escape(str(finding), {"\x0b": " "})
    if finding.severity == "error" or strict:
        body = f"      <failure message={_attribute(finding.message)} type={_attribute(finding.code)}>"
        return f"{head}\n{body}{text}</failure>\n    </testcase>"
    return f"{head}\n      <system-out>{text}</system-out>\n    </testcase>"


def _attribute(text: str) -> str:
    return quoteattr(text, {"\n": "&#10;"})


def write_markdown(report: Report) -> str:
    """A heading with the summary, and a row per finding."""
    title = f"### {'✗' if report.fails else '✓'} {report.verdict}"
    if not report.findings:
        return title
    rows = []
    for finding in (one.line for one in report.condensed.told):
        text = _cell(finding.message) + (f"<br>{_cell(finding.hint)}" if finding.hint else "")
        cells = (f"`{finding.place}`", finding.severity, f"`{finding.code}`", _cell(finding.item), text)
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join([title, "", HEAD, *rows])


def _cell(text: str) -> str:
    for sign in "\\|*_`[]<":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "<br>")


FORMATS: Mapping[str, Callable[[Report], str]] = {
    "text": write_text,
    "json": write_json,
    "github": write_github,
    "sarif": write_sarif,
    "junit": write_junit,
    "markdown": write_markdown,
}
"""What writes a report in each format; `check --format` lists the names."""
