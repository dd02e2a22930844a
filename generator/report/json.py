"""Findings as JSON, for programs of one's own."""

from __future__ import annotations

import json

from generator import __version__
from generator.report.report import Report


def write(report: Report) -> str:
    """An object with `games`, `errors`, `warnings`, `passed` and `findings`."""
    tree = {
        "program": f"prancha {__version__}",
        "games": list(report.games),
        "errors": report.errors,
        "warnings": report.warnings,
        "passed": not report.fails,
        "findings": [
            {
                "code": finding.code,
                "severity": finding.severity,
                "file": finding.place.file,
                "line": finding.place.line,
                "column": finding.place.column,
                "item": finding.item,
                "message": finding.message,
                "hint": finding.hint,
            }
            for finding in report.findings
        ],
    }
    return json.dumps(tree, ensure_ascii=False, indent=1)
