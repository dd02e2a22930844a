"""Which installed family is taken for letters that a game's fonts lack."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from prancha.graphics.fonts import installed

FONTS = Path(__file__).parents[3] / "fonts"


@pytest.mark.parametrize(
    ("plain", "other"),
    [
        ("DejaVuSans.ttf", "NotoSansMono-Regular.ttf"),
        ("DejaVuSans.ttf", "AnonSans-Bold.ttf"),
        ("LiberationSans-Regular.ttf", "LiberationSansNarrow-Regular.ttf"),
        ("NotoSans-Regular.ttf", "NotoMono-Regular.ttf"),
        ("ZillaSans-Regular.ttf", "AlegreyaSerif-Regular.ttf"),
    ],
)
def test_a_plain_face_is_taken_before_others(
    plain: str, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Vietnamese list was set in a monospaced font: the name of DejaVuSans.ttf does not say regular."""
    for name, family in ((plain, "Test Latin"), (other, "Noto Serif")):
        shutil.copy(FONTS / family / "400.ttf", tmp_path / name)
    monkeypatch.setattr(installed, "font_files", lambda: tuple(sorted(tmp_path.iterdir())))
    installed.family_with.cache_clear()
    assert installed.family_with("a", "Nowhere") == "Test Latin"
    installed.family_with.cache_clear()
