"""`prancha new --from LIST --layout --look` and `--drawing`: files that build and check at once."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from PIL import Image

from prancha.building import game_loading
from prancha.building.pipeline import inspect_game
from prancha.cli import command_line
from prancha.model.diagnostic import Failure
from prancha.setup.layouts import dress
from prancha.setup.new_game import start

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


def read(path: str) -> dict[str, object]:
    data: dict[str, object] = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    return data


@pytest.mark.parametrize("look", ["slate", "meadow"])
def test_a_new_game_in_a_layout_and_a_look_has_nothing_to_mend(
    folder: Path, look: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert new("--layout", "--look", look) == 0
    assert "guessed layout: economy (by the columns)" in capsys.readouterr().out
    assert inspect_game(game_loading.read_game(folder, "demo")).findings == ()
    family, game = read("components/demo/cards.yaml"), read("components/demo/game.yaml")
    assert (family["template"], family["back"]) == ("cards.svg", "back.svg.j2")
    fonts = {"slate": "Josefin Sans", "meadow": "Yeseva One"}
    assert game["fonts"] == {"title": fonts[look], "body": "Alegreya Sans"}
    assert game["palette"]["faint"] == {"slate": "#566371", "meadow": "#5c6a4c"}[look]  # type: ignore[index]
    assert sorted(game["texts"]) == ["attack", "defence"]  # type: ignore[call-overload]
    assert not Path("templates/demo/cards.svg.j2").exists()
    drawing = Path("templates/demo/cards.svg").read_text(encoding="utf-8")
    assert all(f"text:{field}" in drawing for field in ("name", "cost", "rules_text", "attack", "flavour"))
    assert "fill:tint" in drawing


def test_what_a_layout_has_no_place_for_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert new("--layout", "tile") == 0
    assert (
        'note: not on the cards: "type", "flavour" (the layout has no place for it' in capsys.readouterr().out
    )


def test_questions_have_their_answers_on_the_back(folder: Path) -> None:
    Path("deck.csv").write_text(
        "Question,Answer\nWhich planet is nearest to the Sun?,Mercury\nWhich is red?,Mars\n"
    )
    assert new("--layout") == 0
    family = read("components/demo/cards.yaml")
    assert (family["template"], family["back"]) == ("cards.svg", "cards-back.svg")
    assert "text:answer" in Path("templates/demo/cards-back.svg").read_text()
    assert inspect_game(game_loading.read_game(folder, "demo")).findings == ()


def test_an_older_game_keeps_its_colours_and_fonts(folder: Path) -> None:
    start(folder, "demo", kind="cards")
    before = read("components/demo/game.yaml")
    dress(folder, "demo", "cards", "classic", "night", fresh=False)
    after = read("components/demo/game.yaml")
    assert after["fonts"] == before["fonts"]
    assert after["palette"].items() >= before["palette"].items()  # type: ignore[attr-defined]
    assert after["palette"]["shade"] == "#05060d"  # type: ignore[index]


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
    assert new("--layout") == 0
    drawing = Path("templates/demo/cards.svg").read_text(encoding="utf-8")
    assert "art:picture grow:rules_text focus=focus ending=png" in drawing
    assert inspect_game(game_loading.read_game(folder, "demo")).findings == ()


def test_a_drawing_of_one_s_own_becomes_the_template(folder: Path) -> None:
    Path("card.svg").write_text(CARD)
    assert new("--drawing", "card.svg") == 0
    assert Path("templates/demo/cards.svg").read_text() == CARD
    assert read("components/demo/cards.yaml")["template"] == "cards.svg"
    assert not Path("templates/demo/cards.svg.j2").exists()


def test_a_drawing_that_does_not_print_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("card.svg").write_text(CARD.replace("text:name", "text:nmae"))
    assert new("--drawing", "card.svg") == 1
    said = capsys.readouterr()
    assert '"nmae" is not defined' in said.out + said.err
    assert "it does not print yet" in said.out


def test_circles_take_tokens_alone(folder: Path) -> None:
    start(folder, "demo", kind="tokens")
    with pytest.raises(Failure, match="the layout classic is for rectangles, the outline is circle"):
        dress(folder, "demo", "tokens", "classic", "")
    assert dress(folder, "demo", "tokens", "auto", "").layout == "token"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--layout", "clasic"], 'there is no layout "clasic"'),
        (["--look", "slat"], 'there is no look "slat"'),
        (["--drawing", "none.svg"], "there is no file none.svg"),
        (["--drawing", "deck.csv", "--look", "slate"], "--drawing brings a layout and look of its own"),
        (["--layout", "--kind", "hexes"], "layouts and drawings are rectangles, hexes are not"),
        (["--layout", "--update"], "--layout, --look and --drawing are for a new list"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_written(
    folder: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert new(*options) == 1
    said = capsys.readouterr()
    assert message in said.out + said.err
    assert not Path("components").exists()
