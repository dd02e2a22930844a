"""A finished PDF as a print shop's preflight sees it: PDF/X, inks, black text; with a reader of its own."""

from prancha.checks.proof.pdfx.press_proof import PressReport, press_json, press_text, prove_press

__all__ = ["PressReport", "press_json", "press_text", "prove_press"]
