"""In which order a change is drawn: the card that was looked at last, then the others in view."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path
from typing import Any

import pytest

from prancha.building import game_loading
from prancha.studio import checking_process
from prancha.studio.checking_process import CheckingProcess
from prancha.studio.game_language import _starts
from prancha.studio.game_view import GameView
from prancha.studio.guard import token
from prancha.studio.session import Session
from tests.conftest import TEMPLATES
from tests.unit.studio.test_session import until

KEYS = ("cards/sun", "cards/moon", "hexes/land", "hexes/sea", "tokens/one")
MARK = '<circle cx="5" cy="5" r="2" fill="#000"/>'


class Viewed:
    """A game of which all fronts were looked at, and what was published of it since."""

    def __init__(self, project: Path) -> None:
        self.told: list[tuple[str, dict[str, Any]]] = []
        self.view = GameView(project, "lume", lambda name, data: self.told.append((name, data)))
        self.view.state("en")
        for key in KEYS:
            self.view.picture("en", token(key), "front", 2)
        while self.view.background():
            pass
        self.told.clear()

    def drawn(self) -> list[set[str]]:
        """The cards of each message of changed pictures."""
        names = {token(key): key for key in KEYS}
        return [{names[one] for one in data["versions"]} for name, data in self.told if name == "faces"]


def test_the_card_in_view_is_told_before_another_is_drawn(lume: Path) -> None:
    game = Viewed(lume)
    game.view.picture("en", token("hexes/sea"), "front", 2)
    file = lume / "templates" / "lume" / "hex.svg.j2"
    file.write_text(TEMPLATES["hex"] + MARK)
    game.view.follow(reread=False)
    assert game.drawn() == [{"hexes/sea"}]
    assert [name for name, _ in game.told] == ["faces", "game", "findings"]
    while game.view.show_next():
        pass
    # Cards of other templates are as they were, and are not asked for again.
    assert game.drawn() == [{"hexes/sea"}, {"hexes/land"}]


def test_its_picture_is_drawn_before_it_is_asked_for(lume: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Viewed(lume)
    before = game.view.picture("en", token("hexes/sea"), "front", 2)
    (lume / "templates" / "lume" / "hex.svg.j2").write_text(TEMPLATES["hex"] + MARK)
    game.view.follow()
    monkeypatch.setattr("prancha.studio.game_language.Drawer.pdf", None)  # nothing is printed any more
    assert game.view.picture("en", token("hexes/sea"), "front", 2) != before


def test_a_template_alone_does_not_read_the_catalogue(lume: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Viewed(lume)
    read: list[str] = []
    load = game_loading.load
    monkeypatch.setattr(game_loading, "load", lambda project, name: read.append(name) or load(project, name))
    game.view.follow(reread=False)
    assert read == []
    game.view.follow()
    assert read == ["lume"]


def test_a_catalogue_that_could_not_be_read_is_read_again_in_any_case(lume: Path) -> None:
    game = Viewed(lume)
    file = lume / "components" / "lume" / "cards.yaml"
    good = file.read_text()
    file.write_text("title: [")
    game.view.follow()
    assert game.view.findings()["unread"]
    file.write_text(good)
    game.view.follow(reread=False)
    assert not game.view.findings()["unread"]


def test_what_a_save_leaves_behind_is_freed_as_soon_as_nothing_is_asked(
    lume: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prancha.studio.session.FIRST", 0.0)
    monkeypatch.setattr("prancha.studio.session.UNUSED", 1e9)
    monkeypatch.setattr(CheckingProcess, "check", lambda *_: None)
    session = Session(lume, (), lambda *_: None, tmp_path / "kits")
    view = session.view(token("lume"))
    gc.disable()
    try:
        view.state("en")
        view.picture("en", token("hexes/sea"), "front", 2)
        before = weakref.ref(view.drawer("en")._maker.tools.typesetter._setter)
        (lume / "templates" / "lume" / "hex.svg.j2").write_text(TEMPLATES["hex"] + MARK)
        until(lambda: session.run(rounds=5) or before() is None)
    finally:
        gc.enable()
        session.close()


@pytest.mark.parametrize(
    ("count", "starts"), [(0, []), (1, []), (2, [1]), (9, [1, 2, 4, 8]), (40, [1, 2, 4, 8, 16, 26, 36])]
)
def test_chunks_grow(count: int, starts: list[int]) -> None:
    assert list(_starts(count)) == starts


def test_a_check_is_broken_off_for_a_newer_one_and_tells_how_far_it_is(
    lume: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRANCHA_CACHE", "off")
    file = lume / "components" / "lume" / "hexes.yaml"
    rows = "".join(f"  - {{id: c{k}, colour: '#{100 + k}', copies: 1}}\n" for k in range(400))
    file.write_text(file.read_text() + rows)
    checks = CheckingProcess(lume)
    found = []
    try:
        checks.check("lume", 1, faces=True)
        until(lambda: found.extend(checks.results()) or any(one.kind == "progress" for one in found))
        assert checks.is_outdated("lume", 2)
        assert not checks.is_outdated("lume", 1)
        checks.check("lume", 2, faces=False)
        until(lambda: found.extend(checks.results()) or not checks.is_busy)
    finally:
        checks.close()
    told = [(one.revision, one.kind) for one in found if one.kind != "progress"]
    assert told == [(1, "rules"), (2, "rules")]
    shares = [one.share for one in found if one.kind == "progress"]
    assert shares == sorted(shares)
    assert all(0 < one < 1 for one in shares)
    assert checking_process.NICE > 0
