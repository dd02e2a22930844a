"""Families of a kind: what they need say no more, and what is wrong with what they say."""

# ruff: noqa: E501 - one case a line reads as a table

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.model.game import Family

from .projects import GRID, load, only, refused, told

GAME = "title: X\nlanguages: [en]\nfamilies: [grid, kind]\n"
CARDS = GRID.replace("{pt-BR: Grade, en: Grid}", "Grid").replace("- id: star", "- {id: star, copies: 54}")


def kind(folder: Path, keys: str) -> Family:
    return load(folder, CARDS, GAME, kind=f"title: K\n{keys}").family("kind")


@pytest.mark.parametrize(
    ("keys", "width", "height"),
    [
        ("kind: die\nsize: 20 mm\n", 64, 84),
        ("kind: die\nsides: 4\nsize: 20 mm\n", 40, 38.641),
        ("kind: standee\nsize: 24 x 40 mm\n", 24, 96),
        ("kind: standee\nsize: 24 x 40 mm\nfoot: 5 mm\n", 24, 90),
        ("kind: tent\nsize: 90 x 45 mm\n", 90, 90),
        ("kind: spinner\nsize: 80 mm\n", 80, 80),
        ("kind: pointer\nsize: 100 mm\n", 26, 100),
        ("kind: screen\nsize: 200 x 120 mm\n", 400, 120),
        ("kind: screen\nsize: 200 x 120 mm\nwing: 80 mm\n", 360, 120),
        ("kind: score-pad\nsize: poker\n", 63.5, 88.9),
        ("kind: leaflet\nsize: 74 x 105 mm\n", 148, 105),
        # 54 cards of 0.32 mm and 1 mm of slack are 18.28 mm deep; the cards 64 x 89 mm with theirs.
        ("kind: tuck-box\nholds: grid\n", 12 + 2 * (64 + 18.28), 89 + 2 * (18.28 + 15)),
        # Sleeves of 66 x 91 mm and 54 cards of 0.5 mm in them.
        ("kind: tuck-box\nholds: grid\nsleeves: 66 x 91 mm\n", 12 + 2 * (67 + 28), 92 + 2 * (28 + 15)),
        (
            "kind: tuck-box\nholds: [grid, grid]\nthickness: 0.5 mm\nslack: 0 mm\n",
            12 + 2 * (63 + 54),
            88 + 138,
        ),
    ],
)
def test_kinds_have_their_size(tmp_path: Path, keys: str, width: float, height: float) -> None:
    got = kind(tmp_path, keys)
    assert got.net is not None
    assert got.outline == got.net.outline
    assert (got.outline.width, got.outline.height) == pytest.approx((width, height), abs=0.001)


def test_a_kind_brings_what_its_family_does_not_say(tmp_path: Path) -> None:
    got = kind(tmp_path, "kind: leaflet\nsize: 74 x 105 mm\n")
    assert (got.stock, got.make, got.kind) == ("paper", ("cut", "fold"), "leaflet")
    assert got.template == got.back == "_library/book/page.svg.j2"
    assert got.book is not None
    assert (got.book.width, got.book.height, round(got.book.margin, 2)) == (74, 105, 6.66)
    assert [(item.id, item.copies) for item in got.items] == [("leaflet", 1)]
    assert got.sheet == "kinds"


def test_a_kind_may_share_sheets_with_others(tmp_path: Path) -> None:
    assert kind(tmp_path, "kind: die\nsize: 16 mm\nsheet: grid\n").sheet == "grid"


def test_what_a_family_says_stands_over_its_kind(tmp_path: Path) -> None:
    more = "stock: board\ntemplate: mine.svg.j2\nsafe: 2 mm\nmake: [cut]\nitems: [{id: a}, {id: b}]\n"
    got = kind(tmp_path, "kind: leaflet\nsize: 74 x 105 mm\n" + more)
    assert (got.stock, got.make, got.safe, got.template, got.back) == (
        "board",
        ("cut",),
        2,
        "mine.svg.j2",
        None,
    )
    assert [item.id for item in got.items] == ["a", "b"]


@pytest.mark.parametrize(
    ("more", "back"),
    [
        ("items: [{id: a}]\n", None),
        ("items: [{id: a}, {id: b, text: Draw.}]\n", "_library/kinds/screen.svg.j2"),
        ("defaults: {text: [One., Two., Three.]}\nitems: [{id: a}]\n", "_library/kinds/screen.svg.j2"),
        ("back: mine.svg.j2\nitems: [{id: a, text: Draw.}]\n", "mine.svg.j2"),
        ("back: null\nitems: [{id: a, text: Draw.}]\n", None),
        ("template: mine.svg.j2\nitems: [{id: a, text: Draw.}]\n", None),
    ],
)
def test_a_screen_has_a_back_where_there_is_text_for_it(tmp_path: Path, more: str, back: str | None) -> None:
    assert kind(tmp_path, f"kind: screen\nsize: 90 x 90 mm\n{more}").back == back


