"""Findings as SARIF 2.1.0, which code hosts and editors read.

Source: OASIS, Static Analysis Results Interchange Format 2.1.0.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any
from urllib.parse import quote

from prancha import __version__
from prancha.cli.reporters.condense import CondensedFinding
from prancha.cli.reporters.report import Report
from prancha.model.diagnostic import Diagnostic, Place

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def write(report: Report) -> str:
    """A log of one run, its rules those codes that were raised."""
    told = report.condensed.told
    codes = sorted({one.finding.code for one in told})
    driver = {
        "name": "prancha",
        "version": __version__,
        "rules": [_rule(code, report.rationales.get(code, "")) for code in codes],
    }
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(one, codes) for one in told],
    }
    if report.condensed.left_out:
        run["properties"] = {"leftOut": report.condensed.left_out}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1)


def _rule(code: str, rationale: str) -> dict[str, Any]:
    rule: dict[str, Any] = {"id": code}
    if rationale:
        first, _, _ = rationale.partition("\n")
        rule |= {
            "shortDescription": {"text": first},
            "fullDescription": {"text": " ".join(rationale.split())},
        }
    return rule


def _result(told: CondensedFinding, codes: list[str]) -> dict[str, Any]:
    finding = told.finding
    card = f"[{finding.item}] " if finding.item else ""
    text = f"{card}{told.line.message}" + (f"\n{finding.hint}" if finding.hint else "")
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": codes.index(finding.code),
        "level": finding.severity,
        "message": {"text": text},
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
