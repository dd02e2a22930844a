"""Open a finished PDF with pikepdf and note everything that matters for print."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pikepdf

from prancha.checks.proof.content import PageWalk, page_matrix
from prancha.checks.proof.forms import Forms, matrix_of
from prancha.checks.proof.glyphs import wrong_glyphs
from prancha.checks.proof.graphics import Graphics, State
from prancha.checks.proof.inline_faces import unfold
from prancha.checks.proof.matrix import IDENTITY, Box, Matrix, after, back
from prancha.checks.proof.measured import FoundFile, FoundFont, FoundForm, FoundPage, FoundUse
from prancha.checks.proof.objects import Number, inherited
from prancha.checks.proof.operators import FILLS, STROKES
from prancha.checks.proof.pdf_document import read_document
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.units import PT_PER_MM

BOXES = ("MediaBox", "BleedBox", "TrimBox")
DAMAGED = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What reading ends with where something else stands than the standard says."""
RULED = re.compile(r"\s*\d+\s*mm\s*\Z")
"""Words that stand beside a ruler."""
_SIDES = re.compile(rb"/Side\s*/(front|back)")
HEADER = b"%PDF-"
_LONGEST = 160
"""Letters of a library's own words that are told."""


@contextmanager
def as_pdf(path: Path) -> Iterator[None]:
    """Turn what reading `path` ends with into a Failure: it is no PDF, or what stands in it is damaged."""
    hint = "build it again"
    try:
        yield
        return
    except pikepdf.PasswordError:
        reason, hint = "it is locked with a password", "take the password off, or build it again"
    except (OSError, pikepdf.PdfError) as problem:
        reason = getattr(problem, "strerror", "") or str(problem).removeprefix(f"{path}: ")
    except DAMAGED as problem:
        reason = f"it is damaged: {_damage(problem)}"
    raise _unreadable(path, reason, hint)


def _damage(problem: Exception) -> str:
    """What is damaged, in other words than Python's: a page where it was told, and what is amiss there."""
    where = " ".join(getattr(problem, "__notes__", ()))
    if isinstance(problem, RecursionError):
        what = "objects lead to each other without an end"
    elif isinstance(problem, LookupError):
        what = "something that it needs is missing"
    elif isinstance(problem, RuntimeError):
        what = "its objects do not agree with each other, such as pages with their count"
    elif isinstance(problem, ArithmeticError):
        what = "a number is none that anything can be measured by"
    else:
        what = "something else stands where the standard wants a number, a name or a list"
    return f"{where}, {what}" if where else what


def _unreadable(path: Path, reason: str, hint: str = "build it again") -> Failure:
    message = f"cannot be read as a PDF: {' '.join(reason.split())[:_LONGEST]}"
    return Failure([Diagnostic(Place(str(path)), "not-a-pdf", message, hint=hint)])


@contextmanager
def opened(path: Path, unfolded: bool = True) -> Iterator[pikepdf.Pdf]:
    """The document in a file that is a whole PDF from its first byte; Failure otherwise.

    It is `unfolded`, so that each face is a form, or as it is written.
    """
    with as_pdf(path):
        with path.open("rb") as file:
            head = file.read(1024)
        if not head:
            raise _unreadable(path, "it is empty")
        if not head.startswith(HEADER):
            reason = "something stands before its header" if HEADER in head else "it does not begin as one"
            raise _unreadable(path, reason)
        with pikepdf.open(path, suppress_warnings=True, attempt_recovery=False) as document:
            if unfolded:
                unfold(document)
            yield document


@contextmanager
def noted(where: str) -> Iterator[None]:
    """Note at what is raised where that was."""
    try:
        yield
    except DAMAGED as problem:
        problem.add_note(where)
        raise


def read_file(
    path: Path, sent: Sequence[Matrix] = (), features: frozenset[str] = frozenset(), standard: str = ""
) -> FoundFile:
    """Measure every page; Failure when the file is no PDF that can be read.

    `sent` is what was done to each page for a printer, taken back in what is returned: places are those
    of the design, boxes those of the file.  For `features` and `standard` see `read_document`.
    """
    with opened(path, unfolded=False) as document:
        told = read_document(document, path, features, standard)
        counted, there = int(document.Root.Pages.get("/Count", 0)), len(document.pages)
        if counted != there:
            raise _unreadable(path, f"it is damaged: it says that it has {counted} pages, and has {there}")
        unfold(document)
        forms = Forms()
        pages = []
        for number, page in enumerate(document.pages, 1):
            with noted(f"on page {number}"):
                pages.append(
                    read_page(number, page, forms, sent[number - 1] if number <= len(sent) else IDENTITY)
                )
        found = {number: _form(document, number, forms) for number in sorted(forms.placed)}
        uses = [
            FoundUse(use.kind, use.name, use.digest, where.page, where.item)
            for use, where in forms.used.items()
        ]
        return FoundFile(
            tuple(pages), told, fonts=tuple(_fonts(document, forms)),
            images=tuple(forms.images.values()),
            uses=tuple(sorted(uses, key=lambda use: (use.page, use.kind, use.name, use.digest))), forms=found,
        )  # fmt: skip


