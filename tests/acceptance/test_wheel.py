"""The wheel holds what the program needs and nothing else, and works in an empty environment in any folder."""

# ruff: noqa: E501

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from tests.acceptance.test_docs import follow_the_first_hour
from tests.unit.catalogue.spreadsheets import xlsx

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = (
    "templates/_library/", "templates/_examples/", "templates/_layouts/",
    "components/_sheets/", "components/_rules/", "components/_examples/",
)  # fmt: skip

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("prancha-*.whl")
    return built


def test_wheel_holds_the_library_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    shipped = [
        name.removeprefix("prancha/_shipped/") for name in names if name.startswith("prancha/_shipped/")
    ]
    assert [name for name in shipped if not name.startswith((*SHIPPED, "docs/"))] == []
    pages = {f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")}
    assert {name for name in shipped if name.startswith("docs/")} == pages
    for folder in SHIPPED:
        files = [path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*") if path.is_file()]
        kept = {file for file in files if "__pycache__" not in file}  # templates compiled by other tests
        assert {name for name in shipped if name.startswith(folder)} == kept
    others = [name for name in names if not name.startswith("prancha/_shipped/")]
    package = ROOT / "generator/prancha"
    beside = {
        f"prancha/{path.relative_to(package).as_posix()}"
        for path in package.rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc", ".typed")
    }
    assert beside == {
        name for name in others if not name.endswith((".py", ".typed")) and ".dist-info/" not in name
    }
    assert {name.split("/")[0] for name in others if ".dist-info/" not in name} == {"prancha"}
    assert not any("__pycache__" in name for name in names)


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs of an environment with the wheel alone."""
    env = tmp_path_factory.mktemp("env")
    venv.create(env, with_pip=True)
    constraints = ROOT / ".ci" / "constraints.txt"
    python = env / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", "-c", constraints, f"{wheel}[spreadsheets]", cwd=env)
    return env / "bin"


def test_the_first_hour_goes_as_it_is_told_on_the_wheel(programs: Path, tmp_path: Path) -> None:
    """No other program is on PATH: no make, no git."""
    env = {"PATH": str(programs), "HOME": str(tmp_path)}

    def follow(words: list[str]) -> tuple[str, str]:
        done = subprocess.run(
            [programs / "prancha", *words], cwd=tmp_path, env=env, capture_output=True, encoding="utf-8"
        )
        assert done.returncode == 0, done.stderr
        return done.stdout, done.stderr

    follow_the_first_hour(tmp_path, follow)


def test_installed_wheel_begins_builds_and_checks_a_game(programs: Path, tmp_path: Path) -> None:
    desk = tmp_path / "desk"
    desk.mkdir()
    (desk / "art").mkdir()
    for k in range(24):
        ending = ("jpg", "png", "webp")[k % 3]
        Image.effect_noise((660, 480), 40 + k).convert("RGB").save(desk / "art" / f"beast-{k}.{ending}")
    rows = [
        [
            f"Beast {k}",
            k % 6,
            f"When you play this, draw {k} cards.",
            f"beast-{k % 24}.{('jpg', 'png', 'webp')[k % 3]}",
            1 + k % 3,
        ]
        for k in range(120)
    ]
    (desk / "deck.xlsx").write_bytes(xlsx([["Name", "Cost", "Text", "Picture", "Copies"], *rows]))
    prancha = programs / "prancha"
    for command in (
        ["new", "fox", "--lang", "en,pt-BR"],
        ["new", "beasts", "--from", "deck.xlsx"],
        ["check"],
        ["build", "--lang", "en", "--proof", "--strict"],
        ["doctor"],
    ):
        said = run(prancha, *command, cwd=desk)
    assert "WRONG" not in said
    for game in ("fox", "beasts"):
        assert (desk / f"output/{game}/{game}-a4.pdf").read_bytes().startswith(b"%PDF")
    pdf = (desk / "output/beasts/beasts-a4.pdf").read_bytes()
    for k in range(0, 24, 3):  # photographs are in the file as they were, each once
        assert pdf.count((desk / f"art/beast-{k}.jpg").read_bytes()) == 1
    assert '"$schema"' in run(prancha, "schema", "family", cwd=desk)
