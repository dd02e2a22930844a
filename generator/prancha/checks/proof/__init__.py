"""Measure a finished PDF against what was designed; shares no code with what wrote it."""

from prancha.checks.proof.proofing import proof
from prancha.checks.proof.report import ProofReport, as_json, as_text

__all__ = ["ProofReport", "as_json", "as_text", "proof"]
