"""`prancha new --like`: the complete games of the library, each sound up to its finished PDF."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from prancha.book.book_blocks import SetupPicture
from prancha.book.book_reading import read_book
from prancha.book.plain_book import as_text
from prancha.building import game_loading
from prancha.building.order import Order
from prancha.building.steps import draw_game, open_game
from prancha.cli import command_line, setup_commands
from prancha.model.face import Face
from prancha.setup.new_game import EXAMPLES, start_like
from prancha.system import program_folders
from prancha.system.words import words

Said = pytest.CaptureFixture[str]
LONGEST = 100
"""Lines of YAML and templates of an example."""
LARGEST = 25_000
"""Bytes of a picture."""


def run(*arguments: str) -> int:
    return command_line.main([*arguments])


def holds(tmp_path: Path, capsys: Said, example: str, *papers: str) -> None:
    """The example is built on each paper without a word, measured without a fault, and checked strictly."""
    project = ("--project", str(tmp_path))
    assert run("new", "My Own", "--like", example, *project) == 0
    assert "now: prancha build my-own" in capsys.readouterr().out
    for paper in papers:
        assert run("build", "my-own", "--proof", "--paper", paper, "--strict", *project) == 0
        said = capsys.readouterr()
        assert "warning" not in said.out.replace("0 warnings", "") + said.err
        assert "faults                   0, 0 warnings" in said.out
    assert run("check", "my-own", "--strict", *project) == 0
    assert "1 game checked: 0 errors, 0 warnings" in capsys.readouterr().out


def test_an_example_prints_under_its_new_name(tmp_path: Path, capsys: Said) -> None:
    holds(tmp_path, capsys, "wargame", "a4")
    assert "title: My Own\n" in (tmp_path / "components/my-own/game.yaml").read_text()
    named = (tmp_path / "components/my-own/counters.yaml").read_text().partition("\n")[0]
    assert named == "# yaml-language-server: $schema=../_schema/family.schema.json"


@pytest.fixture
def deck(tmp_path: Path) -> Mapping[str, Face]:
    """The fronts of a game begun as `trick-taking`."""
    assert run("new", "My Own", "--like", "trick-taking", "--project", str(tmp_path)) == 0
    return draw_game(open_game(Order(tmp_path, check=False), "my-own")).toned.fronts


def test_the_box_of_an_example_has_its_new_name(deck: Mapping[str, Face]) -> None:
    """On 34f390e4 it was called Four Fires."""
    words = " ".join(ElementTree.fromstring(deck["box/box"].svg).itertext())
    assert words.count("My Own") == 5
    assert "Four Fires" not in words


def test_symbols_of_a_card_do_not_overlap(deck: Mapping[str, Face]) -> None:
    """On 34f390e4 those in the middle of a 7 did."""
    cards = {name: face for name, face in deck.items() if name.startswith("cards/")}
    assert len(cards) == 36
    for name, face in cards.items():
        root, found = ElementTree.fromstring(face.svg), []
        for group in (root, *root.findall("{*}g")):
            for use in group.findall("{*}use"):
                x, y, wide = (float(use.get(key, "")) for key in ("x", "y", "width"))
                x, y = x + wide / 2, y + wide / 2
                turned = "rotate(180" in group.get("transform", "")
                found.append((63 - x, 88 - y, wide) if turned else (x, y, wide))
        assert len(found) == int(name[-1]) + 2
        for (ax, ay, a), (bx, by, b) in combinations(found, 2):
            assert max(abs(ax - bx), abs(ay - by)) >= (a + b) / 2, name


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_prints_on_a4_and_letter(example: str, tmp_path: Path, capsys: Said) -> None:
    holds(tmp_path, capsys, example, "a4", "letter")


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["pt-BR", "es"])
def test_the_party_prints_in_its_other_languages(lang: str, tmp_path: Path, capsys: Said) -> None:
    project = ("--project", str(tmp_path))
    assert run("new", "x", "--like", "party", *project) == 0
    assert run("build", "x", "--lang", lang, "--proof", "--strict", *project) == 0
    assert "faults                   0, 0 warnings" in capsys.readouterr().out


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_small_and_whole(example: str, tmp_path: Path) -> None:
    assert run("new", "x", "--like", example, "--project", str(tmp_path)) == 0
    folders = [root / example for root in program_folders.EXAMPLES.values()]
    texts = [path for root in folders for path in root.rglob("*") if path.suffix in (".yaml", ".j2")]
    assert sum(len(path.read_text().splitlines()) for path in texts) <= LONGEST
    pictures = [path for root in folders for path in root.rglob("*") if path.suffix == ".jpg"]
    assert all(path.stat().st_size <= LARGEST for path in pictures)
    shipped_names = {path.name for root in folders for path in root.rglob("*") if path.is_file()}
    written = {p.name for p in tmp_path.rglob("*") if p.is_file() and "_schema" not in p.parts}
    assert written == shipped_names | {".gitignore"}


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_has_a_rulebook_and_a_set_up_for_each_number_of_players(
    example: str, tmp_path: Path
) -> None:
    start_like(tmp_path, "My Own", example)
    game = game_loading.load(tmp_path, "my-own")
    assert game.play_table is not None
    assert game.play_table.players == game.players
    for lang in game.languages:
        book = read_book(game, lang)
        assert as_text(book).startswith("My Own\n")
        assert book.families == {family.id for family in game.families}
        assert any(isinstance(block, SetupPicture) for block in book.blocks)


def test_the_examples_are_those_of_the_library() -> None:
    assert EXAMPLES == setup_commands.EXAMPLES
    for root in program_folders.EXAMPLES.values():
        assert {path.name for path in root.iterdir() if path.is_dir()} == set(EXAMPLES)


def test_alone_it_tells_what_there_is(capsys: Said) -> None:
    assert run("new", "--like") == 0
    said = capsys.readouterr().out
    for example in EXAMPLES:
        assert f"{example:16} {words('en', 'new_game')['examples'][example]['about']}\n" in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["x", "--like", "wargames"], 'there is no example "wargames"\n    did you mean "wargame"?'),
        (["x", "--like", "zzz"], 'there is no example "zzz"\n    known: hex-tiles, party'),
        (["x", "--like", "party", "--kind", "die"], "takes no --kind\n    leave out --kind"),
        (["--like", "party"], "what shall the game be called?"),
        ([], "what shall the game be called?"),
    ],
)
def test_what_it_refuses(arguments: list[str], message: str, tmp_path: Path, capsys: Said) -> None:
    assert run("new", *arguments, "--project", str(tmp_path)) in (1, 2)
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(tmp_path: Path, capsys: Said) -> None:
    assert run("new", "x", "--like", "party", "--project", str(tmp_path)) == 0
    assert run("new", "x", "--like", "party", "--project", str(tmp_path)) == 1
    assert "components/x exists already; nothing is overwritten" in capsys.readouterr().err
