"""Findings as JUnit XML, which test reports of build servers read: a suite per game, a case per finding."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from generator.model.diagnostic import Diagnostic
from generator.report.report import Report


def write(report: Report) -> str:
    """A document of `testsuites`; a game without findings has one case, which passes."""
    suites = [_suite(name, found, report.strict) for name, found in _by_game(report)]
    failures = sum(finding.severity == "error" or report.strict for finding in report.findings)
    tests = sum(max(len(found), 1) for _, found in _by_game(report))
    head = f'<testsuites name="prancha" tests="{tests}" failures="{failures}">'
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', head, *suites, "</testsuites>"])


def _by_game(report: Report) -> list[tuple[str, list[Diagnostic]]]:
    """Each game with its findings, and what is of none at the end."""
    groups: dict[str, list[Diagnostic]] = {game: [] for game in report.games}
    for finding in report.findings:
        parts = finding.place.file.split("/")
        owner = next((part for part in parts if part in groups), "project")
        groups.setdefault(owner, []).append(finding)
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
