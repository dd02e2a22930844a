"""Lists with two sides: words and pictures of the back stand on the back of their cards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from prancha.building import game_loading
from prancha.setup.new_game import start
from prancha.setup.new_game.headings import languages_of


def written(tmp_path: Path, text: str) -> tuple[str, str, tuple[str, ...]]:
    """The templates of both sides of a list's cards, and what was guessed."""
    (tmp_path / "deck.csv").write_text(text, encoding="utf-8")
    started = start(tmp_path, "deck", source=tmp_path / "deck.csv")
    assert started.wrong == ()
    folder = tmp_path / "templates/deck"
    back = game_loading.load(tmp_path, "deck").families[0].back
    assert back is not None
    return (folder / "cards.svg").read_text(), (folder / back).read_text(), started.guesses


@pytest.mark.parametrize(
    ("header", "front", "back"),
    [
        ("Front,Back", "front", "back"),
        ("Question,Answer", "question", "answer"),
        ("Frente,Verso", "frente", "verso"),
        ("Vorderseite,Rückseite", "vorderseite", "rückseite"),
        ("Name,Back Text", "name", "back_text"),
        ("Name,Text (back)", "name", "text_back"),
        ("Otázka,Odpověď", "otázka", "odpověď"),
    ],
)
def test_each_side_has_its_words(tmp_path: Path, header: str, front: str, back: str) -> None:
    drawn, behind, told = written(tmp_path, f"{header}\nder Hund,dog\ndie Katze,cat\n")
    assert f"text:{front} " in drawn
    assert f"text:{back} " not in drawn
    assert f"text:{back} " in behind
    heading = header.partition(",")[2]
    assert f'back: "{heading}" (by the headings; for the front, move it in the drawings)' in told


def test_finished_faces_fill_both_sides(tmp_path: Path) -> None:
    for name in ("fox", "owl", "back"):
        Image.new("RGB", (900, 1200), "navy").save(tmp_path / f"{name}.png")
    text = "front,back,qty\nfox.png,back.png,2\nowl.png,back.png,1\n"
    drawn, behind, told = written(tmp_path, text)
    assert re.search(r'art:front bleed=3" x="0" y="0" width="63" height="88"', drawn)
    assert re.search(r'art:back bleed=3" x="0" y="0" width="63" height="88"', behind)
    assert "Foot" not in drawn + behind
    assert (tmp_path / "templates/deck/art/back.png").exists()
    assert 'copies: "qty" (its name says so; 3 cards of 2 designs)' in told


@pytest.mark.parametrize("header", ["Back,Qty", "Name,Back story", "Name,Feedback", "Name,Fallback text"])
def test_other_lists_have_one_back(tmp_path: Path, header: str) -> None:
    drawn, behind, _ = written(tmp_path, f"{header}\nFox,2\nOwl,1\n")
    assert re.search("(text|icon):", drawn)
    assert "game.title" in behind


SIDES = (
    "Pergunta|Resposta Pregunta|Respuesta Recto|Verso Frage|Antwort Domanda|Risposta Voorkant|Achterkant "
    "Pytanie|Odpowiedź Líc|Rub Otázka|Odpoveď Kérdés|Válasz Față|Spate Framsida|Baksida Forside|Bagside "
    "Spørsmål|Svar Kysymys|Vastaus Soru|Cevap Вопрос|Ответ Питання|Відповідь Въпрос|Отговор Pitanje|Odgovor "
    "Vprašanje|Odgovor Ερώτηση|Απάντηση Anvers|Revers 問題|答え 正面|背面 질문|정답 שאלה|תשובה السؤال|الجواب"
)


@pytest.mark.parametrize("pair", SIDES.split())
def test_sides_are_known_in_many_languages(pair: str) -> None:
    front, back = pair.split("|")
    assert languages_of(front, "front")
    assert languages_of(back, "back")
