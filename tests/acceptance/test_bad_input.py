"""Each mistake gives one clear message with its place, exit code 1 and no traceback."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NoReturn

import pytest

from prancha.cli.command_line import main
from prancha.faces import FaceMaker


@pytest.fixture
def here(lume: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tiny project as working folder."""
    monkeypatch.chdir(lume)
    return lume


def change(file: str, old: str, new: str) -> None:
    path = Path(file)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def told(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 1) -> list[str]:
    """The messages of a build that fails, one string each, with their hints."""
    assert main(["build", *arguments]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    assert not list(Path().rglob("*.part"))
    said = re.sub(r"^\w+: \d+ faces and pages drawn\n", "", err, flags=re.MULTILINE)
    return re.split(r"\n(?!    )", said.strip())


CASES = [
    ("cards.yaml", "size: 63 x 88 mm", "size: 63 x 88", r'components/lume/cards\.yaml:3:7: error bad-length: "63 x 88" is not a size'),
    ("cards.yaml", "stock: card", "stok: card", r"components/lume/cards\.yaml:2:1: error unknown-key: "),
    ("cards.yaml", "cost: 2, name", "cost: 2, cost: 3, name", r"components/lume/cards\.yaml:10:\d+: error duplicate-key"),
    ("cards.yaml", "items:", "items: [", r"components/lume/cards\.yaml:\d+:\d+: error "),
    ("cards.yaml", "  - {id: moon, copies: 4", "  - {id: moon, copies: -4", r"components/lume/cards\.yaml:10:\d+: error "),
    ("game.yaml", "families: [cards, hexes, tokens]", "families: [cards, hexes, tokens, dice]", r"components/lume/game\.yaml:8:\d+: error "),
    ("cards.yaml", "template: card.svg.j2", "template: kard.svg.j2", r'components/lume/cards\.yaml:6:1: error template-missing.*"?kard\.svg\.j2'),
    ("cards.yaml", "back: card-back.svg.j2", "back: back.svg.j2", r'components/lume/cards\.yaml:7:1: error template-missing: there is no template "back\.svg\.j2"'),
    ("card.svg.j2", "item.cost", "item.price", r"components/lume/cards\.yaml:9:\d+: error template-undefined \[cards/sun\]: templates/lume/card\.svg\.j2:5: .*price.* \(and 1 more\)"),
    ("card.svg.j2", "{{ icon", "{% if %}{{ icon", r"templates/lume/card\.svg\.j2:6:1: error template-syntax"),
    ("card.svg.j2", "min=6) }}", "min=6)", r"templates/lume/card\.svg\.j2:4:1: error template-syntax: .*\n    nothing closes the \{\{ of this line: write \}\} where it ends"),
    ("card.svg.j2", "{{ icon", "{% if item.cost == 1 }{{ icon", r"templates/lume/card\.svg\.j2:6:1: error template-syntax: .*\n    nothing closes the \{% of this line: write %\} where it ends"),
    ("card.svg.j2", "{{ icon", "{# a star {{ icon", r"templates/lume/card\.svg\.j2:6:1: error template-syntax: .*\n    nothing closes the \{# of this line: write #\} where it ends"),
    ("card.svg.j2", "{{ icon", "{% if item.cost == 1 %}{{ icon", r"templates/lume/card\.svg\.j2:6:1: error template-syntax: .*\n    write \{% endif %\} where it ends"),
    ("card.svg.j2", "{{ icon", "{% iff item.cost == 1 %}{{ icon", r'templates/lume/card\.svg\.j2:6:1: error template-syntax: Encountered unknown tag \'iff\'\.\n    did you mean "if"\?'),
    ("card.svg.j2", "min=6) }}", "min=6 }}", r"templates/lume/card\.svg\.j2:4:1: error template-syntax: .*\n    write \) before it"),
    ("card.svg.j2", "font='title'", "font=title'", r"templates/lume/card\.svg\.j2:5:1: error template-syntax: .*\n    (put a text in quotes|is a comma, or the quote before it, missing\?)"),
    ("card.svg.j2", "'star'", "'starr'", r'components/lume/cards\.yaml:9:\d+: error icon \[cards/sun\]: templates/lume/card\.svg\.j2:6: there is no icon "starr".*\n    did you mean "star'),
    ("card.svg.j2", "size=12, align='center', width=width - 2 * safe, min=6", "size=60, width=20, min=50", r"components/lume/cards\.yaml:9:42: error text-overflow \[cards/sun\]: templates/lume/card\.svg\.j2:4: "),
    ("card.svg.j2", "font='title'", "font='nope'", r"components/lume/cards\.yaml:9:\d+: error \S+ \[cards/sun\]: templates/lume/card\.svg\.j2:5: .*nope"),
    ("game.yaml", "title: Cinzel", "title: Cinzell", r'components/lume/game\.yaml:10:9: error font: there is no font "Cinzell"\n    did you mean "Cinzel"\? known: Alegreya, .*Cinzel, .*Yeseva One'),
    ("game.yaml", "title: Cinzel", "title: Helvetica", r'components/lume/game\.yaml:10:9: error font: there is no font "Helvetica"\n    known: Alegreya, .*Yeseva One'),
    ("cards.yaml", "pt-BR: Lua", "pt-BR: Lua \ue000", r"components/lume/cards\.yaml:10:43: error text-glyph \[cards/moon\]: templates/lume/card\.svg\.j2:4: .*U\+E000"),
    ("cards.yaml", "pt-BR: Lua", 'pt-BR: "Lua {mond}"', r'components/lume/cards\.yaml:10:43: error icon \[cards/moon\]: templates/lume/card\.svg\.j2:4: there is no icon "mond"'),
    ("hex.svg.j2", '<path d="', '<path filter="f" d="', r"templates/lume/hex\.svg\.j2:1:1: error svg \[hexes/land\]: filter=\"f\" cannot be read \(and 1 more\)"),
    ("hex.svg.j2", "/>", ">", r'templates/lume/hex\.svg\.j2:1:1: error svg \[hexes/land\]: the SVG is broken: mismatched tag near ".*\(and 1 more\)\n    nothing closes <path '),
    ("hex.svg.j2", "<path", '<rect width="4" height="4"/>\n<image href="no.png"/><path', r'templates/lume/hex\.svg\.j2:2:1: error svg \[hexes/land\]: there is no picture "no\.png"'),
    ("rules.yaml", "is: 12", "is: 13", r"components/lume/rules\.yaml:5:\d+: error rule-total: expected 13 copies of cards, found 12"),
]  # fmt: skip


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(("file", "old", "new", "message"), CASES, ids=[f"{c[0]} {c[2][:24]}" for c in CASES])
def test_a_mistake_is_told_with_its_place(
    capsys: pytest.CaptureFixture[str], file: str, old: str, new: str, message: str
) -> None:
    folder = "templates" if file.endswith(".j2") else "components"
    change(f"{folder}/lume/{file}", old, new)
    found = told(capsys)
    assert [one for one in found if re.match(message, one)], "\n".join(found)
    assert not Path("output").exists()


@pytest.mark.usefixtures("here")
def test_a_missing_translation_stops_its_language_alone(capsys: pytest.CaptureFixture[str]) -> None:
    change("components/lume/cards.yaml", "{pt-BR: Lua, en: Moon}", "{pt-BR: Lua}")
    (found,) = told(capsys, "--lang", "en")
    assert re.match(r"components/lume/cards\.yaml:10:\d+: error .*en", found)
    assert main(["build"]) == 0


CASE_GAME = 'components: error no-game: there is no game "lumme"\n    did you mean "lume"?'


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("lumme",), CASE_GAME),
        (
            ("--sheet", "croner"),
            'error no-sheet: there is no sheet profile "croner"\n    did you mean "corner"?',
        ),
        (("--paper", "a44"), 'error no-paper: there is no paper "a44"\n    did you mean "a4"?'),
        (
            ("--lang", "fr"),
            'components/lume/game.yaml:3:1: error no-language: the game has no texts in "fr"\n    known: en, pt-BR',
        ),
    ],
)
def test_an_unknown_name_is_told_with_the_likely_one(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert told(capsys, *arguments, code=2) == [message]


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("command", ["build", "check", "manifest", "printed"])
def test_a_game_that_is_not_there_is_wrong_usage_of_every_command(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert main([command, "lumme"]) == 2
    assert capsys.readouterr().err == CASE_GAME + "\n"


@pytest.mark.usefixtures("here")
def test_all_mistakes_of_a_stage_are_told_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    change("components/lume/cards.yaml", "stock: card", "stock: cardboard")
    change("components/lume/hexes.yaml", "40 mm", "forty")
    change("components/lume/game.yaml", "licence", "license")
    assert sorted(one.split(":")[0] for one in told(capsys)) == [
        "components/lume/cards.yaml",
        "components/lume/game.yaml",
        "components/lume/hexes.yaml",
    ]


def test_a_project_without_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = told(capsys, "--project", str(tmp_path), code=2)
    assert found == (
        "components: error no-game: there is no such folder\n"
        "    go to the project's folder, or name it with --project; to begin one: prancha new NAME"
    )


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("options", "name"),
    [
        ((), "lume-a4"),
        (("--only", "tokens"), "lume-a4-only-tokens"),
        (("--changed-since", "v1"), "lume-a4-since-v1"),
    ],
)
def test_an_output_that_cannot_be_written_is_told_before_anything_is_drawn(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], name: str
) -> None:
    def draw(_: FaceMaker) -> NoReturn:
        raise AssertionError("drawn")

    assert main(["snapshot", "v1"]) == 0
    capsys.readouterr()
    Path("mine").write_text("mine")
    monkeypatch.setattr(FaceMaker, "draw", draw)
    (found,) = told(capsys, "--out", "mine", *options, code=2)
    assert re.match(
        rf"mine/lume/{name}\.pdf: error not-written: cannot write: (Not a directory|File exists)\n    there is a file",
        found,
    )
    assert Path("mine").read_text() == "mine"
    assert main(["build", *options]) == 3
    assert "AssertionError: drawn" in capsys.readouterr().err


