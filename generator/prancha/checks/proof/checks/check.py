"""What a check is: one question, its codes, and why it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from prancha.checks.proof.fault import ProofFault
from prancha.checks.proof.matching import Evidence


class ProofCheck(Struct, frozen=True):
    """One question to the evidence; `codes` are all it may report, and never change."""

    name: str
    codes: tuple[str, ...]
    rationale: str
    run: Callable[[Evidence], Iterator[ProofFault]]
