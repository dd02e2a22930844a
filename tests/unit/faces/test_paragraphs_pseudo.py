"""Pseudo-words: longer texts of every kind, never where nobody asked for them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from script_fonts import BOOK, FALLBACK, ROLES

from prancha.cli.command_line import main
from prancha.faces.text.paragraphs import lengthen
from prancha.faces.text.typesetter import Typesetter


def test_a_text_grows_by_a_third_with_accents() -> None:
    text = "Draw two cards, then discard one."
    longer = f"[{lengthen(text)}]"
    assert longer == "[Dráááw twóóó çáárds, thééñ díísçáárd óóñéé.]"
    assert len(longer) == round(len(text) * 1.35) == 45
    assert lengthen("დათვი") == "დათვი"  # brackets alone make it longer
    assert len(lengthen("ყველა მოთამაშე იღებს")) == 25


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("**Go** on {star} now", "[Gó óñ ñów]"),
        ("3 + 4", "3 + 4"),
        ("No", "No"),
        ("One\nTwo", "[Óñé] [Twó]"),
        ("- One\n- Two", "[Óñé] [Twó]"),
    ],
)
def test_markup_and_figures_stay_as_they_are(text: str, printed: str) -> None:
    ts = Typesetter(BOOK, ROLES, "en", lambda *_, **__: "", FALLBACK, longer=True)
    drawn = re.sub(r"<[^>]*>", " ", ts.paragraph(text, 0, 0, 60, 40))
    assert " ".join(drawn.split()) == printed


def test_a_kit_in_pseudo_words_has_a_name_of_its_own(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    build = ["build", "lume", "--project", str(lume), "--no-check"]
    assert main(build) == 0
    home = lume / "output" / "lume"
    plain = (home / "lume-a4.pdf").read_bytes()
    assert main([*build, "--lang", "pseudo"]) == 0
    assert sorted(path.name for path in home.iterdir()) == [
        "lume-a4-pseudo-no-cover.json", "lume-a4-pseudo-no-cover.pdf", "lume-a4.pdf", "manifest.json",
    ]  # fmt: skip
    listed = (home / "lume-a4-pseudo-no-cover.json").read_text(encoding="utf-8")
    assert '"label":{"text":"Lume · Cartas' in listed, "the program's own words stay plain"
    assert main(["proof", str(home / "lume-a4-pseudo-no-cover.pdf")]) == 0, "and its ruler reads 50 mm"
    assert main(build) == 0
    assert (home / "lume-a4.pdf").read_bytes() == plain
    assert main([*build, "--lang", "pseudo", "--changed-since", "v1"]) == 2
    assert "--lang pseudo cannot be combined with --changed-since" in capsys.readouterr().err
    template = lume / "templates" / "lume" / "card.svg.j2"
    text = template.read_text(encoding="utf-8").replace("width=width - 2 * safe, min=6", "width=26, min=10")
    template.write_text(text, encoding="utf-8")
    capsys.readouterr()
    assert main(build) == 0
    assert main([*build, "--lang", "pseudo"]) == 1
    assert '"Coração do sol" needs' in capsys.readouterr().err
