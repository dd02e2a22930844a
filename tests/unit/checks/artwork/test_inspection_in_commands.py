"""`prancha check` and `prancha build` with something wrong on a face."""

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.cli.command_line import main


def rewrite(lume: Path, name: str, old: str, new: str) -> None:
    path = lume / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def tiny(lume: Path) -> Path:
    rewrite(lume, "templates/lume/card.svg.j2", "width / 2, 40,", "width / 2, 40, size=4,")
    return lume


def test_a_clean_game_is_clean(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--project", str(lume)]) == 0
    assert capsys.readouterr().err == ""


def test_an_error_on_a_face_fails_the_check(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--no-faces", "--project", str(tiny)]) == 0
    assert main(["check", "--project", str(tiny)]) == 1
    told = "".join(capsys.readouterr())
    assert "components/lume/cards.yaml:" in told
    assert '"custo: 1" is 4.0 pt, expected at least 6 pt (and 1 more)' in told


def test_an_error_stops_the_kit_and_no_check_prints_it(tiny: Path, tmp_path: Path) -> None:
    build = ["build", "--project", str(tiny), "--out", str(tmp_path / "out")]
    assert main(build) == 1
    assert not (tmp_path / "out").exists()
    assert main([*build, "--no-check"]) == 0


def test_a_warning_is_told_and_the_kit_written(
    lume: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rewrite(
        lume,
        "templates/lume/card.svg.j2",
        "width / 2, 60, 12, fill=palette.ink",
        "4, 60, 12, fill=palette.ink",
    )
    assert main(["build", "--project", str(lume), "--out", str(tmp_path / "out")]) == 0
    assert 'the icon "star" stands ' in capsys.readouterr().err
    assert list((tmp_path / "out" / "lume").glob("*.pdf"))


def test_the_reason_of_a_waiver_is_printed(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tiny / "components" / "lume" / "rules.yaml"
    waiver = 'waive:\n  - {check: text-size, template: card.svg.j2, why: "the cost is also in colour"}\n'
    rules.write_text(rules.read_text(encoding="utf-8") + waiver, encoding="utf-8")
    assert main(["check", "--project", str(tiny)]) == 0
    assert "waived text-size (4): the cost is also in colour" in "".join(capsys.readouterr())


def test_a_game_without_rules_is_looked_at_too(tiny: Path) -> None:
    (tiny / "components" / "lume" / "rules.yaml").unlink()
    assert main(["check", "--project", str(tiny)]) == 1


def test_settings_need_no_rules(tiny: Path) -> None:
    rules = tiny / "components" / "lume" / "rules.yaml"
    rules.write_text("checks: {text-size: {error: 3, warning: 3}}\n", encoding="utf-8")
    assert main(["check", "--project", str(tiny)]) == 0


def test_mistakes_of_every_language_are_told_at_once(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rewrite(lume, "components/lume/cards.yaml", "pt-BR: Lua", 'pt-BR: "Lua {luaa}"')
    rewrite(lume, "components/lume/cards.yaml", "en: Moon", 'en: "Moon {moonn}"')
    assert main(["check", "--project", str(lume)]) == 1
    told = capsys.readouterr().err
    assert 'there is no icon "luaa"' in told
    assert 'there is no icon "moonn"' in told


def test_a_field_that_nothing_shows_is_told_whatever_its_name(
    lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The library's cover speaks of titles, notes and texts of its own."""
    names = ("title", "note", "text", "lore", "width")
    rewrite(
        lume,
        "components/lume/hexes.yaml",
        "{id: land,",
        f"{{id: land, {', '.join(f'{n}: 9' for n in names)},",
    )
    assert main(["check", "--project", str(lume)]) == 0
    told = capsys.readouterr().err
    assert 'no template reads the field "title" of hexes, and' in told
    assert "(and 4 more like it: " in told
    assert [name for name in names if f'"{name}"' in told] == list(names)


def test_a_field_that_a_cover_of_the_game_shows_is_used(
    lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rewrite(lume, "components/lume/hexes.yaml", "{id: land,", "{id: land, lore: 9,")
    rewrite(
        lume, "components/lume/game.yaml", "families:", "cover: {templates: {head: cover.svg.j2}}\nfamilies:"
    )
    (lume / "templates/lume/cover.svg.j2").write_text("{{ label(items('hexes')[0].lore, 9, 9) }}", "utf-8")
    assert main(["check", "--project", str(lume)]) == 0
    assert capsys.readouterr().err == ""
