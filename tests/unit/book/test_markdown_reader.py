"""Markdown of a rulebook becomes blocks, and every fault is told with its line and column."""

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.book.book_blocks import Box, Heading, Listing, Paragraph, Pictures, Table, plain
from prancha.book.book_reading import read_book
from prancha.building import game_loading
from prancha.model.diagnostic import Failure
from tests.unit.book.book_project import write_book


def test_blocks_are_read_with_the_values_of_the_catalogue(lume: Path) -> None:
    book = read_book(game_loading.load(write_book(lume), "lume"), "en")
    kinds = [type(block) for block in book.blocks]
    assert kinds == [
        *(Heading, Paragraph, Heading, Listing, Pictures, Heading, Listing, Box, Table, Heading, Paragraph)
    ]
    intro, suns = book.blocks[1], book.blocks[3]
    assert isinstance(intro, Paragraph)
    assert plain(intro.words) == "Light the [star] sky with 12 cards."
    assert isinstance(suns, Listing)
    assert [plain(entry[0].words) for entry in suns.entries if isinstance(entry[0], Paragraph)] == [
        "8 suns and 4 moons",
        "8 hexes, 6 tokens",
    ]
    box, table = book.blocks[7], book.blocks[8]
    assert isinstance(box, Box)
    assert box.kind == "example"
    assert isinstance(table, Table)
    assert [[plain(cell) for cell in row] for row in (table.head, *table.rows)] == [
        ["Name", "Cost"],
        ["Heart of the sun", "1"],
        ["Moon", "2"],
    ]
    assert book.families == {"cards", "hexes", "tokens"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a\n\nb {{ count('card') }}", '3:3 book-text: there is no family "card" | did you mean "cards"?'),
        ("{{ count('cards', cots=1) }}", 'no component of cards has a field "cots"'),
        ("{{ count('cards', cost=9) }}", "no component of cards has cost 9"),
        ("{{ pictures('cards', captions='nam') }}", 'no component of cards has a field "nam"'),
        ("{{ count('}}') }}", 'there is no family "}}"'),
        ("{{ count('cards', 'sun') }}", "count() takes one family"),
        ("{{ pictures('cards', where='cost > 9') }}", 'no component of cards has "cost > 9"'),
        ("{{ picture('cards/fox') }}", 'there is no component "fox" in cards'),
        ("{{ picture('cards') }}", '"cards" is no component'),
        ("{{ picture() }}", "picture(): missing a required"),
        ("{{ name('cards/sun', 'x') }}", "name(): too many positional arguments | write name('cards/fox')"),
        ("{{ icon('star', place=1) }}", "icon(): got an unexpected keyword argument 'place'"),
        ("{{ pictures('cards', place='x') }}", 'no component of cards has a field "place"'),
        ("{{ reminder(['x']) }}", "is no keyword of the game"),
        ("{{ name('hexes/sea') }}", "hexes/sea has no name"),
        ("{{ cuont('cards') }}", 'there is no function "cuont"'),
        ("{{ 1 + picture('cards/sun') }}", "picture() cannot be a part of an expression"),
        ("{{ count('cards' }}", "not an expression"),
        ("{{ picture(*cards) }}", "stars are not understood here"),
        ("{{ table('cards') }}", "table() needs the fields to show"),
        ("{{ table('cards', columns=['nam']) }}", 'no component of cards has a field "nam"'),
        ("{{ table('cards', columns=['name'], heads=['A', 'B']) }}", "heads must be a list of 1 texts"),
        ("{{ setup_picture(players=2) }}", "lume has no table.yaml to lay out"),
        ("{{ contents(9) }}", "contents() shows headings down to a level of 1 to 6, not 9"),
        ("{{ keywords() }}", "game.yaml defines no keywords"),
        ("{{ reminder('x') }}", '"x" is no keyword of the game'),
        ("{{ tables }}", "not a number or a text"),
        ("{{ pictures('cards', width='wide') }}", '"wide" is not a length'),
        ("see {{ picture('cards/sun') }} here", "a picture or table stands in the middle of a text"),
        ("## {{ picture('cards/sun') }}", "a picture or table stands in a heading or cell"),
        ("a {{ count('cards')", "{{ is not closed"),
        ("[there](#nowhere)", 'book-link: there is no heading "#nowhere"'),
        ("# A\n\n# A\n\n[there](#a)", 'the headings at lines 1 and 3 are both "#a"'),
        ("[there](other.md)", '1:1 book-text: a link leads to "other.md", not to an address or heading'),
        ("a[^1]\n\n[^1]: note", 'a link leads to "note", not to an address or heading'),
        ("# A\n\n##\n\nb", "3:1 book-text: a heading has no words"),
        ("| | |\n|---|---|\n\nb", "1:1 book-text: a table has no words"),
        ("![fox](fox.png)", 'the picture "fox.png" is not of the catalogue'),
        ("<div>x</div>", "is HTML, which is not printed"),
        ("a <u>b</u>", "<u> is HTML, which is not printed"),
        ("```\nx\n```", "a rulebook has no blocks of code"),
        ("> [!FOO]\n> x", "there is no box [!FOO]"),
        ("> a\n>\n> > b", "a box stands in a box"),
        ("[red]{.nocolour}", '"nocolour" is no colour of the palette'),
        ("[[burning]]", '"[[burning]]" in "[[burning]]" is no keyword of the game'),
    ],
)
def test_what_is_wrong_is_told_where_it_stands(text: str, told: str, lume: Path) -> None:
    write_book(lume, english=text)
    game = game_loading.load(lume, "lume")
    with pytest.raises(Failure) as failure:
        read_book(game, "en")
    lines = [
        f"{one.place.line}:{one.place.column} {one.code}: {one.message} | {one.hint}"
        for one in failure.value.diagnostics
    ]
    assert any(told in line for line in lines), lines
    assert all(one.place.file == "components/lume/rules.en.md" for one in failure.value.diagnostics)


