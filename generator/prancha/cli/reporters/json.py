"""Findings as JSON, for programs of one's own."""

from __future__ import annotations

import json
from typing import Any

from prancha import __version__
from prancha.cli.reporters.condense import CondensedFinding
from prancha.cli.reporters.report import Report
from prancha.model.diagnostic import Place


def write(report: Report) -> str:
    """An object with `games`, `errors`, `warnings`, `passed`, `findings`, and how many `more` there are.

    A finding that was made `count` times has the places of the `others`.
    """
    tree = {
        "program": f"prancha {__version__}",
        "games": list(report.games),
        "errors": report.errors,
        "warnings": report.warnings,
        "passed": not report.fails,
        "findings": [_finding(one) for one in report.condensed.told],
        "more": {"errors": report.condensed.errors, "warnings": report.condensed.warnings},
    }
    return json.dumps(tree, ensure_ascii=False, indent=1)


def _finding(told: CondensedFinding) -> dict[str, Any]:
    finding = told.finding
    return {
        "code": finding.code,
        "severity": finding.severity,
        **_place(finding.place),
        "item": finding.item,
        "message": finding.message,
        "hint": finding.hint,
        "count": told.count,
        "others": [_place(place) for place in told.places],
    }


def _place(place: Place) -> dict[str, Any]:
    return {"file": place.file, "line": place.line, "column": place.column}
