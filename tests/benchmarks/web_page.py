"""Compare the PDFs of exported pages with those built here, and measure what they take in Chromium.

    python -m tests.benchmarks.web_page [--sample N] [--seed S] [GAME ...]

Without --sample every language, paper, duplex and ink of every game is compared; it takes an hour.  The
processor time of the page's worker, times four, is what it takes on a machine four times slower; the memory
is the most that the page's process had.  A PDF that differs is named, and the exit code is 1.  It needs the
package of `make web`.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import product
from pathlib import Path

from playwright.sync_api import Page

from prancha.building.order import Order
from prancha.building.pipeline import build_game
from tests.browser import looking
from tests.web_page import choose, export_page, made, served

ROOT = Path(__file__).resolve().parents[2]

GAMES = ("aperiodik", "automato", "ceramus", "dual", "hexagonal")
EXAMPLES = ("hex-tiles", "party", "roll-and-write", "storytelling", "trick-taking", "wargame")
PAPERS, WAYS = ("a4", "letter"), ("long", "short", "fold", "separate", "none")
INKS = ("full", "low", "outline", "grey")
CLOCK = os.sysconf("SC_CLK_TCK")


def projects(folder: Path, names: Sequence[str]) -> Iterator[tuple[Path, str]]:
    """Yield project and name of each game; examples become games of a new project."""
    from prancha.cli import command_line

    for name in names:
        if name in EXAMPLES:
            where = folder / name
            where.mkdir()
            game = f"my-{name}"
            asked = ["new", game, "--like", name, "--project", str(where)]
            assert command_line.main(asked) == 0, name
            yield where, game
        else:
            yield ROOT, name


def usage(pids: Sequence[int]) -> tuple[float, float]:
    """Return processor seconds of the workers of some processes, and the most memory of one in MB."""
    seconds, peaks = 0.0, [0.0]
    for pid in pids:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        peaks += [int(line.split()[1]) / 1000 for line in lines if line.startswith("VmHWM")]
        for thread in Path(f"/proc/{pid}/task").iterdir():
            name, _, fields = (thread / "stat").read_text().rpartition(")")
            if "DedicatedWorker" in name:
                seconds += sum(map(int, fields.split()[11:13])) / CLOCK
    return seconds, max(peaks)


def renderers() -> list[int]:
    """Return the processes of Chromium that run pages, started by this process."""
    own = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if b"--type=renderer" in path.read_bytes() and _is_own(int(path.parent.name)):
                own.append(int(path.parent.name))
        except OSError:
            continue
    return own


def _is_own(pid: int) -> bool:
    while pid > 1:
        if pid == os.getpid():
            return True
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return False


def native(project: Path, game: str, folder: Path, choices: dict[str, str]) -> dict[str, str]:
    """Build the same kit here; returns the SHA-256 of each PDF by name."""
    kit = build_game(
        Order(project, out=folder, check=False, rulebook=False, plain_cover=True, **choices), game
    )  # type: ignore[arg-type]
    paths = [kit.pdf, *([kit.backs] if kit.backs else [])]
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in paths}


def compare(project: Path, game: str, folder: Path, asked: argparse.Namespace) -> list[str]:
    """Return what differs in one game."""
    page_folder = export_page(project, game, folder / "pages")
    size = sum(path.stat().st_size for path in page_folder.iterdir())
    print(f"{game}: the folder has {size / 1e6:.1f} MB", flush=True)
    wrong = []
    with served(page_folder) as (address, _), looking(address) as (page, told):
        told.wrong.clear()
        choose(page, {})
        languages = [one.get_attribute("value") for one in page.query_selector_all("[name=lang] option")]
        whole = list(product(languages, PAPERS, WAYS, INKS))
        chance = random.Random(f"{asked.seed} {game}")
        for number, (lang, paper, duplex, ink) in enumerate(
            chance.sample(whole, min(asked.sample or len(whole), len(whole)))
        ):
            choices = {"lang": lang, "paper": paper, "duplex": duplex, "ink": ink}
            before = usage(renderers())[0]
            choose(page, {"stock": "card", **choices})
            got = _made(page)
            seconds, peak = usage(renderers())
            if number < 2:
                name = "first" if number == 0 else "next"
                print(f"  {name} PDF: {seconds - before:.2f} s of processor time, {peak:.0f} MB", flush=True)
            if got != native(project, game, folder / "built", choices):
                wrong.append(f"{game} {choices}: {got}")
        print(f"  {number + 1} compared, {len(wrong)} differ", flush=True)
        wrong += [f"{game}: {line}" for line in told.wrong]
    return wrong


def _made(page: Page) -> dict[str, str] | str:
    try:
        return made(page)
    except AssertionError as problem:
        return str(problem)


def main() -> int:
    """Compare all games that are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*", default=[*GAMES, *EXAMPLES], metavar="GAME")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="so many of each game, by chance")
    parser.add_argument("--seed", type=int, default=1, help="other ones")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wrong = []
        for project, game in projects(Path(folder), asked.games):
            wrong += compare(project, game, Path(folder), asked)
    print("\n".join(wrong) or "all equal")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
