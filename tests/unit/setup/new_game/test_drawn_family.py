"""Drawings of `new --from`, with `--layout`, `--look` and `--drawing`: files that build and check at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image

from prancha.building import game_loading, pipeline
from prancha.building.order import Order
from prancha.building.pipeline import inspect_game
from prancha.cli import command_line
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.setup.new_game import Wishes, project, start
from prancha.setup.new_game.project import try_build
from tests.lists.measure import words_of

DECK = """\
Name;Type;Cost;Rules text;Attack;Defence;Qty;Flavour
Emberwing Drake;Dragon;4;Flying. When it enters, deal 2 to any target.;5;3;2;The sky was red.
Keeper of the Oak;Druid;2;Draw a card for each forest you control, then discard one.;1;4;3;
Coin;Spell;0;Gain 1 coin.;;;4;It always lands.
"""
CARD = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">'
    '<rect width="63" height="88" fill="#fff"/>'
    '<rect id="text:name" x="5" y="5" width="53" height="20"/></svg>'
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "deck.csv").write_text(DECK, encoding="utf-8")
    return tmp_path


def new(*options: str) -> int:
    return command_line.main(["new", "demo", "--from", "deck.csv", *options])


def read(path: str) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    return data


def test_a_family_that_has_a_drawing_is_not_drawn_anew(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert new() == 0
    before = Path("templates/demo/cards.svg").read_bytes()
    capsys.readouterr()
    assert new("--layout", "minimal", "--size", "tarot") == 1
    assert capsys.readouterr().err == (
        "error layout-option: demo has the family cards already, and --layout and --size would draw it anew\n"
        "    change templates/demo/cards.svg, or begin a game of another name\n"
    )
    assert Path("templates/demo/cards.svg").read_bytes() == before


def test_every_family_of_one_file_gets_a_layout_that_its_outline_takes(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = [{"name": name, "cost": 2, "rules": f"Draw {name}, then discard it."} for name in ("Fox", "Owl")]
    hexes, tokens = (
        [{"name": name, "value": 3} for name in each.split()] for each in ("Hill Lake", "Coin Gem")
    )
    lists = {"heroes": cards, "hexes": hexes, "tokens": tokens}
    Path("deck.json").write_text(json.dumps(lists))
    options = ["--layout", "classic", "--look", "slate"]
    assert command_line.main(["new", "demo", "--from", "deck.json", *options]) == 0
    told = capsys.readouterr().out
    assert "guessed heroes: layout: classic (asked for)" in told
    assert "guessed hexes: layout: token (by the columns" in told
    assert "guessed tokens: layout: token (by the columns" in told
    families = {name: read(f"components/demo/{name}.yaml")["template"] for name in lists}
    assert families == {"heroes": "heroes.svg", "hexes": "hexes.svg", "tokens": "tokens.svg"}
    assert pipeline_errors(folder) == []


def pipeline_errors(folder: Path) -> list[str]:
    found = inspect_game(game_loading.read_game(folder, "demo")).findings
    return [str(one) for one in found if one.severity == "error"]


@pytest.mark.parametrize("look", ["slate", "meadow"])
def test_a_new_game_in_a_layout_and_a_look_has_nothing_to_mend(
    folder: Path, look: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert new("--look", look) == 0
    assert "guessed layout: hero (by the columns;" in capsys.readouterr().out
    assert inspect_game(game_loading.read_game(folder, "demo")).findings == ()
    family, game = read("components/demo/cards.yaml"), read("components/demo/game.yaml")
    assert (family["template"], family["back"]) == ("cards.svg", "back.svg.j2")
    fonts = {"slate": "Josefin Sans", "meadow": "Yeseva One"}
    assert game["fonts"] == {"title": fonts[look], "body": "Alegreya Sans"}
    assert game["palette"]["faint"] == {"slate": "#566371", "meadow": "#5c6a4c"}[look]
    assert sorted(game["texts"]) == ["attack", "defence"]
    drawing = Path("templates/demo/cards.svg").read_text(encoding="utf-8")
    assert all(f"text:{field}" in drawing for field in ("name", "cost", "rules_text", "attack", "flavour"))
    assert "fill:tint" in drawing


def test_what_a_layout_has_no_place_for_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert new("--layout", "quiz") == 0
    said = capsys.readouterr().out
    assert 'guessed left out: "Rules text" (the layout quiz has no place for it)' in said
    assert read("components/demo/cards.yaml")["from"]["columns"]["Rules text"] is None


def test_words_without_a_place_of_their_own_stand_in_the_text(folder: Path) -> None:
    Path("deck.csv").write_text(
        "Name,Text,Artist,Set name,Rare,Tags\n"
        "Fox,Take a card.,Ana Prado Lima,First edition,yes,a and b and c\n"
        "Owl,Fly two spaces.,,Second edition,no,\n"
    )
    assert new("--layout", "hero") == 0
    drawing = Path("templates/demo/cards.svg").read_text(encoding="utf-8")
    assert 'texts.artist ~ ": " ~ artist if artist != ""' in drawing
    assert inspect_game(game_loading.read_game(folder, "demo")).findings == ()
    (kit,) = pipeline.build(Order(folder), ["demo"])
    words = words_of(kit.pdf)
    for said in ("Fox", "Takeacard.", "Artist:AnaPradoLima", "Setname:Firstedition", "Tags:aandbandc"):
        assert said in words
    assert words.count("Artist:") == 1


def test_questions_have_their_answers_on_the_back(folder: Path) -> None:
    Path("deck.csv").write_text(
        "Question,Answer\nWhich planet is nearest to the Sun?,Mercury\nWhich is red?,Mars\n"
    )
    assert new() == 0
    family = read("components/demo/cards.yaml")
    assert (family["template"], family["back"]) == ("cards.svg", "cards-back.svg")
    assert "text:answer" in Path("templates/demo/cards-back.svg").read_text()
    assert inspect_game(game_loading.read_game(folder, "demo")).findings == ()


def test_an_older_game_keeps_its_colours_and_fonts(folder: Path) -> None:
    start(folder, "demo", kind="cards")
    before = read("components/demo/game.yaml")
    assert new("--kind", "tiles", "--look", "night") == 0
    after = read("components/demo/game.yaml")
    assert after["fonts"] == before["fonts"]
    assert after["palette"].items() >= before["palette"].items()
    assert after["palette"]["panel"] == "#222741"


def test_pictures_are_found_by_names_without_ending_and_keep_their_focus(folder: Path) -> None:
    Path("art").mkdir()
    for name in ("fox", "owl"):
        Image.new("RGB", (900, 900), "#888888").save(f"art/{name}.png")
    rows = (
        "Name;Picture;Focus;Rules text",
        "Fox;fox;top;Take two cards, discard one.",
        "Owl;owl;;Take a card.",
    )
    Path("deck.csv").write_text("\n".join(rows))
    assert new() == 0
    drawing = Path("templates/demo/cards.svg").read_text(encoding="utf-8")
    assert "art:picture grow:rules_text focus=focus ending=png" in drawing
    assert inspect_game(game_loading.read_game(folder, "demo")).findings == ()


def test_a_drawing_of_one_s_own_becomes_the_template(folder: Path) -> None:
    Path("card.svg").write_text(CARD)
    assert new("--drawing", "card.svg") == 0
    assert Path("templates/demo/cards.svg").read_text() == CARD
    assert read("components/demo/cards.yaml")["template"] == "cards.svg"
    assert not Path("templates/demo/cards.svg.j2").exists()


def test_a_list_that_prints_at_once_is_built_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    builds = list[str]()

    def count(where: Path, game: str) -> tuple[tuple[Diagnostic, ...], int]:
        builds.append(game)
        return try_build(where, game)

    monkeypatch.setattr(project, "try_build", count)
    assert start(folder, "demo", source=folder / "deck.csv").wrong == ()
    assert builds == ["demo"]


def test_a_drawing_that_does_not_print_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("card.svg").write_text(CARD.replace("text:name", "text:nmae"))
    assert new("--drawing", "card.svg") == 1
    said = capsys.readouterr()
    assert '"nmae" is not defined' in said.out + said.err
    assert "it does not print yet" in said.out


@pytest.mark.parametrize("kind", ["tokens", "hexes"])
def test_circles_and_hexagons_take_tokens_alone(folder: Path, kind: str) -> None:
    source = folder / "deck.csv"
    with pytest.raises(
        Failure, match=r"the layout classic is for rectangles, the outline is (circle|hexagon)"
    ):
        start(folder, "demo", kind, source=source, wishes=Wishes(layout="classic"))
    assert not Path("components").exists()
    started = start(folder, "demo", kind, source=source)
    assert (started.wrong, pipeline_errors(folder)) == ((), [])
    assert any(line.startswith("layout: token (") for line in started.guesses)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--layout", "clasic"], 'there is no layout "clasic"'),
        (["--look", "slat"], 'there is no look "slat"'),
        (["--layout", "clasic", "--look", "slat"], 'did you mean "classic"?\nerror unknown-look:'),
        (["--drawing", "none.svg"], "there is no file none.svg"),
        (["--drawing", "deck.csv", "--look", "slate"], "--drawing brings a layout and look of its own"),
        (["--look", "slate", "--update"], "--layout, --look and --drawing are for a new list"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_written(
    folder: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert new(*options) == 1
    said = capsys.readouterr()
    assert message in said.out + said.err
    assert not Path("components").exists()


LONG = (
    "Gain two coins from the supply and place them on your market. Each other player discards one card of "
    "their choice. If you own at least three forests, draw a card and play it at once for free."
)
RICH = (
    "Name,Type,Cost,Picture,Icon,Text,Attack,Defence,Flavour\n"
    'The Old Lighthouse Keeper,Place of Power,3,a.png,fire,"{}",2,4,The sky was red for seven days.\n'
    "Flood,Event,1,a.png,droplet,Gain a coin.,1,1,Nobody spoke.\n"
)


@pytest.mark.parametrize("size", ["41x63", "44x67"])
@pytest.mark.parametrize(
    "rows",
    [RICH.format(LONG[:120]), f"Question,Answer\n{LONG[:180]},A\nWhat?,B\n".replace("market.", "market?")],
)
def test_long_words_and_texts_have_room_on_small_cards(folder: Path, rows: str, size: str) -> None:
    Image.new("RGB", (900, 700), "#688").save("a.png")
    Path("deck.csv").write_text(rows.replace(LONG[:180], f'"{LONG[:180]}"'), encoding="utf-8")
    assert new("--size", size) == 0
    family = read("components/demo/cards.yaml")
    assert family["size"] == size.replace("x", " x ") + " mm"
    assert "continue" not in family
    assert f'width="{size[:2]}mm"' in Path("templates/demo/cards.svg").read_text(encoding="utf-8")


def test_a_text_that_no_layout_has_room_for_goes_on_on_a_second_card(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Image.new("RGB", (900, 700), "#688").save("a.png")
    Path("deck.csv").write_text(RICH.format(" ".join([LONG] * 4)), encoding="utf-8")
    assert new("--size", "41 x 63 mm") == 0
    assert "guessed continue: card" in capsys.readouterr().out
    assert read("components/demo/cards.yaml")["continue"] == "card"


def test_another_layout_is_taken_where_the_first_lacks_room(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Gain two coins from the supply and place them on your market. " * 10
    Path("deck.csv").write_text(f"Name,Cost,Text\nMill,2,{text}\nInn,3,{text}\n")
    assert new("--size", "44x67") == 0
    said = capsys.readouterr().out
    assert "guessed layout: minimal (by the columns" in said
    assert "continue: card" not in said


def test_a_layout_that_was_asked_for_gets_a_larger_card(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Gain two coins from the supply and place them on your market. " * 24
    Path("deck.csv").write_text(f"Name,Cost,Text\nMill,2,{text}\nInn,3,{text}\n")
    assert new("--layout", "economy") == 0
    assert "guessed size: 70 x 120 mm (tarot) (the words need it)" in capsys.readouterr().out
    assert 'width="70mm" height="120mm"' in Path("templates/demo/cards.svg").read_text(encoding="utf-8")


def test_a_size_must_be_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert new("--size", "44 cows") == 1
    assert '"44 cows" is no size of a card' in capsys.readouterr().err
    assert command_line.main(["new", "demo", "--size", "44x67"]) == 1
    assert "a game without --from takes no --size" in capsys.readouterr().err
    assert not Path("components").exists()


def test_numbers_that_have_no_cell_stand_in_the_text(folder: Path) -> None:
    names = [f"Stat {chr(65 + k)}" for k in range(26)]
    rows = [",".join(["Name", *names]), ",".join(["Owl", *"1" * 26]), ",".join(["Elk", *"2" * 26])]
    Path("deck.csv").write_text("\n".join(rows))
    assert new() == 0
    (kit,) = pipeline.build(Order(folder), ["demo"])
    words = words_of(kit.pdf)
    assert [name for name in names if name.replace(" ", "") not in words] == []


def test_a_long_word_of_a_title_shrinks_to_six_points(folder: Path) -> None:
    Path("deck.csv").write_text("Name,Text\nDonaudampfschifffahrtsgesellschaft,Steam.\nOwl,Fly.\n")
    assert new("--layout", "minimal") == 0


def test_every_list_of_a_file_gets_a_layout(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = '[{"name": "Ana", "text": "Draw."}, {"name": "Bo", "text": "Gain a coin."}]'
    words = '[{"name": "Flood", "cost": 1}, {"name": "Sun", "cost": 2}]'
    Path("both.json").write_text(f'{{"heroes": {rows}, "events": {words}}}')
    assert command_line.main(["new", "both", "--from", "both.json", "--size", "44x67"]) == 0
    said = capsys.readouterr().out
    assert "guessed heroes: layout: hero (by the columns" in said
    assert "guessed events: layout: quiz (by the columns" in said
    drawings = {path.name for path in Path("templates/both").iterdir()}
    assert drawings == {"heroes.svg", "events.svg", "back.svg.j2"}
    assert read("components/both/events.yaml")["size"] == "44 x 67 mm"
    assert command_line.main(["layouts", "both.json"]) == 0