def read_sides(path: Path) -> set[str]:
    """Which sides of components the pages show, front and back."""
    with opened(path, unfolded=False) as document:
        found: set[str] = set()
        for page in document.pages:
            contents = page.obj.get("/Contents")
            for part in (
                contents
                if isinstance(contents, pikepdf.Array)
                else [contents]
                if contents is not None
                else ()
            ):
                found.update(side.decode() for side in _SIDES.findall(part.read_bytes()))
        return found


def read_page(number: int, page: pikepdf.Page, forms: Forms, sent: Matrix = IDENTITY) -> FoundPage:
    """What lies on a page without faces in its stream; see `read_file`."""
    boxes: dict[str, Box] = {}
    for name in BOXES:
        value = inherited(page.obj, f"/{name}")
        if value is not None:
            boxes[name] = normal(value)
    left, bottom, right, top = boxes["MediaBox"]  # qpdf gives one of 612 x 792 points to a page without any
    resources = inherited(page.obj, "/Resources") or {}
    base = page_matrix(left, top)
    if sent != IDENTITY:
        base = after(base, back(sent))
    walk = PageWalk(
        base, dict(resources.get("/XObject", {}).items()), dict(resources.get("/Properties", {}).items()),
        forms, number,
    )  # fmt: skip
    walk.run(page)
    return FoundPage(
        number, (right - left) / PT_PER_MM, height=(top - bottom) / PT_PER_MM, boxes=boxes,
        pieces=tuple(walk.pieces), lines=tuple(walk.lines), beside=tuple(walk.beside),
        strays=tuple(walk.strays),
        unknown=tuple(sorted(walk.unknown)),
    )  # fmt: skip


def normal(box: Any) -> Box:
    """A rectangle as its corners of lowest and highest numbers (ISO 32000-1, 7.9.5)."""
    x1, y1, x2, y2 = map(float, box)
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def _form(document: pikepdf.Pdf, number: Number, forms: Forms) -> FoundForm:
    inside, where = forms.inside[number], forms.placed[number]
    form: Any = document.get_object(number)
    x1, y1, x2, y2 = map(float, form.BBox)
    advances = [run.advance for run in inside.runs]
    farthest = max(inside.words, key=lambda run: run.jump, default=None)
    known = not inside.broken and None not in advances
    ruled = any(RULED.match(run.text) for run in inside.words)
    return FoundForm(
        where.page, where.item, face=forms.check(form), box=(x1, y1, x2, y2),
        unknown=inside.unknown, runs=len(advances),
        advance=sum(advance or 0.0 for advance in advances) if known else None,
        jump=farthest.jump if farthest else 0.0, jumped=farthest.text if farthest else "",
        words=tuple((run.place, run.text) for run in inside.words),
        lines=tuple(_strokes(form, IDENTITY, 0)) if ruled else (),
        broken=inside.broken, hidden=next((run.text for run in inside.words if run.hidden), ""),
    )  # fmt: skip


def _strokes(form: Any, matrix: Matrix, depth: int) -> Iterator[tuple[float, float, float, float]]:
    """Straight strokes of a form and of those in it."""
    graphics = Graphics()
    graphics.state = State(after(matrix_of(form), matrix))
    things = form.get("/Resources", {}).get("/XObject", {})
    for instruction in pikepdf.parse_content_stream(form, "q Q cm m l c v y h re S s f F f* B B* b b* n Do"):
        operator, operands = str(instruction.operator), list(instruction.operands)
        if operator in ("c", "v", "y"):
            operator, operands = "l", operands[-2:]  # curves are no ticks: where they end is enough
        graphics.follow(operator, operands)
        if operator in STROKES:
            if operator in ("s", "b", "b*"):
                graphics.close()
            yield from graphics.lines()
        if operator in STROKES or operator in FILLS or operator == "n":
            graphics.finish()
        elif operator == "Do" and depth < 3:
            thing = things.get(str(operands[0]))
            if thing is not None and thing.get("/Subtype") == "/Form":
                yield from _strokes(thing, graphics.state.matrix, depth + 1)


def _fonts(document: pikepdf.Pdf, forms: Forms) -> Iterator[FoundFont]:
    shown = {use.number: where for use, where in forms.used.items() if use.kind == "Font"}
    codes = _codes(forms)
    for thing in document.objects:
        if isinstance(thing, pikepdf.Dictionary) and "/DescendantFonts" in thing:
            where, font = shown.get(thing.objgen), forms.font(thing)
            wrong = wrong_glyphs(font, codes.get(thing.objgen, ())) if font is not None else ()
            yield FoundFont(where.page if where else 0, where.item if where else "", tuple(wrong))


def _codes(forms: Forms) -> Mapping[Number, set[int]]:
    """The codes that each font shows."""
    found: dict[Number, set[int]] = {}
    for inside in forms.inside.values():
        for run in inside.runs:
            for font, codes in run.glyphs:
                found.setdefault(font.thing.objgen, set()).update(codes)
    return found
