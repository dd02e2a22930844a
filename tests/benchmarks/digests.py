"""Digests of all that the five games become, to hold a change of the code against.

python tests/benchmarks/digests.py record FILE [TREE]    of this tree, or of another checkout
python tests/benchmarks/digests.py compare FILE FILE     what differs; exit code 1 where anything does

Kits on all pairs of paper, kind of backs, language and ink; each export, of one game in both languages; what
`check`, `manifest` and `stats` say.  Record both on one machine: fonts of the system and versions of
libraries are in the bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("pt-BR", "en")
PAPERS = ("a4", "letter", "a3")
BACKS = ("long", "short", "fold", "separate", "none", "board")
INKS = (("--ink", "full"), ("--ink", "low"), ("--ink", "outline"), ("--ink", "grey"), ("--colour", "cmyk"))
TARGETS = """
images gallery contact-sheet sprites cut-outs scenes itch tts vtt pcio tabletop-club cgs playground tabletopia
screentop silhouette cricut scanncut lightburn glowforge svg dxf tgc mpc printers-studio dtc
meinspiel gameprototyper grafica longpack boda launch-tabletop printninja
cartamundi panda azao pixartprinting 360imprimir
""".split()
TOLD = (
    ("check", "--format", "json"),
    ("manifest",),
    ("stats",),
    ("manifest", "--paper", "letter"),
)
PROCESSES = 2


def commands(game: str) -> Iterator[tuple[str, ...]]:
    """Every command whose result is recorded."""
    for paper, backs, language, ink in in_pairs():
        yield "build", game, "--paper", paper, "--duplex", backs, "--lang", language, *ink
    yield "build", game, "--cut-contour"
    yield "build", game, "--sheet", "full", "--gutter", "6"
    yield "build", game, "--colour", "cmyk", "--pdfx", "x1a"
    for target in TARGETS:
        yield "export", game, "--to", target
        if game == "automato":
            yield "export", game, "--to", target, "--lang", "en"
    for told in TOLD:
        yield told[0], game, *told[1:]


def in_pairs() -> list[tuple[Any, ...]]:
    """Orders among which every two values of different options meet, chosen greedily."""
    every = list(product(PAPERS, BACKS, LANGUAGES, INKS))
    pairs = {one: set(combinations(enumerate(one), 2)) for one in every}
    left = set().union(*pairs.values())
    chosen = []
    while left:
        best = max(every, key=lambda one: len(pairs[one] & left))
        chosen.append(best)
        left -= pairs[best]
    return chosen


def digest(tree: Path, command: Sequence[str], cache: Path) -> str:
    """What a command wrote and said, as one digest; with its exit code and number of files."""
    environment = {**os.environ, "PYTHONPATH": str(tree / "generator"), "XDG_CACHE_HOME": str(cache)}
    with tempfile.TemporaryDirectory() as name:
        writes = command[0] in ("build", "export")
        out = ("--out", name) if writes else ()
        run = subprocess.run(
            [sys.executable, "-m", "prancha", *command, *out],
            cwd=tree,
            env=environment,
            capture_output=True,
            check=False,
        )
        found = hashlib.sha256()
        if run.returncode or not writes:
            found.update(run.stdout.replace(name.encode(), b"") + run.stderr.replace(name.encode(), b""))
        files = sorted(path for path in Path(name).rglob("*") if path.is_file())
        for path in files:
            found.update(str(path.relative_to(name)).encode() + b"\0" + path.read_bytes())
    return f"{run.returncode} {len(files)} {found.hexdigest()[:24]}"


def record(file: Path, tree: Path) -> None:
    """Run every command and keep its digest."""
    games = sorted(path.parent.name for path in tree.glob("components/*/game.yaml"))
    todo = [command for game in games for command in commands(game)]
    with tempfile.TemporaryDirectory() as cache, ThreadPoolExecutor(PROCESSES) as pool:
        found = pool.map(lambda command: digest(tree, command, Path(cache)), todo)
        digests = {" ".join(command): one for command, one in zip(todo, found, strict=True)}
    file.write_text(json.dumps(digests, indent=0), encoding="utf-8")
    print(f"{len(digests)} digests")


def compare(before: Path, after: Path) -> int:
    """Print the commands whose results differ."""
    one, two = (json.loads(path.read_text(encoding="utf-8")) for path in (before, after))
    differing = [command for command in {**one, **two} if one.get(command) != two.get(command)]
    for command in differing:
        print(f"{command}\n    {one.get(command)}\n    {two.get(command)}")
    print(f"{len(differing)} of {len(one)} differ")
    return bool(differing)


def main() -> int:
    """Record or compare."""
    what, file, *more = sys.argv[1:]
    if what == "record":
        record(Path(file), Path(more[0]).resolve() if more else ROOT)
        return 0
    return compare(Path(file), Path(more[0]))


if __name__ == "__main__":
    sys.exit(main())
