"""Fonts embedded, and only the glyphs that are used."""

from __future__ import annotations

import re
from collections.abc import Iterator

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.fault import ProofFault
from prancha.checks.proof.matching import Evidence

SUBSET = re.compile(r"[A-Z]{6}\+")


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    for font in evidence.file.fonts:
        if not font.embedded:
            code = "font-bare" if font.subtype == "Type1" else "font-not-embedded"
            message = f"{font.name} is a {font.subtype} font without its outlines"
            yield ProofFault(
                font.page, code, item=font.item, message=message, found="a name only",
                expected="an embedded subset",
            )  # fmt: skip
        elif font.subtype != "Type3" and not SUBSET.match(font.name):
            message = f"{font.name} is embedded whole"
            yield ProofFault(
                font.page, "font-not-subset", item=font.item, message=message, found=font.name,
                expected=f"ABCDEF+{font.name}",
            )  # fmt: skip


CHECK = ProofCheck(
    "fonts",
    ("font-bare", "font-not-embedded", "font-not-subset"),
    "A font that is not in the file is replaced by the printer's own, and texts run out of their boxes; "
    "one embedded whole may not be handed on under its licence.",
    _run,
)
