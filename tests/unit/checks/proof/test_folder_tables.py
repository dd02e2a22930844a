"""Exports for virtual tables are read as the tables read them: faults in them are told by `proof`."""

# ruff: noqa: E501 - messages stand as they are read

from __future__ import annotations

import json
import shutil
import zipfile
import zlib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from prancha.checks.proof.folder_proof import folder_as_text, proof_folder
from prancha.cli import command_line
from prancha.export.targets.vtt_room import asset_name
from tests.conftest import write_project
from tests.unit.export.table_exports import BOARD, DIE, STANDEE, add

LEFT_OUT = {
    "vtt": set(), "pcio": set(), "tts": set(), "tabletop-club": set(), "cgs": {"die"},
    "playground": {"die"}, "tabletopia": {"die"}, "screentop": {"die"},
}  # fmt: skip
"""Families of the game below that a table has no place for: two stand-ups, one die."""
PIECES = 12 + 8 + 6 + 1 + 1 + 2


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    project = write_project(tmp_path_factory.mktemp("tables") / "project")
    add(project, track=BOARD, die=DIE.replace("SIDES", "6"), figures=STANDEE)
    found = {}
    for table in LEFT_OUT:
        out = project / table
        given = ["export", "lume", "--to", table, "--dpi", "36", "--project", str(project), "--out", str(out)]
        if table == "tts":
            given.remove("--dpi")
            given.remove("36")
        assert command_line.main(given) == 0
        (found[table],) = (out / "lume" / "export").iterdir()
    return found


def owned(folder: Path) -> None:
    """Let the record have what lies there: only what the table makes of it is wrong."""
    path = folder / "export.json"
    told = json.loads(path.read_bytes())
    names = [p for p in folder.rglob("*") if p.is_file() and p != path]
    told["files"] = {
        p.relative_to(folder).as_posix(): {
            "bytes": p.stat().st_size,
            "sha256": sha256(p.read_bytes()).hexdigest(),
        }
        for p in names
    }
    path.write_text(json.dumps(told))


def packed(change: Callable[[dict[str, bytes]], object]) -> Callable[[Path], None]:
    """Change the files in a room."""

    def act(folder: Path) -> None:
        (path,) = [*folder.glob("*.vtt"), *folder.glob("*.pcio")]
        with zipfile.ZipFile(path) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
        change(files)
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in files.items():
                archive.writestr(name, data)

    return act


def said(name: str, old: str, new: str) -> Callable[[dict[str, bytes]], None]:
    def act(files: dict[str, bytes]) -> None:
        assert old.encode() in files[name]
        files[name] = files[name].replace(old.encode(), new.encode(), 1)

    return act


def text(pattern: str, old: str, new: str) -> Callable[[Path], None]:
    """Write `new` for the first `old` in the first file of the pattern that has it."""

    def act(folder: Path) -> None:
        path = next(one for one in sorted(folder.rglob(pattern)) if old in one.read_text("utf-8-sig"))
        path.write_text(path.read_text("utf-8-sig").replace(old, new, 1), "utf-8")

    return act


def gone(pattern: str) -> Callable[[Path], None]:
    return lambda folder: sorted(folder.rglob(pattern))[0].unlink()


def unsigned(files: dict[str, bytes]) -> None:
    """Pictures called by the CRC as zlib gives it, as this program once did."""
    for name in [one for one in files if one.startswith("assets/-")]:
        wrong = f"assets/{zlib.crc32(files[name])}_{len(files[name])}"
        files["0.json"] = files["0.json"].replace(name.encode(), wrong.encode())
        files[wrong] = files.pop(name)


