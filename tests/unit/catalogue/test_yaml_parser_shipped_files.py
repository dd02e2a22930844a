"""Every YAML file we ship reads alike in other readers: libyaml, PyYAML in Python, and one of YAML 1.2."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from ruamel.yaml import YAML

from prancha.cli import command_line, setup_commands

ROOT = Path(__file__).parents[3]
FILES = sorted(
    path
    for folder in ("components", "docs", "generator", "templates")
    for path in (ROOT / folder).rglob("*.y*ml")
)


def readings(text: str) -> list[Any]:
    """What three readers make of a file, all scalars as strings."""
    return [
        yaml.load(text, yaml.BaseLoader),
        yaml.load(text, yaml.CBaseLoader),
        YAML(typ="base", pure=True).load(text),
    ]


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=str(path.relative_to(ROOT)), marks=pytest.mark.slow if number % 5 else ())
        for number, path in enumerate(FILES)
    ],
)
def test_a_shipped_file_reads_alike_everywhere(path: Path) -> None:
    first, *others = readings(path.read_text(encoding="utf-8"))

    assert first
    assert all(other == first for other in others)


def test_all_kits_and_sheets_were_looked_at() -> None:
    names = {path.relative_to(ROOT / "components").parts[0] for path in FILES if "components" in path.parts}
    assert names >= {"_sheets", "_rules", "aperiodik", "automato", "ceramus", "dual", "hexagonal"}


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=pytest.mark.slow if number % 5 else ())
        for number, kind in enumerate(setup_commands.KINDS)
    ],
)
def test_what_a_new_game_is_made_of_reads_alike_everywhere(kind: str, tmp_path: Path) -> None:
    assert command_line.main(["new", "Quem vem,quem vai?", "--kind", kind, "--project", str(tmp_path)]) == 0
    made = sorted(tmp_path.rglob("*.yaml"))

    assert len(made) > 1
    for path in made:
        first, *others = readings(path.read_text(encoding="utf-8"))
        assert all(other == first for other in others)
        assert "quem vai?" not in str(first) or "Quem vem,quem vai?" in str(first)
