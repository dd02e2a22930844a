"""Every kind of check: rules that hold, and rules that are broken with what they say."""

# ruff: noqa: E501 - cases in rows read better on long lines

from __future__ import annotations

from typing import Any

import pytest

from prancha.checks.rules.checks import CHECKS

TILES = [
    {"id": "r1", "copies": 3, "colour": "red", "cost": 1},
    {"id": "r2", "copies": 2, "colour": "red", "cost": 2},
    {"id": "b1", "copies": 1, "colour": "blue", "cost": 3},
]
GRID = [
    {"id": "sw", "copies": 3, "symbol": "star", "tone": "white"},
    {"id": "sb", "copies": 3, "symbol": "star", "tone": "black"},
    {"id": "xw", "copies": 3, "symbol": "x", "tone": "white"},
    {"id": "xb", "copies": 3, "symbol": "x", "tone": "black"},
]
SHAPES = [{"id": "i", "cells": [[0, 0], [0, 1], [0, 2]]}, {"id": "l", "cells": ["x.", "xx"]}]
TURNED = [{"id": "h", "cells": [[0, 0], [1, 0]]}, {"id": "v", "cells": [[5, 1], [5, 2]]}]
HANDED = [{"id": "j", "cells": [".x", ".x", "xx"]}, {"id": "l", "cells": ["x.", "x.", "xx"]}]
SQUARES = [
    {"id": "m1", "q": ["a", "b", "c", "d"]},
    {"id": "m2", "q": [["c", "a"], ["d", "b"]]},
    {"id": "m3", "q": ["b", "a", "c", "d"]},
]
ATTRIBUTES = [
    {"id": f"i{n}", "importance": n, "attack": a} for n, a in ((1, 1), (2, 2), (3, 2), (5, 6), (4, 4))
]
MARKERS = [
    {"id": f"{player}{style}", "copies": 4, "player": player, "style": style}
    for player in (1, 2, 3)
    for style in "ab"
]
TERMS = {"words": [{"pt-BR": ["peça", "peças"], "en": ["tile", "tiles"]}], "avoid": {"en": "Scenery"}}
MARKS = [{"id": m.lower(), "mark": m} for m in "ABCD"]


def changed(rows: list[dict[str, Any]], number: int, **fields: Any) -> list[dict[str, Any]]:
    return [row | fields if k == number else row for k, row in enumerate(rows)]


