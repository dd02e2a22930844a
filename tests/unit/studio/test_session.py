"""The studio follows the files: what changed is drawn anew, what is broken is told and recovers."""

from __future__ import annotations

import io
import json
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from prancha.cli.command_line import main
from prancha.studio.guard import token
from prancha.studio.kits import page_picture as pixels
from tests.conftest import CARDS, TEMPLATES, write_project
from tests.unit.studio.conftest import Studio, opened

BLUR = ImageFilter.GaussianBlur(1.0)


@pytest.fixture
def studio(lume: Path) -> Iterator[Studio]:
    yield from opened(lume)


def until(told: Callable[[], Any], seconds: float = 30.0, pause: float = 0.02) -> Any:
    """What `told` returns once it is true, asked every `pause` seconds.

    What the studio does only while nobody asks, such as drawing the other cards, needs a longer pause.
    """
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = told()
        if found:
            return found
        time.sleep(pause)
    raise TimeoutError(found)


def game_of(studio: Studio) -> dict[str, Any]:
    game = studio.get("/api/start")["games"][0]["id"]
    state: dict[str, Any] = studio.get(f"/api/game/{game}/en")
    return state


def picture(studio: Studio, key: str, side: str = "front", density: int = 2) -> bytes:
    game = studio.get("/api/start")["games"][0]["id"]
    status, _, data = studio.send(f"/face/{game}/en/{token(key)}/{side}/{density}")
    return data if status == 200 else b""


def unread(studio: Studio) -> list[str]:
    return [one["message"] for one in game_of(studio)["findings"]["unread"]]


def test_it_tells_a_game_with_all_that_is_shown_of_it(studio: Studio) -> None:
    game = game_of(studio)
    assert (game["name"], game["title"], game["languages"]) == ("lume", "Lume", ["pt-BR", "en"])
    cards = game["families"][0]
    assert (cards["width"], cards["height"], cards["back"], cards["copies"]) == (63.0, 88.0, True, 12)
    assert [item["id"] for item in cards["items"]] == ["sun", "moon"]
    assert cards["items"][0]["fields"]["name"] == {"pt-BR": "Coração do sol", "en": "Heart of the sun"}
    assert cards["items"][0]["place"][0] == "components/lume/cards.yaml"
    assert cards["trim"][0].startswith("M")


def test_the_picture_is_that_of_the_printed_sheet(studio: Studio, lume: Path, tmp_path: Path) -> None:
    """A card of the gallery, and the same card where the manifest says that it stands on its sheet."""
    density = 6
    out = ["--lang", "en", "--no-cover", "--out", str(tmp_path / "out")]
    assert main(["build", "lume", "--project", str(lume), *out]) == 0
    [pdf] = (tmp_path / "out").rglob("*.pdf")
    placed = json.loads(next(pdf.parent.glob("*.json")).read_text())["placed"]
    seen: set[tuple[str, str]] = set()
    faces: list[Image.Image] = []

    def apart(one: Image.Image, other: Image.Image) -> float:
        return max(ImageStat.Stat(ImageChops.difference(one.filter(BLUR), other.filter(BLUR))).mean)

    for sheet in placed["sheets"]:
        page = Image.open(io.BytesIO(pixels(pdf, sheet["page"] - 1, density))).convert("RGB")
        for row in sheet["pieces"]:
            one = dict(zip(placed["columns"], row, strict=False))
            name = one["item"], sheet["side"]
            if name in seen or one["turn"] not in (0, None):
                continue
            seen.add(name)
            shape, width, height, *_ = placed["outlines"][one["outline"]]
            # Within the trim, where no mark and no neighbour is.
            edge = 1.0 if shape in ("rectangle", "rounded") else 0.25 * min(width, height)
            data = picture(studio, *name, density)
            face = Image.open(io.BytesIO(data)).convert("RGB")
            bleed = (face.width / density - width) / 2
            size = [round((side - 2 * edge) * density) for side in (width, height)]
            at = [round((bleed + edge) * density)] * 2
            middle = (one["x"], width), (one["y"], height)
            on = [round((where - side / 2 + edge) * density) for where, side in middle]
            mine = face.crop((*at, at[0] + size[0], at[1] + size[1]))
            printed = page.crop((*on, on[0] + size[0], on[1] + size[1]))
            # Edges fall between other pixels on the sheet: half a pixel to each side.
            assert apart(mine, printed) < 0.6, name
            faces.append(mine)
    assert len(seen) == 7
    assert apart(faces[0], faces[1]) > 0.9  # two cards are told apart so


