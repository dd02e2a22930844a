"""Findings as workflow commands, which GitHub shows beside the changed lines.

Source: docs.github.com, "Workflow commands for GitHub Actions".
"""

from __future__ import annotations

from prancha.cli.reporters.report import Report
from prancha.model.diagnostic import Diagnostic


def write(report: Report) -> str:
    """A command per finding, and the summary as a notice."""
    commands = [_command(one.line) for one in report.condensed.told]
    return "\n".join([*commands, f"::notice title=prancha::{_escaped(report.verdict)}"])


def _command(finding: Diagnostic) -> str:
    place = finding.place
    properties = {"file": place.file, "line": place.line, "col": place.column, "title": finding.code}
    given = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items() if value)
    card = f"[{finding.item}] " if finding.item else ""
    text = f"{card}{finding.message}" + (f"\n{finding.hint}" if finding.hint else "")
    return f"::{finding.severity} {given}::{_escaped(text)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
