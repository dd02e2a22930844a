"""Pyodide, Python for browsers, builds the five kits and a game with pictures to the bytes of this machine.

It runs in Node.js.  `make web` loads it and its wheels; PRANCHA_PYODIDE names another folder of both.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from prancha import Order, build
from tests.pictured_game import add_pictures
from tests.programs import use

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[2]
PYODIDE = Path(os.environ.get("PRANCHA_PYODIDE", ROOT / "generator/web/build"))
PURE = (
    "reportlab", "charset_normalizer", "jinja2", "markupsafe", "tinycss2", "cssselect2", "webencodings",
    "pyphen", "yaml", "chardet", "markdown_it", "mdurl", "segno",
)  # fmt: skip
"""Libraries in Python alone, taken as they are installed here."""
ORDERS: dict[str, Mapping[str, Any]] = {
    "aperiodik": {},
    "automato": {"paper": "letter", "lang": "en", "duplex": "short"},
    "ceramus": {},
    "dual": {"ink": "low"},
    "hexagonal": {},
}
SCRIPT = """
import hashlib, json, os, sys
from pathlib import Path
sys.path[:0] = ["/libraries", "/program"]
os.environ["PRANCHA_CACHE"] = "off"
from prancha import Order, build
for number, (project, game, options) in enumerate(json.loads(Path("/libraries/orders.json").read_text())):
    out = Path(f"/out/{number}")
    build(Order(Path(project), out=out, cache=False, plain_cover=True, **options), [game])
    for file in sorted(out.rglob("*.pdf")):
        print("made", number, file.name, hashlib.sha256(file.read_bytes()).hexdigest())
print("lacks", "PIL.Image" not in sys.modules, "pikepdf" not in sys.modules)
"""


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The libraries of a build for Pyodide."""
    wheels = sorted(PYODIDE.glob("wheels/*pyemscripten*.whl"))
    if not wheels or not (PYODIDE / "package/pyodide.mjs").is_file():
        pytest.skip("Pyodide (make web)")
    folder = tmp_path_factory.mktemp("libraries")
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(folder)
    for name in PURE:
        spec = importlib.util.find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        without = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
        shutil.copytree(Path(spec.origin).parent, folder / name, ignore=without)
    return folder


def in_pyodide(
    libraries: Path, mounts: Mapping[str, Path], orders: Sequence[tuple[str, str, Mapping[str, Any]]]
) -> list[str]:
    """What Pyodide made of orders (project, game, options): lines of number, name and SHA-256."""
    (libraries / "orders.json").write_text(json.dumps(orders), encoding="utf-8")
    (libraries / "script.py").write_text(SCRIPT, encoding="utf-8")
    folders = {"/libraries": libraries, "/program": ROOT / "generator", **mounts}
    run = subprocess.run(
        [
            use("node"),
            str(Path(__file__).with_name("pyodide_run.mjs")),
            str(PYODIDE / "package"),
            str(libraries / "script.py"),
            json.dumps({at: str(folder) for at, folder in folders.items()}),
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=1500,
    )
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-4000:]
    assert "lacks True True" in run.stdout
    return [line.removeprefix("made ") for line in run.stdout.splitlines() if line.startswith("made ")]


def here(out: Path, number: int, project: Path, game: str, options: Mapping[str, Any]) -> list[str]:
    """The same lines for a build of this machine."""
    build(Order(project, out=out, cache=False, plain_cover=True, **options), [game])
    files = sorted(out.rglob("*.pdf"))
    return [f"{number} {one.name} {hashlib.sha256(one.read_bytes()).hexdigest()}" for one in files]


def test_the_five_kits_have_the_same_bytes(libraries: Path, tmp_path: Path) -> None:
    mounts = {f"/project/{name}": ROOT / name for name in ("components", "templates")}
    orders = [("/project", game, options) for game, options in ORDERS.items()]
    made = in_pyodide(libraries, mounts, orders)
    wanted = [
        line
        for number, (_, game, options) in enumerate(orders)
        for line in here(tmp_path / str(number), number, ROOT, game, options)
    ]
    assert len(wanted) >= 3 * len(ORDERS)
    assert made == wanted


def test_pictures_have_the_same_bytes(libraries: Path, lume: Path, tmp_path: Path) -> None:
    add_pictures(lume)
    orders = [("/project", "lume", {"ink": ink}) for ink in ("full", "low", "grey")]
    mounts = {f"/project/{name}": lume / name for name in ("components", "templates")}
    # What is shipped lies beside a checkout's package.
    mounts |= {
        f"/{name}/{part}": ROOT / name / part
        for name, part in (("templates", "_library"), ("components", "_sheets"), ("components", "_rules"))
    }
    made = in_pyodide(libraries, mounts, orders)
    wanted = [
        line
        for number, (_, game, options) in enumerate(orders)
        for line in here(tmp_path / str(number), number, lume, game, options)
    ]
    assert len(wanted) == len(orders)
    assert made == wanted
