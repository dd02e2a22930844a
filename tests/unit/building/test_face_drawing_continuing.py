"""Texts too long for their box go on: on backs, or on further components, and not a word is lost."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from prancha.building import game_loading, pipeline
from prancha.building.face_drawing import prepare_faces, with_continued_parts
from prancha.building.game_export import choose_target, export_game
from prancha.building.order import Order
from prancha.changes.capture import capture
from prancha.changes.reprint import plan_reprint
from prancha.changes.snapshot_text import read_snapshot, serialize
from prancha.model.diagnostic import Failure
from prancha.model.game import Game

FONTS = Path(__file__).parents[2] / "fonts"
TEMPLATE = """\
<path d="{{ shape(bleed) }}" fill="#ffffff"/>
{{ label(item.name, width / 2, 12, size=12, align='center') }}
{{ paragraph(item.text, 5, 20, width - 10, 40, size=10, min=8) }}
{% if parts > 1 %}{{ label(part ~ '/' ~ parts, width - 5, height - 5, size=7, align='right') }}{% endif %}
"""
WORDS = " ".join(f"word{n}." if n % 9 == 8 else f"word{n}" for n in range(200))
SCRIPTS = {
    "ar": ["Noto Sans Arabic", " ".join(["محترق", "ورقة", "في", "كل", "دور"] * 60)],
    "ja": ["BIZ UDGothic", "炎上したカードは手番ごとに一枚失う。" * 40],
    "hi": ["Noto Sans Devanagari", " ".join(["ज्वलंत", "पत्ता", "हर", "बारी"] * 60)],
}


def write(lume: Path, text: str, where: str = "card", lang: str = "en", fonts: str = "") -> Path:
    """One family of two cards, the first with `text`."""
    told = json.dumps(text, ensure_ascii=False)
    folder = lume / "components" / "lume"
    for name in ("hexes", "tokens", "rules"):
        (folder / f"{name}.yaml").unlink(missing_ok=True)
    roles = f"{{body: [Alegreya Sans, {fonts}]}}" if fonts else "{body: Alegreya Sans}"
    if fonts:
        shutil.copytree(FONTS, lume / "templates/lume/fonts")
    (folder / "game.yaml").write_text(
        f"title: Lume\nlanguages: [{lang}]\nfamilies: [cards]\nfonts: {roles}\n", encoding="utf-8"
    )
    (folder / "cards.yaml").write_text(
        "title: Cards\nstock: card\nsize: 63 x 88 mm\noutline: rounded\nradius: 3 mm\n"
        "template: card.svg.j2\n"
        f"back: card-back.svg.j2\ncontinue: {where}\nitems:\n"
        f"  - {{id: long, copies: 2, name: Long, text: {told}}}\n"
        "  - {id: short, name: Short, text: Stay.}\n",
        encoding="utf-8",
    )
    (lume / "templates/lume/card.svg.j2").write_text(TEMPLATE, encoding="utf-8")
    (lume / "templates/lume/card-back.svg.j2").write_text(
        '<path d="{{ shape(bleed) }}" fill="#222222"/>', encoding="utf-8"
    )
    return lume


def opened(project: Path, lang: str = "en") -> Game:
    return with_continued_parts(Order(project), game_loading.load(project, "lume"), lang)


def texts_of(project: Path, lang: str = "en") -> list[str]:
    """The text of each part of the long card, as its letters are drawn."""
    game = opened(project, lang)
    maker, _, _ = prepare_faces(project, game, lang)
    drawn = maker.draw()
    faces = [face for key, face in drawn.fronts.items() if key.startswith("cards/long")]
    if game.families[0].continues == "back":
        faces.append(drawn.backs["cards/long"])
    return [re.sub(r"<[^>]+>", " ", face.svg) for face in faces]


def words_in(parts: list[str]) -> list[str]:
    return [word for part in parts for word in re.findall(r"word\d+", part)]


@pytest.mark.parametrize("where", ["card", "back"])
def test_no_word_is_lost_or_printed_twice(lume: Path, where: str) -> None:
    text = " ".join(WORDS.split()[:110]) if where == "back" else WORDS
    parts = texts_of(write(lume, text, where))
    assert len(parts) == (2 if where == "back" else 4)
    assert words_in(parts) == re.findall(r"word\d+", text)
    assert all("Long" in part for part in parts), "what fits is on every part"
    assert [part.count("…") for part in parts] == [1, *[2] * (len(parts) - 2), 1]
    assert f"1/{len(parts)}" in parts[0]


@pytest.mark.parametrize("lang", SCRIPTS)
def test_other_scripts_go_on_as_well(lume: Path, lang: str) -> None:
    font, text = SCRIPTS[lang]
    game = opened(write(lume, text, lang=lang, fonts=font), lang)
    assert [item.id for item in game.families[0].items if item.part > 1][:1] == ["long.2"]
    pipeline.build(Order(lume, check=False))


def test_a_part_ends_with_a_paragraph_or_a_sentence_where_it_can(lume: Path) -> None:
    sentence = "The fox goes round the barn and looks for a way in, step by step."
    parts = texts_of(write(lume, " ".join([sentence] * 12)))
    assert len(parts) == 2
    assert re.sub(r"\s+", " ", parts[0]).split(" … ")[0].rstrip().endswith("step.")


def test_a_list_entry_goes_on_without_a_second_mark(lume: Path) -> None:
    parts = texts_of(write(lume, "\n".join(f"{n}. {' '.join(WORDS.split()[:40])}" for n in (1, 2, 3, 4))))
    assert sum(len(re.findall(r"(?<!\w)[1-4]\.", part)) for part in parts) == 4


def test_what_fits_has_one_part_and_its_own_back(lume: Path) -> None:
    game = opened(write(lume, "Stay here.", "back"))
    assert [(item.id, item.parts) for item in game.families[0].items] == [("long", 1), ("short", 1)]


def test_a_kit_has_the_further_cards_and_says_so(lume: Path) -> None:
    (kit,) = pipeline.build(Order(write(lume, WORDS), cover=False))
    assert [(row.designs, row.copies) for row in kit.rows] == [(5, 9)]
    assert "Cards: texts of long continue on 6 further components" in kit.remarks
    (few,) = pipeline.build(Order(lume, cover=False, items=("cards/2",)))
    assert [row.copies for row in few.rows] == [1], "numbers count the cards of the list"
    (few,) = pipeline.build(Order(lume, cover=False, items=("cards/long",)))
    assert [row.copies for row in few.rows] == [8]


def test_the_same_bytes_cold_and_warm(lume: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(lume, WORDS)
    cold = pipeline.build(Order(lume))[0].pdf.read_bytes()
    monkeypatch.setenv("PRANCHA_CACHE", str(tmp_path / "cache"))
    for _ in range(2):
        assert pipeline.build(Order(lume))[0].pdf.read_bytes() == cold


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        (WORDS, "back", r"does not fit on 2 faces at 8 pt"),
        (" ".join([WORDS] * 5), "card", r"does not fit on 9 faces at 8 pt"),
        ("x" * 400, "card", r"needs [\d.]+ mm in width at 8 pt"),
    ],
)
def test_what_cannot_go_on_is_an_error(lume: Path, text: str, where: str, message: str) -> None:
    with pytest.raises(Failure, match=message) as caught:
        pipeline.build(Order(write(lume, text, where)))
    assert [(one.code, one.item) for one in caught.value.diagnostics] == [("text-overflow", "cards/long")]


def test_without_a_back_nothing_can_go_on_there(lume: Path) -> None:
    cards = write(lume, WORDS, "back") / "components/lume/cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("back: card-back.svg.j2\n", ""), "utf-8")
    with pytest.raises(Failure, match=r"cannot continue on backs: these components have none") as caught:
        game_loading.load(lume, "lume")
    assert caught.value.diagnostics[0].place.line == 7


def test_a_change_at_the_end_prints_only_the_part_it_is_on(lume: Path) -> None:
    old = read_snapshot(serialize(capture(write(lume, WORDS), "lume", "first")), "first.json")
    write(lume, WORDS.replace("word199", "word999"))
    plan = plan_reprint(old, capture(lume, "lume", "now"), "en")
    assert plan.copies == {"cards/long.4": 2}


def back_text(lume: Path) -> Path:
    return write(lume, " ".join(WORDS.split()[:110]), "back")


def test_a_text_that_would_go_on_on_backs_that_are_not_printed_is_an_error(lume: Path) -> None:
    order = Order(back_text(lume), duplex="none")
    with pytest.raises(Failure, match=r"the texts of long continue on their backs, but no backs") as caught:
        pipeline.build(order)
    (wrong,) = caught.value.diagnostics
    assert (wrong.code, wrong.place.line) == ("text-unprinted", 8)
    assert "continue: card" in wrong.hint
    assert not (lume / "output").exists()
    pipeline.build(Order(lume, duplex="none", items=("cards/short",)))
    pipeline.build(Order(lume, duplex="fold"))


def test_nor_are_they_lost_on_sheets_of_a_cutting_machine(lume: Path) -> None:
    target, options = choose_target("svg", {"duplex": "none"})
    with pytest.raises(Failure, match="but no backs are printed"):
        export_game(Order(back_text(lume)), "lume", target, options)


def test_a_back_that_texts_take_is_no_template_without_use(lume: Path) -> None:
    cards = back_text(lume) / "components/lume/cards.yaml"
    game = lume / "components/lume/game.yaml"
    cards.write_text(cards.read_text("utf-8").partition("  - {id: short")[0], "utf-8")
    game.write_text(game.read_text("utf-8") + 'palette: {night: "#222222"}\n', "utf-8")
    (lume / "templates/lume/card-back.svg.j2").write_text(
        '{% include "parts.svg.j2" %}<path d="{{ shape(bleed) }}" fill="{{ palette.night }}"/>', "utf-8"
    )
    (lume / "templates/lume/parts.svg.j2").write_text("", "utf-8")
    for other in ("hex.svg.j2", "token.svg.j2"):
        (lume / "templates/lume" / other).unlink(missing_ok=True)
    codes = {one.code for one in pipeline.check_faces(lume, "lume").findings}
    assert not codes & {"unused-template", "unused-colour"}