def test_the_game_itself_is_named_in_the_language_of_the_book(lume: Path) -> None:
    write_book(lume, english="# {{ game.title }}, {{ game.subtitle }}\n\nFor {{ min(game.players) }}\n")
    head, said = read_book(game_loading.load(lume, "lume"), "en").blocks
    assert isinstance(head, Heading)
    assert isinstance(said, Paragraph)
    assert [plain(head.words), plain(said.words)] == ["Lume, a tiny game", "For 2"]


def test_fields_named_as_something_of_the_functions_filter_all_the_same(lume: Path) -> None:
    cards = lume / "components/lume/cards.yaml"
    cards.write_text(cards.read_text().replace("cost: 1", "cost: 1, place: forest"))
    text = """\
{{ count('cards', family='cards') }} {{ count('cards', place='forest') }}

{{ pictures('cards', place='forest') }}
"""
    book = read_book(game_loading.load(write_book(lume, english=text), "lume"), "en")
    said, shown = book.blocks
    assert isinstance(said, Paragraph)
    assert plain(said.words) == "12 8"
    assert isinstance(shown, Pictures)
    assert [one.key for one in shown.pictures] == ["cards/sun"]


def test_all_faults_are_told_at_once(lume: Path) -> None:
    write_book(lume, english="{{ count('a') }}\n\n{{ count('b') }} and {{ count('c') }}\n")
    with pytest.raises(Failure) as failure:
        read_book(game_loading.load(lume, "lume"), "en")
    places = [(one.place.line, one.place.column) for one in failure.value.diagnostics]
    assert places == [(1, 1), (3, 1), (3, 22)]


def test_a_missing_book_and_wrong_bytes_are_told(lume: Path) -> None:
    game = game_loading.load(write_book(lume), "lume")
    path = game.folder / "rules.en.md"
    path.write_bytes(b"# A\n\xff")
    with pytest.raises(Failure, match="is not UTF-8: byte 4 is 0xff"):
        read_book(game, "en")
    path.unlink()
    with pytest.raises(Failure, match="there is no rulebook in en"):
        read_book(game, "en")
    path.mkdir()
    (game.folder / "rules.en").mkdir()
    (game.folder / "rules.en" / "1.md").write_text("# One\n")
    (game.folder / "rules.en" / "2.md").write_text("## Two\n\n[[x]]\n")
    with pytest.raises(Failure, match=r"rules\.en/2\.md:3:1"):
        read_book(game, "en")
    (game.folder / "rules.en" / "2.md").write_bytes(b"\xff")
    (game.folder / "rules.en" / "3.md").write_bytes(b"\xfe")
    with pytest.raises(Failure, match=r"(?s)rules\.en/2\.md: .*0xff.*rules\.en/3\.md: .*0xfe"):
        read_book(game, "en")
    path.rmdir()
    path.write_text("# A\n")
    with pytest.raises(
        Failure, match=r"rules\.en\.md: .*the folder rules\.en/ has chapters of the same book"
    ):
        read_book(game, "en")


def test_a_book_that_leads_out_of_its_folder_is_refused(lume: Path, tmp_path: Path) -> None:
    game = game_loading.load(write_book(lume), "lume")
    (tmp_path / "secret.md").write_text("# Secret")
    (game.folder / "rules.en.md").unlink()
    (game.folder / "rules.en.md").symlink_to(tmp_path / "secret.md")
    with pytest.raises(Failure, match="is a link to a place outside its folder"):
        read_book(game, "en")
    (game.folder / "rules.en.md").unlink()
    (tmp_path / "chapters").mkdir()
    (tmp_path / "chapters" / "1.md").write_text("# Secret")
    (game.folder / "rules.en").symlink_to(tmp_path / "chapters")
    with pytest.raises(Failure, match="is a link to a place outside its folder"):
        read_book(game, "en")