HOLDS: list[tuple[str, Any, dict[str, Any], dict[str, Any]]] = [
    ("box", {"fits": "90 x 70 x 2 mm"}, {"tiles": TILES}, {}),
    ("box", {"fits": "90 mm x 7 cm x 2 mm"}, {"tiles": TILES}, {}),
    ("box", {"fits": "95 x 70 x 4 mm", "family": "tiles", "sleeves": "66 x 91 mm"}, {"tiles": TILES, "grid": GRID}, {}),
    ("terms", TERMS, {"t": [{"rule": {"pt-BR": "Jogue **2 Peças**.", "en": "Play 2 **tiles**."}}, {"rule": "a tile"},
                            {"rule": {"pt-BR": "Despeça-se.", "en": "Say goodbye."}}]},
     {"x": {"note": {"pt-BR": "paisagem", "en": "sceneries"}}}),
    ("total", {"family": "tiles", "is": 6}, {"tiles": TILES}, {}),
    ("total", {"family": "tiles", "where": {"colour": "red"}, "min": 5, "max": 5}, {"tiles": TILES}, {}),
    ("total", {"family": ["tiles", "grid"], "is": 7, "of": "items"}, {"tiles": TILES, "grid": GRID}, {}),
    ("total", {"family": "tiles", "where": {"colour": "green"}, "is": 0}, {"tiles": TILES}, {}),
    ("total", {"family": "tiles", "where": {"colour": {"not": "red"}}, "is": "tables.n"}, {"tiles": TILES}, {"n": 1}),
    ("count", {"family": "tiles", "field": "colour", "is": {"red": 5, "blue": 1}}, {"tiles": TILES}, {}),
    ("count", {"family": "tiles", "field": "colour", "is": {"red": 5}, "complete": False}, {"tiles": TILES}, {}),
    ("count", {"family": "grid", "field": "tone", "is": 6, "values": ["white", "black"]}, {"grid": GRID}, {}),
    ("count", {"family": "grid", "field": "tone", "is": "2 * 3"}, {"grid": GRID}, {}),
    ("count", {"family": "t", "field": "tags", "is": {"x": 2, "y": 1}},
     {"t": [{"tags": ["x", "y"]}, {"tags": ["x"]}]}, {}),
    ("distribution", {"family": "tiles", "field": "colour", "values": {"red": {"share": 0.8, "tolerance": 0.05}},
                      "each": {"min": 1, "max": 1}}, {"tiles": TILES}, {}),
    ("distribution", {"family": "tiles", "field": "colour", "values": {"red": {"exact": 5}, "blue": {"max": 1}}},
     {"tiles": TILES}, {}),
    ("matrix", {"family": "grid", "fields": {"symbol": ["x", "star"], "tone": ["white", "black"]}}, {"grid": GRID}, {}),
    ("matrix", {"family": "grid", "fields": ["symbol", "tone"], "copies": 3}, {"grid": GRID}, {}),
    ("unique", {"family": "tiles", "fields": ["colour", "cost"]}, {"tiles": TILES}, {}),
    ("unique", {"family": "s", "fields": "cells", "as": "cells", "distinct": 2}, {"s": SHAPES}, {}),
    ("unique", {"family": "s", "fields": "cells", "as": "cells"}, {"s": TURNED}, {}),
    ("unique", {"family": "s", "fields": "cells", "as": "cells", "up_to": "rotation"}, {"s": HANDED}, {}),
    ("unique", {"family": "m", "fields": "q", "as": "grid"}, {"m": SQUARES}, {}),
    ("unique", {"family": "tiles", "where": {"id": "r1"}, "fields": "id", "times": 3, "of": "copies"},
     {"tiles": TILES}, {}),
    ("sequence", {"family": "m", "field": "mark", "from": "A", "to": "D"}, {"m": MARKS}, {}),
    ("sequence", {"family": "tiles", "field": "cost", "from": 1, "to": "1 + 2"}, {"tiles": TILES}, {}),
    ("sequence", {"family": "game", "field": "tables.costs", "from": 0, "to": 300, "step": 60}, {},
     {"costs": [0, 60, 120, 180, 240, 300]}),
    ("sequence", {"family": "g", "field": "n", "repeats": True}, {"g": [{"n": 2}, {"n": 1}, {"n": 2}]}, {}),
    ("sum", {"family": "tiles", "field": "cost", "is": 10}, {"tiles": TILES}, {}),
    ("sum", {"family": "tiles", "field": "cost", "min": 6, "max": 6, "of": "items"}, {"tiles": TILES}, {}),
    ("sum", {"family": "d", "field": "x", "is": 0.3}, {"d": [{"x": 0.1}, {"x": 0.2}]}, {}),
    ("balance", {"left": "tables.f[0] + tables.f[1]", "right": 7}, {}, {"f": [5, 2]}),
    ("balance", {"family": "grid", "left": "copies([i for i in items if i.tone == 'white'])",
                 "right": "copies([i for i in items if i.tone == 'black'])"}, {"grid": GRID}, {}),
    ("monotone", {"family": "a", "field": "attack", "by": "importance"}, {"a": ATTRIBUTES}, {}),
    ("monotone", {"family": "a", "field": "v", "by": "k", "direction": "falling", "strict": True},
     {"a": [{"k": 1, "v": 9}, {"k": 2, "v": 3}, {"k": 1, "v": 8}]}, {}),
    ("within", {"family": "a", "field": "attack", "min": 1, "max": 6, "uses": [1, 6]}, {"a": ATTRIBUTES}, {}),
    ("within", {"family": "tiles", "field": "colour", "in": ["red", "blue"]}, {"tiles": TILES}, {}),
    ("within", {"family": "l", "field": "lines.*.n", "max": 3}, {"l": [{"lines": [{"n": 1}, {"n": 3}]}]}, {}),
    ("reference", {"family": "tiles", "field": "colour", "to": "tables.c", "all_used": True}, {"tiles": TILES},
     {"c": {"red": {}, "blue": {}}}),
    ("reference", {"family": "tiles", "field": "colour", "to": "tables.c"}, {"tiles": TILES}, {"c": ["blue", "red"]}),
    ("reference", {"family": "tiles", "field": "colour", "to": "p", "by": "hue"},
     {"tiles": TILES, "p": [{"hue": "red"}, {"hue": "blue"}]}, {}),
    ("reference", {"family": "t", "field": "x", "to": "palette"}, {"t": [{"x": "ink"}]}, {}),
    ("supply", {"family": "tiles", "needs": {2: 4, 3: 5, 4: 6}}, {"tiles": TILES}, {}),
    ("supply", {"has": "n * n", "needs": "n * tables.deal[n]"}, {}, {"deal": {2: 2, 3: 3, 4: 4}}),
    ("geometry", {"shape": "hexagon", "side": 6, "cells": "tables.cells"}, {}, {"cells": 91}),
    ("geometry", {"shape": "track", "cells": 50, "covers": "max(tables.goals)"}, {}, {"goals": [35, 50]}),
    ("geometry", {"family": "b", "shape": "grid", "rows": "item.r", "columns": 10, "cells": "len(item.s) * 25"},
     {"b": [{"r": 5, "s": [1, 2]}]}, {}),
    ("per_player", {"family": "m", "by": "player", "fields": ["style"], "groups": 3}, {"m": MARKERS}, {}),
    ("per_player", {"family": "m", "by": "player"}, {"m": MARKERS}, {}),
    ("odds", {"draw": 2, "of": "tiles", "where": {"colour": "blue"}, "exactly": 0, "between": [0.6666, 0.6667]},
     {"tiles": TILES}, {}),
    ("odds", {"draw": 3, "of": ["tiles", "grid"], "at_most": 1, "where": {"tone": "white"}, "between": [0, 1]},
     {"tiles": TILES, "grid": GRID}, {}),
    ("odds", {"draw": 3, "of": "tiles", "between": [0.9, 0.9], "kinds": [
        {"where": {"colour": "red"}, "at_least": 2}, {"where": {"cost": 1}, "at_least": 1, "at_most": 2}]},
     {"tiles": TILES}, {}),
    ("odds", {"draw": 2, "of": "tiles", "where": {"colour": "red"}, "exactly": 2, "replace": True,
              "between": ["25 / 36 - 0.001", 0.695]}, {"tiles": TILES}, {}),
    ("odds", {"draw": 2, "of": "tiles", "holds": "sum([t.cost for t in hand]) >= 4", "hands": 2000, "seed": 4,
              "between": [0.37, 0.43]}, {"tiles": TILES}, {}),
    ("odds", {"dice": "2d6", "at_least": 7, "between": [0.58, 0.59]}, {}, {}),
    ("odds", {"dice": "d4 - d4", "at_most": -1, "between": [0.375, 0.375]}, {}, {}),
    ("odds", {"dice": "3d6", "faces": [5, 6], "exactly": 0, "between": [0.29, 0.3]}, {}, {}),
    ("expression", "len(tiles) == 3 and copies(tiles) == 6", {"tiles": TILES}, {}),
    ("expression", {"family": "tiles", "each": "item.cost >= 1 and item in items"}, {"tiles": TILES}, {}),
    ("values", {"family": "t", "are": {"n": 1, "gone": None}}, {"t": [{"n": 1, "gone": None}]}, {}),
    ("listing", {"family": "t", "rows": ["a"], "complete": False}, {"t": [{"id": "a"}, {"id": "b"}]}, {}),
    ("listing", {"family": "t", "fields": ["n"], "rows": {"a": [1]}}, {"t": [{"id": "a", "n": [1]}]}, {}),
    ("reference", {"family": "t", "field": ["n", "m"], "to": "tables.k", "all_used": True},
     {"t": [{"n": "x", "m": ["y"]}]}, {"k": {"x": 1, "y": 2}}),
    ("count", {"family": "t", "field": ["n", "m"], "is": {"x": 1}}, {"t": [{"n": "x", "m": "x"}]}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "given", "families", "tables"), HOLDS)
