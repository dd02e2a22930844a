"""Kits are built by the command that is shown, and by no other."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from prancha.model.diagnostic import Failure
from prancha.studio import kits
from prancha.studio.command_words import build_words
from prancha.studio.guard import RefusalError
from prancha.studio.kits import check_for_shop, read_difference
from tests.unit.studio.conftest import Studio, opened


@pytest.fixture
def studio(lume: Path) -> Iterator[Studio]:
    yield from opened(lume)


def finished(studio: Studio, kit: dict[str, Any]) -> dict[str, Any]:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        state: dict[str, Any] = studio.get(f"/api/kit/{kit['kit']}")
        if state["done"]:
            return state
        time.sleep(0.05)
    raise TimeoutError(state)


def test_a_kit_is_seen_page_by_page_and_printed_where_build_prints_it(studio: Studio, lume: Path) -> None:
    game = studio.get("/api/start")["games"][0]["id"]
    looked = finished(
        studio, studio.act("/api/kit", {"game": game, "order": {"no-cover": True}, "look": True})
    )
    assert looked["fine"], looked["output"]
    assert looked["command"] == "prancha build lume --no-cover"
    [pages] = looked["sizes"]
    assert len(pages) >= 3
    assert pages[0] == pytest.approx([210, 297], abs=0.1)
    status, headers, data = studio.send(f"/page/{looked['kit']}/0/0/3")
    assert (status, headers["Content-Type"], data[:2]) == (200, "image/bmp", b"BM")
    assert studio.send(f"/page/{looked['kit']}/0/0/32/4/7")[2][:2] == b"BM"
    assert studio.send(f"/page/{looked['kit']}/0/99/3")[0] == 404
    assert studio.send(f"/page/{looked['kit']}/1/0/3")[0] == 404
    assert not (lume / "output").exists()

    order = {"items": "cards/sun", "paper": "letter", "no-cover": True, "proof": True, "draft": True}
    made = finished(studio, studio.act("/api/kit", {"game": game, "order": order}))
    assert made["command"] == "prancha build lume --paper letter --items cards/sun --draft --no-cover --proof"
    assert made["fine"], made["output"]
    assert [(lume / "output" / "lume" / name).is_file() for name in made["files"]] == [True]
    assert studio.send(f"/pdf/{made['kit']}/0")[2][:5] == b"%PDF-"


def test_an_export_tells_how_far_it_is(
    studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares: list[float | None] = []
    tell = kits.StudioKit._tell
    monkeypatch.setattr(kits.StudioKit, "_tell", lambda self: (shares.append(self.share), tell(self))[1])
    game = studio.get("/api/start")["games"][0]["id"]
    made = finished(studio, studio.act("/api/export", {"game": game, "to": "images"}))
    assert made["fine"], made["output"]
    told = [share for share in shares if share is not None]
    assert told == sorted(told)
    assert len(set(told)) > 5  # five designs with backs, drawn and then written
    assert any(0 < share <= 0.5 for share in told)
    assert any(0.5 < share < 1 for share in told)
    assert made["share"] == 0.99
    assert "progress:" not in made["output"]


def test_a_kit_of_many_sheets_says_so_before_it_is_drawn(studio: Studio, lume: Path) -> None:
    game = studio.get("/api/start")["games"][0]["id"]
    cards = lume / "components/lume/cards.yaml"
    cards.write_text(re.sub(r"copies: \d+", "copies: 600", cards.read_text()))
    (lume / "components/lume/rules.yaml").unlink()
    order = {"only": "cards", "no-cover": True}
    made = finished(studio, studio.act("/api/kit", {"game": game, "order": order}))
    assert made["output"].startswith("lume: about 134 sheets of paper: cards 134 (1200 copies of 2 designs")
    assert made["fine"]


def test_a_kit_that_cannot_be_built_says_why(studio: Studio) -> None:
    game = studio.get("/api/start")["games"][0]["id"]
    made = finished(studio, studio.act("/api/kit", {"game": game, "order": {"items": "cards/nobody"}}))
    assert not made["fine"]
    assert made["files"] == []
    assert 'there is no component "nobody"' in made["output"]


@pytest.mark.parametrize(
    "order",
    [
        {"paper": "--out=/tmp/x"},
        {"paper": "../x"},
        {"items": "--out"},
        {"items": "a b"},
        {"items": "a;b"},
        {"duplex": "long --out /tmp"},
        {"ink": "none"},
        {"lang": "-"},
        {"printer": "/etc/passwd"},
        {"paper": 4},
        {"changed-since": "--replace"},
        {"only": "x" * 501},
    ],
)
def test_nothing_gets_into_the_command_but_what_the_page_offers(order: dict[str, Any]) -> None:
    with pytest.raises(RefusalError, match="this cannot be ordered"):
        build_words("lume", order)


def test_what_is_no_option_is_left_out() -> None:
    assert build_words("lume", {"out": "/tmp", "project": "/", "proof": "yes", "duplex": "fold"}) == [
        "build",
        "lume",
        "--duplex",
        "fold",
    ]


@pytest.mark.parametrize("asked", [{}, {"game": 4, "order": {}}, {"game": "0" * 16, "order": {}}])
def test_a_kit_of_no_game_is_refused(studio: Studio, asked: dict[str, Any]) -> None:
    assert studio.refused("/api/kit", asked)[0] == 404


def test_a_bad_order_says_so(studio: Studio) -> None:
    game = studio.get("/api/start")["games"][0]["id"]
    assert studio.refused("/api/kit", {"game": game, "order": {"paper": "../a"}}) == (
        400,
        "paper: this cannot be ordered\n",
    )
    assert studio.refused("/api/kit", {"game": game, "order": "all"}) == (
        400,
        "order: an object was expected\n",
    )


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"only": "cards"}, {"designs": 2, "pieces": 12}),
        ({"items": "cards/sun"}, {"designs": 1, "pieces": 8}),
        ({"items": "cards/1-2,tokens/one"}, {"designs": 3, "pieces": 18}),
        ({}, {"designs": 5, "pieces": 26}),
    ],
)
def test_what_an_order_means_is_told_before_it_is_given(
    studio: Studio, asked: dict[str, str], found: dict[str, int]
) -> None:
    game = studio.get("/api/start")["games"][0]["id"]
    assert studio.act("/api/which", {"game": game, **asked}) == found


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        ({"items": "cards/foo"}, 422, 'there is no component \\"foo\\" in cards'),
        ({"items": "grid/foo"}, 422, 'there is no family \\"grid\\"'),
        ({"items": "cards/../x y"}, 400, "items: this cannot be ordered"),
        ({"only": "-x"}, 400, "only: this cannot be ordered"),
    ],
)
def test_what_an_order_cannot_mean_is_told(
    studio: Studio, asked: dict[str, str], status: int, said: str
) -> None:
    game = studio.get("/api/start")["games"][0]["id"]
    got, told = studio.refused("/api/which", {"game": game, **asked})
    assert got == status
    assert said in told


def test_what_a_command_says_instead_of_json_is_told(lume: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kits, "_output", lambda *_, **__: "odd\n")
    for call in (partial(check_for_shop, given=["--for=mpc"]), partial(read_difference, name="v1")):
        with pytest.raises(Failure, match="command-failed: odd"):
            call(lume, "lume")
