"""A deck of one family, written to a folder, and what prancha says or prints of it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pypdfium2

from prancha.cli.command_line import main

ROOT = Path(__file__).resolve().parents[2]
GAME = """\
title: Deck
languages: [{languages}]
families: [cards]
palette: {{ink: "#1b1b1f"}}
fonts: {{body: Alegreya Sans}}
"""
FAMILY = """\
title: Cards
stock: card
size: 63 x 88 mm
outline: rectangle
template: card.svg.j2
"""
TEMPLATE = "{{ label(item.name ~ ' ' ~ (item.price | default('')), 31, 20, size=12, align='center') }}\n"


def deck(
    project: Path, family: str, languages: str = "en", template: str = TEMPLATE, **files: object
) -> Path:
    """A project with one game `deck`; `family` follows the head of cards.yaml, `files` lie beside it."""
    folder, templates = project / "components" / "deck", project / "templates" / "deck"
    folder.mkdir(parents=True)
    templates.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME.format(languages=languages), encoding="utf-8")
    (folder / "cards.yaml").write_text(FAMILY + family, encoding="utf-8")
    (templates / "card.svg.j2").write_text(template, encoding="utf-8")
    for name, data in files.items():
        path = folder / name.replace("_", ".")
        path.write_bytes(data if isinstance(data, bytes) else str(data).encode())
    return project


class Done(NamedTuple):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


def prancha(project: Path, *arguments: str) -> Done:
    """Run a command in a project, within this process."""
    out, err = io.StringIO(), io.StringIO()
    with chdir(project), redirect_stdout(out), redirect_stderr(err):
        code = main(arguments)
    said = "".join(line for line in err.getvalue().splitlines(True) if not line.endswith("drawn\n"))
    return Done(code, out.getvalue(), said)


def started(
    project: Path, *arguments: str, encoding: str = "utf-8", **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the program itself in a project, with these variables."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PRANCHA_")}
    environment = {**kept, "PYTHONPATH": str(ROOT), "PRANCHA_CACHE": "off", **variables}
    return subprocess.run(
        [sys.executable, "-P", "-m", "prancha", *arguments], cwd=project, env=environment,
        stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding=encoding, errors="replace",
        check=False,
    )  # fmt: skip


def refused(project: Path, *arguments: str, code: int = 1) -> str:
    """What is said of a command (`build` by default) that fails: no traceback, nothing written."""
    done = prancha(project, *(arguments or ("build",)))
    assert done.code == code, done.out + done.err
    assert "Traceback" not in done.err
    assert "itself failed" not in done.err
    assert not list(project.rglob("*.pdf"))
    return done.err


def words(project: Path, *arguments: str) -> tuple[str, str]:
    """The words on the pages of the deck that was built, and what was said."""
    done = prancha(project, "build", "--no-cover", *arguments)
    assert done.code == 0, done.err
    (path,) = project.rglob("*.pdf")
    document = pypdfium2.PdfDocument(io.BytesIO(path.read_bytes()))
    try:
        text = "\n".join(document[k].get_textpage().get_text_range() for k in range(len(document)))
    finally:
        document.close()
    path.unlink()
    return " ".join(text.split()), done.err
