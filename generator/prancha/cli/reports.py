"""Report findings as text, JSON, GitHub annotations, SARIF, JUnit XML or Markdown, condensed to be read.

Long values are cut, findings that differ in nothing but their place become one with a count, and so do
warnings that differ in their quoted values; of more than MOST the rest is counted, warnings first.

Sources: docs.github.com, "Workflow commands for GitHub Actions"; OASIS, Static Analysis Results
Interchange Format 2.1.0.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any
from urllib.parse import quote

from msgspec import Struct
from msgspec.structs import replace

from prancha import __version__
from prancha.model.diagnostic import KNOWN, NOWHERE, VALUE, Diagnostic, Place, Severity, counted, fold

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
HEAD = "| where | severity | code | component | finding |\n|---|---|---|---|---|"

MOST = 100
"""Maximum number of findings reported one by one."""
MOST_PLACES = 100
"""Maximum number of places listed for one finding."""
LONGEST_VALUE = 80
_LONGEST_WORD = 300
"""Maximum length of a word outside quotes; file paths may be long."""
_LONGEST_ITEM = 140
_LONGEST_MESSAGE, _LONGEST_HINT = 600, 2000
_LONGEST_PATH = _LONGEST_COMMAND = 1000
_WORD = re.compile(f"\\S{{{_LONGEST_WORD + 1},}}")
_LONG = 200
"""Length above which a list of names is printed only once."""


class CondensedFinding(Struct, frozen=True):
    """A reported finding, how many there are like it, and the places of no more than MOST_PLACES others.

    The message of `line` says how many others there are and on which lines.
    """

    finding: Diagnostic
    line: Diagnostic
    count: int
    places: tuple[Place, ...]


class Condensed(Struct, frozen=True):
    """The reported findings, and the number of errors and warnings left out."""

    told: tuple[CondensedFinding, ...]
    errors: int = 0
    warnings: int = 0

    @property
    def left_out(self) -> str:
        """`and 552 more: 550 errors, 2 warnings`; "" when all are told."""
        counts = ((self.errors, "error"), (self.warnings, "warning"))
        parts = [counted(number, word) for number, word in counts if number]
        return f"and {self.errors + self.warnings} more: {', '.join(parts)}" if parts else ""


def condense(findings: Iterable[Diagnostic]) -> Condensed:
    """Shorten, group and count `findings`, in the given order."""
    told = []
    for folded in fold(findings):
        line = finding = shorten(replace(folded.first, hint=folded.hint))
        if folded.more:
            line = replace(finding, message=f"{finding.message} {folded.more}")
        places = tuple(other.place for other in folded.others[:MOST_PLACES])
        told.append(CondensedFinding(finding, line, 1 + len(folded.others), places))
    ranked = sorted(range(len(told)), key=lambda number: told[number].finding.severity != "error")
    chosen, left = ranked[:MOST], [told[number] for number in ranked[MOST:]]
    errors = sum(one.count for one in left if one.finding.severity == "error")
    warnings = sum(one.count for one in left) - errors
    return Condensed(tuple(told[number] for number in sorted(chosen)), errors, warnings)


def shorten(finding: Diagnostic) -> Diagnostic:
    """Shorten the values in a finding."""
    file = finding.place.file
    hints = [
        # A command to type is not shortened.
        line if "prancha " in line and len(line) <= _LONGEST_COMMAND else shorten_text(line, _LONGEST_HINT)
        for line in finding.hint.split("\n")
    ]
    return replace(
        finding,
        place=replace(finding.place, file=_middle_cut(file, _LONGEST_PATH)),
        item=_middle_cut(finding.item, _LONGEST_ITEM),
        message=shorten_text(finding.message),
        hint=_middle_cut("\n".join(hints), 2 * _LONGEST_HINT),
    )


def shorten_text(text: str, most: int = _LONGEST_MESSAGE) -> str:
    """`text` with quoted values of at most LONGEST_VALUE characters, and no more than `most` in all."""
    if len(text) <= LONGEST_VALUE:
        return text
    # Shorten first: patterns must not run over megabytes.
    text = _middle_cut(text, 100 * most)
    text = VALUE.sub(
        lambda value: value[0] if len(value[0]) <= LONGEST_VALUE + 2 else f'{value[0][:LONGEST_VALUE]}…"',
        text,
    )
    text = _WORD.sub(lambda found: _middle_cut(found[0], _LONGEST_WORD), text)
    return _middle_cut(text, most)


def _middle_cut(text: str, most: int) -> str:
    """The beginning and end of what is longer than `most`: a message ends with what was expected."""
    if len(text) <= most:
        return text
    end = most // 5
    return f"{text[: most - end - 1]}…{text[-end:]}"


class Report(Struct, frozen=True, dict=True):
    """The games that were checked, what was found in them, and why each code is raised.

    `findings` are sorted and each there once; a `strict` report fails on warnings too.
    """

    games: tuple[str, ...]
    findings: tuple[Diagnostic, ...]
    rationales: Mapping[str, str]
    strict: bool = False

    @cached_property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(finding.severity == "error" for finding in self.findings)

    @property
    def warnings(self) -> int:
        """How many findings are warnings."""
        return len(self.findings) - self.errors

    @cached_property
    def condensed(self) -> Condensed:
        """The findings as every format tells them."""
        return condense(self.findings)

    @property
    def fails(self) -> bool:
        """Whether the check is not passed."""
        return bool(self.errors or (self.strict and self.findings))

    @property
    def summary(self) -> str:
        """One line: `5 games checked: 0 errors, 2 warnings`."""
        found = f"{counted(self.errors, 'error')}, {counted(self.warnings, 'warning')}"
        return f"{counted(len(self.games), 'game')} checked: {found}"

    @property
    def verdict(self) -> str:
        """The summary, and how many findings are only counted."""
        left = self.condensed.left_out
        return f"{self.summary} ({left}, not listed)" if left else self.summary


def text_lines(findings: Iterable[Diagnostic]) -> Iterator[str]:
    """Each finding with its hint, and at the end how many were left out."""
    condensed = condense(findings)
    told: set[str] = set()
    for one in condensed.told:
        line = one.line
        again = len(line.hint) > _LONG and line.hint.startswith(KNOWN) and line.hint in told
        told.add(line.hint)
        yield str(replace(line, hint=f"{KNOWN}as above") if again else line)
    if condensed.left_out:
        yield condensed.left_out


def write_json(report: Report) -> str:
    """An object with `games`, `errors`, `warnings`, `passed`, `findings`, and how many `more` there are.

    A finding that was made `count` times has the places of the `others`.
    """
    findings = [
        {
            "code": one.finding.code,
            "severity": one.finding.severity,
            **_json_place(one.finding.place),
            "item": one.finding.item,
            "message": one.finding.message,
            "hint": one.finding.hint,
            "count": one.count,
            "others": [_json_place(place) for place in one.places],
        }
        for one in report.condensed.told
    ]
    tree = {
        "program": f"prancha {__version__}",
        "games": list(report.games),
        "errors": report.errors,
        "warnings": report.warnings,
        "passed": not report.fails,
        "findings": findings,
        "more": {"errors": report.condensed.errors, "warnings": report.condensed.warnings},
    }
    return json.dumps(tree, ensure_ascii=False, indent=1)


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
        if told.places:
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
    groups: dict[str, list[Diagnostic]] = {game: [] for game in report.games}
    for told in report.condensed.told:
        parts = told.finding.place.file.split("/")
        owner = next((part for part in parts if part in groups), "project")
        groups.setdefault(owner, []).append(told.line)
    left = report.condensed
    if left.left_out:
        severity: Severity = "error" if left.errors else "warning"
        groups["not listed"] = [Diagnostic(NOWHERE, "left-out", left.left_out, severity=severity)]
    suites = []
    tests = failures = 0
    for name, found in groups.items():
        cases = [_case(name, finding, report.strict) for finding in found]
        cases = cases or [f"    <testcase classname={_attribute(name)} name={_attribute('rules')}/>"]
        wrong = sum(one.severity == "error" or report.strict for one in found)
        head = f'  <testsuite name={_attribute(name)} tests="{len(cases)}" failures="{wrong}">'
        suites += [head, *cases, "  </testsuite>"]
        tests, failures = tests + len(cases), failures + wrong
    head = f'<testsuites name="prancha" tests="{tests}" failures="{failures}">'
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', head, *suites, "</testsuites>"])


def _case(game: str, finding: Diagnostic, strict: bool) -> str:
    title = " ".join(part for part in (finding.code, finding.item, str(finding.place)) if part)
    from xml.sax.saxutils import escape  # loads http

    body, tag = escape(str(finding), {"\x0b": " "}), "system-out"
    said = ""
    if finding.severity == "error" or strict:
        tag, said = "failure", f" message={_attribute(finding.message)} type={_attribute(finding.code)}"
    head = f"    <testcase classname={_attribute(game)} name={_attribute(title)}>"
    return f"{head}\n      <{tag}{said}>{body}</{tag}>\n    </testcase>"


def _attribute(text: str) -> str:
    from xml.sax.saxutils import quoteattr  # loads http

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
    "text": lambda report: "\n".join(text_lines(report.findings)),
    "json": write_json,
    "github": write_github,
    "sarif": write_sarif,
    "junit": write_junit,
    "markdown": write_markdown,
}
"""What writes a report in each format; `check --format` lists the names."""
