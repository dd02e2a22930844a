"""Read design and file, undo what was done for a printer, ask every check, sum up."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from operator import itemgetter
from pathlib import Path

import msgspec
from msgspec.structs import replace

from prancha.checks.proof.checks import CHECKS
from prancha.checks.proof.checks.back_checks import measure_backs
from prancha.checks.proof.design import Design
from prancha.checks.proof.design_reading import manifest_beside, read_design
from prancha.checks.proof.evidence import Evidence
from prancha.checks.proof.measured import FoundFile
from prancha.checks.proof.pdf_geometry import Matrix
from prancha.checks.proof.pdf_reader import read_file, read_sides
from prancha.checks.proof.pdfium_pages import PageRaster
from prancha.checks.proof.proof_report import ProofFault, ProofReport, join_reports
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.system.file_contents import is_file

FLAT = 1e-9


def read_sent(manifest: Path, backs: bool) -> tuple[Matrix, ...]:
    """The transform of each page for a printer; () for a file made for none.

    A manifest that cannot be read says nothing here; reading the design tells what is wrong.
    """
    try:
        sent = json.loads(manifest.read_text(encoding="utf-8"))["placed"]["sent"]
        matrices: list[Matrix] = msgspec.convert(sent["matrices"], list[Matrix])
        found = tuple(matrices[number] for number in sent["behind" if backs else "pages"])
    except (OSError, ArithmeticError, ValueError, KeyError, TypeError, IndexError, msgspec.ValidationError):
        return ()
    # One that squeezes everything flat cannot be undone.
    return found if all(abs(a * d - b * c) > FLAT for a, b, c, d, _, _ in found) else ()


_MISSING = "the manifest names a file that is not there"
LEAST_SAME = 0.1
"""Share of the designed faces that must be where they were designed, for a PDF to be this kit's at all."""


def proof(path: Path, manifest: Path | None = None, written: str = "", *, press: bool = True) -> ProofReport:
    """Measure a PDF against its manifest, by default the one beside it, and all others that this names.

    `written` is the SHA-256 of the manifest as its build wrote it, where that is known.  With `press` files
    in the inks of a press, or that say they are PDF/X, are held to `prove_press`, too.  Raises Failure for
    a file that is not there, cannot be read, or is no kit of this manifest.
    """
    for needed in (path, manifest or path):
        if not is_file(needed):
            there = os.path.lexists(needed)
            message = "this is no file" if there else "there is no such file"
            raise Failure(
                [Diagnostic(Place(str(needed)), "no-file", message, hint="name a PDF that was built")]
            )
    listing = manifest or manifest_beside(path)
    if not is_file(listing):
        message = "no manifest lies beside it: it was moved, or a build was broken off"
        hint = "build it again, or give the manifest that was written with it: --manifest FILE"
        raise Failure([Diagnostic(Place(str(path)), "no-file", message, hint=hint)])
    if not manifest:
        _refuse_other_build(path, listing)
    backs = read_sides(path) == {"back"}
    design = read_design(listing, backs)
    changed = bool(written) and sha256(listing.read_bytes()).hexdigest() != written
    fronts: Evidence | None = None
    parts: list[ProofReport] = []
    # Fronts first: backs are held to them as they were found.
    for part, has_backs in sorted(_find_parts(path, listing, design, backs), key=itemgetter(1)):
        other = "" if part == path else part.name
        try:
            known = None if other else design
            evidence = _read_evidence(part, has_backs, listing, known, fronts=fronts, changed=changed)
        except Failure as failure:
            if part == path:
                raise
            parts.append(_report_unread(other, [(one.code, one.message) for one in failure.diagnostics]))
            continue
        strange = _check_digest(part, design) if other and not manifest else ()
        strange += _check_press(part, evidence) if press else ()
        parts.append(_make_report(part, evidence, other, strange))
        fronts = evidence
    parts += _check_others(path, listing, design)
    return join_reports(str(path), parts)


def _find_parts(path: Path, listing: Path, design: Design, backs: bool) -> Iterator[tuple[Path, bool]]:
    """The file that was named and all others that the manifest names, and whether they have backs alone.

    These lie beside the file, or beside the manifest.
    """
    yield path, backs
    names = [name for name in design.kit.files if name.endswith(".pdf")]
    own = path.name if path.name in names else next((name for name in names if _has_backs(name) == backs), "")
    for name in names:
        if name != own:
            there = path.with_name(name)
            yield there if is_file(there) else listing.with_name(name), _has_backs(name)
    if design.apart and not any(_has_backs(name) for name in (*names, path.name)):
        yield path.with_name("a file of backs"), True


