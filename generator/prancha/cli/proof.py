"""The command that measures a finished PDF or an exported folder: proof."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prancha.cli import press
from prancha.cli.output import FINDINGS, FINE, USAGE, emit, say
from prancha.model.diagnostic import Place
from prancha.system.safe_open import is_folder
from prancha.system.unexpected import caught

if TYPE_CHECKING:
    from prancha.building.order import Kit
    from prancha.checks.proof.proof_report import ProofReport


def add_command(commands: Any) -> None:
    """Add the command."""
    proof = commands.add_parser(
        "proof", help="measure a finished PDF, or a folder that was exported, against what was designed"
    )
    proof.add_argument("file", type=Path, metavar="FILE.pdf|FOLDER")
    proof.add_argument("--manifest", type=Path, metavar="FILE", help="default: the one written with the PDF")
    proof.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    proof.add_argument(
        "--pdfx", nargs="?", const="", choices=("", "x4", "x1a"), metavar="x4|x1a",
        help="as a print shop looks at it: PDF/X, inks, black text (default: what the file says it is)",
    )  # fmt: skip
    proof.add_argument(
        "--ink-limit", type=press.ink_limit, metavar="PERCENT",
        help="with --pdfx: the most ink of all four together (default: what it was built with, or 300)",
    )  # fmt: skip
    proof.add_argument(
        "--ink-map", type=Path, metavar="FILE.pdf",
        help="with --pdfx: write the pages with more ink than the limit, red where it is",
    )  # fmt: skip
    proof.set_defaults(run=_proof)


def prove_kits(kits: Sequence[Kit], options: argparse.Namespace) -> int:
    """Measure kits with all their files; those in inks as a press sees them, too."""
    from prancha.checks.proof.proof_report import as_text

    inks = options.colour == "cmyk"
    reports = [
        _measured(kit.pdf, kit.manifest, kit.written.get(kit.manifest.name, ""), as_press=not inks)
        for kit in kits
    ]
    for report in reports:
        say("\n" + as_text(report))
    fine = all(report.clean for report in reports)
    for path in [path for kit in kits for path in (kit.pdf, kit.backs) if path] if inks else []:
        say("")
        fine = press.prove(path, standard=options.pdfx) == FINE and fine
    return FINE if fine else FINDINGS


def _proof(options: argparse.Namespace) -> int:
    from prancha.checks.proof.proof_report import as_json, as_text

    wrong = ""
    if options.pdfx is None and options.ink_limit is not None:
        wrong = "--ink-limit goes with --pdfx"
    elif options.pdfx is None and options.ink_map is not None:
        wrong = "--ink-map goes with --pdfx"
    elif options.ink_map is not None and options.ink_map.absolute() == options.file.absolute():
        wrong = "--ink-map names the file that is measured; give it another name"
    elif options.pdfx is not None and is_folder(options.file):
        wrong = "--pdfx looks at one PDF, and this is a folder"
    if wrong:
        say(wrong, file=sys.stderr)
        return USAGE
    if is_folder(options.file):
        return _proof_folder(options)
    if options.pdfx is not None:
        return press.prove(options.file, options.ink_limit, options.pdfx, options.format, options.ink_map)
    report = _measured(options.file, options.manifest)
    emit(f"{as_json(report)}\n") if options.format == "json" else say(as_text(report))
    return FINE if report.clean else FINDINGS


def _proof_folder(options: argparse.Namespace) -> int:
    from prancha.checks.proof.folder_proof import folder_as_json, folder_as_text, proof_folder

    with caught(Place(str(options.file)), "measuring this export"):
        report = proof_folder(options.file)
    emit(f"{folder_as_json(report)}\n") if options.format == "json" else say(folder_as_text(report))
    return FINE if report.clean else FINDINGS


def _measured(file: Path, manifest: Path | None, digest: str = "", *, as_press: bool = True) -> ProofReport:
    from prancha.checks.proof.proofing import proof

    with caught(Place(str(file)), "measuring this PDF"):
        return proof(file, manifest, digest, press=as_press)
