"""A finished PDF as a print shop's preflight sees it: PDF/X, inks, black text; with a reader of its own."""

from prancha.checks.proof.pdfx.proofing import prove_press
from prancha.checks.proof.pdfx.report import PressReport, press_json, press_text

__all__ = ["PressReport", "press_json", "press_text", "prove_press"]
