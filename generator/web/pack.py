"""Pack Pyodide and the libraries of a build into the wheel `prancha-web`: `make web` runs this.

Pyodide comes from npm, the libraries from PyPI; each file is pinned by its digest, here and in
requirements.txt.  All of it is compiled by the Python that will run it, and what no kit needs is left out.
"""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "prancha_web"
BUILD = HERE / "build"
PYODIDE = ("pyodide@314.0.7", "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0")
PLATFORMS = ("pyemscripten_2026_0_wasm32", "manylinux_2_28_x86_64", "manylinux2014_x86_64")
PIP = "pip==26.3"
"""The first of them that know the platform are of 2026."""

NOT_IN_STDLIB = (
    "_pyrepl _ssl_data asyncio/proactor_events asyncio/windows bdb cProfile configparser curses dbm "
    "doctest encodings/big5 encodings/cp9 encodings/euc_ encodings/gb encodings/hz encodings/iso2022 "
    "encodings/johab encodings/mac_ encodings/shift_ ensurepip ftplib idlelib imaplib lib2to3 mailbox "
    "multiprocessing optparse pdb pickletools plistlib poplib profile pstats pydoc smtplib "
    "sqlite3 tarfile tkinter turtle unittest venv webbrowser wsgiref xmlrpc antigravity this zipapp "
    "xml/sax xml/dom _pyio"
).split()
"""Beginnings of names of modules that no build imports."""
NOT_IN_LIBRARIES = (
    "reportlab/fonts/",
    "reportlab/graphics/",
    "reportlab/platypus/",
    "uharfbuzz/_harfbuzz_test",
    "pypdfium2_cli/",
    "segno/writers_",
)


def main() -> None:
    """Fetch, verify, trim, compile and pack; the wheel goes to dist/ at the top of the project."""
    shutil.rmtree(BUILD, ignore_errors=True)
    tree = BUILD / "tree"
    for part in ("stdlib", "libraries", "program"):
        (tree / part).mkdir(parents=True)
    runtime = _fetch_pyodide()
    with zipfile.ZipFile(runtime / "python_stdlib.zip") as archive:
        archive.extractall(tree / "stdlib")
    licences = _fetch_libraries(tree / "libraries")
    _trim(tree / "stdlib", NOT_IN_STDLIB)
    _trim(tree / "libraries", NOT_IN_LIBRARIES)
    shutil.copytree(HERE.parent / "prancha", tree / "program" / "prancha")
    subprocess.run(["node", str(HERE / "compile.mjs"), str(runtime), str(tree)], check=True)
    for old in [*PACKAGE.glob("*.zip"), *PACKAGE.glob("*.mjs"), *PACKAGE.glob("*.gz")]:
        old.unlink()
    for name in ("pyodide.mjs", "pyodide.asm.mjs"):
        shutil.copy(runtime / name, PACKAGE / name)
    info = json.loads((runtime / "pyodide-lock.json").read_bytes())["info"]
    (PACKAGE / "lock.json").write_text(json.dumps({"info": info, "packages": {}}), encoding="utf-8")
    wasm = (runtime / "pyodide.asm.wasm").read_bytes()
    (PACKAGE / "pyodide.asm.wasm.gz").write_bytes(gzip.compress(wasm, 9, mtime=0))
    for part in ("stdlib", "libraries", "compiled"):
        _write_zip(PACKAGE / f"{part}.zip", tree / part)
    (PACKAGE / "LICENCES.txt").write_text(licences, encoding="utf-8")
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "-w",
            str(HERE.parents[1] / "dist"),
            str(HERE),
        ],
        check=True,
    )


def _fetch_pyodide() -> Path:
    name, digest = PYODIDE
    subprocess.run(["npm", "pack", "--silent", name], cwd=BUILD, check=True, stdout=subprocess.DEVNULL)
    [path] = BUILD.glob("*.tgz")
    if sha256(path.read_bytes()).hexdigest() != digest:
        raise SystemExit(f"{name} from npm is not the file that is pinned in {Path(__file__).name}")
    with tarfile.open(path) as archive:
        archive.extractall(BUILD, filter="data")
    return BUILD / "package"


def _fetch_libraries(target: Path) -> str:
    """Download and unpack all libraries; returns their licences."""
    pip, wheels = BUILD / "pip", BUILD / "wheels"
    own = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*own, "install", "--target", str(pip), PIP], check=True)
    asked = [f"--platform={platform}" for platform in PLATFORMS]
    asked += [
        "--python-version=314",
        "--implementation=cp",
        "--abi=cp314",
        "--only-binary=:all:",
        "--no-deps",
    ]
    asked += ["--require-hashes", "-r", str(HERE / "requirements.txt"), "-d", str(wheels)]
    subprocess.run([sys.executable, str(pip / "pip"), "download", "--quiet", *asked], check=True)
    told = ["Pyodide: Mozilla Public License 2.0, https://github.com/pyodide/pyodide\nPython: PSF License 2"]
    for wheel in sorted(wheels.glob("*.whl"), key=lambda path: path.name.lower()):
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if ".dist-info/" in name:
                    if "licen" in name.lower() or "copying" in name.lower():
                        text = archive.read(name).decode("utf-8", "replace")
                        told.append(f"{wheel.name.split('-')[0]} ({Path(name).name})\n\n{text}")
                elif not name.endswith((".pyi", ".c", "-linux-gnu.so")) and ".libs/" not in name:
                    archive.extract(name, target)
    return "\n\n----\n\n".join(told) + "\n"


def _trim(folder: Path, beginnings: Iterable[str]) -> None:
    import fnmatch

    for path in sorted(folder.rglob("*"), reverse=True):
        name = path.relative_to(folder).as_posix() + ("/" if path.is_dir() else "")
        if any(fnmatch.fnmatchcase(name, f"{begin}*") for begin in beginnings):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def _write_zip(target: Path, folder: Path) -> None:
    """Pack the files of a folder, always to the same bytes."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix())
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, path.read_bytes())


if __name__ == "__main__":
    main()
