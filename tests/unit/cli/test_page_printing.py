"""Choices of a page become the files that `prancha build` writes for them, or sentences for players."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from prancha.cli import command_line
from prancha.cli.page_printing import draw_page, print_calibration, print_choices
from prancha.export.web_page.python_pack import NOT_IN_PAGE
from prancha.setup import printers_file


def chosen(project: Path, folder: Path, **choices: Any) -> dict[str, Any]:
    text = json.dumps({"game": "lume", "lang": "en", **choices})
    found: dict[str, Any] = json.loads(print_choices(text, project, folder, lambda *_: None))
    return found


def built(project: Path, *options: str) -> dict[str, bytes]:
    out = project.parent / "built"
    assert (
        command_line.main(
            ["build", "lume", "--project", str(project), "--out", str(out), *options, "--plain-cover"]
        )
        == 0
    )
    return {path.name: path.read_bytes() for path in (out / "lume").glob("*.pdf")}


@pytest.mark.parametrize(
    ("choices", "options"),
    [
        ({}, ["--lang", "en"]),
        ({"lang": "pt-BR", "paper": "letter", "ink": "low"}, ["--paper", "letter", "--ink", "low"]),
        ({"duplex": "separate", "cover": False}, ["--lang", "en", "--duplex", "separate", "--no-cover"]),
        ({"paper": "200 x 280 mm", "duplex": "fold"}, ["--lang=en", "--paper=280 x 200 mm", "--duplex=fold"]),
    ],
)
def test_the_bytes_are_those_of_a_build(
    lume: Path, tmp_path: Path, choices: dict[str, Any], options: list[str]
) -> None:
    made = chosen(lume, tmp_path / "made", **choices)
    files = {Path(name).name: (tmp_path / "made" / name).read_bytes() for name in made["files"]}
    assert files == built(lume, *options)


def test_nothing_that_a_page_leaves_out_is_imported(lume: Path, tmp_path: Path) -> None:
    """On c5f6c379 covers were laid out with the rulebook's modules, which no page had."""
    text = json.dumps({"game": "lume", "lang": "en"})
    code = (
        "import json, sys\nfrom pathlib import Path\n"
        "from prancha.cli.page_printing import print_choices\n"
        f"made = print_choices({text!r}, Path({str(lume)!r}), Path({str(tmp_path)!r}), lambda *_: None)\n"
        "assert json.loads(made)['files'], made\n"
        "print(json.dumps(list(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(json.loads(run.stdout))
    own = [name.removeprefix("prancha.").replace(".", "/") for name in loaded if name.startswith("prancha.")]
    assert "book/cover_pages" in own
    assert [name for name in own if f"{name}.py".startswith(NOT_IN_PAGE) or f"{name}/" in NOT_IN_PAGE] == []
    assert not {"markdown_it", "pikepdf", "resvg_py"} & loaded


def test_readings_of_the_calibration_sheet_move_the_backs(
    lume: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    readings = {"back-dx": "0,37", "scale-x": "149.6 mm", "margin": " "}
    made = chosen(lume, tmp_path / "made", readings=readings)
    (name,) = made["files"]
    assert name == "lume/lume-a4-en-for-page-plain-cover.pdf"
    asked = ["printer", "set", "page", "--back-dx", "0.37", "--scale-x", "149.6 mm"]
    assert command_line.main(asked) == 0
    assert printers_file.find_printer("page").back_dx == 0.37
    assert built(lume, "--lang", "en", "--printer", "page") == {
        Path(name).name: (tmp_path / "made" / name).read_bytes()
    }
    plain = chosen(lume, tmp_path / "plain")["files"][0]
    assert (tmp_path / "plain" / plain).read_bytes() != (tmp_path / "made" / name).read_bytes()


def test_everything_wrong_is_said_at_once_without_codes_and_files(lume: Path, tmp_path: Path) -> None:
    made = chosen(lume, tmp_path, readings={"back-dx": "far", "back-dy": "40", "ink": "1"})
    assert made["wrong"] == [
        'back-dx: "far" is not a number, such as "0.4 mm"',
        'back-dy: "40" is an offset over 10 mm; read the sheet again: a printer that is off so far needs '
        "repair, not a profile",
        'there is no reading "ink"',
    ]
    assert chosen(lume, tmp_path, paper="20 x 20 mm")["wrong"] == [
        'the paper "20 x 20 mm" is not between 50 mm and 2000 mm; such as 200 x 280 mm'
    ]
    assert chosen(lume, tmp_path, ink="gold")["wrong"] == [
        "the page asked for what the program does not know: Invalid enum value 'gold' - at `$.ink`"
    ]
    assert list(tmp_path.glob("lume/*.pdf")) == []


def test_only_what_changed_since_a_snapshot_is_printed(lume: Path, tmp_path: Path) -> None:
    assert command_line.main(["snapshot", "v1", "--project", str(lume)]) == 0
    assert chosen(lume, tmp_path, since="v1")["idle"]
    cards = lume / "components" / "lume" / "cards.yaml"
    cards.write_text(cards.read_text().replace("cost: 1", "cost: 7", 1))
    made = chosen(lume, tmp_path, since="v1")
    assert made["files"] == ["lume/lume-a4-since-v1-en-plain-cover.pdf"]
    assert "copies to print" in made["remarks"][0]


def test_the_calibration_sheet_is_that_of_the_command(lume: Path, tmp_path: Path) -> None:
    text = json.dumps({"game": "lume", "lang": "en", "paper": "letter"})
    made = json.loads(print_calibration(text, lume, tmp_path))
    assert made == {"files": ["calibrate-letter.pdf"], "pages": 2}
    asked = ["calibrate", "--paper", "letter", "--out", str(tmp_path / "own"), "--project", str(lume)]
    assert command_line.main(asked) == 0
    name = "calibrate-letter.pdf"
    assert (tmp_path / name).read_bytes() == (tmp_path / "own" / name).read_bytes()


def test_progress_counts_faces(lume: Path, tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    text = json.dumps({"game": "lume", "lang": "en"})
    print_choices(text, lume, tmp_path, lambda *one: told.append(one))
    numbers = [done for _, done, _ in told]
    assert numbers == list(range(1, told[-1][2] + 1))


def test_pages_are_drawn_as_pixels(lume: Path, tmp_path: Path) -> None:
    made = chosen(lume, tmp_path)
    data = (tmp_path / made["files"][0]).read_bytes()
    width, height, pixels = draw_page(data, 0, 420)
    assert (width, height, len(pixels)) == (420, 595, 420 * 595 * 4)
    assert set(pixels[3::4]) == {255}
    assert pixels[:4] == b"\xff\xff\xff\xff"  # a margin, on white paper
    assert min(pixels) < 60
    with pytest.raises(IndexError):
        draw_page(data, made["pages"], 420)
