"""Findings as lines of text, each with its place, code, component and likely fix."""

from __future__ import annotations

from generator.report.report import Report


def write(report: Report) -> str:
    """The findings, one after another; nothing where there are none."""
    return "\n".join(map(str, report.findings))
