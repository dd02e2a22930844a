"""Statistics of a game as one HTML page that needs nothing beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from string import Template

from prancha.checks.inventory.statistics import Bar, CountedColumn, FamilyStatistics, Statistics
from prancha.checks.inventory.statistics_text import cross_cells, draw_cells, draw_title, plural, summary


def write(statistics: Statistics) -> str:
    """The same as on a terminal, with bars drawn."""
    page = Template(files(__package__ or "").joinpath("statistics.html").read_text(encoding="utf-8"))
    parts = [part for family in statistics.families for part in _family(family)]
    for cross in statistics.crosses:
        title = f"{cross.family}: copies by {cross.down} and {cross.across}"
        parts += [f"<h2>{escape(title)}</h2>", _cells(cross_cells(cross))]
    for draw in statistics.draws:
        parts += [f"<h2>{escape(draw_title(draw))}</h2>", _cells(draw_cells(draw))]
    return page.substitute(title=escape(statistics.title), body="\n".join(parts))


def _family(family: FamilyStatistics) -> Iterator[str]:
    yield f"<h2>{escape(family.title)}</h2>"
    yield f"<p>{plural(family.designs, 'design')}, {plural(family.copies, 'piece')}</p>"
    yield '<div class="fields">'
    yield from map(_column, family.columns)
    yield "</div>"


def _column(column: CountedColumn) -> str:
    chart = _chart(column.bars) if column.bars else ""
    return f"<section><h3>{escape(column.name)}</h3><p>{escape(summary(column))}</p>{chart}</section>"


def _chart(bars: Sequence[Bar]) -> str:
    most = max(bar.copies for bar in bars) or 1
    rows = "".join(_bar(bar, most) for bar in bars)
    return f'<table class="chart">{rows}</table>'


def _bar(bar: Bar, most: int) -> str:
    name = escape(bar.value)
    drawn = f'<span class="bar" style="width:{100 * bar.copies / most:.4g}%"></span>'
    return f'<tr><th scope="row" title="{name}">{name}</th><td>{drawn}</td><td>{bar.copies}</td></tr>'


def _cells(cells: Sequence[Sequence[str]]) -> str:
    head, *rows = cells
    heads = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in others)
        + "</tr>"
        for first, *others in rows
    )
    return f'<table class="cells"><tr>{heads}</tr>{body}</table>'
