"""The calibration sheet: two pages from which a printer's faults are read with a ruler and a lamp."""

from __future__ import annotations

from pathlib import Path

from prancha.building.selection import choose_paper
from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.faces import FaceMaker
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.face import Side
from prancha.model.game import Game
from prancha.model.printing import UNMOVED, Printer
from prancha.model.units import Mm
from prancha.render import render
from prancha.system import program_folders
from prancha.system.atomic_files import write_whole

TEMPLATE = "_library/calibrate.svg.j2"
LEAST: tuple[Mm, Mm] = (200.0, 265.0)
"""The smallest paper that the sheet's scales have room on."""


def calibrate(project: Path, paper_name: str, out: Path | None, printer: Printer | None = None) -> Path:
    """Write `calibrate-<paper>.pdf`, for `printer` if given; returns the file.  Raises Failure."""
    paper = choose_paper(project, paper_name)
    if paper.width < LEAST[0] or paper.height < LEAST[1]:
        message = f"paper {paper.name} is too small for the calibration sheet"
        hint = f"use one of at least {LEAST[0]:g} x {LEAST[1]:g} mm, such as a4 or letter"
        raise Failure([Diagnostic(Place(""), "paper-too-small", message, hint=hint)])
    folders = (program_folders.TEMPLATES, program_folders.TEMPLATES)
    book = FontBook((program_folders.TEMPLATES / "_library",))
    maker = FaceMaker(empty_game(TEMPLATE), "en", folders, book)
    name = printer.name if printer else ""
    pages, faces = [], []
    sides: tuple[Side, Side] = ("front", "back")
    for side in sides:
        face = maker.page(TEMPLATE, paper.width, paper.height, side_of=side, paper=paper.name, printer=name)
        faces.append(face)
        matrix = printer.makes_up(paper.width, paper.height, side) if printer else UNMOVED
        pages.append(PdfPage(paper.width, paper.height, faces=((face.digest, 0.0, 0.0),), matrix=matrix))
    portfolio = render(faces, maker.symbols, book, ())
    title = f"Calibration sheet, {paper.name}" + (f", printer {name}" if name else "")
    about = About(title, lang="en", subject="a two-sided sheet to measure a printer with")
    path = (out or project / "output") / f"calibrate-{paper.name}{'-' + name if name else ''}.pdf"
    write_whole(path, write_pdf(pages, portfolio, book, about, "long"))
    return path


def empty_game(template: str) -> Game:
    """Return a game without components, for pages of the program's own, drawn by `template`."""
    return Game(
        "prancha",
        Path(),
        title="prancha",
        subtitle={"en": ""},
        languages=("en",),
        designers=(),
        artists=(),
        publisher="",
        licence="",
        rulebook="",
        players=(),
        revision="1",
        palette={},
        fonts={"body": "Alegreya Sans"},
        texts={},
        tables={},
        assumed={},
        supplied=(),
        cover={},
        families=(),
        place=Place(template),
    )
