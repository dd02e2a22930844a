"""Headings of titles and ids in many languages, the language of a list, and columns in two languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.catalogue import load_game
from prancha.setup.new_game import start
from prancha.setup.new_game.headings import Part, language_of_list, languages_of

HEADINGS = {
    "pt": "Código|Nome|Descrição",
    "es": "Identificador|Nombre|Descripción",
    "fr": "Référence|Titre|Effet",
    "de": "Kürzel|Bezeichnung|Beschreibung",
    "it": "Codice|Titolo|Descrizione",
    "nl": "Kenmerk|Naam|Omschrijving",
    "pl": "Identyfikator|Nazwa karty|Opis",
    "cs": "Označení|Název|Popis",
    "sk": "Označenie|Názov|Popis",
    "hu": "Azonosító|Megnevezés|Leírás",
    "ro": "Identificator|Denumire|Descriere",
    "sv": "Beteckning|Rubrik|Beskrivning",
    "da": "Kode|Overskrift|Beskrivelse",
    "nb": "Nøkkel|Tittel|Beskrivelse",
    "fi": "Tunnus|Nimi|Kuvaus",
    "is": "Auðkenni|Nafn|Lýsing",
    "tr": "Kimlik|Ad|Açıklama",
    "ru": "Идентификатор|Наименование|Описание",
    "uk": "Ідентифікатор|Назва|Опис",
    "bg": "Код|Заглавие|Описание",
    "hr": "Šifra|Naziv|Opis",
    "sl": "Šifra|Ime karte|Opis",
    "lt": "Kodas|Pavadinimas|Aprašymas",
    "lv": "Kods|Nosaukums|Apraksts",
    "et": "Tunnus|Pealkiri|Kirjeldus",
    "el": "Κωδικός|Τίτλος|Περιγραφή",
    "ca": "Codi|Títol|Descripció",
    "gl": "Código|Título|Descrición",
    "eu": "Kodea|Izena|Deskribapena",
    "ja": "番号|カード名|説明",
    "zh": "编号|卡名|描述",
    "ko": "번호|카드 이름|설명",
    "he": "מזהה|שם הקלף|תיאור",
    "ar": "المعرف|العنوان|الوصف",
    "id": "Kode|Nama|Deskripsi",
    "vi": "Mã thẻ|Tên|Mô tả",
    "hi": "कोड|शीर्षक|विवरण",
}


@pytest.mark.parametrize("language", HEADINGS)
def test_ids_titles_and_texts_are_known_by_their_headings(language: str) -> None:
    parts: tuple[Part, ...] = ("id", "title", "text")
    for part, heading in zip(parts, HEADINGS[language].split("|"), strict=True):
        for written in (heading, heading.upper(), f" {heading.replace(' ', '_')}: "):
            assert language in languages_of(written, part), (written, part)


def begun(tmp_path: Path, text: str, *languages: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The languages of the game that a list becomes, and what was guessed."""
    (tmp_path / "deck.csv").write_text(text, encoding="utf-8")
    started = start(tmp_path, "deck", source=tmp_path / "deck.csv", languages=languages)
    assert started.wrong == ()
    return load_game(tmp_path / "components/deck", tmp_path).languages, started.guesses


def test_a_column_of_ids_before_the_names_is_no_title(tmp_path: Path) -> None:
    _, told = begun(tmp_path, "Tunnus,Nimi,Kuvaus\na1,Kettu,Nosta kortti.\na2,Susi,Juokse.\n")
    assert 'title: "Nimi" (its name says so)' in told
    assert 'id: "Tunnus" (made of its words, which all differ)' in told


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Nome,Texto,Quantidade\nRaposa,Compre uma carta.,2\nCoruja,Voe.,1\n", "pt"),
        ("Name,Text\nFuchs,Ziehe eine Karte und lege sie ab.\nEule,Du fliegst nicht über das Tor.\n", "de"),
        ("Nom,Effet\nRenard,Piochez une carte pour vous.\nHibou,Volez avec le vent.\n", "fr"),
        ("Name,Text\nFox,Draw a card.\nOwl,Do no harm.\n", "en"),
        ("Name,Cost\nFuchs,2\nEule,1\n", "en"),
    ],
)
def test_a_list_has_the_language_it_is_written_in(tmp_path: Path, text: str, language: str) -> None:
    languages, told = begun(tmp_path, text)
    assert languages == (language,)
    line = f"language: {language} (its headings and commonest words; --lang CODE for another)"
    assert (line in told) == (language != "en")


def test_words_that_are_not_sure_leave_english() -> None:
    assert language_of_list(["Titel"], ["Fox"]) == "en"
    assert language_of_list([], []) == "en"


@pytest.mark.parametrize(
    "cell",
    [
        "https://example.com/fox",
        "Wiki (https://www.example.com/fox)",
        "ann@example.com",
        "2024-01-05T10:00:00Z",
    ],
)
def test_what_programs_write_is_in_no_language(tmp_path: Path, cell: str) -> None:
    rows = "".join(f"Fox {number},Run,{cell}\n" for number in range(9))
    assert begun(tmp_path, f"Name,Text,Link\n{rows}")[0] == ("en",)


def test_columns_of_one_text_in_two_languages_are_two_languages(tmp_path: Path) -> None:
    text = "Nome,Name,Texto,Text\nRaposa,Fox,Compre uma carta.,Draw a card.\nCoruja,Owl,Voe.,Fly.\n"
    languages, told = begun(tmp_path, text)
    assert languages == ("pt", "en")
    assert "languages: pt, en (from the names of columns; the first is printed)" in told
    (family,) = load_game(tmp_path / "components/deck", tmp_path).families
    assert family.items[0].fields["nome"] == {"pt": "Raposa", "en": "Fox"}


@pytest.mark.parametrize("cells", ["fox.png,Beast", "A fox at dusk,Beast"])
def test_a_column_of_art_beside_one_of_types_is_no_german(tmp_path: Path, cells: str) -> None:
    assert begun(tmp_path, f"Name,Art,Type,Text\nFox,{cells},Run.\nOwl,{cells},Fly.\n")[0] == ("en",)


def test_a_column_of_types_is_german_where_others_are(tmp_path: Path) -> None:
    list_ = "Bezeichnung,Card,Art,Type\nFuchs,Fox,Tier,Beast\nEule,Owl,Tier,Beast\n"
    assert begun(tmp_path, list_)[0] == ("de", "en")


@pytest.mark.parametrize("header", ["Name,Titel,Text", "Name,Text,Description"])
def test_columns_that_share_a_language_are_columns_of_their_own(tmp_path: Path, header: str) -> None:
    cells = ",".join("abcd"[: header.count(",") + 1])
    assert len(begun(tmp_path, f"{header}\n{cells}\n")[0]) == 1


def test_a_language_of_columns_serves_one_asked_for_elsewhere(tmp_path: Path) -> None:
    languages, _ = begun(tmp_path, "Nome,Name\nRaposa,Fox\nCoruja,Owl\n", "pt-BR", "en")
    (family,) = load_game(tmp_path / "components/deck", tmp_path).families
    assert (languages, family.items[1].fields["nome"]) == (("pt-BR", "en"), {"pt-BR": "Coruja", "en": "Owl"})
