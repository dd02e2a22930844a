"""Read design and file, ask every check, sum up."""

from __future__ import annotations

import json
import os
import re
from hashlib import sha256
from pathlib import Path

from prancha.checks.proof.checks import CHECKS
from prancha.checks.proof.checks.backs import back_deviation
from prancha.checks.proof.design import Design
from prancha.checks.proof.listing import read_design
from prancha.checks.proof.matching import Evidence
from prancha.checks.proof.measured import FoundFile
from prancha.checks.proof.printer_transform import sent_as
from prancha.checks.proof.raster import PageRaster
from prancha.checks.proof.reading import read_file, read_sides
from prancha.checks.proof.report import ProofReport
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.system.safe_open import is_file

LEAST_SAME = 0.1
"""Share of the designed faces that must be where they were designed, for a PDF to be this kit's at all."""


def proof(path: Path, manifest: Path | None = None, written: str = "") -> ProofReport:
    """Measure a PDF against its manifest, by default the one beside it.

    `written` is the SHA-256 of the manifest as its build wrote it, where that is known.  Raises Failure for
    a file that is not there, cannot be read, or is no kit of this manifest.
    """
    for needed in (path, manifest or path):
        if not is_file(needed):
            there = os.path.lexists(needed)
            message = "this is no file" if there else "there is no such file"
            raise Failure(
                [Diagnostic(Place(str(needed)), "no-file", message, hint="name a PDF that was built")]
            )
    listing = manifest or _listing(path)
    if not is_file(listing):
        message = "no manifest lies beside it: it was moved, or a build was broken off"
        hint = "build it again, or give the manifest that was written with it: --manifest FILE"
        raise Failure([Diagnostic(Place(str(path)), "no-file", message, hint=hint)])
    if not manifest:
        _same_build(path, listing)
    backs = read_sides(path) == {"back"}
    design = read_design(listing, backs)
    matrices = sent_as(listing, backs)
    file = read_file(path, matrices, design.features, design.standard)
    changed = bool(written) and sha256(listing.read_bytes()).hexdigest() != written
    _same_kit(path, listing, design, file)
    return _report(
        path,
        Evidence(path, design, file=file, raster=PageRaster(path, matrices), sent=matrices, changed=changed),
    )


def _listing(path: Path) -> Path:
    """The manifest beside a PDF: of its own name, or of its fronts' name; else that of the usual kit."""
    own = path.with_suffix(".json")
    fronts = path.with_name(re.sub(r"-backs\Z", "-fronts", path.stem) + ".json")
    return next((each for each in (own, fronts) if is_file(each)), path.with_name("manifest.json"))


def _same_build(path: Path, listing: Path) -> None:
    """Refuse a manifest that was not written with the PDF: what it says was meant was meant for another."""
    try:
        files = json.loads(listing.read_text(encoding="utf-8"))["files"]
        written = {name: told["sha256"] for name, told in sorted(files.items())}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return  # reading the design says what is wrong with it
    if sha256(path.read_bytes()).hexdigest() in written.values():
        return
    if path.name in written:
        message = f"it was not written with this {path.name}, which was changed since or is of another build"
    elif any(is_file(path.parent / name) for name in written):
        message = f"it tells of {' and '.join(written)}, not of {path.name}"
    else:
        return  # a copy under another name, changed or not: it is measured
    hint = "build it again with --proof, or give the manifest that was built with it: --manifest FILE"
    raise Failure([Diagnostic(Place(str(listing)), "no-design", message, hint=hint)])


def _same_kit(path: Path, listing: Path, design: Design, file: FoundFile) -> None:
    """Refuse a PDF that is not of this manifest: its list of faults would be as long as the kit."""
    planned = {(piece.key, piece.face) for sheet in design.sheets.values() for piece in sheet.pieces}
    found = {
        ((piece.side, piece.item, piece.copy), piece.face) for page in file.pages for piece in page.pieces
    }
    same = len(planned & found)
    if same >= LEAST_SAME * len(planned):
        return
    pieces = sum(len(page.pieces) for page in file.pages)
    if not pieces:
        message = "this PDF is no kit: it has no components that a manifest tells of"
    else:
        message = f"this PDF is not of this manifest: of {len(planned)} components it has {same}"
    hint = f"{listing} is what it was held to; name the PDF that was built with it, or give --manifest"
    raise Failure([Diagnostic(Place(str(path)), "other-kit", message, hint=hint)])


def _report(path: Path, evidence: Evidence) -> ProofReport:
    design, file = evidence.design, evidence.file
    try:
        faults = sorted({fault for check in CHECKS for fault in check.run(evidence)})
        seen = [reading for reading in evidence.readings if reading.found is not None]
    finally:
        evidence.raster.close()
    return ProofReport(
        file=str(path), faults=tuple(faults), pages=len(file.pages), sheets=len(design.sheets),
        components=len(evidence.matches), marks=sum(len(page.lines) for page in file.pages),
        vector_deviation=max((match.deviation for match in evidence.matches), default=0.0),
        back_deviation=back_deviation(evidence), readings=len(seen), compared=evidence.looks.seen,
        pixel_deviation=max((abs((r.found or 0.0) - r.expected) for r in seen), default=0.0),
        fonts=len(file.fonts), images=len(file.images), checks=tuple(check.name for check in CHECKS),
    )  # fmt: skip
