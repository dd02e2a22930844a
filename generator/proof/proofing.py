"""Read design and file, ask every check, sum up."""

from __future__ import annotations

import json
import os
import re
from hashlib import sha256
from pathlib import Path

from generator.model.diagnostic import Diagnostic, Failure, Place
from generator.opening import is_file
from generator.proof.checks import CHECKS
from generator.proof.checks.backs import back_deviation
from generator.proof.design import Design, read_design
from generator.proof.evidence import Evidence
from generator.proof.matrix import Matrix
from generator.proof.measured import FoundFile
from generator.proof.raster import Raster
from generator.proof.reading import read_file
from generator.proof.report import Report
from generator.proof.sent import as_designed, sent_as
from generator.stopping import temporary_folder


def proof(path: Path, manifest: Path | None = None) -> Report:
    """Measure a PDF against its manifest, by default the one beside it.

    Raises Failure for a file that is not there or cannot be read.
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
    file = read_file(path)
    backs = {found.side for page in file.pages for found in page.pieces} == {"back"}
    design = read_design(listing, backs)
    matrices = sent_as(listing, backs)
    if not matrices:
        return _report(path, path, design, file)
    with temporary_folder() as folder:
        copy = folder / "designed.pdf"
        as_designed(path, matrices, copy)
        return _report(path, copy, design, read_file(copy), matrices)


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


def _report(
    path: Path, looked_at: Path, design: Design, file: FoundFile, sent: tuple[Matrix, ...] = ()
) -> Report:
    raster = Raster(looked_at)
    try:
        evidence = Evidence(looked_at, design, file, raster, sent)
        faults = sorted({fault for check in CHECKS for fault in check.run(evidence)})
        seen = [reading for reading in evidence.readings if reading.found is not None]
    finally:
        raster.close()
    return Report(
        file=str(path),
        faults=tuple(faults),
        pages=len(file.pages),
        sheets=len(design.sheets),
        components=len(evidence.matches),
        marks=sum(len(page.lines) for page in file.pages),
        vector_deviation=max((match.deviation for match in evidence.matches), default=0.0),
        back_deviation=back_deviation(evidence),
        readings=len(seen),
        pixel_deviation=max((abs((r.found or 0.0) - r.expected) for r in seen), default=0.0),
        fonts=len(file.fonts),
        images=len(file.images),
        checks=tuple(check.name for check in CHECKS),
    )
