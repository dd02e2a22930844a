"""The pictures of docs/printing.md are made by the program, and are there."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
from PIL import Image, ImageChops, ImageStat

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "pictures"
MOST = 60 * 1024


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("printing_pictures", FOLDER / "printing.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    _script().make(folder)
    return folder


def test_the_page_shows_every_picture_and_no_other(made: Path) -> None:
    shown = re.findall(r"\]\(pictures/(print-[a-z]+\.png)\)", (ROOT / "docs/printing.md").read_text())
    assert sorted(shown) == sorted(path.name for path in made.iterdir())
    assert len(shown) == 6


def test_pictures_are_small_and_as_the_program_prints_today(made: Path) -> None:
    for path in sorted(made.iterdir()):
        kept = FOLDER / path.name
        assert path.stat().st_size < MOST, path.name
        assert kept.stat().st_size < MOST, path.name
        new, old = (Image.open(file).convert("L") for file in (path, kept))
        assert new.size == old.size, f"{path.name} is not what the program prints: make pictures"
        assert ImageStat.Stat(new).stddev[0] > 15, f"{path.name} shows nothing"
        off = ImageStat.Stat(ImageChops.difference(new, old)).mean[0]
        assert off < 8, f"{path.name} is not what the program prints: make pictures"
