"""`prancha build`: several languages and whole sets at once."""

import re
from pathlib import Path

import pytest

from prancha.cli import command_line

Said = pytest.CaptureFixture[str]


def _build(project: Path, *options: str) -> int:
    return command_line.main(["build", "--project", str(project), *options])


@pytest.mark.parametrize("asked", ["pt-BR,en", "all", "en,pt-BR,en"])
def test_several_languages_are_a_kit_each_under_its_usual_name(lume: Path, asked: str, capsys: Said) -> None:
    assert _build(lume, "--lang", asked, "--only", "cards") == 0
    made = sorted(path.name for path in (lume / "output/lume").glob("*.pdf"))
    assert made == ["lume-a4-only-cards-en.pdf", "lume-a4-only-cards.pdf"]
    assert capsys.readouterr().out.count(" pages in ") == 2


def test_of_a_language_that_is_none_the_others_are_written(lume: Path, capsys: Said) -> None:
    assert _build(lume, "--lang", "en,fr", "--only", "cards") != 0
    said = capsys.readouterr()
    assert "lume-a4-only-cards-en.pdf" in said.out
    assert 'the game has no texts in "fr"' in said.err


def test_sets_are_the_whole_game_several_times(lume: Path, capsys: Said) -> None:
    def copies(*options: str) -> list[int]:
        assert _build(lume, "--proof", *options) == 0
        out = capsys.readouterr().out
        assert re.search(r"faults +0,", out)
        return [int(row) for row in re.findall(r"^  \S.* +\d+ +(\d+) +\d+(?: +[\d.]+)?$", out, re.MULTILINE)]

    one, five = copies(), copies("--sets", "5")
    assert one
    assert five == [5 * count for count in one]
    assert (lume / "output/lume/lume-a4-sets-5.pdf").is_file()


def test_what_is_at_odds_with_several_languages_and_sets(lume: Path, capsys: Said) -> None:
    assert _build(lume, "--lang", "all", "--watch") == 2
    assert "--watch follows one language" in capsys.readouterr().err
    assert _build(lume, "--sets", "2", "--copies", "3") == 2
    assert "--sets multiplies the copies that --copies replaces" in capsys.readouterr().err


def test_a_leaflet_in_parts_says_how_it_stays_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command_line.main(["new", "den", "--kind", "leaflet"]) == 0
    family = tmp_path / "components/den/leaflet.yaml"
    family.write_text(re.sub(r"(?m)^size: .*", "size: a5", family.read_text()))
    assert _build(tmp_path, "--paper", "letter") == 0
    assert "whole on a larger --paper, or with a smaller size:" in capsys.readouterr().err
    assert _build(tmp_path, "--proof") == 0
    said = capsys.readouterr()
    assert "whole on a larger" not in said.err
    assert re.search(r"faults +0,", said.out)
