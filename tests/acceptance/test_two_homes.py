"""A kit has the same bytes wherever it is built: at a desk, and without all that a browser lacks.

The second home is played here in a process without Pillow, pikepdf, resvg and the modules of POSIX, with no
more of the program and of its words than a page has;
tests/slow/test_pyodide.py builds in Pyodide itself.  Covers are plain, for Pillow paints their pictures.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from prancha.export.web_page import python_pack
from tests.pictured_game import add_pictures, insert

PROJECT = Path(__file__).resolve().parents[2]

BUILD = """
import sys
from pathlib import Path
home, settled, *command = sys.argv[1:]
gone = {"PIL", "pikepdf", "resvg_py", "resource", "fcntl", "msvcrt", "_multiprocessing"}

class Gone:
    def find_spec(self, name, *_):
        if name.partition(".")[0] in gone:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

if home == "browser":
    sys.meta_path.insert(0, Gone())
    real, sys.platform = sys.platform, "emscripten"
    import prancha.system.machine
    sys.platform = real
import prancha.system.machine as machine
assert machine.FORKS == (home != "browser")
machine.settle_pictures(Path(settled))
from prancha.cli.command_line import main
code = main(command)
for name in sys.modules if home == "browser" else ():
    assert name.partition(".")[0] not in gone - {"PIL"}, name
if home == "plain":
    assert "PIL._imaging" not in sys.modules
sys.exit(code)
"""


@pytest.fixture
def pictured(lume: Path) -> Path:
    """The tiny game with pictures."""
    add_pictures(lume)
    return lume


def built(home: str, project: Path, out: Path, settled: Path, *more: str) -> dict[str, str]:
    """Digests of the files of a kit, but for those of a rulebook's HTML."""
    run = _run(home, project, out, settled, *more)
    assert run.returncode == 0, run.stderr
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(out.rglob("*.pdf"))}


def _run(home: str, project: Path, out: Path, settled: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = ["build", "--plain-cover", "--project", str(project), "--out", str(out), *more]
    environment = {**os.environ, "PRANCHA_CACHE": "off"}
    if home == "browser":
        environment["PYTHONPATH"] = str(_page_program(project.parent / "program"))
    return subprocess.run(
        [sys.executable, "-c", BUILD, home, str(settled), *command],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )


def _page_program(folder: Path) -> Path:
    """Write the program as a page has it to `folder`, with the templates that are shipped."""
    if not folder.exists():
        for name, data in python_pack.sources():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        shipped = folder / "prancha" / "_shipped"
        shipped.mkdir()
        for name in ("templates", "components"):
            (shipped / name).symlink_to(PROJECT / name)
    return folder


@pytest.mark.parametrize("ink", ["full", "low", "grey"])
def test_both_homes_build_the_same_bytes(pictured: Path, tmp_path: Path, ink: str) -> None:
    at_desk = built("plain", pictured, tmp_path / "desk", tmp_path, "--ink", ink)
    assert at_desk
    assert built("browser", pictured, tmp_path / "page", tmp_path, "--ink", ink) == at_desk


def test_what_a_desk_settled_is_built_in_a_browser(pictured: Path, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    blur = '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
    blurred = '<circle cx="9" cy="9" r="4" filter="url(#f)"/>'
    insert(pictured, f'<image href="art.webp" width="9" height="6"/>{blur}{blurred}')
    settled = tmp_path / "settled"
    settled.mkdir()
    run = _run("browser", pictured, tmp_path / "page", settled)
    assert run.returncode == 1
    assert (
        'error svg [tokens/one]: "art.webp" cannot be read as WEBP: '
        "a browser prints no WEBP of this kind that was not there when the page was made"
    ) in run.stderr
    assert "build this kit with the program that is installed" in run.stderr
    at_desk = built("desk", pictured, tmp_path / "desk", settled)
    assert len(list(settled.iterdir())) == 2
    assert built("browser", pictured, tmp_path / "page", settled) == at_desk
