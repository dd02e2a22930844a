"""All kinds of faults, and the score of `proof` against them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import faults_effects  # noqa: F401 (each registers its kinds)
import faults_faces  # noqa: F401
import faults_file  # noqa: F401
import faults_marks  # noqa: F401 (as each of them)
import faults_paint  # noqa: F401
import faults_pieces  # noqa: F401
import faults_sheets  # noqa: F401
import faults_unseen_claims  # noqa: F401
import faults_unseen_document  # noqa: F401
import faults_unseen_fonts_and_pictures  # noqa: F401
import faults_unseen_pages  # noqa: F401
import faults_unseen_print  # noqa: F401
import faults_unseen_resources  # noqa: F401
from injecting import KINDS, UNSEEN, Kind, codes_of, inject

DOCS = Path(__file__).parents[2] / "docs" / "proof.md"
BEGIN, END = "<!-- score: tests/proof_faults/score.py writes it -->\n", "<!-- end of score -->\n"


def caught(kind: Kind, pdf: Path, manifest: Path, folder: Path) -> tuple[bool, set[str]]:
    """Whether a fault is told by a code that fits it, and all codes that were told."""
    found = codes_of(*inject(kind, pdf, manifest, folder))
    return bool(found & set(kind.codes)), found


def told(kind: Kind, pdf: Path, manifest: Path, folder: Path) -> set[str]:
    """The codes that a kind is told by; none where `proof` itself breaks on it."""
    spoiled, listing = inject(kind, pdf, manifest, folder)
    try:
        return codes_of(spoiled, listing)
    except Exception as error:  # what it may be, nobody knows
        print(f"{kind.name}: proof broke: {error!r}")
        return set()


def unseen_table(told: Mapping[str, set[str]], kinds: Iterable[Kind] = UNSEEN.values()) -> str:
    """Each kind that the checks had not met, the object it touches, and the codes it was told by."""
    lines = ["| What was done | Object | Told as |", "|---|---|---|"]
    for kind in kinds:
        codes = ", ".join(f"`{code}`" for code in sorted(told[kind.name])) or "**missed**"
        lines.append(f"| {kind.name} | {kind.group} | {codes} |")
    right = sum(map(bool, told.values()))
    share = f"{100 * right / len(told):.1f} in 100"
    return "\n".join([*lines, f"| **all {len(told)}** | | **{right} caught** ({share}) |"]) + "\n"


def table(results: Mapping[str, bool], kinds: Iterable[Kind] = KINDS.values()) -> str:
    """The score by group, and the faults that nothing tells, as Markdown."""
    groups: dict[str, list[Kind]] = {}
    for kind in kinds:
        groups.setdefault(kind.group, []).append(kind)
    lines = ["| What was changed | Kinds | Caught | Codes |", "|---|---|---|---|"]
    for group, members in groups.items():
        hits = [kind for kind in members if results[kind.name]]
        codes = sorted({code for kind in hits for code in kind.codes})
        lines.append(
            f"| {group} | {len(members)} | {len(hits)} | {', '.join(f'`{code}`' for code in codes)} |"
        )
    total, right = len(results), sum(results.values())
    lines.append(f"| **all** | **{total}** | **{right}** ({100 * right / total:.1f} in 100) | |")
    missed = [name for name, hit in results.items() if not hit]
    return "\n".join([*lines, "", "Not caught:", "", *(f"- {name}" for name in missed)]) + "\n"


def written() -> str:
    """The table that stands in docs/proof.md."""
    text = DOCS.read_text(encoding="utf-8")
    return text.partition(BEGIN)[2].partition(END)[0]