VTT, PCIO = "0.json", "widgets.json"
FAULTS: list[tuple[str, Callable[[Path], object], str]] = [
    ("vtt", packed(unsigned), "reads no picture of that name"),
    ("vtt", packed(lambda files: files.pop(next(one for one in files if "assets" in one))), "reads no picture of that name"),
    ("vtt", packed(lambda files: files.update({"assets/1_1": b"0"})), "and nothing shows it"),
    ("vtt", packed(said(VTT, '"cardType": "sun"', '"cardType": "son"')), "cards-deck-sun-1 is of no deck"),
    ("vtt", packed(said(VTT, '"parent": "cards-pile"', '"parent": "gone"')), "lies on gone, which is not there"),
    ("vtt", packed(said(VTT, '"cardType": "sun"', '"cardType": "moon"')), "cards/sun: the table lays out 7, expected 8"),
    ("vtt", packed(lambda files: files.update({VTT: b"{"})), "vtt cannot read these files: "),
    ("vtt", lambda at: (at / "lume.vtt").write_bytes(b"PK"), "vtt cannot read these files: File is not a zip file"),
    ("pcio", packed(said(PCIO, "cards-moon-front.png", "cards-mon-front.png")), "cards-mon-front.png, and reads no picture"),
    ("pcio", packed(said(PCIO, '"type": "board"', '"type": "bored"')), "track/track: the table lays out 0, expected 1"),
    ("tts", text("*.json", "GMNotes\": \"lume/cards/sun", "GMNotes\": \"lume/cards/son"), "cards/son: the table lays it out, and the game has no such piece"),
    ("tts", gone("Mods/Images/*.png"), "reads no picture of that name"),
    ("tabletop-club", text("config.cfg", "(8 x)", "(7 x)"), "cards/sun: the table lays out 7, expected 8"),
    ("tabletop-club", gone("figures-hero-back.png"), "the table asks for pieces/figures-hero-back.png"),
    ("cgs", text("*.txt", "8 [cards-sun", "8 [cards-son"), 'cards-son.cards-common] Coração do sol" names no card'),
    ("cgs", gone("sets/cards/*.png"), "the table asks for sets/cards/cards-"),
    ("playground", text("*.json", "lume/cards/sun", "lume/cards/moon"), "cards/moon: the table lays out 12, expected 4"),
    ("playground", gone("Textures/*.png"), "reads no picture of that name"),
    ("tabletopia", text("upload.csv", ",8,", ",7,"), "cards/sun: the table lays out 7, expected 8"),
    ("tabletopia", gone("cards/*.png"), "the table asks for cards/"),
    ("screentop", text("components.csv", "sol,8", "sol,9"), "cards/sun: the table lays out 9, expected 8"),
    ("screentop", gone("cards-front.png"), "the table asks for cards-front.png"),
]  # fmt: skip


@pytest.mark.parametrize("table", LEFT_OUT)
def test_what_was_written_is_clean_and_what_is_left_out_is_counted(
    folders: dict[str, Path], table: str
) -> None:
    report = proof_folder(folders[table])
    assert report.clean
    assert {one.message.partition(":")[0] for one in report.faults} == LEFT_OUT[table]
    assert {one.code for one in report.faults} <= {"export-left-out"}
    on_table = PIECES - 2 * ("figures" in LEFT_OUT[table]) - ("die" in LEFT_OUT[table])
    assert f"copies                   {PIECES}, {on_table} of them on the table" in folder_as_text(report)


@pytest.mark.parametrize(("table", "change", "told"), FAULTS)
def test_a_fault_is_told(
    folders: dict[str, Path], tmp_path: Path, table: str, change: Callable[[Path], object], told: str
) -> None:
    folder = tmp_path / table
    shutil.copytree(folders[table], folder)
    change(folder)
    owned(folder)
    report = proof_folder(folder)
    assert not report.clean
    assert told in "\n".join(map(str, report.faults))


def test_a_family_that_was_lost_is_not_one_that_is_left_out(folders: dict[str, Path], tmp_path: Path) -> None:
    folder = tmp_path / "cgs"
    shutil.copytree(folders["cgs"], folder)
    told = json.loads((folder / "export.json").read_bytes())
    del told["left_out"]
    (folder / "export.json").write_text(json.dumps(told))
    report = proof_folder(folder)
    assert not report.clean
    assert "die/red: the table lays out 0, expected 1" in "\n".join(map(str, report.faults))


def test_names_are_those_of_the_reader() -> None:
    """JSZip reads a CRC as a signed number: that of 123456789 is 0xCBF43926 in every table of them."""
    assert asset_name(b"123456789") == "-873187034_9"
    assert asset_name(b"7") == "1790921346_1"
