"""What fields hold, counted by copies; cross tables; tables of odds; as text, JSON and HTML."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from prancha.building.game_loading import load
from prancha.checks.inventory import statistics_pages
from prancha.checks.inventory.statistics import (
    BINS,
    CountedColumn,
    Statistics,
    cross_table,
    draw_table,
    family_statistics,
    values_of,
)
from prancha.cli.command_line import main
from prancha.model.game import Family, Game

CARDS = """\
title: {pt-BR: Cartas, en: Cards}
stock: card
size: 63 x 88 mm
outline: rectangle
template: card.svg.j2
items:
  - id: sun
    copies: 8
    cost: 1
    kind: [day, "<b>"]
    pay: {gold: 2}
    name: {pt-BR: Coração do sol, en: Heart of the sun}
  - {id: moon, copies: 4, cost: 4, kind: night, name: {pt-BR: Lua, en: Moon}, acts: [{do: draw}, {do: pass}]}
"""


@pytest.fixture
def game(lume: Path) -> Game:
    (lume / "components/lume/cards.yaml").write_text(CARDS, encoding="utf-8")
    return load(lume, "lume")


@pytest.fixture
def cards(game: Game) -> Family:
    return game.family("cards")


def column(game: Game, name: str) -> CountedColumn:
    (found,) = (
        one for one in family_statistics(game, game.family("cards"), "en").columns if one.name == name
    )
    return found


def test_numbers_count_by_copies_and_show_what_is_missing_between(game: Game) -> None:
    cost = column(game, "cost")
    assert [(bar.value, bar.copies, bar.designs) for bar in cost.bars] == [
        ("1", 8, 1), ("2", 0, 0), ("3", 0, 0), ("4", 4, 1)
    ]  # fmt: skip
    assert cost.spread is not None
    assert (cost.spread.mean, cost.spread.median, cost.spread.total) == (2, 1, 24)


def test_values_of_lists_and_mappings(game: Game, cards: Family) -> None:
    assert [(bar.value, bar.copies) for bar in column(game, "kind").bars] == [
        ("<b>", 8),
        ("day", 8),
        ("night", 4),
    ]
    assert [(bar.value, bar.copies) for bar in column(game, "acts.do").bars] == [("draw", 4), ("pass", 4)]
    assert (column(game, "pay.gold").without, column(game, "pay.gold").bars) == (1, ())
    assert values_of(cards.items[0], "copies") == [8]
    assert values_of(cards.items[0], "nothing.there") == []


def test_lengths_of_texts_in_every_language(game: Game) -> None:
    told = statistics_pages.summary(column(game, "name"))
    assert told == (
        "pt-BR 3 to 14 characters, mean 8, longest cards/sun; "
        "en 4 to 16 characters, mean 10, longest cards/sun"
    )


def test_many_numbers_are_told_in_ranges(lume: Path) -> None:
    rows = "".join(f"  - {{id: c{n}, cost: {n * n}}}\n" for n in range(40))
    head = CARDS[: CARDS.index("  - id: sun")]
    (lume / "components/lume/cards.yaml").write_text(head + rows, encoding="utf-8")
    cost = column(load(lume, "lume"), "cost")
    assert (len(cost.bars), sum(bar.copies for bar in cost.bars)) == (BINS, 40)
    assert (cost.bars[0].value, cost.bars[0].copies) == ("0 to 152.1", 13)


def test_a_cross_table_adds_up(cards: Family) -> None:
    lines = list(statistics_pages.aligned(statistics_pages.cross_cells(cross_table(cards, "kind", "cost"))))
    assert lines == [
        "          1  4  all",
        "  <b>     8  0    8",
        "  day     8  0    8",
        "  night   0  4    4",
        "  all    16  4   20",
    ]


def test_odds_of_a_draw(cards: Family) -> None:
    table = draw_table(cards, {"kind": ["night"]}, 2)
    assert (table.pieces, table.hits) == (12, 4)
    assert table.exactly == pytest.approx([28 / 66, 32 / 66, 6 / 66])
    assert table.at_least == pytest.approx([1, 38 / 66, 6 / 66])
    again = draw_table(cards, {"kind": ["night"], "cost": ["4", "9"]}, 3, replaced=True)
    assert again.exactly[3] == pytest.approx(1 / 27)


def test_a_page_shows_names_as_they_are(game: Game, cards: Family) -> None:
    told = Statistics(
        "lume", "A < B", (family_statistics(game, cards, "en"),), (cross_table(cards, "kind", "cost"),),
        (draw_table(cards, {"kind": ["<b>"]}, 2),),
    )  # fmt: skip
    page = statistics_pages.write_html(told)
    assert "<title>A &lt; B</title>" in page
    assert "&lt;b&gt;" in page
    assert "<b>" not in page
    assert "default-src 'none'" in page
    assert 'style="width:50%"' in page


def test_the_command(game: Game, lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "lume", "--project", str(lume), "--family", "cards"]) == 0
    told = capsys.readouterr().out
    assert "cards  Cartas: 2 designs, 12 pieces" in told
    assert f"    1  {'█' * 32}     8" in told
    assert main(["stats", "lume", "--project", str(lume), "--format", "json", "--draw", "2", "--of", "cards",
                 "--where", "id=moon"]) == 0  # fmt: skip
    tree = json.loads(capsys.readouterr().out)
    assert (tree["families"], tree["draws"][0]["hits"]) == ([], 4)
    assert (
        main(["stats", "lume", "--project", str(lume), "--format", "html", "--out", str(lume / "s.html")])
        == 0
    )
    assert (lume / "s.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("asked", "message", "hint"),
    [
        (["--family", "card"], '--family: lume has no family "card"', 'did you mean "cards"?'),
        (["--cross", "cards"], '"--cross cards" names no family and two fields', "cards:colour,cost"),
        (["--cross", "cards:kind,prize"], '--cross: no piece of cards has a field "prize"', "known:"),
        (["--where", "a=b"], "--of, --where and --replace belong to --draw", "--draw 5"),
        (["--draw", "2"], "--draw needs --of and --where", "--where colour=red"),
        (["--draw", "13", "--of", "cards", "--where", "id=sun"], "--draw 13 of 12 pieces", "from 1 to 12"),
        (["--draw", "5001", "--replace", "--of", "cards", "--where", "id=sun"],
         "--draw 5001 is more than is counted", "draw 5000 at most"),
        (["--draw", "2", "--of", "cards", "--where", "kind=knight"], 'no piece of cards has kind "knight"',
         'did you mean "night"?'),
    ],
)  # fmt: skip
def test_what_is_not_there(
    game: Game, lume: Path, capsys: pytest.CaptureFixture[str], asked: list[str], message: str, hint: str
) -> None:
    assert main(["stats", "lume", "--project", str(lume), *asked]) == 2
    told = capsys.readouterr().err
    assert message in told
    assert hint in told
