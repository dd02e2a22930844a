"""Statistics of a game as lines for a terminal and as one HTML page that needs nothing beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from string import Template

from prancha.checks.inventory.box_table import box_cells, box_sentences
from prancha.checks.inventory.statistics import (
    Bar,
    CountedColumn,
    CrossTable,
    DrawTable,
    FamilyStatistics,
    Lengths,
    Statistics,
)
from prancha.model.diagnostic import counted

BOX = "In the box"
WIDTH = 32
"""Characters of the longest bar."""


def write_text(statistics: Statistics) -> str:
    """Families with a line or a chart per field, then cross tables and odds of draws."""
    lines = [statistics.title]
    for family in statistics.families:
        pieces = f"{counted(family.designs, 'design')}, {counted(family.copies, 'piece')}"
        lines += ["", f"{family.id}  {family.title}: {pieces}"]
        for column in family.columns:
            lines += [f"  {column.name}: {summary(column)}", *_text_chart(column.bars)]
    for cross in statistics.crosses:
        title = f"{cross.family}: copies by {cross.down} (down) and {cross.across} (across)"
        lines += ["", title, *aligned(cross_cells(cross))]
    for draw in statistics.draws:
        lines += ["", draw_title(draw), *aligned(draw_cells(draw))]
    if statistics.box is not None:
        lines += ["", BOX, *aligned(box_cells(statistics.box))]
        lines += [f"  {told}" for told in box_sentences(statistics.box)]
    return "\n".join(lines) + "\n"


def summary(column: CountedColumn) -> str:
    """A field in a line: its numbers, the lengths of its texts, or how many different values it has."""
    if column.spread:
        spread = column.spread
        told = (
            f"{spread.least:g} for all"
            if spread.least == spread.most
            else (
                f"{spread.least:g} to {spread.most:g}, mean {spread.mean:.3g}, median {spread.median:g}, "
                f"sum {spread.total:g}"
            )
        )
    elif column.lengths:
        told = "; ".join(_lengths(one) for one in column.lengths)
    else:
        told = counted(column.different, "different value")
        told += f", the {len(column.bars)} most frequent" if column.different > len(column.bars) else ""
    return told + (f"; {counted(column.without, 'design')} without" if column.without else "")


def _lengths(one: Lengths) -> str:
    head = f"{one.language} " if one.language else ""
    if not one.longest:
        return f"{head}no text"
    told = (
        f"{head}{one.shortest} to {one.longest} characters, mean {one.mean:.0f}, longest {one.longest_item}"
    )
    return told + (f", {one.missing} missing" if one.missing else "")


def _text_chart(bars: Sequence[Bar]) -> Iterator[str]:
    most = max((bar.copies for bar in bars), default=0)
    wide = max((len(bar.value) for bar in bars), default=0)
    for bar in bars:
        length = round(WIDTH * bar.copies / most) if most else 0
        drawn = "█" * (length or bool(bar.copies))
        yield f"    {bar.value:<{wide}}  {drawn:<{WIDTH}}  {bar.copies:>4}".rstrip()


def cross_cells(cross: CrossTable) -> list[list[str]]:
    """A cross table with its heads and totals, as cells."""
    rows = [[name, *map(str, numbers), str(sum(numbers))] for name, numbers in cross.rows]
    sums = [sum(numbers[k] for _, numbers in cross.rows) for k in range(len(cross.heads))]
    return [["", *cross.heads, "all"], *rows, ["all", *map(str, sums), str(sum(sums))]]


def draw_title(draw: DrawTable) -> str:
    """The draw as one line of text."""
    back = ", each put back" if draw.replaced else ""
    return f"{draw.family}: {draw.draws} drawn of {draw.pieces}{back}; {draw.hits} have {draw.kind}"


def draw_cells(draw: DrawTable) -> list[list[str]]:
    """Odds of every number of hits, as cells."""
    pairs = enumerate(zip(draw.exactly, draw.at_least, strict=True))
    rows = [[str(k), f"{exactly:.1%}", f"{at_least:.1%}"] for k, (exactly, at_least) in pairs]
    return [["hits", "exactly", "at least"], *rows]


def aligned(cells: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows of cells in columns, the first to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for first, *others in cells:
        told = [
            f"{first:<{widths[0]}}",
            *(f"{cell:>{w}}" for cell, w in zip(others, widths[1:], strict=True)),
        ]
        yield "  " + "  ".join(told).rstrip()


def write_html(statistics: Statistics) -> str:
    """The same as on a terminal, with bars drawn."""
    page = Template(files(__package__ or "").joinpath("statistics.html").read_text(encoding="utf-8"))
    parts = [part for family in statistics.families for part in _family_section(family)]
    for cross in statistics.crosses:
        title = f"{cross.family}: copies by {cross.down} and {cross.across}"
        parts += [f"<h2>{escape(title)}</h2>", _cells(cross_cells(cross))]
    for draw in statistics.draws:
        parts += [f"<h2>{escape(draw_title(draw))}</h2>", _cells(draw_cells(draw))]
    if statistics.box is not None:
        parts += [f"<h2>{BOX}</h2>", _cells(box_cells(statistics.box))]
        parts += [f"<p>{escape(told)}</p>" for told in box_sentences(statistics.box)]
    return page.substitute(title=escape(statistics.title), body="\n".join(parts))


def _family_section(family: FamilyStatistics) -> Iterator[str]:
    yield f"<h2>{escape(family.title)}</h2>"
    yield f"<p>{counted(family.designs, 'design')}, {counted(family.copies, 'piece')}</p>"
    yield '<div class="fields">'
    for column in family.columns:
        chart = "".join(_html_bars(column.bars))
        chart = f'<table class="chart">{chart}</table>' if chart else ""
        yield f"<section><h3>{escape(column.name)}</h3><p>{escape(summary(column))}</p>{chart}</section>"
    yield "</div>"


def _html_bars(bars: Sequence[Bar]) -> Iterator[str]:
    most = max((bar.copies for bar in bars), default=0) or 1
    for bar in bars:
        name = escape(bar.value)
        drawn = f'<span class="bar" style="width:{100 * bar.copies / most:.4g}%"></span>'
        yield f'<tr><th scope="row" title="{name}">{name}</th><td>{drawn}</td><td>{bar.copies}</td></tr>'


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
