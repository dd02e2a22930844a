"""Exports of the tiny game to virtual tables: run, with more families in it, and broken."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from prancha.cli import command_line

Fault = tuple[Callable[[Path], object], str]
"""What breaks a package, and what its reader is to tell of it."""
BOARD = """\
title: {pt-BR: Trilha, en: Track}
stock: board
size: 200 x 50 mm
outline: rectangle
template: track.svg.j2
items:
  - {id: track}
"""
DRAWN = """\
<path d="{{ shape(bleed) }}" fill="#eee"/>
{% for cell in slots(8, 1, 10, 10, 180, 30, 2) %}
<rect x="{{ cell.x }}" y="{{ cell.y }}" width="{{ cell.width }}" height="{{ cell.height }}" fill="#fff"/>
<rect x="{{ cell.x + 5 }}" y="{{ cell.y + 5 }}" width="9" height="9" fill="#aaa"/>
{% endfor %}
"""
DIE = """\
title: {pt-BR: Dado, en: Die}
kind: die
sides: SIDES
size: 16 mm
items:
  - {id: red, fill: "#c33"}
"""
STANDEE = """\
title: {pt-BR: Figuras, en: Figures}
kind: standee
size: 25 x 40 mm
items:
  - {id: hero, title: A, fill: "#c33", copies: 2}
"""


def exported(project: Path, table: str, *options: str) -> Path:
    """The folder that an export writes."""
    given = ["export", "lume", "--to", table, "--project", str(project), *options]
    assert command_line.main(given) == 0
    (folder,) = (project / "output" / "lume" / "export").iterdir()
    return folder


def add(project: Path, **families: str) -> None:
    """More families in the tiny game."""
    catalogue = project / "components" / "lume"
    game = catalogue / "game.yaml"
    named = ", ".join(families)
    game.write_text(game.read_text().replace("families: [", f"families: [{named}, "))
    for name, text in families.items():
        (catalogue / f"{name}.yaml").write_text(text, encoding="utf-8")
    (project / "templates" / "lume" / "track.svg.j2").write_text(DRAWN, encoding="utf-8")


def change(name: str, old: str, new: str) -> Callable[[Path], None]:
    """Write `new` for the first `old` in a file."""

    def act(pack: Path) -> None:
        path = pack / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))

    return act


def assert_told(fault: Fault, package: Path, problems: Callable[[], list[str]]) -> None:
    """Break a package, and see what its reader tells then."""
    break_it, told = fault
    break_it(package)
    assert told in "\n".join(problems())