def _check_others(path: Path, listing: Path, design: Design) -> Iterator[ProofReport]:
    """Files of other kinds that the manifest names: no kit has any, and each must be there."""
    for name in design.kit.files:
        if name.endswith(".pdf"):
            continue
        if any(is_file(folder / name) for folder in (path.parent, listing.parent)):
            message = "the manifest names a file that is no PDF, which no kit has"
            yield _report_unread(Path(name).name, [("file-changed", message)])
        else:
            yield _report_unread(Path(name).name, [("file-missing", _MISSING)])


def _has_backs(name: str) -> bool:
    return name.removesuffix(".pdf").endswith("-backs")


def _read_evidence(
    path: Path, backs: bool, listing: Path, design: Design | None, fronts: Evidence | None, changed: bool
) -> Evidence:
    """Read the design of a file, and the file."""
    if not is_file(path):
        raise Failure([Diagnostic(Place(str(path)), "file-missing", _MISSING)])
    matrices = read_sent(listing, backs)
    design = design or read_design(listing, backs)
    file = read_file(path, matrices, design.features, design.kit.standard, design.foreign)
    _refuse_other_kit(path, listing, design, file)
    raster, before = PageRaster(path, matrices), fronts.by_page if fronts and backs else None
    return Evidence(path, design, file, raster, sent=matrices, changed=changed, before=before)


def _report_unread(name: str, wrong: Iterable[tuple[str, str]]) -> ProofReport:
    """A file of the kit that is not there, or cannot be read; codes and messages say why."""
    found, wanted = "nothing that can be measured", "a file of this kit"
    faults = (ProofFault(0, code, "", message, found, wanted, file=name) for code, message in wrong)
    return ProofReport(files=(), faults=tuple(faults))


def _check_digest(path: Path, design: Design) -> tuple[ProofFault, ...]:
    """Another file of the kit is the one that was written with the manifest."""
    found = sha256(path.read_bytes()).hexdigest()
    listed = design.kit.files.get(path.name)
    wanted = listed.sha256 if listed else found
    if found == wanted:
        return ()
    message = "it is not the file that was written with the manifest"
    return (ProofFault(0, "file-changed", "", message, found[:12], expected=wanted[:12]),)


def _refuse_other_build(path: Path, listing: Path) -> None:
    """Raise Failure for a manifest of another build than the PDF."""
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


def _refuse_other_kit(path: Path, listing: Path, design: Design, file: FoundFile) -> None:
    """Raise Failure for a PDF of another kit, instead of a fault for each of its pieces."""
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


def _check_press(path: Path, evidence: Evidence) -> tuple[ProofFault, ...]:
    """Press faults of a file in inks, or of one that claims a standard."""
    claims = "GTS_PDFXVersion" in evidence.file.document.information or any(
        key.endswith(":GTS_PDFXVersion") for key in evidence.file.document.metadata
    )
    told = evidence.design.kit
    if not (claims or told.press):
        return ()
    from prancha.checks.proof.pdfx.press_file_rules import standard_of
    from prancha.checks.proof.pdfx.press_proof import prove_press

    standard = standard_of(told.standard)
    found = prove_press(path, standard=standard, inks_alone=not (claims or standard)).faults
    return tuple(fault for fault in found if fault.severity == "error")  # --pdfx tells of more


def _make_report(path: Path, evidence: Evidence, other: str, more: Sequence[ProofFault]) -> ProofReport:
    design, file = evidence.design, evidence.file
    try:
        faults = {fault for check in CHECKS for fault in check.run(evidence)}
        seen = [reading for reading in evidence.readings if reading.found is not None]
    finally:
        evidence.raster.close()
    return ProofReport(
        files=(str(path),),
        faults=tuple(sorted(replace(fault, file=other) for fault in {*faults, *more})),
        pages=len(file.pages),
        sheets=len(design.sheets),
        components=len(evidence.matches),
        marks=sum(len(page.lines) for page in file.pages),
        vector_deviation=max((match.deviation for match in evidence.matches), default=None),
        back_deviation=measure_backs(evidence),
        readings=len(seen),
        compared=evidence.looks.seen,
        pixel_deviation=max((abs((r.found or 0.0) - r.expected) for r in seen), default=None),
        fonts=len(file.fonts),
        images=len(file.images),
        checks=tuple(check.name for check in CHECKS),
    )
