"""Two readers that share no code agree."""

from __future__ import annotations

from collections.abc import Iterator

from generator.proof.checks.check import Check
from generator.proof.evidence import VECTOR_BAR, Evidence
from generator.proof.fault import Fault
from generator.proof.matrix import Box, around
from generator.proof.second import second_opinion


def _run(evidence: Evidence) -> Iterator[Fault]:
    for opinion in second_opinion(evidence):
        ours = {match.planned.name: around(match.corners) for match in evidence.by_page.get(opinion.page, ())}
        for name, box in ours.items():
            off = min((_apart(box, frame) for frame in opinion.frames), default=99.0)
            if off > VECTOR_BAR:
                nearest = min(opinion.frames, key=lambda frame: _apart(box, frame), default=None)
                message = "pikepdf and pdfplumber read different places"
                found = _text(nearest) if nearest else "no frame"
                yield Fault(opinion.page, "readers-disagree", name, message, found, _text(box))


def _apart(one: Box, other: Box) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _text(box: Box) -> str:
    return "({:.3f}, {:.3f}) to ({:.3f}, {:.3f}) mm".format(*box)


CHECK = Check(
    "opinions",
    ("readers-disagree",),
    "A measure is only worth something when it does not depend on who took it: a reader wrong in itself "
    "must not pass a wrong file.",
    _run,
)
