"""docs/after-a-rule-change.md is followed: its edits are made, its commands print what it shows."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from prancha.cli.command_line import main

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "after-a-rule-change.md"
_STEP = re.compile(
    r"<!-- edit: (?P<file>\S+) -->\n```diff\n(?P<diff>.*?)```"
    r"|<!-- exchange: (?P<table>\S+) -->\n\|.*?\n\|.*?\n(?P<rows>(?:\|.*?\n)+)"
    r"|```console\n(?P<console>.*?)```",
    re.DOTALL,
)
_PAIR = re.compile(r"\| `(.+)` \| `(.+)` \|")
_SECONDS = re.compile(r"\d+\.\d\d(?= s\b|$)", re.MULTILINE)


def edit(file: Path, diff: str) -> None:
    """Change the one place of `file` that has the lines of `diff` marked with a blank or a minus."""
    lines = diff.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if line[0] in " -")
    new = "".join(line[1:] for line in lines if line[0] in " +")
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{file.name} has this {text.count(old)} times:\n{old}"
    file.write_text(text.replace(old, new), encoding="utf-8")


def exchange(file: Path, rows: str) -> None:
    """Put the words on the right of a table in the one place of those on the left."""
    text = file.read_text(encoding="utf-8")
    for row in rows.splitlines():
        pair = _PAIR.fullmatch(row)
        assert pair, row
        assert text.count(pair[1]) == 1, f"{file.name} has {pair[1]} {text.count(pair[1])} times"
        text = text.replace(pair[1], pair[2])
    file.write_text(text, encoding="utf-8")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of AperiodiK to change, and the current folder."""
    for kind in ("components", "templates"):
        shutil.copytree(
            ROOT / kind / "aperiodik",
            tmp_path / kind / "aperiodik",
            ignore=shutil.ignore_patterns(".snapshots"),
        )
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
def test_the_page_works_as_written(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commands, page = 0, PAGE.read_text(encoding="utf-8")
    for step in _STEP.finditer(page):
        if step["file"]:
            edit(project / step["file"], step["diff"])
            continue
        if step["table"]:
            exchange(project / step["table"], step["rows"])
            continue
        for block in re.split(r"^(?=\$ )", step["console"], flags=re.MULTILINE)[1:]:
            command, *shown = block.splitlines()
            assert command.startswith("$ prancha "), command
            capsys.readouterr()
            assert main(shlex.split(command)[2:]) == 0, (command, capsys.readouterr())
            told = capsys.readouterr()
            printed = _SECONDS.sub("0.00", told.out + told.err).splitlines()
            for line in shown:
                assert _SECONDS.sub("0.00", line) in printed, (command, line, printed)
            commands += 1
    assert commands >= 7
    assert "--no-check" not in "".join(step["console"] or "" for step in _STEP.finditer(page))
    assert (project / "output/aperiodik/aperiodik-a4-since-printed.pdf").read_bytes().startswith(b"%PDF")
    assert (project / "changes.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
