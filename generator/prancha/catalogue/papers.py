"""Paper sizes, as data in components/_sheets/papers.yaml."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from prancha.catalogue.file_names import is_there, misnamed
from prancha.catalogue.findings import Findings
from prancha.catalogue.yaml_file import read_yaml
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.sheet import Paper
from prancha.model.units import Mm, parse_size

if TYPE_CHECKING:
    from prancha.catalogue.schema import PaperFile

PAPERS_FILE = "papers.yaml"
SMALLEST: Mm = 50.0
LARGEST: Mm = 2000.0


def load_papers(folders: Sequence[Path]) -> Mapping[str, Paper]:
    """Return the papers in `folders` by name; the first folder that has a name wins.

    Raises Failure for wrong files, and when no folder holds papers.yaml.
    """
    found: list[Diagnostic] = []
    papers: dict[str, Paper] = {}
    found += (wrong for folder in folders for wrong in misnamed(folder, folder.parent.parent, ("papers",)))
    files = [folder / PAPERS_FILE for folder in folders if is_there(folder / PAPERS_FILE)]
    for file in files:
        try:
            read = _read(file)
        except Failure as failure:
            found += failure.diagnostics
        else:
            papers = {**read, **papers}
    if not files:
        message = "there is no papers.yaml in " + ", ".join(folder.as_posix() for folder in folders)
        found.append(Diagnostic(Place(PAPERS_FILE), "no-papers", message))
    if found:
        raise Failure(found)
    return MappingProxyType(dict(sorted(papers.items())))


def _read(path: Path) -> dict[str, Paper]:
    from prancha.catalogue.outlines import read_length
    from prancha.catalogue.schema import PapersFile
    from prancha.catalogue.validation_messages import validate

    findings = Findings(read_yaml(path, path.parent.parent.parent))
    file = validate(PapersFile, findings)
    papers = {}
    if file is not None:
        margin = read_length(findings, ("margin",), file.margin, 0, SMALLEST / 2)
        for name, one in file.papers.items():
            papers[name] = _paper(findings, name, one, margin or 0.0)
    if findings.found:
        raise Failure(findings.found)
    return papers


def _paper(findings: Findings, name: str, one: PaperFile, margin: Mm) -> Paper:
    """Return one paper; noting what is wrong leaves it useless, and `_read` refuses."""
    from prancha.catalogue.outlines import read_length

    path = ("papers", name, "size")
    try:
        width, height = parse_size(one.size)
    except ValueError as error:
        findings.error(path, "bad-length", str(error))
        return Paper(name, 0, 0, 0)
    if not SMALLEST <= width <= height <= LARGEST:
        message = f'"{one.size}" must be portrait and between {SMALLEST:g} mm and {LARGEST:g} mm'
        hint = "write the shorter side first" if width > height else ""
        findings.error(path, "out-of-range", message, hint)
    if one.margin is not None:
        own = read_length(findings, ("papers", name, "margin"), one.margin, 0, SMALLEST / 2)
        margin = own or 0.0
    return Paper(name, width, height, margin)
