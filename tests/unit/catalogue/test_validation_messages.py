"""Keys and kinds of values of game.yaml and family files."""

from __future__ import annotations

from pathlib import Path

import pytest

from .projects import GAME, GRID, HEAD, load, only, refused, told

GAME_ERRORS = [
    ("titel: x\n", "4:1 unknown-key", 'unknown key "titel"', 'did you mean "title"?'),
    ("zzz: x\n", "4:1 unknown-key", 'unknown key "zzz"', "known: age, artists, assumed, book, cover,"),
    ("cover: {file: x}\n", "4:9 unknown-key", 'unknown key "file"', "known: colours, template"),
    ("cover: {template: x.j2}\n", "4:9 unknown-key", "no longer draws the cover", "templates: {head: x.j2}"),
    ("cover: {colours: {ink: emberr}}\n", "4:24 bad-colour", "is not a colour", "#rrggbb"),
    ("supplied: [{nme: x, name: x}]\n", "4:13 unknown-key", 'unknown key "nme"', 'did you mean "name"?'),
    ("cover: x\n", "4:8 wrong-type", '"cover" must be keys and values, not the text "x"', ""),
    ("revision: 1.5\n", "4:11 wrong-type", '"revision" must be text, not the number 1.5', 'quotes: "1.5"'),
    ("publisher: true\n", "4:12 wrong-type", "or a text per language, not true", 'quotes: "true"'),
    ("publisher:\n", "4:11 wrong-type", "or a text per language, not nothing", "pt-BR"),
    ("designers: Ana\n", "4:12 wrong-type", '"designers" must be a list, not the text "Ana"', "[Ana]"),
    ("designers: [1]\n", "4:13 wrong-type", 'entry 1 of "designers" must be text, not the number 1', '"1"'),
    ("designers: ['']\n", "4:13 empty", 'entry 1 of "designers" is empty', ""),
    ("designers: [' ']\n", "4:13 empty", 'entry 1 of "designers" is empty', ""),
    ("players: [two]\n", "4:11 wrong-type", 'entry 1 of "players" must be a whole number', ""),
    ("players: [2.5]\n", "4:11 wrong-type", 'entry 1 of "players" must be a whole number', ""),
    ("players: [0]\n", "4:11 out-of-range", 'entry 1 of "players" must be at least 1, not 0', ""),
    ("supplied: [{name: x, count: 10000}]\n", "4:29 out-of-range", '"count" must be at most 9999', ""),
    ("tables: [a]\n", "4:9 wrong-type", '"tables" must be keys and values, not a list', ""),
    ("tables: {1: a}\n", "4:10 wrong-type", "this key must be text, not the number 1", 'quotes: "1"'),
    ("palette:\n  ink: #fff\n", "5:7 wrong-type", '"ink" must be text, not nothing', "in quotes, such as"),
    ("palette: {ink: red}\n", "4:16 bad-colour", 'the text "red" is not a colour', 'write it as "#ff0000"'),
    ('palette: {ink: "rgb(0 0 0 / 50%)"}\n', "4:16 bad-colour", "is not a colour", "#rrggbb in quotes"),
    ("players: 2-4\n", "4:10 wrong-type", "must be a list, not the text", "in brackets: [2, 3, 4]"),
    ("players: [2-4]\n", "4:11 wrong-type", "must be a whole number", "in brackets: [2, 3, 4]"),
    ("players: 3\n", "4:10 wrong-type", "must be a list, not the number", "in brackets: [3]"),
    ('palette: {ink: "#12345"}\n', "4:16 bad-colour", 'the text "#12345" is not a colour', "#rrggbb"),
    ("fonts: {body: []}\n", "4:15 empty", '"body" is empty', ""),
    ("fonts: {body: 3}\n", "4:15 wrong-type", '"body" must be a list, not the number 3', ""),
    ("fonts: {body: [Alegreya, 3]}\n", "4:26 wrong-type", 'entry 2 of "body" must be text', ""),
    ("fonts: {body: {en: []}}\n", "4:20 empty", '"en" is empty', ""),
    ("fonts: {body: {en: {en: A}}}\n", "4:20 wrong-type", '"en" must be a list', ""),
    ("fonts: {body: {en: A, pt-br: B, pt-BR: C}}\n", "4:23 unknown-language", 'for "pt-br"', '"pt-BR"?'),
    ("fonts: {body: {en: A}}\n", "4:15 missing-key", '"body" names no font for pt-BR', "add pt-BR: ..., or"),
    ("keywords: {Fly: {name: Fly}}\n", "4:12 bad-id", "is not a keyword", "lower-case letters, digits and -"),
    ("keywords: {fly: {}}\n", "4:17 missing-key", 'the key "name" is missing', ""),
    ("keywords: {fly: {name: Fly, colr: x}}\n", "4:29 unknown-key", 'unknown key "colr"', '"colour"?'),
    ("keywords: {fly: {name: {en: Fly}}}\n", "4:24 untranslated", "missing in pt-BR", "add pt-BR: ..."),
    ("keywords: {fly: {name: Fly, reminder: 3}}\n", "4:39 wrong-type", "expected a text per language", ""),
    ("keywords: {fly: {name: Fly, colour: emberr}}\n", "4:37 bad-colour", "is not a colour", "#rrggbb"),
    ("keywords: {fly: {name: Fly, icon: ../x}}\n", "4:35 bad-value", 'the text "../x" is not', "icons/"),
    ("symbols: {T: Coin}\n", "4:14 bad-value", 'the text "Coin" is not', "the name of a file in icons/"),
    ("symbols: {a b: coin}\n", "4:11 bad-value", '"a b" is not a symbol', "the name of a file in icons/"),
    ("cover: {template: ../x.j2}\n", "4:19 bad-template", "is not a template", "ends in .svg.j2"),
    ("cover: {template: /x.j2}\n", "4:19 bad-template", "is not a template", "ends in .svg.j2"),
    ("cover: {template: x.svg}\n", "4:19 bad-template", "is not a template", "ends in .svg.j2"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "where", "message", "hint"), GAME_ERRORS)