def test_a_box_holds_what_comes_later_in_the_alphabet(tmp_path: Path) -> None:
    game = GAME.replace("kind", "box")
    got = load(tmp_path, CARDS, game, box="title: B\nkind: tuck-box\nholds: grid\n")
    assert [family.id for family in got.families] == ["grid", "box"]
    assert got.family("box").outline.height == pytest.approx(155.56)


@pytest.mark.parametrize(
    ("stock", "stocks", "keys", "depth"),
    [
        ("board", "", "", 41 * 2.0 + 1),  # was 14.12, as deep as so many cards
        ("board", "stocks: {board: {thickness: 1.5 mm}}\n", "", 41 * 1.5 + 1),
        ("board", "stocks: {board: {thickness: 0.0625 in}}\n", "", 41 * 1.5875 + 1),
        ("board", "stocks: {card: {thickness: 1.5 mm}}\n", "", 41 * 2.0 + 1),
        ("board", "stocks: {board: {thickness: 1.5 mm}}\n", "thickness: 1 mm\n", 41 * 1.0 + 1),
        ("card", "stocks: {card: {thickness: 0.4 mm}}\n", "", 41 * 0.4 + 1),
        ("card", "stocks: {card: {thickness: 0.4 mm}}\n", "sleeves: 66 x 91 mm\n", 41 * 0.58 + 1),
        ("card", "stocks: {card: {}}\n", "", 41 * 0.32 + 1),
        ("paper", "", "", 8),
    ],
)
def test_a_box_is_as_deep_as_the_stock_of_its_pieces(
    tmp_path: Path, stock: str, stocks: str, keys: str, depth: float
) -> None:
    cards = CARDS.replace("stock: card", f"stock: {stock}").replace("copies: 54", "copies: 41")
    got = load(tmp_path, cards, GAME + stocks, kind=f"title: K\nkind: tuck-box\nholds: grid\n{keys}")
    panel = next(one for one in got.family("kind").net.panels if one.name == "left")  # type: ignore[union-attr]
    assert panel.width == pytest.approx(depth)


def test_a_box_has_small_pieces_beside_each_other_and_stand_ups_folded(tmp_path: Path) -> None:
    coins = "title: C\nstock: board\nsize: 20 x 20 mm\noutline: rectangle\ntemplate: a.svg.j2\nitems: [{id: c, copies: 24}]\n"
    heroes = "title: H\nkind: standee\nsize: 20 x 30 mm\nitems: [{id: h, copies: 4}]\n"
    more = {
        "coins": coins,
        "heroes": heroes,
        "kind": "title: K\nkind: tuck-box\nholds: [grid, coins, heroes]\n",
    }
    cards = CARDS.replace("copies: 54", "copies: 10")
    got = load(tmp_path, cards, GAME.replace("kind", "coins, heroes, kind"), **more)
    panels = {one.name: one for one in got.family("kind").net.panels}  # type: ignore[union-attr]
    # Three by four coins in two layers, the stand-ups, as thick as four cards each, on the cards.
    assert (panels["front"].width, panels["front"].height) == (64, 89)
    assert 10 * 0.32 + 2 * 2 + 1 < panels["left"].width < 10 * 0.32 + 2 * 2 + 4 * 4 * 0.32 + 1.001


def test_a_box_of_cards_and_tokens_counts_each_as_thick_as_it_is(tmp_path: Path) -> None:
    tokens = CARDS.replace("stock: card", "stock: board").replace("copies: 54", "copies: 10")
    more = {"tokens": tokens, "kind": "title: K\nkind: tuck-box\nholds: [grid, tokens]\n"}
    got = load(tmp_path, CARDS, GAME.replace("kind", "tokens, kind"), **more)
    panel = next(one for one in got.family("kind").net.panels if one.name == "left")  # type: ignore[union-attr]
    assert panel.width == pytest.approx(54 * 0.32 + 10 * 2 + 1)


