"""What a page adds is written whole and never over a file; hostile folders and files gain nothing."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from prancha.catalogue import load_game
from prancha.model.diagnostic import Failure
from prancha.setup.beginning.additions import Addition, add_family, add_given_font, add_picture
from prancha.setup.beginning.beginnings import Beginnings

HEAD = Path("components/lume/game.yaml")
LUME = Addition("lume")


def given(folder: Path, name: str, data: bytes) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(data)
    return folder


def png(colour: str = "red") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (20, 30), colour).save(out, "PNG")
    return out.getvalue()


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("kind", ["board", "die"])
def test_a_family_of_a_kind_is_added_and_the_game_reads(lume: Path, kind: str) -> None:
    told = add_family(lume, Addition("lume", kind))
    game = load_game(lume / "components" / "lume", lume)
    assert told["family"] in [family.id for family in game.families]
    assert f"components/lume/{told['family']}.yaml" in told["files"]
    before = tree(lume)
    with pytest.raises(Failure, match=r"the game has a family .* already"):
        add_family(lume, Addition("lume", kind))
    assert tree(lume) == before


def test_no_family_is_added_of_no_kind_to_no_game_or_over_a_link(lume: Path, tmp_path: Path) -> None:
    before = tree(lume)
    with pytest.raises(Failure, match=r'"\.\./x" is not a kind of component'):
        add_family(lume, Addition("lume", "../x"))
    with pytest.raises(Failure, match="there is no game nowhere any more"):
        add_family(lume, Addition("nowhere", "board"))
    assert tree(lume) == before
    (lume / "components" / "lume" / "board.yaml").symlink_to(tmp_path / "outside.yaml")
    with pytest.raises(Failure, match="already"):
        add_family(lume, Addition("lume", "board"))
    assert not (tmp_path / "outside.yaml").exists()


def test_a_game_whose_file_cannot_take_a_family_is_left(lume: Path) -> None:
    head = lume / HEAD
    head.write_text(head.read_text().replace("families:", "families: &all", 1) + "other: *all\n")
    before = tree(lume)
    with pytest.raises(Failure):
        add_family(lume, Addition("lume", "board"))
    assert tree(lume) == before


def test_a_picture_is_copied_under_a_free_name(lume: Path, tmp_path: Path) -> None:
    art = lume / "templates" / "lume" / "art"
    one = given(tmp_path / "one", "fox.png", png())
    assert add_picture(lume, LUME, one) == {
        "name": "fox.png",
        "files": ["templates/lume/art/fox.png"],
    }
    assert add_picture(lume, LUME, one)["files"] == []
    two = given(tmp_path / "two", "fox.png", png("blue"))
    assert add_picture(lume, LUME, two)["name"] == "fox-2.png"
    assert (art / "fox.png").read_bytes() == png()
    (art / "owl.png").symlink_to(tmp_path / "outside.png")
    owl = given(tmp_path / "three", "owl.png", png())
    assert add_picture(lume, LUME, owl)["name"] == "owl-2.png"
    assert not (tmp_path / "outside.png").exists()


def bomb(width: int, height: int) -> bytes:
    """A PNG of some bytes that says that it has this many pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0" * 99))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("fox.exe", png(), "fox.exe is no picture"),
        ("fox.png", b"<script>", "the file begins with <script>"),
        ("fox.png", bomb(100_000, 100_000), "has 100000 x 100000 pixels"),
        ("fox.png", bomb(10_000, 9_000), "has 10000 x 9000 pixels"),
        ("fox.svg", b'<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>', ""),
        ("fox.svg", b"<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><svg>&a;</svg>", ""),
    ],
)
def test_what_is_no_picture_is_not_copied(
    lume: Path, tmp_path: Path, name: str, data: bytes, told: str
) -> None:
    before = tree(lume)
    with pytest.raises(Failure) as failure:
        add_picture(lume, LUME, given(tmp_path / "given", name, data))
    assert told in failure.value.diagnostics[0].message
    assert tree(lume) == before


@pytest.mark.parametrize(
    "where", ["templates", "templates/lume", "templates/lume/art", "templates/lume/fonts"]
)
def test_nothing_is_written_through_a_link_out_of_the_project(lume: Path, tmp_path: Path, where: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    if (lume / where).exists():
        (lume / where).rename(tmp_path / "moved")
    (lume / where).symlink_to(outside)
    add = add_given_font if where.endswith("fonts") else add_picture
    with pytest.raises(Failure, match="this is a link to a place outside the project"):
        add(lume, LUME, given(tmp_path / "given", "fox.png", png()))
    assert list(outside.iterdir()) == []


def test_one_file_at_a_time_is_added(lume: Path, tmp_path: Path) -> None:
    folder = given(tmp_path / "given", "fox.png", png())
    given(folder, "owl.png", png())
    with pytest.raises(Failure, match="2 files were given"):
        add_picture(lume, LUME, folder)
    with pytest.raises(msgspec.ValidationError):
        Beginnings(lume, tmp_path / "x").answer("picture", {"game": "lume"}, None)


def test_a_font_is_added_and_named_where_the_game_names_none(lume: Path, tmp_path: Path) -> None:
    source = next((Path(__file__).parents[4] / "templates" / "_library" / "fonts").rglob("400.ttf"))
    told = add_given_font(lume, LUME, given(tmp_path / "given", "body.ttf", source.read_bytes()))
    assert [*(lume / "templates" / "lume" / "fonts").rglob("400.ttf")]
    game = load_game(lume / "components" / "lume", lume)
    if told["line"] == "":
        assert game.fonts["body"] == told["family"]
    again = add_given_font(lume, LUME, tmp_path / "given")
    assert "fonts:" in again["line"]  # it is named already: what to write is told
    with pytest.raises(Failure, match="is not a readable font"):
        add_given_font(lume, LUME, given(tmp_path / "bad", "x.ttf", b"no font"))