def test_rule_holds(check: Any, kind: str, given: Any, families: Any, tables: Any) -> None:
    assert check(kind, given, families, tables) == ()


def test_every_kind_has_a_rule_that_holds_and_one_that_is_broken() -> None:
    assert {kind for kind, *_ in HOLDS} == set(CHECKS)
    assert {kind for kind, *_ in BROKEN} == set(CHECKS)


# kind, parameters, families, tables, the whole message, and file:line of the finding
BROKEN: list[tuple[str, Any, dict[str, Any], dict[str, Any], str, str]] = [
    ("box", {"fits": "90 x 70 x 1.5 mm"}, {"tiles": TILES}, {},
     "expected the pieces to fit into 90 x 70 x 1.5 mm lying flat, found tiles 63 x 88 x 1.92", "rules.yaml:1"),
    ("box", {"fits": "90 x 70 x 2 mm", "sleeves": "66 x 91 mm"}, {"tiles": TILES}, {},
     "expected the pieces to fit into 90 x 70 x 2 mm lying flat, found tiles 66 x 91 x 3", "rules.yaml:1"),
    ("terms", TERMS, {"t": [{"id": "a", "lines": [{"pt-BR": "Jogue 2 peças.", "en": "Play 2 pieces."}]}]}, {},
     'lines.0: expected "tile" or "tiles" in en, where pt-BR has "peças", found "Play 2 pieces."', "t.yaml:11"),
    ("terms", TERMS, {}, {"x": {"pt-BR": "Paisagem", "en": "SCENERY!"}},
     'tables.x: expected no "Scenery" in en, found "SCENERY!"', "game.yaml:7"),
    ("total", {"family": "tiles", "where": {"colour": "red"}, "is": 6}, {"tiles": TILES}, {},
     "expected 6 copies of tiles with {colour: red}, found 5: r1 3 (tiles.yaml:11), r2 2 (tiles.yaml:21)",
     "rules.yaml:1"),
    ("total", {"family": "tiles", "where": {"colour": "blue"}, "is": 2}, {"tiles": TILES}, {},
     "expected 2 copies of tiles with {colour: blue}, found 1: b1 1 (tiles.yaml:31)", "tiles.yaml:31"),
    ("total", {"family": "tiles", "min": 7, "max": 9}, {"tiles": TILES[2:]}, {},
     "expected 7 to 9 copies of tiles, found 1: b1 1 (tiles.yaml:11)", "tiles.yaml:11"),
    ("count", {"family": "tiles", "field": "colour", "is": {"red": 6, "blue": 1}}, {"tiles": TILES}, {},
     "expected 6 copies with colour red, found 5: r1 3 (tiles.yaml:11,12), r2 2 (tiles.yaml:21,22)", "rules.yaml:1"),
    ("count", {"family": "tiles", "field": "colour", "is": {"red": 5, "blue": 1, "green": 4}}, {"tiles": TILES}, {},
     "expected 4 copies with colour green, found 0", "rules.yaml:1"),
    ("count", {"family": "tiles", "field": "colour", "is": {"red": 5}}, {"tiles": TILES}, {},
     "expected colour to be one of red, found blue: b1 (tiles.yaml:32)", "tiles.yaml:32"),
    ("count", {"family": "tiles", "field": "colour", "is": 1, "of": "items"}, {"tiles": TILES}, {},
     "expected 1 item with colour red, found 2: r1 3 (tiles.yaml:11,12), r2 2 (tiles.yaml:21,22)", "rules.yaml:1"),
    ("distribution", {"family": "tiles", "field": "colour", "values": {"red": {"max": 4}}, "each": {"min": 1}},
     {"tiles": TILES}, {},
     "expected at most 4 copies with colour red, found 5: r1 3 (tiles.yaml:11,12), r2 2 (tiles.yaml:21,22)", "rules.yaml:1"),
    ("distribution", {"family": "tiles", "field": "colour", "values": {}, "each": {"min": 2}}, {"tiles": TILES}, {},
     "expected at least 2 copies with colour blue, found 1: b1 1 (tiles.yaml:31,32)", "tiles.yaml:31"),
    ("distribution", {"family": "tiles", "field": "colour", "values": {"blue": {"share": 0.5, "tolerance": 0.1}},
                      "each": {"min": 1}}, {"tiles": TILES}, {},
     "expected a share of 50.0% ± 10.0% with colour blue, found 16.7% (1 of 6): b1 1 (tiles.yaml:31,32)",
     "tiles.yaml:31"),
    ("distribution", {"family": "tiles", "field": "colour", "values": {"red": {"min": 1}}}, {"tiles": TILES}, {},
     "expected colour to be one of red, found blue: b1 (tiles.yaml:32)", "tiles.yaml:32"),
    ("matrix", {"family": "grid", "fields": ["symbol", "tone"]}, {"grid": GRID[:3]}, {},
     "expected one item with symbol x, tone black, found none; nearest: sb (grid.yaml:22), xw (grid.yaml:33)", "rules.yaml:1"),
    ("matrix", {"family": "grid", "fields": ["symbol", "tone"], "copies": 3}, {"grid": changed(GRID, 1, copies=2)}, {},
     "expected 3 copies with symbol star, tone black, found 2: sb 2 (grid.yaml:21,22,23)", "grid.yaml:21"),
    ("matrix", {"family": "grid", "fields": {"symbol": ["star"], "tone": ["white", "black"]}}, {"grid": GRID[:3]}, {},
     "expected symbol to be one of star, found x: xw (grid.yaml:32)", "grid.yaml:32"),
    ("unique", {"family": "tiles", "fields": ["colour"]}, {"tiles": TILES}, {},
     "expected colour red at most once, found 2 times: r1 (tiles.yaml:12), r2 (tiles.yaml:22)", "tiles.yaml:22"),
    ("unique", {"family": "s", "fields": "cells", "as": "cells", "up_to": "rotation"}, {"s": TURNED}, {},
     "expected cells [[0, 0], [1, 0]] up to rotation at most once, found 2 times: h (s.yaml:11), v (s.yaml:21)",
     "s.yaml:21"),
    ("unique", {"family": "s", "fields": "cells", "as": "cells", "up_to": "rotation and mirror"}, {"s": HANDED}, {},
     'expected cells [.x, .x, xx] up to rotation and mirror at most once, found 2 times: j (s.yaml:11), l (s.yaml:21)',
     "s.yaml:21"),
    ("unique", {"family": "m", "fields": "q", "as": "grid", "up_to": "rotation", "times": 2},
     {"m": SQUARES}, {},
     "expected q [b, a, c, d] up to rotation 2 times, found 1 time: m3 (m.yaml:31)", "m.yaml:31"),
    ("unique", {"family": "s", "fields": "cells", "as": "cells", "distinct": 14}, {"s": SHAPES}, {},
     "expected 14 different values of cells, found 2 in 2 items: i (s.yaml:11), l (s.yaml:21)", "rules.yaml:1"),
    ("unique", {"family": "s", "fields": "cells", "as": "cells"}, {"s": [{"id": "e", "cells": [[1, 2, 3]]}]}, {},
     "expected cells to be a list of [column, row], or rows of text, found [[1, 2, 3]] in e (s.yaml:11)", "s.yaml:11"),
    ("unique", {"family": "s", "fields": "cells", "as": "cells"}, {"s": [{"id": "e", "cells": [".."]}]}, {},
     "expected cells to be at least one cell, found [..] in e (s.yaml:11)", "s.yaml:11"),
    ("unique", {"family": "s", "fields": "cells", "as": "cells"}, {"s": [{"id": "e", "cells": [[1, 1], [1, 1]]}]}, {},
     "expected cells to be every cell once, found [[1, 1], [1, 1]] in e (s.yaml:11)", "s.yaml:11"),
    ("unique", {"family": "s", "fields": "q", "as": "grid"}, {"s": [{"id": "e", "q": ["a", "b"]}]}, {},
     "expected q to be a square, in rows or as a flat list row by row, found [a, b] in e (s.yaml:11)", "s.yaml:11"),
    ("unique", {"family": "s", "fields": "q", "as": "grid"}, {"s": [{"id": "e", "q": [["a", "b"], ["c"]]}]}, {},
     "expected q to be as many columns as rows, found [[a, b], [c]] in e (s.yaml:11)", "s.yaml:11"),
    ("sequence", {"family": "m", "field": "mark", "from": "A", "to": "D"}, {"m": MARKS[:2] + MARKS[3:]}, {},
     "expected mark A to D without gaps, missing C; found A, B, D: "
     "a (m.yaml:11), b (m.yaml:21), d (m.yaml:31)", "rules.yaml:1"),
    ("sequence", {"family": "m", "field": "mark", "from": "A", "to": "C"}, {"m": MARKS}, {},
     "expected mark within A to C, found D: d (m.yaml:41)", "m.yaml:41"),
    ("sequence", {"family": "tiles", "field": "cost", "from": 1, "to": 2}, {"tiles": changed(TILES, 2, cost=2)}, {},
     "expected cost 2 once, found 2 times: r2 (tiles.yaml:23), b1 (tiles.yaml:33)", "rules.yaml:1"),
    ("sum", {"family": "tiles", "field": "cost", "is": 11}, {"tiles": TILES}, {},
     "expected cost to sum to 11, found 10: r1 1 × 3 (tiles.yaml:13), r2 2 × 2 (tiles.yaml:23), b1 3 (tiles.yaml:33)",
     "rules.yaml:1"),
    ("sum", {"family": "tiles", "field": "colour", "is": 11}, {"tiles": TILES[2:]}, {},
     "expected colour to be a number, found blue: b1 (tiles.yaml:12)", "tiles.yaml:12"),
    ("sum", {"family": "tiles", "field": "cost", "max": 2}, {"tiles": TILES[2:]}, {},
     "expected cost to sum to at most 2, found 3: b1 3 (tiles.yaml:13)", "tiles.yaml:13"),
    ("balance", {"left": "tables.f[0]", "right": "tables.f[1]"}, {}, {"f": [5, 2]},
     "expected tables.f[0] = tables.f[1], found 5 on the left and 2 on the right", "game.yaml:7"),
    ("monotone", {"family": "a", "field": "attack", "by": "importance"}, {"a": changed(ATTRIBUTES, 4, attack=1)}, {},
     "expected attack to never fall with importance, found 1 at importance 4 after 2 at importance 3: "
     "i3 (a.yaml:32), i4 (a.yaml:52)", "a.yaml:52"),
    ("monotone", {"family": "a", "field": "attack", "by": "importance", "strict": True}, {"a": ATTRIBUTES[1:3]}, {},
     "expected attack to rise with importance, found 2 at importance 3 after 2 at importance 2: "
     "i2 (a.yaml:12), i3 (a.yaml:22)", "a.yaml:22"),
    ("monotone", {"family": "a", "field": "attack", "by": "importance", "direction": "falling"},
     {"a": ATTRIBUTES[:2]}, {},
     "expected attack to never rise with importance, found 2 at importance 2 after 1 at importance 1: "
     "i1 (a.yaml:12), i2 (a.yaml:22)", "a.yaml:22"),
    ("within", {"family": "a", "field": "attack", "min": 1, "max": 5}, {"a": ATTRIBUTES}, {},
     "expected attack from 1 to 5, found 6: i5 (a.yaml:42)", "a.yaml:42"),
    ("within", {"family": "a", "field": "attack", "max": 5}, {"a": [{"id": "w", "attack": "six"}]}, {},
     "expected attack up to 5, found six: w (a.yaml:11)", "a.yaml:11"),
    ("within", {"family": "a", "field": "attack", "min": 5}, {"a": [{"id": "w", "attack": 4}]}, {},
     "expected attack from 5 up, found 4: w (a.yaml:11)", "a.yaml:11"),
    ("within", {"family": "a", "field": "attack", "min": 1, "uses": [1, 3, 6]}, {"a": ATTRIBUTES}, {},
     "expected attack 3 to occur, found only 1, 2, 6, 4: i1 (a.yaml:12), i2 (a.yaml:22), i3 (a.yaml:32), "
     "i5 (a.yaml:42), i4 (a.yaml:52)", "rules.yaml:1"),
    ("within", {"family": "tiles", "field": "colour", "in": ["red", "bleu"]}, {"tiles": TILES}, {},
     "expected colour to be one of red, bleu, found blue: b1 (tiles.yaml:32)", "tiles.yaml:32"),
    ("reference", {"family": "tiles", "field": "colour", "to": "tables.c"}, {"tiles": TILES}, {"c": {"red": 1}},
     "expected colour to be one of red, found blue: b1 (tiles.yaml:32)", "tiles.yaml:32"),
    ("reference", {"family": "tiles", "field": "colour", "to": "tables.c", "all_used": True}, {"tiles": TILES},
     {"c": {"red": 1, "blue": 2, "green": 3}}, "expected every name of tables.c to be used, found no use of green",
     "rules.yaml:1"),
    ("supply", {"family": "tiles", "needs": {2: 4, 3: 6, 4: 8}}, {"tiles": TILES[:2]}, {},
     "expected at least 6 for 3 players, found 5: r1 3 (tiles.yaml:11), r2 2 (tiles.yaml:21)", "rules.yaml:1"),
    ("geometry", {"shape": "hexagon", "side": 6, "cells": 90}, {}, {},
     "expected 91 cells in a hexagon of side 6, found 90", "rules.yaml:1"),
    ("geometry", {"family": "b", "shape": "grid", "rows": "item.r", "columns": 10, "cells": 50},
     {"b": [{"id": "score", "r": 4}]}, {}, "expected 40 cells in 4 rows of 10, found 50: score (b.yaml:10)",
     "b.yaml:10"),
    ("geometry", {"shape": "track", "cells": 50, "covers": 51}, {}, {},
     "expected a track up to at least 51, found 50", "rules.yaml:1"),
    ("per_player", {"family": "m", "by": "player", "fields": ["style"]}, {"m": changed(MARKERS, 3, copies=3)}, {},
     "expected player 2 to have the set of the others, found 3 instead of 4 of b: 2b 3 (m.yaml:41)", "m.yaml:41"),
    ("per_player", {"family": "m", "by": "player", "fields": ["style"]}, {"m": MARKERS[:5]}, {},
     "expected player 3 to have the set of the others, found 0 instead of 4 of b: 3a 4 (m.yaml:51)", "rules.yaml:1"),
    ("per_player", {"family": "m", "by": "player", "fields": ["style"], "groups": 4}, {"m": MARKERS[:2]}, {},
     "expected 4 sets by player, found 1: 1; 1a 4 (m.yaml:11), 1b 4 (m.yaml:21)", "rules.yaml:1"),
    ("odds", {"draw": 2, "of": "tiles", "where": {"colour": "blue"}, "at_least": 1, "between": [0.5, 0.7]},
     {"tiles": TILES}, {}, "expected odds of 50.0% to 70.0% for at least 1 with {colour: blue} in 2 of 6, found 33.3%",
     "tiles.yaml:31"),
    ("odds", {"draw": 2, "of": "tiles", "kinds": [{"where": {"cost": 1}, "exactly": 1}, {"where": {"cost": 2}, "at_most": 0}],
              "between": [0, 0.1]}, {"tiles": TILES}, {},
     "expected odds of 0.0% to 10.0% for exactly 1 with {cost: 1} and at most 0 with {cost: 2} in 2 of 6, found 20.0%",
     "rules.yaml:1"),
    ("odds", {"draw": 2, "of": "tiles", "holds": "sum([t.cost for t in hand]) >= 4", "hands": 2000, "between": [0.9, 1]},
     {"tiles": TILES}, {}, "expected odds of 90.0% to 100.0% for sum([t.cost for t in hand]) >= 4 in 2 of 6, found "
     "38.3% in 2,000 hands played with seed 1", "rules.yaml:1"),
    ("odds", {"dice": "2d6 + 1", "at_least": 8, "between": [0.6, 0.6]}, {}, {},
     "expected odds of 60.0% for a sum of at least 8 with 2d6 + 1, found 58.3%", "rules.yaml:1"),
    ("odds", {"dice": "5d6", "faces": [5, 6], "at_least": 2, "at_most": 3, "between": [0, 0.4]}, {}, {},
     "expected odds of 0.0% to 40.0% for at least 2 and at most 3 of [5, 6] with 5d6, found 49.4%", "rules.yaml:1"),
    ("expression", {"family": "tiles", "each": "item.cost < 3"}, {"tiles": TILES}, {},
     "expected item.cost < 3, found 3: b1 (tiles.yaml:33)", "tiles.yaml:33"),
    ("expression", {"family": "tiles", "each": "item.cost > 0 and item.colour in ['red']"}, {"tiles": TILES}, {},
     "expected item.colour in ['red'], found blue: b1 (tiles.yaml:32)", "tiles.yaml:32"),
    ("expression", {"family": "tiles", "each": "get(item, 'back', 1) == copies(item)"}, {"tiles": TILES[:1]}, {},
     "expected get(item, 'back', 1) == copies(item), found 1 on the left and 3 on the right: r1 (tiles.yaml:10)",
     "tiles.yaml:10"),
    ("expression", "len(tiles) == 4", {"tiles": TILES[:2]}, {},
     "expected len(tiles) == 4, found 2: r1 (tiles.yaml:10), r2 (tiles.yaml:20)", "rules.yaml:1"),
    ("expression", "len(tiles) == 3 and all(t.cost < 3 and t.copies for t in tiles)", {"tiles": TILES}, {},
     "expected t.cost < 3, found 3: b1 (tiles.yaml:33)", "tiles.yaml:33"),
    ("expression", "not any(t.cost == 3 for t in tiles)", {"tiles": TILES}, {},
     "expected not any((t.cost == 3 for t in tiles)), found it false: b1 (tiles.yaml:33)", "tiles.yaml:33"),
    ("expression", "[[t.id, t.cost] for t in tiles] == [['r1', 1], ['r2', 5], ['b1', 3]]", {"tiles": TILES}, {},
     "expected [[t.id, t.cost] for t in tiles] == [['r1', 1], ['r2', 5], ['b1', 3]], "
     "found [r2, 2] instead of [r2, 5] at position 2: r2 (tiles.yaml:23)", "tiles.yaml:23"),
    ("expression", "[1] == [t.cost for t in tiles if t.colour == 'blue']", {"tiles": TILES}, {},
     "expected [1] == [t.cost for t in tiles if t.colour == 'blue'], "
     "found 1 instead of 3 at position 1: b1 (tiles.yaml:33)", "tiles.yaml:33"),
    ("expression", "sum(t.cost for t in tiles) == tables.n", {"tiles": TILES[2:]}, {"n": 4},
     "expected sum((t.cost for t in tiles)) == tables.n, found 3 on the left and 4 on the right: b1 (tiles.yaml:13), tables.n (game.yaml:7)",
     "tiles.yaml:13"),
    ("expression", "all(line.n in tables.n for t in tiles for line in t.lines)",
     {"tiles": [{"id": "a", "lines": [{"n": "x"}]}, {"id": "b", "lines": [{"n": "x"}, {"n": "y"}]}]}, {"n": {"x": 1}},
     "expected line.n in tables.n, found y: b (tiles.yaml:21), tables.n (game.yaml:7)", "tiles.yaml:21"),
    ("values", {"family": "t", "are": {"n": 1, "m.0.k": "x", "gone": None}},
     {"t": [{"id": "a", "n": 1, "m": [{"k": "y"}]}, {"id": "b", "n": 1, "m": [{"k": "x"}], "gone": 1}]}, {},
     "expected m.0.k x, found y: a (t.yaml:12)", "t.yaml:12"),
    ("values", {"family": "t", "are": {"n": [1, {"a": 2}]}}, {"t": [{"id": "a", "n": [1, {"a": 3}]}]}, {},
     "expected n.1.a 2, found 3: a (t.yaml:11)", "t.yaml:11"),
    ("listing", {"family": "t", "fields": ["n", "m"], "rows": {"a": [1, 2], "b": [1, None], 7: [1, 3]}},
     {"t": [{"id": "a", "n": 1, "m": 2}, {"id": "b", "n": 1, "m": 4}, {"id": "7", "n": 1, "m": 3}]}, {},
     "expected m null, found 4: b (t.yaml:22)", "t.yaml:22"),
    ("listing", {"family": "t", "fields": "n", "rows": {"a": [1, 2]}}, {"t": [{"id": "a", "n": [1, 5]}]}, {},
     "expected n.1 2, found 5: a (t.yaml:11)", "t.yaml:11"),
    ("listing", {"family": "t", "by": "n", "rows": ["one", "two"]}, {"t": [{"id": "a", "n": "one"}, {"id": "b", "n": "tow"}]}, {},
     "expected n to be one of one, two, found tow: b (t.yaml:21)", "t.yaml:21"),
    ("listing", {"family": "t", "by": "n", "rows": ["one", "two"]}, {"t": [{"id": "a", "n": "one"}, {"id": "b", "n": "one"}]}, {},
     "expected n one once, found it twice: a (t.yaml:11), b (t.yaml:21)", "t.yaml:21"),
    ("listing", {"family": "t", "rows": ["a", "b"]}, {"t": [{"id": "a"}]}, {},
     "expected id b, found none: a (t.yaml:10)", "rules.yaml:1"),
    ("within", {"family": "t", "field": ["n", "m.*.k"], "min": 1, "max": 2}, {"t": [{"id": "a", "n": 1, "m": [{"k": 1}, {"k": 3}]}]}, {},
     "expected m.*.k from 1 to 2, found 3: a (t.yaml:12)", "t.yaml:12"),
    ("reference", {"family": "t", "field": ["n", "m"], "to": "tables.k", "all_used": True},
     {"t": [{"id": "a", "n": "x", "m": ["x", "z"]}]}, {"k": {"x": 1}},
     "expected m to be one of x, found z: a (t.yaml:12)", "t.yaml:12"),
    ("balance", {"left": "tables.n[0].a", "right": "tables.n[1].a"}, {}, {"n": [{"a": 1}, {"a": 2}]},
     "expected tables.n[0].a = tables.n[1].a, found 1 on the left and 2 on the right", "game.yaml:7"),
    ("expression", "tables.n == 5", {}, {"n": 4}, "expected tables.n == 5, found 4: tables.n (game.yaml:7)", "game.yaml:7"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "given", "families", "tables", "message", "at"), BROKEN)