@pytest.mark.parametrize(
    ("stocks", "message"),
    [
        ("{wood: {thickness: 3 mm}}", '"wood"'),
        ("{board: 3 mm}", '"board"'),
        ("{board: {thickness: 3}}", "3"),
        ("{board: {thickness: thick}}", '"thick" is not a length'),
        ("{board: {thickness: 30 mm}}", '"30 mm" must lie between 0.01 mm and 20 mm'),
        ("{board: {thick: 3 mm}}", 'unknown key "thick"'),
    ],
)
def test_stocks_that_are_none(tmp_path: Path, stocks: str, message: str) -> None:
    found = only(refused(lambda: load(tmp_path, CARDS, f"{GAME.replace(', kind', '')}stocks: {stocks}\n")))
    assert message in found.message
    assert found.place.file.endswith("game.yaml")
    assert found.place.line == 4


ERRORS = [
    ("kind: dice\n", "2:7 unknown-word", '"kind" cannot be the text "dice"', 'did you mean "die"?'),
    ("kind: die\n", "1:1 missing-key", 'the key "size" is missing', "size: 40 mm"),
    ("kind: tent\n", "1:1 missing-key", 'the key "size" is missing', "size: 63 x 88 mm"),
    ("kind: die\nsides: 20\nsize: 9 mm\n", "3:8 out-of-range", "no net of a die with 20 sides", "4, 6, 8 and"),
    ("kind: die\nsize: 9 x 9 mm\n", "3:7 bad-length", "one length", "40 mm"),
    ("kind: tent\nsize: 9 feet\n", "3:7 bad-length", '"9 feet" is not a length', ""),
    ("kind: tent\nsize: 9 x 9 mm\noutline: hat\n", "4:1 unused-key", '"outline" does not go with kind: tent', "delete"),
    ("kind: tent\nsize: 9 x 9 mm\nwing: 9 mm\n", "4:1 unused-key", '"wing" is only for kind: screen', "delete wing"),
    ("kind: screen\nsize: 9 x 9 mm\nwing: 1 mm\n", "4:7 out-of-range", "between 2 mm and 2000 mm", ""),
    ("kind: screen\nsize: 1500 x 9 mm\n", "3:7 out-of-range", "this screen is 3000 x 9 mm", "the maximum is 2000 mm"),
    ("kind: tuck-box\n", "1:1 missing-key", 'kind: tuck-box needs the key "holds"', "holds: cards"),
    ("kind: tuck-box\nholds: gird\n", "3:8 unknown-family", 'no family "gird"', 'did you mean "grid"?'),
    ("kind: tuck-box\nholds: [grid, 3]\n", "3:15 wrong-type", "a family, not the number 3", "without .yaml"),
    ("kind: tuck-box\nholds: grid\nsize: poker\n", "4:1 unused-key", '"size" does not go', "delete size"),
    ("kind: tuck-box\nholds: grid\nthickness: thin\n", "4:12 bad-length", '"thin" is not a length', ""),
    ("kind: tuck-box\nholds: grid\nsleeves: 60 x 91 mm\n", "4:10 out-of-range", "do not go into", "66 x 91"),
    ("kind: tuck-box\nholds: grid\nsleeves: big\n", "4:10 bad-length", "is not a sleeve size", "66 x 91 mm"),
    ("kind: tuck-box\nholds: grid\nthickness: 10 mm\n", "3:8 out-of-range", "for 54 pieces would be", "several"),
    ("kind: leaflet\nsize: 9 x 9 mm\nitems:\n- {id: a}\n- {id: b}\n", "6:3 unused-key", "a family is one leaflet, whose text is kind.<language>.md", "give each leaflet a family of its own"),
    ("kind: leaflet\nsize: 9 x 9 mm\nback: b.svg.j2\n", "4:1 unused-key", '"back" does not go with a leaflet that is made of Markdown', "delete back, or draw both sides"),
    ("kind: leaflet\nsize: 9 x 9 mm\ntemplate: b.svg.j2\nbook: {}\n", "4:1 unused-key", '"template" does not go with a leaflet', "without book:"),
    ("kind: leaflet\nsize: 90 x 90 mm\nbook: {page: a5}\n", "4:8 unknown-key", 'unknown key "page"', ""),
    ("kind: leaflet\nsize: 90 x 90 mm\nbook: {colours: {ink: nope}}\n", "4:23 bad-colour", '"nope" is not a colour of the palette', ""),
    ("kind: tent\nsize: 90 x 90 mm\nbook: {}\n", "4:1 unused-key", '"book" is only for kind: leaflet, and this is tent', "delete book"),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "where", "message", "hint"), ERRORS)
def test_errors(tmp_path: Path, keys: str, where: str, message: str, hint: str) -> None:
    told(refused(lambda: kind(tmp_path, keys)), f"components/dual/kind.yaml:{where}", message, hint)


