"""How many of the lists print, and what they hold: `python -m tests.lists.measure [PRANCHA] [FOLDER]`."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pypdfium2

from prancha.cli import command_line
from tests.lists import CASES, Case


def words_of(pdf: Path) -> str:
    """All that a PDF says, without its spaces."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return re.sub(r"\s", "", "".join(page.get_textpage().get_text_range() for page in document))
    finally:
        document.close()


def judged(case: Case, output: Path, said: str) -> str:
    """What is wrong with a kit that was built, and with what `new` said; "" for nothing."""
    manifest = json.loads((output / "manifest.json").read_text())
    if manifest["copies"] != case.pieces:
        return f"prints {manifest['copies']} of {case.pieces} pieces"
    words = words_of(output / "trial-a4.pdf")
    wrong = [f"lacks {word}" for word in case.printed if re.sub(r"\s", "", word) not in words]
    wrong += [f"prints {word}" for word in case.absent if re.sub(r"\s", "", word) in words]
    wrong += [f"is silent on {word}" for word in case.told if word not in said]
    return "; ".join(wrong)


def attempt(prancha: str, name: str, folder: Path) -> tuple[str, str]:
    """What became of one list: printed, wrong, unbuilt or refused; and what was said."""
    case = CASES[name]
    given = [part for source in case.write(folder / "list") for part in ("--from", str(source))]
    project = ["--project", str(folder)]
    code, said = run(prancha, ["new", "trial", *given, *case.options, *project])
    if code:
        asked = "error unclear-copies" in said and all(word in said for word in case.told)
        return ("asked" if asked else "refused"), said
    code, more = run(prancha, ["build", "trial", *project])
    if code:
        return "unbuilt", said + more
    wrong = judged(case, folder / "output/trial", said)
    return (f"wrong: {wrong}" if wrong else "printed"), said + more


def run(prancha: str, arguments: list[str]) -> tuple[int, str]:
    """The exit code of a command and all that it said; in this process where no program is named."""
    if prancha:
        done = subprocess.run([prancha, *arguments], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        code = command_line.main(arguments)
    return code, said.getvalue()


def main(arguments: list[str]) -> None:
    """Print one line per list, and the sum."""
    prancha = arguments[0] if arguments else ""
    root = Path(arguments[1]) if len(arguments) > 1 else Path(tempfile.mkdtemp())
    counts: dict[str, int] = {}
    for name in CASES:
        became, said = attempt(prancha, name, root / name)
        (root / name / "said.txt").write_text(said)
        kind = became.partition(":")[0]
        counts[kind] = counts.get(kind, 0) + 1
        print(f"{name:28} {became}", flush=True)
    print(f"{len(CASES)} lists: " + ", ".join(f"{count} {word}" for word, count in sorted(counts.items())))


if __name__ == "__main__":
    main(sys.argv[1:])