def test_game_file(tmp_path: Path, line: str, where: str, message: str, hint: str) -> None:
    wrong = refused(lambda: load(tmp_path, game=GAME + line))
    told(wrong, f"components/dual/game.yaml:{where}", message, hint)


WHOLE_GAMES = [
    ("languages: [en]\nfamilies: [grid]\n", "1:1 missing-key", 'the key "title" is missing'),
    ("title: ''\nlanguages: [en]\nfamilies: [grid]\n", "1:8 empty", '"title" is empty'),
    ("title: 7\nlanguages: [en]\nfamilies: [grid]\n", "1:8 wrong-type", '"title" must be text, not the'),
    ("title: X\nlanguages: []\nfamilies: [grid]\n", "2:12 empty", '"languages" is empty'),
    ("title: X\nlanguages: [pt_BR]\nfamilies: [grid]\n", "2:13 bad-language", 'the text "pt_BR" is not a'),
    ("title: X\nlanguages: [en]\nfamilies: [Grid]\n", "3:12 bad-id", 'the text "Grid" is not a family name'),
    ("- a\n", "1:1 wrong-type", "expected keys and values, found a list"),
    ("", "1:1 wrong-type", "the file is empty"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "where", "message"), WHOLE_GAMES)
def test_whole_game_file(tmp_path: Path, text: str, where: str, message: str) -> None:
    grid = GRID.replace("{pt-BR: Grade, en: Grid}", "Grid")
    told(refused(lambda: load(tmp_path, grid, text)), f"components/dual/game.yaml:{where}", message)


FAMILY_ERRORS = [
    ("bled: 3 mm\n", "6:1 unknown-key", 'unknown key "bled"', 'did you mean "bleed"?'),
    ("bleed: 3\n", "6:8 wrong-type", '"bleed" must be text, not the number 3', "a unit, such as 3 mm"),
    ("bleed: 2,5 mm\n", "6:8 bad-length", '"2,5 mm" is not a length; write it with a point: "2.5 mm"', ""),
    ("bleed: '3'\n", "6:8 bad-length", '"3" is not a length; write a number and a unit', ""),
    ("bleed: ''\n", "6:8 empty", '"bleed" is empty', ""),
    ("bleed: 51 mm\n", "6:8 out-of-range", '"51 mm" must lie between 0 mm and 50 mm', ""),
    ("gutter: -1 mm\n", "6:9 out-of-range", '"-1 mm" must lie between 0 mm and 100 mm', ""),
    ("safe: 40 mm\n", "6:7 out-of-range", "between 0 mm and 31.5 mm, half the shorter side", ""),
    ("sheet: My Sheet\n", "6:8 bad-id", 'the text "My Sheet" is not a sheet name', "lower-case"),
    ("sheet: " + "a" * 65 + "\n", "6:8 out-of-range", '"sheet" is longer than 64', ""),
    ("back: x.png\n", "6:7 bad-template", 'the text "x.png" is not a template', "ends in .svg.j2"),
    ("source: guessed\n", "6:9 unknown-word", '"source" cannot be the text "guessed"', "assumed"),
    ("source: assumed\n", "6:9 no-reason", "an assumed family needs a reason", "why:"),
    ("points: [[0, 0]]\n", "6:9 out-of-range", '"points" needs at least 3 entries', ""),
    ("note: 5\n", "6:7 wrong-type", "expected a text per language, found the number 5", '{pt-BR: "..."'),
    ("defaults: {id: x}\n", "6:12 reserved-key", '"id" cannot be among the defaults', "its own id"),
    ("defaults: {why: x}\n", "6:12 reserved-key", '"why" cannot be among the defaults', "write why: beside"),
    ("defaults: {copies: x}\n", "6:20 out-of-range", 'copies must be a whole number, not the text "x"', ""),
    ("defaults: {copie: 2}\n", "6:12 unknown-key", 'unknown key "copie"', 'did you mean "copies"?'),
    ("defaults: {assumed: {a: why}}\n", "6:22 unknown-field", '"a" is assumed, but', "known: copies"),
    ("defaults: {a: {en: A}}\n", "6:15 untranslated", "the text is missing in pt-BR", "add pt-BR: ..."),
    ("tables: {a: {en: A}}\n", "6:13 untranslated", "the text is missing in pt-BR", "add pt-BR: ..."),
]  # fmt: skip