def test_a_box_for_nothing_is_refused(tmp_path: Path) -> None:
    cards = CARDS.replace("copies: 54", "copies: 0")
    more = {"kind": "title: K\nkind: tuck-box\nholds: grid\n"}
    found = only(refused(lambda: load(tmp_path, cards, GAME, **more)))
    assert (found.code, found.message) == ("out-of-range", "the families in this box have no copies")


def test_a_broken_family_in_a_box_is_told_once(tmp_path: Path) -> None:
    more = {"kind": "title: K\nkind: tuck-box\nholds: grid\n"}
    found = only(refused(lambda: load(tmp_path, CARDS.replace("63 x 88 mm", "63 feet"), GAME, **more)))
    assert found.place.file.endswith("grid.yaml")


LISTS = [
    ("leaflet\nsize: 9 x 9 mm", "pages: [{title: A}]", "4:17 unused-key", '"pages" is no longer read: the text of a leaflet is Markdown', "write it into components/dual/kind.<language>.md, each title as a heading, and delete pages"),
    ("spinner\nsize: 9 mm", "sectors: [1, {value: 2, shar: 2}]", "4:41 unknown-key", 'unknown key "shar" in entry 2', 'did you mean "share"?'),
    ("spinner\nsize: 9 mm", "sectors: [{value: 2, share: 0}]", "4:38 out-of-range", '"share" in entry 1 of "sectors" must be a number above 0, 1000 at most, not the number 0', "share: 2"),
    ("spinner\nsize: 9 mm", "sectors: [{value: 2, share: -2}]", "4:38 out-of-range", "not the number -2", ""),
    ("spinner\nsize: 9 mm", "sectors: [{value: 2, share: two}]", "4:38 wrong-type", 'not the text "two"', ""),
    ("spinner\nsize: 9 mm", "sectors: [{value: 2, share: true}]", "4:38 wrong-type", "not true", ""),
    ("spinner\nsize: 9 mm", "sectors: [{value: 2, fill: }]", "4:38 wrong-type", "must be a colour, not nothing", "in quotes"),
    ("spinner\nsize: 9 mm", "sectors: [{share: 2}]", "4:27 missing-key", 'the key "value" is missing in entry 1', "add value:"),
    ("spinner\nsize: 9 mm", "sectors: [{value: star, words: rest}]", "4:41 unused-key", "has value and words", "delete value or words"),
    ("spinner\nsize: 9 mm", "sectors: [[1, 2]]", "4:27 wrong-type", "a text or a number, or keys and values (value, words, share, fill), not a list", ""),
    ("die\nsize: 9 mm", "faces: [{word: rest}, 2, 3, 4, 5, 6]", "4:26 unknown-key", 'unknown key "word"', 'did you mean "words"?'),
    ("score-pad\nsize: 9 x 9 mm", "rows: [Stars, [A]]", "4:31 wrong-type", 'entry 2 of "rows" must be a text or a number, not a list', ""),
    ("screen\nsize: 9 x 9 mm", "text: [A, {b: c}, C]", "4:27 wrong-type", 'entry 2 of "text" must be a text or a number, not a mapping', ""),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "fields", "where", "message", "hint"), LISTS)
def test_what_a_kind_cannot_draw_in_a_list_is_told_at_its_key(
    tmp_path: Path, keys: str, fields: str, where: str, message: str, hint: str
) -> None:
    found = refused(lambda: kind(tmp_path, f"kind: {keys}\nitems: [{{id: a, {fields}}}]\n"))
    told(found, f"components/dual/kind.yaml:{where}", message, hint)


def test_lists_of_a_kind_may_have_texts_per_language_and_shares(tmp_path: Path) -> None:
    sectors = '[1, star, {en: Rest}, {value: {en: Pass}, share: 0.5, fill: "#fff"}, {words: rest}]'
    got = kind(tmp_path, f"kind: spinner\nsize: 9 mm\nsafe: 1 mm\nitems: [{{id: a, sectors: {sectors}}}]\n")
    assert len(got.items[0].fields["sectors"]) == 5


def test_a_template_of_ones_own_reads_lists_as_it_likes(tmp_path: Path) -> None:
    keys = "kind: spinner\nsize: 9 mm\nsafe: 1 mm\ntemplate: mine.svg.j2\nitems: [{id: a, sectors: [{parts: 0}]}]\n"
    assert kind(tmp_path, keys).items[0].fields["sectors"] == [{"parts": 0}]
