"""Edits of a project as a designer makes them, chosen by chance: most leave it right, some do not."""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from prancha.setup.new_game import start

CARDS = "list/deck.csv"
TEMPLATE = "templates/beasts/cards.svg.j2"
DRAWN = """\
<path d="{{ shape(bleed) }}" fill="{{ palette.paper }}"/>
{{ label(item.name, 5, 10, size=9, width=50, min=4) }}
{{ paragraph(item.text, 6, 50, 50, 30, size=9, min=5) }}
{{ label(item.cost, 50, 84, size=9) }}
{% if item.picture is defined and item.picture %}{{ art(item.picture, 8, 15, 46, 30) }}{% endif %}
"""
"""A template in Jinja, to which edits add shapes at its end."""
WORDS = (
    "Fox",
    "ação",
    "Ω",
    "two words",
    "**bold**",
    "{sun}",
    "x" * 60,
    "\u00ad",
    "",
    "pão\u200bde",
    "مرحبا",
    "<b>",
)
Edit = Callable[[Path, random.Random], None]


def begin(project: Path, number: int) -> None:
    """Make a game of so many cards of a list, with a picture on each third."""
    source = project / "list" / "deck.csv"
    source.parent.mkdir(parents=True)
    draw(source.parent / "fox.png", "teal")
    rows = [
        f"{k},Beast {k},{'fox.png' if k % 3 == 0 else ''},{k % 7},Runs {k} steps and **waits**."
        for k in range(number)
    ]
    source.write_text("\n".join(("id,Name,Picture,Cost,Text", *rows)) + "\n", encoding="utf-8")
    start(project, "beasts", source=source)
    family = project / "components/beasts/cards.yaml"
    family.write_text(
        family.read_text(encoding="utf-8").replace("cards.svg ", "cards.svg.j2 "), encoding="utf-8"
    )
    (project / TEMPLATE).write_text(DRAWN, encoding="utf-8")


def draw(path: Path, colour: str) -> None:
    Image.new("RGB", (660, 480), colour).save(path)


def cell(project: Path, chance: random.Random) -> None:
    rows = lines(project)
    place = chance.randrange(1, len(rows))
    cells = rows[place].split(",")
    cells[chance.randrange(1, len(cells))] = chance.choice(WORDS)
    save(project, [*rows[:place], ",".join(cells), *rows[place + 1 :]])


def row_left_out(project: Path, chance: random.Random) -> None:
    rows = lines(project)
    del rows[chance.randrange(1, len(rows))]
    save(project, rows)


def row_written_twice(project: Path, chance: random.Random) -> None:
    rows = lines(project)
    rows.insert(chance.randrange(1, len(rows)), chance.choice(rows[1:]))
    save(project, rows)


def rows_added(project: Path, chance: random.Random) -> None:
    rows = lines(project)
    more = [
        f"{chance.randrange(10**6, 10**9)},{chance.choice(rows[1:]).split(',', 1)[1]}"
        for _ in range(chance.choice((1, 9, 60)))
    ]
    place = chance.randrange(1, len(rows))
    save(project, rows[:place] + more + rows[place:])


def rows_moved(project: Path, chance: random.Random) -> None:
    rows = lines(project)
    place = chance.randrange(1, len(rows))
    save(project, [rows[0], *rows[place:], *rows[1:place]])


def empty_row(project: Path, chance: random.Random) -> None:
    rows = lines(project)
    rows.insert(chance.randrange(1, len(rows)), chance.choice(("", ",,,,")))
    save(project, rows)


def other_line_ends(project: Path, chance: random.Random) -> None:
    text = "\ufeff" * chance.randrange(2) + "\r\n".join(lines(project)) + "\r\n"
    (project / CARDS).write_bytes(text.encode())


def columns_in_another_order(project: Path, chance: random.Random) -> None:
    table = [line.split(",") for line in lines(project)]
    order = list(range(len(table[0])))
    chance.shuffle(order)
    if all(len(row) == len(order) for row in table):
        save(project, [",".join(row[k] for k in order) for row in table])


def shape_added(project: Path, chance: random.Random) -> None:
    path = project / TEMPLATE
    shape = f'<circle cx="9" cy="9" r="{chance.randrange(1, 4)}" fill="#{chance.randrange(1 << 24):06x}"/>'
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{shape}\n", encoding="utf-8")


def shape_wrong_on_some(project: Path, chance: random.Random) -> None:
    path = project / TEMPLATE
    shape = f'{{% if item.id[-1:] == "{chance.randrange(10)}" %}}<rect width="-1" height="1"/>{{% endif %}}'
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{shape}\n", encoding="utf-8")


def shapes_mended(project: Path) -> None:
    path = project / TEMPLATE
    path.write_text(re.sub(r'\n.*width="-1".*', "", path.read_text(encoding="utf-8")), encoding="utf-8")


def number_in_template(project: Path, chance: random.Random) -> None:
    path = project / TEMPLATE
    text = path.read_text(encoding="utf-8")
    found = chance.choice(list(re.finditer(r'(?<=[ "(])\d+(?=[ ",])', text)))
    path.write_text(text[: found.start()] + chance.choice("1246") + text[found.end() :], encoding="utf-8")


def word_in_game(project: Path, chance: random.Random) -> None:
    path = project / "components/beasts/game.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"(?m)^title: .*", f"title: Beasts {chance.randrange(9)}", text), encoding="utf-8")


def picture_of_the_same_age(project: Path, chance: random.Random) -> None:
    """Draw another picture of the same size in bytes or not, whose time of change is that of the old one."""
    path = project / "templates/beasts/art/fox.png"
    before = path.stat()
    draw(path, chance.choice(("red", "teal", "gold")))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def older_file(project: Path, chance: random.Random) -> None:
    """Give a file a time of change in the past, as a copy from a backup has."""
    os.utime(project / chance.choice((CARDS, TEMPLATE)), (chance.randrange(10**9),) * 2)


EDITS: tuple[Edit, ...] = (
    cell, cell, cell, row_left_out, row_written_twice, rows_added, rows_moved, empty_row, other_line_ends,
    columns_in_another_order, shape_added, shape_wrong_on_some,
    number_in_template, word_in_game, picture_of_the_same_age,
    older_file,
)  # fmt: skip


def lines(project: Path) -> list[str]:
    return (project / CARDS).read_text(encoding="utf-8-sig").splitlines()


def save(project: Path, rows: list[str]) -> None:
    (project / CARDS).write_text("\n".join(rows) + "\n", encoding="utf-8")


def kept(project: Path, copy: Path) -> None:
    """Copy what is edited."""
    for name in ("components", "templates", "list"):
        shutil.rmtree(copy / name, ignore_errors=True)
        shutil.copytree(project / name, copy / name)