def test_broken_rule_says_what_where_and_who(
    check: Any, kind: str, given: Any, families: Any, tables: Any, message: str, at: str
) -> None:
    found = check(kind, given, families, tables)
    assert message in [one.message for one in found]
    one = next(one for one in found if one.message == message)
    assert f"{one.place.file}:{one.place.line}" == at
    assert one.code == CHECKS[kind].code
    assert "It is so. [Box; stated] rule r at rules.yaml:1" in one.hint


def test_finding_at_one_item_names_it(only: Any) -> None:
    found = only("total", {"family": "tiles", "where": {"colour": "blue"}, "is": 2}, {"tiles": TILES})
    assert found.item == "tiles/b1"


def test_broken_odds_say_how_many_pieces_would_do(only: Any) -> None:
    blue = {"draw": 2, "of": "tiles", "where": {"colour": "blue"}, "at_least": 1}
    found = only("odds", {**blue, "between": [0.5, 0.7]}, {"tiles": TILES}, {})
    assert "it holds with 2 to 3 such pieces instead of 1, the other 5 staying" in found.hint
    found = only("odds", {**blue, "between": [0.0001, 0.0002]}, {"tiles": TILES}, {})
    assert "it holds" not in found.hint


def test_a_mistyped_value_gets_a_suggestion(check: Any) -> None:
    rows = changed(TILES, 1, colour="rde")
    found = check(
        "count", {"family": "tiles", "field": "colour", "is": {"red": 5, "blue": 1}}, {"tiles": rows}
    )
    assert any(one.hint.startswith('did you mean "red"?') for one in found)
    assert [one.place.file for one in found] == ["tiles.yaml", "tiles.yaml"]