def test_a_saved_value_is_a_new_picture_and_an_event(studio: Studio, lume: Path) -> None:
    before = picture(studio, "hexes/land")
    until(lambda: not game_of(studio)["findings"]["pending"])
    listener = studio.server.events.join()
    assert listener is not None
    file = lume / "components" / "lume" / "hexes.yaml"
    file.write_text(file.read_text().replace("#7a5", "#a57"))
    told = b""
    while b"event: faces" not in told:
        told += studio.server.events.next(listener, 20)
    assert token("hexes/land").encode() in told
    assert token("hexes/sea").encode() not in told.partition(b"event: game")[0]
    assert picture(studio, "hexes/land") not in (before, b"")


def test_a_changed_template_is_seen_on_every_card(studio: Studio, lume: Path) -> None:
    before = [picture(studio, key) for key in ("hexes/land", "hexes/sea")]
    file = lume / "templates" / "lume" / "hex.svg.j2"
    file.write_text(TEMPLATES["hex"] + '<circle cx="20" cy="20" r="9" fill="#000"/>')
    until(lambda: picture(studio, "hexes/land") != before[0])
    until(lambda: picture(studio, "hexes/sea") != before[1])


def test_a_half_saved_catalogue_is_told_and_the_last_state_stays(studio: Studio, lume: Path) -> None:
    before = picture(studio, "cards/sun")
    file = lume / "components" / "lume" / "cards.yaml"
    file.write_text(CARDS[: len(CARDS) // 2])
    assert until(lambda: unread(studio))
    assert picture(studio, "cards/sun") == before
    file.write_text(CARDS)
    until(lambda: not unread(studio))


def test_a_deleted_template_is_told_and_comes_back(studio: Studio, lume: Path) -> None:
    before = picture(studio, "hexes/land")
    file = lume / "templates" / "lume" / "hex.svg.j2"
    file.rename(lume / "gone")
    until(lambda: [one for one in game_of(studio)["findings"]["faces"] if "hex.svg.j2" in one["message"]])
    assert picture(studio, "hexes/land") == before  # the last that could be drawn
    (lume / "gone").rename(file)
    until(lambda: not [one for one in game_of(studio)["findings"]["faces"] if "hex.svg.j2" in one["message"]])


def test_a_renamed_game_is_told_and_comes_back(studio: Studio, lume: Path) -> None:
    folder = lume / "components" / "lume"
    shutil.move(folder, lume / "components" / "other")
    until(lambda: unread(studio))
    shutil.move(lume / "components" / "other", folder)
    until(lambda: not unread(studio))


def test_a_wrong_value_in_a_template_breaks_its_cards_alone(studio: Studio, lume: Path) -> None:
    file = lume / "templates" / "lume" / "token.svg.j2"
    file.write_text("{{ nobody }}")
    until(lambda: not picture(studio, "tokens/one") or game_of(studio)["findings"]["faces"])
    assert picture(studio, "hexes/sea")
    found = until(lambda: game_of(studio)["findings"]["faces"])
    assert any("nobody" in one["message"] and one["t"] == token("tokens/one") for one in found)
    file.write_text(TEMPLATES["token"])
    until(lambda: picture(studio, "tokens/one"))


def test_rules_and_faces_are_checked_beside(studio: Studio, lume: Path) -> None:
    file = lume / "components" / "lume" / "cards.yaml"
    file.write_text(CARDS.replace("copies: 8", "copies: 9"))
    [found] = until(lambda: game_of(studio)["findings"]["rules"])
    assert (found["code"], found["severity"]) == ("rule-total", "error")
    assert found["place"][0] == "components/lume/rules.yaml"
    file.write_text(CARDS)
    until(lambda: not game_of(studio)["findings"]["rules"])


def test_names_full_of_markup_are_text(tmp_path: Path) -> None:
    project = write_project(tmp_path / "project")
    evil = "<script>alert(1)</script>\"'><img src=x>"
    file = project / "components" / "lume" / "tokens.yaml"
    file.write_text(
        file.read_text() + f"  - {{id: two, copies: 1, name: '{evil.replace(chr(39), chr(39) * 2)}'}}\n"
    )
    for studio in opened(project):
        item = game_of(studio)["families"][2]["items"][1]
        assert item["fields"]["name"] == evil
        status, headers, _ = studio.send(f"/api/game/{token('lume')}/en")
        assert (status, headers["Content-Type"]) == (200, "application/json")
        assert picture(studio, "tokens/two")


MISTAKES = {
    "a bracket": ("{{ label(x.y }}", "unexpected '}', expected ')'"),
    "an open element": ('<rect x="1" y="1" width="5" height="5" fill="red">', "SVG is broken: mismatched"),
    "a colour that is none": (
        '<rect x="1" y="1" width="5" height="5" fill="zebra"/>',
        'fill="zebra" cannot be read',
    ),
    "a name that nobody gave": ("{{ nobody }}", '"nobody" is not defined'),
}


@pytest.mark.parametrize("kind", MISTAKES)
def test_a_mistake_in_a_template_stands_on_every_card_it_concerns(
    studio: Studio, lume: Path, kind: str
) -> None:
    hexes = {key: token(key) for key in ("hexes/land", "hexes/sea")}
    before = {key: picture(studio, key) for key in hexes}
    file = lume / "templates" / "lume" / "hex.svg.j2"
    wrong, message = MISTAKES[kind]
    file.write_text(TEMPLATES["hex"] + "\n" + wrong)

    def stale() -> set[str]:
        for key in hexes:  # an error of the drawing itself is met when it is printed
            assert picture(studio, key) == before[key], "the last that could be drawn"
        return set(game_of(studio)["findings"]["stale"]["en"])

    until(lambda: stale() == set(hexes.values()))
    found = game_of(studio)["findings"]
    assert set(found["cards"]) == set(hexes.values())
    for told in found["cards"].values():
        [one] = told
        assert message in one["message"]
        assert "hex.svg.j2:" in ":".join(map(str, one["place"])) + one["message"]
    # In the list of all it stands once.
    assert len([one for one in found["faces"] if message in one["message"]]) == 1
    file.write_text(TEMPLATES["hex"])
    until(lambda: not game_of(studio)["findings"]["stale"]["en"])
    assert game_of(studio)["findings"]["cards"] == {}
    assert {key: picture(studio, key) for key in hexes} == before


def test_a_picture_that_is_not_there_is_told_on_every_card_that_wants_it(studio: Studio, lume: Path) -> None:
    file = lume / "templates" / "lume" / "hex.svg.j2"
    file.write_text(TEMPLATES["hex"] + '{{ art("none.svg", 10, 10, 10, 10) }}')
    game_of(studio)
    until(lambda: len(game_of(studio)["findings"]["cards"]) == 2, pause=0.5)
    found = game_of(studio)["findings"]
    assert set(found["cards"]) == {token("hexes/land"), token("hexes/sea")}
    assert {one["code"] for told in found["cards"].values() for one in told} == {"missing-art"}
    assert found["stale"]["en"] == []  # it prints, with its name in its place


def test_what_is_told_of_cards_is_an_event(studio: Studio, lume: Path) -> None:
    picture(studio, "hexes/land")
    until(lambda: not game_of(studio)["findings"]["pending"])
    listener = studio.server.events.join()
    assert listener is not None
    (lume / "templates" / "lume" / "hex.svg.j2").write_text("{{ nobody }}")
    told = b""
    while token("hexes/land").encode() not in told.partition(b'"cards": ')[2]:
        told = studio.server.events.next(listener, 20)


def test_an_empty_folder_is_told_and_the_game_that_comes_is_opened(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    with contextmanager(opened)(project) as studio:
        start = studio.get("/api/start")
        assert start["games"] == []
        [lost] = start["lost"]
        assert (lost["code"], lost["message"]) == ("no-game", "there is no such folder")
        assert "prancha new NAME" in lost["hint"]
        listener = studio.server.events.join()
        assert listener is not None
        write_project(tmp_path / "other")
        shutil.copytree(tmp_path / "other", project, dirs_exist_ok=True)
        games = until(lambda: studio.get("/api/start")["games"])
        assert [one["title"] for one in games] == ["Lume"]
        assert studio.get("/api/start")["lost"] == []
        assert picture(studio, "cards/sun")
        told = b""
        while b"event: games" not in told:
            told = studio.server.events.next(listener, 20)
        # Another comes while the first is there.
        shutil.copytree(project / "components" / "lume", project / "components" / "second")
        until(lambda: [one["name"] for one in studio.get("/api/start")["games"]] == ["lume", "second"])


def test_a_game_that_does_not_read_is_opened_with_its_errors_and_comes_alive(lume: Path) -> None:
    file = lume / "components" / "lume" / "game.yaml"
    good = file.read_text()
    file.write_text(good.replace("title:", "title: ["))
    with contextmanager(opened)(lume) as studio:
        [game] = studio.get("/api/start")["games"]
        assert (game["name"], game["title"], game["languages"]) == ("lume", "lume", [])
        [found] = game_of(studio)["findings"]["unread"]
        assert found["place"][:1] == ["components/lume/game.yaml"]
        assert found["place"][1] > 0
        file.write_text(good)
        until(lambda: "families" in game_of(studio))
        [game] = studio.get("/api/start")["games"]
        assert (game["title"], game["languages"]) == ("Lume", ["pt-BR", "en"])
        assert picture(studio, "cards/sun")


def test_a_folder_that_is_no_game_leaves_the_others(lume: Path) -> None:
    folder = lume / "components" / "second"
    folder.mkdir()
    (folder / "game.yml").write_text("title: Second")
    with contextmanager(opened)(lume) as studio:
        start = studio.get("/api/start")
        assert [one["name"] for one in start["games"]] == ["lume"]
        assert any("second" in ":".join(map(str, one["place"])) for one in start["lost"])
