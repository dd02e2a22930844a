"""A tiny project of one game: double-sided cards, hexes, single-sided tokens; two languages."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.programs import WATCH, summary

# Tests look at what a build makes, not at what an earlier one kept; those of the cache have one each, and
# those of the shipped kits one for all of a run (`kept_faces`).
os.environ["PRANCHA_CACHE"] = "off"
# No test writes into the settings of who runs it; those of settings have folders of their own.
SETTINGS = tempfile.TemporaryDirectory(prefix="prancha-tests-")
os.environ["PRANCHA_CONFIG"] = SETTINGS.name
# Hints name fonts that are installed: to tests, none are.
os.environ["XDG_DATA_HOME"] = os.environ["XDG_DATA_DIRS"] = "/nowhere"


# The time a test needs for its examples depends on the machine, and a run that failed must fail again.
settings.register_profile(
    "prancha", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("prancha")


def pytest_configure() -> None:
    """Begin to watch which programs are started: here, since tests import this module a second time."""
    sys.addaudithook(WATCH)


@pytest.fixture(autouse=True)
def only_declared_programs() -> Iterator[None]:
    """Fail a test that starts a program without `use()`."""
    yield
    undeclared = WATCH.undeclared[:]
    WATCH.declared.clear()
    WATCH.undeclared.clear()
    assert not undeclared, f"not declared in tests/programs.py: {undeclared}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """End the run with a line that says which tests did not run, and why."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = [str(each.longrepr[2]).removeprefix("Skipped: ") for each in reports]
    terminalreporter.write_line(summary(reasons))


GAME = """\
title: Lume
subtitle: {pt-BR: um jogo mínimo, en: a tiny game}
languages: [pt-BR, en]
designers: [Ana]
licence: CC0
rulebook: "Regras de Lume"
players: [2, 3]
families: [cards, hexes, tokens]
palette: {ink: "#1b1b1f", sun: "#c0392b"}
fonts: {title: Cinzel, body: Alegreya Sans}
texts: {cost: {pt-BR: custo, en: cost}}
assumed: {token: {pt-BR: "tamanho escolhido", en: "size chosen"}}
"""
CARDS = """\
title: {pt-BR: Cartas, en: Cards}
stock: card
size: 63 x 88 mm
outline: rounded
radius: 3 mm
template: card.svg.j2
back: card-back.svg.j2
items:
  - {id: sun, copies: 8, cost: 1, name: {pt-BR: Coração do sol, en: Heart of the sun}}
  - {id: moon, copies: 4, cost: 2, name: {pt-BR: Lua, en: Moon}}
"""
HEXES = """\
title: {pt-BR: Hexágonos, en: Hexes}
stock: board
size: 40 mm
outline: hexagon
template: hex.svg.j2
items:
  - {id: land, copies: 5, colour: "#7a5"}
  - {id: sea, copies: 3, colour: "#57a"}
"""
TOKENS = """\
title: {pt-BR: Fichas, en: Tokens}
stock: board
size: 20 mm
outline: circle
template: token.svg.j2
items:
  - {id: one, copies: 6}
"""
RULES = """\
rules:
  - id: cards
    says: {pt-BR: "São 12 cartas.", en: "There are 12 cards."}
    source: "1"
    total: {family: cards, is: 12}
"""
TEMPLATES = {
    "card": """\
<defs><linearGradient id="g"><stop stop-color="#fff"/><stop offset="1" stop-color="#f3d9a0"/>
</linearGradient></defs>
<path d="{{ shape(bleed) }}" fill="url(#g)"/>
{{ label(item.name, width / 2, 20, size=12, align='center', width=width - 2 * safe, min=6) }}
{{ label(texts.cost ~ ': ' ~ item.cost, width / 2, 40, font='title', align='center') }}
{{ icon('star', width / 2, 60, 12, fill=palette.ink) }}
""",
    "card-back": '<path d="{{ shape(bleed) }}" fill="{{ palette.ink }}"/>\n',
    "hex": '<path d="{{ shape(bleed) }}" fill="{{ item.colour }}"/>\n',
    "token": '<path d="{{ shape(bleed) }}" fill="{{ palette.sun }}"/>\n',
}


def write_project(folder: Path, *games: str) -> Path:
    """Make a project with the tiny game, once under each name."""
    for name in games or ("lume",):
        catalogue, templates = folder / "components" / name, folder / "templates" / name
        catalogue.mkdir(parents=True)
        templates.mkdir(parents=True)
        files = {"game": GAME, "cards": CARDS, "hexes": HEXES, "tokens": TOKENS, "rules": RULES}
        for stem, text in files.items():
            (catalogue / f"{stem}.yaml").write_text(text, encoding="utf-8")
        for stem, text in TEMPLATES.items():
            (templates / f"{stem}.svg.j2").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def kept_faces(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what the tests of one run draw: the kits of this repository are built by many of them."""
    monkeypatch.setenv("PRANCHA_CACHE", str(tmp_path_factory.getbasetemp().parent / "kept-faces"))


@pytest.fixture
def lume(tmp_path: Path) -> Path:
    """The tiny project, its game called `lume`."""
    return write_project(tmp_path / "project")


@pytest.fixture
def duo(tmp_path: Path) -> Path:
    """The tiny project with two games, `lume` and `sombra`."""
    return write_project(tmp_path / "project", "lume", "sombra")