def test_number_and_text_are_different_values(check: Any) -> None:
    found = check("count", {"family": "t", "field": "n", "is": {1: 1}}, {"t": [{"n": "1"}]})
    assert [one.message for one in found] == [
        "expected 1 copy with n 1, found 0",
        'expected n to be one of 1, found "1": t-1 (t.yaml:10)',
    ]


def test_supply_wants_every_player_count(only: Any) -> None:
    found = only("supply", {"family": "tiles", "needs": {2: 1, 3: 1}}, {"tiles": TILES})
    assert (found.code, found.message) == (
        "bad-value", 'rule r: "needs" is for [2, 3] players, the game for [2, 3, 4]',
    )  # fmt: skip


def test_tokens_of_a_text_refer_to_icons(check: Any) -> None:
    given = {"family": "t", "field": "text", "tokens": True, "to": "icons"}
    rows = [{"id": "a", "text": {"pt-BR": r"{coin:#c0392b} \{not}", "en": "{coni} {star}"}}]
    found = check("reference", given, {"t": rows}, icons={"coin", "star"})
    assert [one.message for one in found] == [
        "expected text to be one of coin, star, found coni: a (t.yaml:11)"
    ]
    assert found[0].hint.startswith('did you mean "coin"?')


def test_icons_that_were_not_read_never_pass(only: Any) -> None:
    found = only("reference", {"family": "t", "field": "x", "to": "icons"}, {"t": [{"x": "coin"}]})
    assert found.message == "rule r: the icons of this game were not read"


def test_long_lists_are_cut(only: Any) -> None:
    rows = [{"id": f"c{n}"} for n in range(40)]
    assert only("total", {"family": "c", "is": 41}, {"c": rows}).message.endswith(
        "c11 1 (c.yaml:120) and 28 more"
    )


@pytest.mark.parametrize(
    ("names", "hint"),
    [
        (["card-1", "card-2", "card-3"], "new and meant? Give it a row in this rule, and widen the others"),
        (["card-1", "card-22"], 'did you mean "card-2"?'),
    ],
)
def test_a_name_without_a_row_is_new_or_misspelt(check: Any, names: list[str], hint: str) -> None:
    """A tenth movement card that was meant was asked: did you mean movement-1?"""
    rows = {"family": "t", "rows": ["card-1", "card-2"]}
    told = check("listing", rows, {"t": [{"id": name} for name in names]}, {})
    hints = [one.hint for one in told if one.item == f"t/{names[-1]}"]
    assert len(hints) == 1
    assert hints[0].startswith(hint)
