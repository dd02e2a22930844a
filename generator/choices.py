"""What an order asks for, found: games, paper and sheet profile; the project's own before the shipped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from generator import catalogue, shipped
from generator.kit import DEFAULT_PAPER, Order
from generator.model.diagnostic import Diagnostic, Failure, Place, suggestion
from generator.model.sheet import PLAIN, Paper, Profile


def choose_games(project: Path, games: Sequence[str]) -> tuple[str, ...]:
    """The games asked for, or all; Failure for a name that is none, with the likely one."""
    known = catalogue.list_games(project)
    wrong = [
        Diagnostic(Place("components"), "no-game", f'there is no game "{name}"', hint=suggestion(name, known))
        for name in games
        if name not in known
    ]
    if wrong:
        raise Failure(wrong)
    return tuple(dict.fromkeys(games)) or known


def choose_paper(project: Path, name: str) -> Paper:
    """The paper called `name`, the project's own before the shipped ones; raises Failure."""
    return _paper(catalogue.load_papers(_sheet_folders(project)), name)


def choose_sheet(order: Order) -> tuple[Paper, Profile]:
    """The paper, with the printer's margin, and the sheet profile of an order; raises Failure."""
    paper, profile = _choose_sheet(order)
    printer = order.printer
    if printer is None:
        return paper, profile
    if printer.paper not in ("", paper.name):
        message = f'the printer "{printer.name}" was calibrated with paper {printer.paper}, not {paper.name}'
        hint = f"use --paper {printer.paper}, or: prancha calibrate --paper {paper.name}"
        raise Failure([Diagnostic(Place(""), "wrong-paper", message, hint=hint)])
    if printer.margin is not None:
        paper = replace(paper, margin=printer.margin)
        if not profile.cells:
            profile = replace(profile, margin=None)
    return paper, profile


def _choose_sheet(order: Order) -> tuple[Paper, Profile]:
    folders = _sheet_folders(order.project)
    papers = catalogue.load_papers(folders)
    if not order.sheet:
        return _paper(papers, order.paper or DEFAULT_PAPER), PLAIN
    profiles = catalogue.load_profiles(folders, papers)
    if order.sheet not in profiles:
        hint = suggestion(order.sheet, profiles)
        message = f'there is no sheet profile "{order.sheet}"'
        raise Failure([Diagnostic(Place(""), "no-sheet", message, hint=hint)])
    profile = profiles[order.sheet]
    if profile.paper and order.paper not in ("", profile.paper):
        message = f'the sheet "{profile.name}" is for paper {profile.paper}, not {order.paper}'
        raise Failure([Diagnostic(Place(""), "wrong-paper", message, hint=f"use --paper {profile.paper}")])
    return _paper(papers, order.paper or profile.paper or DEFAULT_PAPER), profile


def _sheet_folders(project: Path) -> list[Path]:
    own = project / "components" / "_sheets"
    return [folder for folder in dict.fromkeys((own, shipped.SHEETS)) if folder.is_dir()]


def _paper(papers: Mapping[str, Paper], name: str) -> Paper:
    if name not in papers:
        hint = suggestion(name.lower(), papers)
        raise Failure([Diagnostic(Place(""), "no-paper", f'there is no paper "{name}"', hint=hint)])
    return papers[name]
