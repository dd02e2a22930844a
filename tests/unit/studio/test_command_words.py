"""What the page orders becomes words of a command, and nothing else does."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import pytest

from prancha.cli.export import add_commands
from prancha.studio.command_words import build_words, export_words, list_targets, shop_words, snapshot_name
from prancha.studio.guard import RefusalError, token
from prancha.system.words import languages, words
from tests.unit.studio.conftest import opened
from tests.unit.studio.test_kits import finished


def test_sets_and_many_ticked_cards_are_words_of_a_build() -> None:
    ticked = ",".join(f"cards/c{number}" for number in range(900))
    assert build_words("lume", {"sets": "3", "items": ticked, "draft": True}) == [
        "build", "lume", "--sets", "3", "--items", ticked, "--draft",
    ]  # fmt: skip
    for sets in ("0", "1000", "-1", "2 3", 3):
        with pytest.raises(RefusalError, match="sets: this cannot be ordered"):
            build_words("lume", {"sets": sets})


def test_an_export_has_the_options_of_its_target() -> None:
    asked = {"to": "images", "only": "cards", "options": {"dpi": "150", "format": "jpeg", "area": ""}}
    assert export_words("lume", asked) == [
        "export", "lume", "--to", "images", "--only=cards", "--dpi=150", "--format=jpeg",
    ]  # fmt: skip
    assert "--whole-save" in export_words("lume", {"to": "tts", "options": {"whole_save": True}})
    # What another target takes is left out: the page asked before it was changed.
    assert export_words("lume", {"to": "images", "options": {"marks": "3"}}) == export_words(
        "lume", {"to": "images"}
    )


@pytest.mark.parametrize(
    "options",
    [
        {"format": "exe"},
        {"names": "a\nb"},
        {"names": ["x"]},
        {"dpi": 3},
        {"names": "x" * 201},
        ["dpi"],
    ],
)
def test_what_is_no_option_is_refused(options: Any) -> None:
    with pytest.raises(RefusalError, match="this cannot be ordered"):
        export_words("lume", {"to": "images", "options": options})


def test_a_value_never_becomes_an_option() -> None:
    words = export_words("lume", {"to": "images", "options": {"names": "--out=/etc"}})
    assert words[-1] == "--names=--out=/etc"
    with pytest.raises(RefusalError, match="profile: this cannot be ordered"):
        export_words("lume", {"to": "panda", "options": {"profile": "/etc/passwd"}})
    with pytest.raises(LookupError):
        export_words("lume", {"to": "../images"})


def test_shops_are_the_targets_that_have_one() -> None:
    assert shop_words({"to": "mpc", "options": {"fit": True}})[0] == "--for=mpc"
    with pytest.raises(LookupError):
        shop_words({"to": "images"})
    names = {one["name"]: one for one in list_targets()}
    assert names["mpc"]["shop"] == "mpc"
    assert all(option["name"] != "profile" for one in names.values() for option in one["options"])


def test_every_option_has_its_words_and_the_choices_of_the_command() -> None:
    commands = argparse.ArgumentParser().add_subparsers()
    add_commands(commands)
    known = {one.dest: one.choices for one in commands.choices["export"]._actions}
    options = [option for target in list_targets() for option in target["options"]]
    for lang in languages():
        texts = words(lang, "studio")
        assert [one["name"] for one in options if f"option_{one['name']}" not in texts] == []
    for one in options:
        choices = known[one["name"]]
        assert bool(one["choices"]) == bool(choices), one
        assert set(one["choices"]) <= {str(choice) for choice in choices or ()}


@pytest.mark.parametrize("name", ["", "../x", "-x", "a/b", "a\nb", "x" * 62, 7])
def test_a_snapshot_has_a_plain_name(name: Any) -> None:
    with pytest.raises(RefusalError):
        snapshot_name({"name": name})


def test_a_snapshot_is_stored_and_told(lume: Path) -> None:
    for studio in opened(lume, edit=True):
        game = token("lume")
        for name in ("v1.0", "printed"):
            told = studio.act("/api/snapshot", {"game": game, "name": name})
            assert told["told"].endswith(f"components/lume/.snapshots/{name}.json")
        status, told = studio.refused("/api/snapshot", {"game": game, "name": "v1.0"})
        assert (status, 'there is a snapshot \\"v1.0\\" already' in told) == (422, True)
    for studio in opened(lume):
        assert studio.refused("/api/snapshot", {"game": game, "name": "v2"})[0] == 404


def test_a_game_is_checked_for_a_shop(lume: Path) -> None:
    for studio in opened(lume):
        found = studio.act("/api/shop", {"game": token("lume"), "to": "mpc"})["findings"]
        assert {one["severity"] for one in found} <= {"error", "warning"}
        assert any(one["code"].startswith("shop-") or "shop" in one["message"] for one in found)
        assert studio.refused("/api/shop", {"game": token("lume"), "to": "images"})[0] == 404


def test_an_export_is_written_beside_the_kits_with_what_to_do(lume: Path) -> None:
    for studio in opened(lume):
        kit = studio.act("/api/export", {"game": token("lume"), "to": "contact-sheet"})["kit"]
        told = finished(studio, {"kit": kit})
        folder = lume / "output" / "lume" / "export" / "contact-sheet"
        assert (told["fine"], told["folder"]) == (True, str(folder.resolve()))
        assert told["command"] == "prancha export lume --to contact-sheet"
        assert told["guide"] == (folder / "READ-ME-FIRST.txt").read_bytes().decode()
