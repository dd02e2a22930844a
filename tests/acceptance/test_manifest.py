"""The manifest of every game agrees with its PDF, and the command line tells it."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from prancha.building import game_loading, kit_inventory, pipeline
from prancha.building.order import Order
from prancha.catalogue import list_games
from prancha.checks.inventory import gather
from prancha.cli.command_line import main

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.usefixtures("kept_faces")


OFTEN = ("dual", "hexagonal")
"""What every run of the tests counts."""


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game in OFTEN else pytest.mark.slow) for game in list_games(ROOT)],
)
def test_designed_is_drawn_is_placed_is_in_the_pdf(game: str) -> None:
    inventory, wrong = kit_inventory.count_inventory(ROOT, game, "a4", None)
    assert wrong == ()
    assert inventory.components
    assert all(one.found == one.designed for one in inventory.components)
    assert sum(one.designed for one in inventory.components) == sum(
        total.copies for total in inventory.totals
    )
    assert inventory.assumptions
    assert 0.5 < sum(inventory.ink[-1].ink) < 20
    assert all(0 <= share < 0.5 for use in inventory.ink for share in use.shares)


Edit = Callable[[pikepdf.Pdf, dict[str, Any]], None]


def nothing(_pdf: pikepdf.Pdf, _tree: dict[str, Any]) -> None:
    pass


def not_drawn(pdf: pikepdf.Pdf, tree: dict[str, Any]) -> None:
    """The face of the moon is empty, as if its drawing had failed."""
    face = tree["placed"]["faces"][tree["placed"]["fronts"]["cards/moon"]]
    (form,) = (
        thing for thing in pdf.objects
        if isinstance(thing, pikepdf.Stream) and f"{zlib.crc32(thing.read_bytes()):08x}" == face
    )  # fmt: skip
    form.write(b"")


def not_placed(_pdf: pikepdf.Pdf, tree: dict[str, Any]) -> None:
    rows = tree["placed"]["sheets"][0]["pieces"]
    rows.remove(next(row for row in rows if row[0] == "cards/moon"))


def painted(pdf: pikepdf.Pdf, times: int) -> None:
    """Paint the first moon so often."""
    page = pdf.pages[0]
    text = page.Contents.read_bytes()
    start = text.index(b"/Piece <</Item (cards/moon)")
    end = text.index(b"EMC", start) + 3
    page.Contents.write(text[:start] + b"\n".join([text[start:end]] * times) + text[end:])


FAULTS: list[tuple[Edit, tuple[int, int, int]]] = [
    (nothing, (4, 4, 4)),
    (not_drawn, (0, 4, 4)),
    (not_placed, (4, 3, 4)),
    (lambda pdf, _: painted(pdf, 0), (4, 4, 3)),
    (lambda pdf, _: painted(pdf, 2), (4, 4, 5)),
]


@pytest.mark.parametrize(("edit", "counts"), FAULTS, ids=["none", "drawn", "placed", "lost", "doubled"])
def test_each_step_from_catalogue_to_pdf_can_fail_alone(
    lume: Path, tmp_path: Path, edit: Edit, counts: tuple[int, int, int]
) -> None:
    game = game_loading.load(lume, "lume")
    kit = pipeline.build_game(Order(lume, cover=False, out=tmp_path / "out"), "lume")
    tree = json.loads(kit.manifest.read_text(encoding="utf-8"))
    spoiled, listing = tmp_path / "spoiled.pdf", tmp_path / "manifest.json"
    with pikepdf.open(kit.pdf) as pdf:
        edit(pdf, tree)
        pdf.save(spoiled)
    listing.write_text(json.dumps(tree), encoding="utf-8")
    inventory, wrong = kit_inventory.count_kit(game, "en", spoiled, listing)
    moon = next(one for one in inventory.components if one.key == "cards/moon")
    assert (moon.designed, (moon.drawn, moon.placed, moon.found)) == (4, counts)
    drawn, placed, found = counts
    told = f"expected 4 of it at every step, found {drawn} drawn, {placed} placed and {found} in the PDF"
    assert [(one.place.line, one.message) for one in wrong] == [(10, told)] * (edit is not nothing)


@pytest.mark.slow
def test_a_piece_lost_on_the_way_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def one_short(game, lang, manifest, found, forms, ink):  # type: ignore[no-untyped-def]
        return gather(game, lang, manifest, found[1:], forms, ink)

    monkeypatch.setenv("PRANCHA_CACHE", "off")  # where nothing is told again
    monkeypatch.setattr("prancha.checks.inventory.gather", one_short)
    assert main(["manifest", "ceramus", "--project", str(ROOT), "--format", "json"]) == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["game"] == "ceramus"
    assert "error not-reconciled" in said.err


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = ["--project", str(ROOT)]
    out = tmp_path / "m.csv"
    assert main(["manifest", "dual", *project, "--format", "csv", "--out", str(out)]) == 0
    assert "grid/x-white" in out.read_text(encoding="utf-8-sig")
    assert main(["manifest", "dual", *project, "--compare", str(out)]) == 0
    assert capsys.readouterr().out == f"{out} agrees with the catalogue\n"
    text = re.sub(
        "^pawns/sky,.*", "pawns/sky,,,,,,3", out.read_text(encoding="utf-8-sig"), flags=re.MULTILINE
    )
    out.write_text(text)
    assert main(["manifest", "dual", *project, "--compare", str(out)]) == 1
    assert (
        'error list-count [pawns/sky]: row 29: the list has 3 of "pawns/sky", the catalogue 2'
        in capsys.readouterr().out
    )
    assert main(["manifest", "dul", *project]) == 2
    assert main(["manifest", "dual", *project, "--format", "xlsx"]) == 2
    assert "give --out FILE.xlsx" in capsys.readouterr().err
    assert main(["manifest", "dual", *project, "--compare", str(tmp_path / "none.csv")]) == 1
    assert "error list-unreadable: the list cannot be read: No such file" in capsys.readouterr().err
