"""Tell findings to people and programs: text, JSON, GitHub annotations, SARIF, JUnit, Markdown."""

from generator.report.codes import CODES
from generator.report.report import FORMATS, Report, render

__all__ = ["CODES", "FORMATS", "Report", "render"]