@pytest.mark.usefixtures("here")
def test_rules_that_fail_stop_the_build_unless_told_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    change("components/lume/cards.yaml", "copies: 4", "copies: 5")
    (found,) = told(capsys)
    assert "12" in found
    assert "13" in found
    assert main(["build", "--no-check"]) == 0
    assert Path("output/lume/lume-a4.pdf").is_file()


@pytest.mark.usefixtures("here")
def test_a_project_paper_wins_and_a_broken_one_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path("components/_sheets")
    folder.mkdir()
    (folder / "papers.yaml").write_text("margin: 5 mm\npapers:\n  small: {size: 148 x 210 mm}\n")
    assert main(["build", "--paper", "small"]) == 0
    assert Path("output/lume/lume-small.pdf").is_file()
    capsys.readouterr()
    (folder / "papers.yaml").write_text("margin: 5 mm\npapers:\n  small: {size: 210 x 148 mm}\n")
    (found,) = told(capsys, "--paper", "small")
    assert re.match(r"components/_sheets/papers\.yaml:3:\d+: error out-of-range: ", found)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.usefixtures("here")
def test_a_template_that_links_out_of_the_project(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    secret = tmp_path / "secret.svg.j2"
    secret.write_text("secret")
    path = Path("templates/lume/hex.svg.j2")
    path.unlink()
    path.symlink_to(secret)
    (found,) = told(capsys)
    assert "error template-missing" in found
    assert "hex.svg.j2" in found


@pytest.mark.usefixtures("here")
def test_names_in_other_capitals_are_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "LUME", "--paper", "LETTER", "--lang", "PT-br", "--sheet", "Edge"]) == 0
    assert main(["build", "--paper", "A4", "--lang", "EN"]) == 0
    names = sorted(path.stem for path in Path("output/lume").glob("*.pdf"))
    assert names == ["lume-a4-en", "lume-letter-on-edge"]
    assert main(["build", "--lang", "pt_BR", "--sheet", "POKER-9", "--paper", "A4"]) == 2
    assert 'the sheet "poker-9" is for paper letter, not A4' in capsys.readouterr().err


@pytest.mark.parametrize("inside", ["components/lume", "templates", "output/old"])
def test_below_a_project_the_project_is_found(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, inside: str
) -> None:
    (here / inside).mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(here / inside)
    above = "/".join([".."] * (inside.count("/") + 1))
    assert main(["check", "--no-faces"]) == 0
    assert capsys.readouterr() == ("1 game checked: 0 errors, 0 warnings\n", f"project: {above}\n")
    assert main(["build"]) == 0
    assert (here / "output" / "lume" / "lume-a4.pdf").is_file()
    change(str(here / "components/lume/cards.yaml"), "copies: 4", "copies: 5")
    assert main(["build"]) == 1
    assert "components/lume/rules.yaml:5:12: error rule-total" in capsys.readouterr().err


def test_above_a_folder_without_project_nothing_is_guessed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["list"]) == 2
    assert capsys.readouterr().err.startswith("components: error no-game: there is no such folder\n    go to")
