"""Rules files and games made by hand, so that tests of rules need no reader of YAML."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from prancha.model.diagnostic import Place
from prancha.model.game import Family, Game, Item
from prancha.model.outline import rectangle


@dataclass(frozen=True)
class Written:
    """A rules file whose rule number n stands on line n, its check in column 5, its parameters in 9."""

    data: Any

    def place(self, path: tuple[str | int, ...], /) -> Place:
        line = path[1] + 1 if len(path) > 1 and isinstance(path[1], int) else 0
        return Place("rules.yaml", line, {0: 0, 1: 1, 2: 1, 3: 5}.get(len(path), 9))


def items(family: str, rows: list[dict[str, Any]]) -> tuple[Item, ...]:
    """Items from rows; row number n stands on line 10 n, its fields on the lines after."""
    made = []
    for number, row in enumerate(rows, start=1):
        fields = {key: value for key, value in row.items() if key not in ("id", "copies")}
        file = f"{family}.yaml"
        places = {key: Place(file, 10 * number + k, 5) for k, key in enumerate(row)}
        name = str(row.get("id", f"{family}-{number}"))
        at = Place(file, 10 * number, 5)
        made.append(Item(name, family, row.get("copies", 1), fields, "stated", "", {}, at, places))
    return tuple(made)


def make_game(families: dict[str, list[dict[str, Any]]], tables: dict[str, Any], **more: Any) -> Game:
    made = tuple(
        Family(name, {"en": name}, "card", rectangle(63, 88), 3, 3, 0, "t", None, name, items(name, rows),
               Place(f"{name}.yaml"), tables=more.get("family_tables", {}).get(name, {}))
        for name, rows in families.items()
    )  # fmt: skip
    return Game(
        id="toy", folder=Path("toy"), title="Toy", subtitle={}, languages=("pt-BR", "en"), designers=(),
        artists=(), publisher="", licence="", rulebook="", players=more.get("players", (2, 3, 4)),
        revision="1", palette={"ink": "#000000"}, fonts={}, texts={"round": {}}, tables=tables, assumed={},
        supplied=(), cover={}, families=made, place=Place("game.yaml", 1, 1),
        places={"tables": Place("game.yaml", 7, 1)},
    )  # fmt: skip
