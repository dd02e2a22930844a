"""Tell findings to people and programs: text, JSON, GitHub annotations, SARIF, JUnit, Markdown."""

from prancha.cli.reporters.report import FORMATS, Report, render

__all__ = ["FORMATS", "Report", "render"]
