"""Measure a finished PDF against what was designed; shares no code with what wrote it."""

from generator.proof.proofing import proof
from generator.proof.report import Report, as_json, as_text

__all__ = ["Report", "as_json", "as_text", "proof"]
