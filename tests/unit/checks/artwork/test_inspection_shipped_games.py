"""The finished games looked at as `prancha check` does, and what is gathered of a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from faces_made import Written
from msgspec.structs import replace

from prancha.building import game_loading, pipeline
from prancha.building.artwork_check import gather
from prancha.checks.artwork import Printed, inspect
from prancha.faces import FaceMaker
from prancha.graphics.fonts import FontBook
from prancha.model.game import Game

PROJECT = Path(__file__).parents[4]
pytestmark = pytest.mark.usefixtures("kept_faces")


def drawn(project: Path, name: str, change: Callable[[Game], Game] = lambda game: game) -> Printed:
    game = change(game_loading.load(project, name))
    folders = (project / "templates" / name, project / "templates", PROJECT / "templates")
    book = FontBook((folders[0], PROJECT / "templates" / "_library"))
    maker = FaceMaker(game, "en", folders, book)
    return gather(game, maker, maker.draw(), book, folders)


@pytest.mark.parametrize("game", ["aperiodik", "automato", "ceramus", "dual", "hexagonal"])
def test_nothing_is_found_that_is_not_explained(game: str) -> None:
    seen = pipeline.check_faces(PROJECT, game)
    assert [str(finding) for finding in seen.findings] == []
    assert all(len(waived.why) > 20 for waived in seen.waived)
    assert seen.unknown == 0


def test_the_guards_bite_on_a_real_game() -> None:
    def spoil(game: Game) -> Game:
        palette = {**game.palette, "ink": game.palette["cream"], "seaweed": "#123456"}
        return replace(game, palette=palette, families=tuple(replace(f, safe=9.0) for f in game.families))

    seen = inspect(
        [drawn(PROJECT, "automato", spoil)], Written({"checks": {"text-size": {"error": 8, "warning": 9}}})
    )
    assert {"contrast", "safe-zone", "text-size", "unused-colour"} <= {one.code for one in seen.findings}
    assert any(one.severity == "error" for one in seen.findings)


def test_what_templates_read_is_noted(lume: Path) -> None:
    used = drawn(lume, "lume").used
    assert used.fields["cards"] == {"name", "cost"}
    assert used.fields["tokens"] == frozenset()
    assert (used.palette, used.texts, used.icons) == ({"ink", "sun"}, {"cost"}, {"star"})
    assert used.templates == {"card.svg.j2", "card-back.svg.j2", "hex.svg.j2", "token.svg.j2"}


def test_the_games_own_files_are_listed(lume: Path) -> None:
    folder = lume / "templates" / "lume"
    (folder / "icons").mkdir()
    (folder / "icons" / "moon.svg").write_text("<svg/>", encoding="utf-8")
    (folder / "old.svg.j2").write_text("", encoding="utf-8")
    findings = {(one.code, one.message) for one in inspect([drawn(lume, "lume")]).findings}
    assert ("unused-icon", 'no face shows the icon "moon" of this game') in findings
    assert ("unused-template", 'nothing is drawn with the template "old.svg.j2"') in findings


def test_what_the_cover_names_is_used(lume: Path) -> None:
    folder, game = lume / "templates" / "lume", lume / "components" / "lume" / "game.yaml"
    text = game.read_text(encoding="utf-8").replace('sun: "#c0392b"', 'sun: "#c0392b", sea: "#2b6cc0"')
    game.write_text(text + "cover: {templates: {head: cover.svg.j2}}\n", encoding="utf-8")
    (folder / "old.svg.j2").write_text("{{ palette.sea }}", encoding="utf-8")
    cover = folder / "cover.svg.j2"
    cover.write_text('{% include "old.svg.j2" %}', encoding="utf-8")
    codes = {one.code for one in inspect([drawn(lume, "lume")]).findings}
    assert not codes & {"unused-colour", "unused-template"}
    cover.write_text("", encoding="utf-8")
    assert {"unused-colour", "unused-template"} <= {
        one.code for one in inspect([drawn(lume, "lume")]).findings
    }
