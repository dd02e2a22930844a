"""Findings as a Markdown table, for a comment on a change or the summary of a run."""

from __future__ import annotations

from prancha.cli.reporters.report import Report
from prancha.model.diagnostic import Diagnostic

HEAD = "| where | severity | code | component | finding |\n|---|---|---|---|---|"


def write(report: Report) -> str:
    """A heading with the summary, and a row per finding."""
    title = f"### {'✗' if report.fails else '✓'} {report.verdict}"
    if not report.findings:
        return title
    return "\n".join([title, "", HEAD, *(_row(one.line) for one in report.condensed.told)])


def _row(finding: Diagnostic) -> str:
    text = _cell(finding.message) + (f"<br>{_cell(finding.hint)}" if finding.hint else "")
    cells = (f"`{finding.place}`", finding.severity, f"`{finding.code}`", _cell(finding.item), text)
    return f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    for sign in "\\|*_`[]<":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "<br>")
