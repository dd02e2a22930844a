"""Answers of the page that begins a game: guesses, first cards, and the game, as `new` makes it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import msgspec
import pypdfium2
import pytest
from PIL import Image

from prancha.model.diagnostic import Diagnostic, Failure
from prancha.setup.beginning import Beginnings
from prancha.setup.new_game import Wishes, start
from tests.unit.setup.new_game import pdfs
from tests.unit.setup.new_game.test_proposal import LIST


class Asked:
    """A page with one batch of files."""

    def __init__(self, folder: Path) -> None:
        self.project, self.given, self.scratch = folder / "p", folder / "given", folder / "scratch"
        for one in (self.project, self.given, self.scratch):
            one.mkdir()
        self.beginnings = Beginnings(self.project, self.scratch)

    def __call__(self, what: str, files: bool = True, **order: object) -> dict[str, Any]:
        told, self.wrong = self.beginnings.answer(what, {"order": order}, self.given if files else None)
        return told

    def failed(self, what: str, **order: object) -> tuple[Diagnostic, ...]:
        with pytest.raises(Failure) as raised:
            self(what, **order)
        return raised.value.diagnostics

    def faces(self, told: dict[str, Any]) -> list[Image.Image]:
        with pypdfium2.PdfDocument(self.scratch / f"{told['faces']['file']}.pdf") as document:
            return [page.render(scale=1).to_pil() for page in document]


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Asked:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    page = Asked(tmp_path)
    (page.given / "heroes.csv").write_text(LIST)
    return page


def files_of(project: Path) -> dict[str, bytes]:
    paths = (path for path in project.rglob("*") if path.is_file())
    return {path.relative_to(project).as_posix(): path.read_bytes() for path in paths}


def test_a_guess_tells_what_new_would_and_writes_nothing(asked: Asked) -> None:
    told = asked("guess")
    assert (told["source"], told["title"], told["taken"]) == ("list", "Heroes", False)
    assert (told["designs"], told["pieces"], told["size"], told["languages"]) == (3, 8, "63 x 88 mm", ("en",))
    assert 'title: "Name" (its name says so)' in told["lines"]
    assert [one["role"] for one in told["columns"]][:3] == ["title", "line", "number"]
    assert [face.size for face in asked.faces(told)] == [(179, 250)] * 3
    assert files_of(asked.project) == {}
    assert asked.wrong == ()


def test_the_game_that_is_made_is_that_of_the_command(asked: Asked, tmp_path: Path) -> None:
    order = {"name": "My Heroes", "layout": "economy", "look": "slate"}
    asked("guess", **order)
    made = asked("make", **order)
    assert made["game"] == "my-heroes"
    assert set(made["files"]) <= set(files_of(asked.project))
    other = tmp_path / "other"
    wishes = Wishes(layout="economy", look="slate")
    start(other, "My Heroes", source=asked.given / "heroes.csv", wishes=wishes)
    assert files_of(asked.project) == files_of(other)


def test_columns_kind_and_languages_are_as_they_are_asked_for(asked: Asked) -> None:
    told = asked("guess", kind="tokens", languages=["pt-BR"], roles={"Rules": "out", "Cost": "copies"})
    assert {one["headings"][0]: one["role"] for one in told["columns"]}["Cost"] == "copies"
    assert (told["pieces"], told["languages"]) == (6, ("pt-BR",))
    asked("make", name="t", kind="tokens", languages=["pt-BR"], roles={"Rules": "out", "Cost": "copies"})
    files = files_of(asked.project)
    assert b"languages: [pt-BR]" in files["components/t/game.yaml"]
    assert b"Rules: null" in files["components/t/tokens.yaml"]


def test_every_layout_shows_the_cards_in_its_look_whatever_was_shown_before(asked: Asked) -> None:
    first = asked.faces(asked("layout", layout="minimal", look="slate"))
    asked("layout", layout="classic", look="meadow")
    again = asked.faces(asked("layout", layout="minimal", look="slate"))
    assert len(first) == 3
    assert [face.tobytes() for face in first] == [face.tobytes() for face in again]


def test_a_list_with_a_row_of_totals_is_shown_in_every_layout(asked: Asked) -> None:
    """The row was left out of the game that was made, but no layout could be shown."""
    rows = "Name,Cost,Copies\nFox,1,2\nOwl,2,3\nHen,3,4\nTotal,,9\n"
    (asked.given / "heroes.csv").write_text(rows)
    assert asked("guess", look="slate")["designs"] == 3
    for layout in ("", "minimal"):
        assert len(asked.faces(asked("layout", layout=layout, look="night"))) == 3
    assert asked("guess", look="slate")["designs"] == 3


def test_a_guess_shows_the_cards_without_the_layout_that_was_shown_before(asked: Asked) -> None:
    first = asked.faces(asked("guess"))
    asked("layout", layout="classic", look="night")
    again = asked.faces(asked("guess"))
    assert [face.tobytes() for face in first] == [face.tobytes() for face in again]


def test_a_role_that_was_asked_for_holds_in_layouts_too(asked: Asked) -> None:
    plain = asked.faces(asked("layout", layout="minimal"))
    other = asked.faces(asked("layout", layout="minimal", roles={"Motto": "title"}))
    assert plain[0].tobytes() != other[0].tobytes()


def test_what_is_odd_in_single_rows_stands_by_itself(asked: Asked) -> None:
    (asked.given / "heroes.csv").write_text(LIST.replace(",4,Honk", ",some,Honk"))
    told = asked("guess")
    assert 'copies: "some" is not a number and counts as 1: fix the cell (row 3)' in told["notes"]
    assert not any("row" in line for line in told["lines"])


def test_an_id_that_is_there_twice_and_a_lost_picture_are_told_as_the_page_knows_them(asked: Asked) -> None:
    rows = ["id,Name,Picture", "fox,Fox,fox.png", "owl,Owl,owl.png", "fox,Other fox,fox.png"]
    (asked.given / "heroes.csv").write_text("\n".join(rows))
    (asked.given / "art").mkdir()
    Image.new("RGB", (800, 800)).save(asked.given / "art" / "fox.png")
    told = asked("guess")
    twice = '"fox" is there more than once: row 2, 4'
    assert f'id: not "id" ({twice})' in told["notes"]
    assert [one["why"] for one in told["columns"] if one["field"] == "id"] == [twice]
    lost = next(line for line in told["notes"] if "owl.png" in line)
    assert lost.startswith(
        "1 of 2 pictures are not in what was given, the project or a folder below: owl.png"
    )
    assert not [line for line in told["notes"] if str(asked.given) in line]


def test_a_question_of_copies_is_asked_beside_what_can_be_shown(asked: Asked) -> None:
    rows = [f"Card {n},{n % 4 + 1},{'AB'[n // 4]}" for n in range(8)]
    (asked.given / "heroes.csv").write_text("\n".join(["Name,Nr,Type", *rows]) + "\n")
    told = asked("guess")
    [question] = told["unclear"]
    assert question.startswith('"Nr" may say how many there are of each card')
    assert (told["pieces"], len(told["columns"])) == (8, 3)
    assert [one.code for one in asked.failed("make", name="x")] == ["unclear-copies"]
    assert asked("guess", copies="none")["unclear"] == []
    assert asked("guess", roles={"Nr": "copies"})["pieces"] == 20
    assert files_of(asked.project) == {}


def test_what_is_wrong_names_the_file_and_the_row_and_no_folder_of_ours(asked: Asked) -> None:
    (asked.given / "heroes.csv").write_text('Name,Rules\nFox,"open\n')
    [found] = asked.failed("guess")
    assert found.place.file == "heroes.csv"
    assert found.hint
    (asked.given / "heroes.csv").write_text("Name,Rules\n")
    [found] = asked.failed("guess")
    assert (found.place.file, found.message) == (
        "heroes.csv",
        "there is no row below the names of the columns",
    )


def test_nothing_is_written_over_and_a_failed_layout_leaves_nothing(asked: Asked) -> None:
    asked("make", name="one")
    before = files_of(asked.project)
    assert asked("guess", name="one")["taken"]
    for order in ({"name": "one"}, {"name": "One", "layout": "economy"}):
        [found] = asked.failed("make", **order)
        assert found.message == "components/one exists already; nothing is overwritten"
    for kind, outline in (("hexes", "hexagon"), ("tokens", "circle")):
        [found] = asked.failed("make", name="two", kind=kind, layout="classic")
        assert f"the layout classic is for rectangles, the outline is {outline}" in found.message
    [found] = asked.failed("make", name="///")
    assert found.code == "bad-id"
    assert files_of(asked.project) == before


def test_a_folder_that_leads_elsewhere_is_not_written_through(asked: Asked, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (asked.project / "components").symlink_to(elsewhere)
    [found] = asked.failed("make", name="one")
    assert "components is a link that leads out of the project; nothing is written there" in found.message
    assert list(elsewhere.iterdir()) == []
    assert not (asked.project / "templates").exists()


def test_pictures_a_pdf_examples_and_kinds_begin_games(asked: Asked) -> None:
    (asked.given / "heroes.csv").unlink()
    for name in ("fox", "owl"):
        data = io.BytesIO()
        Image.new("RGB", (744, 1038), (name == "fox" and "red") or "blue").save(data, "PNG")
        (asked.given / f"{name}.png").write_bytes(data.getvalue())
    told = asked("guess", size="poker")
    assert (told["source"], told["size"], told["designs"]) == ("pictures", "63.5 x 88.9 mm", 2)
    for path in asked.given.iterdir():
        path.unlink()
    pdfs.write(asked.given / "deck.pdf", pdfs.cards(0))
    told = asked("guess")
    assert (told["source"], told["grid"], told["size"], told["backs"]) == ("pdf", "3x3", "63 x 88 mm", "none")
    assert any("9 faces are pictures of 300 dots per inch" in line for line in told["notes"])
    assert asked("guess", pages="1", grid="3 x 3")["designs"] == 9
    assert not any("--" in line for line in (*told["lines"], *told["notes"]))
    for order, message in (
        ({"grid": "3y3"}, '"3y3" is not a grid of 1 to 30 columns and rows; write 3x3'),
        ({"pages": "4-1"}, '"4-1" is not a list of pages; write 2-9,12'),
        ({"backs": "left"}, '"left" is no place of backs'),
    ):
        assert [one.message for one in asked.failed("guess", **order)] == [message]
    assert asked("guess", files=False, like="party")["source"] == "like"
    assert asked("guess", files=False, kind="die")["designs"] == 2
    assert asked("make", files=False, name="dice", kind="die")["game"] == "dice"


def test_choices_name_what_the_command_knows(asked: Asked) -> None:
    told = asked("choices")
    assert told["examples"][0]["name"] == "trick-taking"
    assert {"economy", "quiz"} < {one["name"] for one in told["layouts"]}
    assert set(told["sizes"]) == set(told["lists"])


@pytest.mark.parametrize(
    ("lang", "titles"),
    [
        ("pt-BR", ["Cartas", "Jogo de vazas", "Clássico", "Pergaminho"]),
        ("en", ["Cards", "Trick taking", "Classic", "Parchment"]),
        ("../xx", ["Cards", "Trick taking", "Classic", "Parchment"]),
    ],
)
def test_choices_are_named_in_the_language_of_the_page(asked: Asked, lang: str, titles: list[str]) -> None:
    """Kinds, and later examples, layouts and looks, were English in every page."""
    told, _ = asked.beginnings.answer("choices", {"lang": lang}, None)
    assert [told[kind][0]["title"] for kind in ("kinds", "examples", "layouts", "looks")] == titles


@pytest.mark.parametrize("order", [{"name": 3}, {"path": "/etc"}, {"roles": {"a": 1}}, {"copies": "many"}])
def test_an_order_that_no_page_sends_is_refused(asked: Asked, order: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        asked("guess", **order)
