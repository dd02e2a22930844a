"""Findings as JUnit XML, which test reports of build servers read: a suite per game, a case per finding."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from prancha.cli.reporters.report import Report
from prancha.model.diagnostic import NOWHERE, Diagnostic, Severity


def write(report: Report) -> str:
    """A document of `testsuites`; a game without findings has one case, which passes."""
    groups = _by_game(report)
    suites = [_suite(name, found, report.strict) for name, found in groups]
    failures = sum(one.severity == "error" or report.strict for _, found in groups for one in found)
    tests = sum(max(len(found), 1) for _, found in groups)
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


def _suite(name: str, findings: list[Diagnostic], strict: bool) -> str:
    failures = sum(finding.severity == "error" or strict for finding in findings)
    cases = [_case(name, finding, strict) for finding in findings]
    cases = cases or [f"    <testcase classname={_attribute(name)} name={_attribute('rules')}/>"]
    head = f'  <testsuite name={_attribute(name)} tests="{len(cases)}" failures="{failures}">'
    return "\n".join([head, *cases, "  </testsuite>"])


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
