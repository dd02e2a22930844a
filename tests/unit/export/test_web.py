"""A page that prints, without a browser: what its folder holds, and that nothing else may be loaded."""

from __future__ import annotations

import base64
import gzip
import json
import lzma
import re
from hashlib import sha256
from pathlib import Path

import pytest
from PIL import Image

from prancha.cli import command_line
from prancha.export.web_page import page_files, python_pack
from tests.unit.export.exported_folder import folder_problems
from tests.web_page import export_page, fake_pack, fake_page, joined_files

SCENES = ("scene-contents.webp", "scene-fan.webp", "scene-hand.webp", "scene-spread.webp")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page, to be looked at."""
    return fake_page(tmp_path_factory.mktemp("page"))


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a fake package prancha-web."""
    monkeypatch.setattr(python_pack, "folder", lambda: fake / "prancha_web")
    fake = fake_pack(tmp_path / "site")


def test_without_the_package_one_line_says_how_to_make_it(
    lume: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(python_pack, "folder", lambda: None)
    assert command_line.main(["export", "lume", "--to", "web", "--project", str(lume)]) == 1
    told = capsys.readouterr().err.strip()
    assert told == (
        "error export-pack: a page that prints needs the package prancha-web, which is not installed: "
        "run make web in a checkout of prancha, then pip install dist/prancha_web-*.whl"
    )
    assert not (lume / "output").exists()


def test_a_package_without_its_files_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "prancha_web").mkdir()
    (tmp_path / "prancha_web" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    python_pack.folder.cache_clear()
    try:
        assert python_pack.folder() is None
        fake_pack(tmp_path / "whole")
        monkeypatch.syspath_prepend(str(tmp_path / "whole"))
        python_pack.folder.cache_clear()
        monkeypatch.delitem(__import__("sys").modules, "prancha_web", raising=False)
        assert python_pack.folder() == tmp_path / "whole" / "prancha_web"
    finally:
        python_pack.folder.cache_clear()


@pytest.mark.usefixtures("packed")
def test_the_folder_holds_the_page_and_two_pdfs(lume: Path, tmp_path: Path) -> None:
    folder = export_page(lume, "lume", tmp_path / "out")
    assert folder_problems(folder) == []
    names = {path.name for path in folder.iterdir()}
    assert names == {
        *page_files.NAMES, *page_files.DATA, *SCENES, "kit-a4.pdf", "kit-letter.pdf",
        "READ-ME-FIRST.txt", "export.json",
    }  # fmt: skip
    for paper in ("a4", "letter"):
        asked = ["build", "lume", "--paper", paper, "--project", str(lume), "--out", str(tmp_path / "built")]
        assert command_line.main(asked) == 0
        built = tmp_path / "built" / "lume" / f"lume-{paper}.pdf"
        assert built.read_bytes() == (folder / f"kit-{paper}.pdf").read_bytes()
    told = json.loads((folder / "kit.json").read_bytes())
    assert [one["tag"] for one in told["languages"]] == ["pt-BR", "en"]
    assert told["languages"][0]["words"]["make"] == "Fazer o PDF"
    assert {"a4", "letter", "a3"} <= set(told["papers"])
    assert told["files"]["game.bin"] == (folder / "game.bin").stat().st_size


def test_scenes_are_shown_before_the_choices(folder: Path) -> None:
    html = (folder / "index.html").read_text()
    shown = re.findall(r'<img alt="([^"]+)" src="(scene-[a-z0-9-]+\.webp)"', html.partition("<form")[0])
    assert [name for _, name in shown] == list(SCENES)
    assert shown[0][0] == "Tudo o que há na caixa"
    for name in SCENES:
        with Image.open(folder / name) as picture:
            assert picture.size == page_files.SCENE
            assert len(picture.getcolors(1_000_000) or ()) > 100
        assert (folder / name).stat().st_size < 150_000
    told = json.loads((folder / "kit.json").read_bytes())
    kinds = re.findall(r'data-scene="([a-z]+)"', html)
    assert all(set(kinds) <= set(one["words"]["scenes"]) for one in told["languages"])


@pytest.mark.usefixtures("packed")
def test_two_exports_are_the_same_bytes(lume: Path, tmp_path: Path) -> None:
    first = export_page(lume, "lume", tmp_path / "first")
    second = export_page(lume, "lume", tmp_path / "second")
    for path in sorted(first.iterdir()):
        assert path.read_bytes() == (second / path.name).read_bytes(), path.name


@pytest.mark.usefixtures("packed")
def test_the_archives_hold_what_a_build_reads(lume: Path, tmp_path: Path) -> None:
    snapshots = lume / "components" / "lume" / ".snapshots"
    assert command_line.main(["snapshot", "v1", "--project", str(lume)]) == 0
    (lume / "components" / "lume" / ".secret").write_text("not for players")
    folder = export_page(lume, "lume", tmp_path / "out")
    game = joined_files(gzip.decompress((folder / "game.bin").read_bytes()))
    assert game["components/lume/.snapshots/v1.json"] == (snapshots / "v1.json").read_bytes()
    assert "components/lume/.secret" not in game
    assert game["templates/lume/card.svg.j2"] == (lume / "templates/lume/card.svg.j2").read_bytes()
    assert json.loads((folder / "kit.json").read_bytes())["snapshots"] == ["v1"]
    program = joined_files(gzip.decompress((folder / "program.bin").read_bytes()))
    assert program["pyphen/dictionaries/hyph_pt_BR.dic"] == b"pt"
    left_out = ("hyph_hu", "calamine", "chardet", "pypdfium2", "prancha/studio", "prancha/checks/proof")
    assert [name for name in program if any(part in name for part in left_out)] == []
    assert "prancha/cli/page_printing.py" in program  # its source, for the fake package has compiled nothing
    fonts = {name: data for name, data in program.items() if name.endswith(".ttf")}
    assert any(fonts.values())
    assert {name.split("/fonts/")[1].split("/")[0] for name, data in fonts.items() if not data}
    # The memory that unpacking takes stays with the page: 64 MB, as the usual dictionary has it.
    unpack = lzma.LZMADecompressor(memlimit=1_000_000)
    viewer = joined_files(unpack.decompress((folder / "viewer.bin").read_bytes()))
    assert viewer == {"pypdfium2/page.pyc": b"page"}


@pytest.mark.usefixtures("packed")
def test_what_reads_workbooks_and_old_encodings_goes_with_such_files(lume: Path, tmp_path: Path) -> None:
    (lume / "components" / "lume" / "list.csv").write_bytes("ação".encode("latin-1"))
    (lume / "components" / "lume" / "list.xlsx").write_bytes(b"PK")
    folder = export_page(lume, "lume", tmp_path / "out")
    program = joined_files(gzip.decompress((folder / "program.bin").read_bytes()))
    assert {"python_calamine/book.so", "chardet/models.bin"} <= set(program)


def test_only_its_own_folder_may_be_loaded_and_run(folder: Path) -> None:
    html = (folder / "index.html").read_text()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', html)
    assert policy is not None
    assert policy[1].startswith("default-src 'self'; script-src 'self' 'wasm-unsafe-eval';")
    assert policy[1] in (folder / "offline.js").read_text()
    for name in ("index.html", "page.js", "worker.js", "offline.js", "page.css"):
        text = (folder / name).read_text()
        assert not re.search(r"https?://(?!nowhere\.invalid/)", text), name
        assert not re.search(r"\beval\(|new Function|style=\"|\son[a-z]+=\"", text), name
    assert html.index("kit-a4.pdf") < html.index("<form")  # the finished PDFs come first, without a script
    assert "<noscript>" in html


@pytest.mark.usefixtures("packed")
def test_single_is_one_file_with_a_policy_of_its_own(lume: Path, tmp_path: Path) -> None:
    folder = export_page(lume, "lume", tmp_path / "out", "--single")
    assert {path.name for path in folder.iterdir()} == {"lume.html", "READ-ME-FIRST.txt", "export.json"}
    html = (folder / "lume.html").read_text()
    held = dict(re.findall(r'<script type="text/plain" id="data-([^"]+)">([^<]*)</script>', html))
    for name in (*page_files.DATA, *SCENES, "kit.json", "worker.js", "kit-a4.pdf", "kit-letter.pdf"):
        assert name in held, name
    assert json.loads(base64.b64decode(held["kit.json"]))["game"] == "lume"
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', html)
    assert policy is not None
    for running in re.findall(r"<script (?:nomodule|type=\"module\")>(.*?)</script>", html, re.DOTALL):
        digest = base64.b64encode(sha256(running.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy[1]
    assert "'unsafe" not in policy[1].replace("'wasm-unsafe-eval'", "")
    assert not re.search(r'(?<!-)(src|href)="(?!#|kit-)', html.partition("<script")[0])


@pytest.mark.usefixtures("packed")
def test_a_link_out_of_the_game_is_not_published(
    lume: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "secret.txt").write_text("mine")
    for name in ("notes", "plans"):
        (lume / "templates" / "lume" / f"{name}.txt").symlink_to(tmp_path / "secret.txt")
    asked = ["export", "lume", "--to", "web", "--project", str(lume), "--out", str(tmp_path / "out")]
    assert command_line.main(asked) == 1
    told = capsys.readouterr().err
    for name in ("notes", "plans"):
        why = "error unreadable: it is a link to a place outside its folder"
        assert f"templates/lume/{name}.txt: {why}" in told
    assert not (tmp_path / "out" / "lume" / "export").exists()