@pytest.mark.parametrize(("line", "where", "message", "hint"), FAMILY_ERRORS)
def test_family_file(tmp_path: Path, line: str, where: str, message: str, hint: str) -> None:
    wrong = refused(lambda: load(tmp_path, HEAD + line + "items:\n  - id: a\n"))
    told(wrong, f"components/dual/grid.yaml:{where}", message, hint)


@pytest.mark.parametrize("items", ["{from: cards.csv}", "cards.csv", "{file: cards.csv}"])
def test_a_list_in_another_file_is_told_how(tmp_path: Path, items: str) -> None:
    wrong = refused(lambda: load(tmp_path, f"{HEAD}items: {items}\n"))
    told(wrong, "components/dual/grid.yaml:6:8 wrong-type", '"items" must be a list', "from: cards.csv")


@pytest.mark.parametrize("key", ["title", "stock", "outline", "template", "size"])
def test_required_keys_of_a_family(tmp_path: Path, key: str) -> None:
    lines = [line for line in GRID.splitlines(keepends=True) if not line.startswith(key)]
    found = only(refused(lambda: load(tmp_path, "".join(lines))))
    assert (found.code, found.message) == ("missing-key", f'the key "{key}" is missing')
    assert found.hint.startswith("add ")


@pytest.mark.parametrize(
    ("key", "value", "known"),
    [
        ("stock", "crad", 'did you mean "card"?'),
        ("outline", "oval", "known: arrow, circle, ellipse, hat, hexagon, meeple, "),
    ],
)
def test_words_of_a_family(tmp_path: Path, key: str, value: str, known: str) -> None:
    lines = [f"{key}: {value}" if line.startswith(key) else line for line in GRID.splitlines()]
    found = only(refused(lambda: load(tmp_path, "\n".join(lines))))
    assert (found.code, found.message) == ("unknown-word", f'"{key}" cannot be the text "{value}"')
    assert known in found.hint


@pytest.mark.parametrize(
    ("listed", "code", "message", "hint"),
    [
        ("[fodl]", "unknown-word", 'entry 1 of "make" cannot be the text "fodl"', 'did you mean "fold"?'),
        ("[fold, fold]", "duplicate-entry", '"fold" is listed twice', "delete one"),
    ],
)
def test_what_is_done_to_a_piece(tmp_path: Path, listed: str, code: str, message: str, hint: str) -> None:
    found = only(refused(lambda: load(tmp_path, f"{GRID}make: {listed}\n")))
    assert (found.code, found.message, found.hint) == (code, message, hint)


def test_an_empty_family_file(tmp_path: Path) -> None:
    found = only(refused(lambda: load(tmp_path, "")))
    assert (str(found.place), found.message) == ("components/dual/grid.yaml:1:1", "the file is empty")


def test_no_message_is_the_validators_own(tmp_path: Path) -> None:
    text = GAME + "palette: 3\nfonts: {a: []}\nplayers: {}\nsupplied: [x]\ncover: [1]\nrevision: [2]\n"
    found = refused(lambda: load(tmp_path, game=text))
    assert len(found) == 6
    for finding in found:
        said = f"{finding.message} {finding.hint}".lower()
        assert not any(word in said for word in ("input", "valid", "pydantic", "dict", "string", "extra"))
