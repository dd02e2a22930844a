"""Fonts embedded, and only the glyphs that are used."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.proof.checks.check import Check
from generator.proof.evidence import Evidence
from generator.proof.fault import Fault

SUBSET = re.compile(r"[A-Z]{6}\+")


def _run(evidence: Evidence) -> Iterator[Fault]:
    for font in evidence.file.fonts:
        if not font.embedded:
            code = "font-bare" if font.subtype == "Type1" else "font-not-embedded"
            message = f"{font.name} is a {font.subtype} font without its outlines"
            yield Fault(font.page, code, font.item, message, "a name only", "an embedded subset")
        elif font.subtype != "Type3" and not SUBSET.match(font.name):
            message = f"{font.name} is embedded whole"
            yield Fault(font.page, "font-not-subset", font.item, message, font.name, f"ABCDEF+{font.name}")


CHECK = Check(
    "fonts",
    ("font-bare", "font-not-embedded", "font-not-subset"),
    "A font that is not in the file is replaced by the printer's own, and texts run out of their boxes; "
    "one embedded whole may not be handed on under its licence.",
    _run,
)
