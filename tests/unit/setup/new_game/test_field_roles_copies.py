"""The column of copies: believed in any language, guessed within bounds, asked for where it is not clear."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.cli import command_line
from prancha.model.diagnostic import Failure
from prancha.setup.new_game import start
from prancha.setup.new_game.field_roles import Wishes, give_copies
from prancha.setup.new_game.headings import rank_of
from prancha.setup.new_game.proposal import fields_of

HEADINGS = {
    "en": "Total copies|How many|Amount|Number in deck|# of copies|Qty.|NumCopies|card_count",
    "pt": "Quantidade|Nº de cópias|Qtd.|COPIAS|Quantas|Exemplares|Quantidade de cartas",
    "es": "Cantidad|Número de copias|Cant.|Ejemplares|¿Cuántas?|Cantidad de cartas",
    "fr": "Quantité|Nombre d’exemplaires|Nb|Qté|Combien|Nombre de cartes",
    "de": "Anzahl|Stückzahl|Wie viele|Anzahl (Karten)|Exemplare|Anzahl im Deck",
    "it": "Quantità|Numero di copie|Q.tà|Copie nel mazzo|Esemplari",
    "nl": "Aantal|Hoeveelheid|Aantal kaarten|Hoeveel",
    "pl": "Ilość|Ilosc|Liczba kopii|Sztuk|Ile sztuk",
    "cs": "Počet|Počet kusů|Množství|Kolik",
    "sk": "Počet|Množstvo|Koľko|Počet kópií",
    "hu": "Darab|Darabszám|Mennyiség|Példány|Hány db",
    "ro": "Cantitate|Număr de copii|Bucăți|Exemplare",
    "sv": "Antal|Antal kort|Hur många",
    "da": "Antal|Eksemplarer|Hvor mange",
    "nb": "Antall|Antall kort|Hvor mange",
    "fi": "Määrä|Lukumäärä|Kpl|Kuinka monta",
    "is": "Fjöldi|Eintök",
    "tr": "Adet|Miktar|Kopya Sayısı|Kaç tane",
    "ru": "Количество|Кол-во|Копии|Сколько штук|Кол-во карт",
    "uk": "Кількість|К-сть|Скільки|Кількість карт",
    "bg": "Брой|Бройки|Колко",
    "hr": "Količina|Broj kopija|Komada",
    "sr": "Количина|Број копија",
    "sl": "Količina|Število kopij",
    "lt": "Kiekis|Kopijų skaičius",
    "lv": "Skaits|Kopiju skaits",
    "et": "Kogus|Koopiate arv",
    "el": "Ποσότητα|Αντίτυπα|Αριθμός αντιτύπων|ΠΟΣΟΤΗΤΑ",
    "ca": "Quantitat|Nombre de còpies",
    "ja": "枚数|数量|カードの枚数|部数",
    "zh": "数量|張數|份数|卡牌数量",
    "ko": "수량|매수|카드 수량",
    "ar": "الكمية|عدد النسخ|كمية",
    "he": "כמות|עותקים|מספר עותקים",
    "fa": "تعداد|تعداد نسخه",
    "hi": "मात्रा|प्रतियाँ",
    "id": "Jumlah|Jumlah kartu|Salinan|Berapa",
    "ms": "Kuantiti|Bilangan kad",
    "vi": "Số lượng|Số bản|Số lượng thẻ",
    "th": "จำนวน|จำนวนการ์ด|สำเนา",
}
OTHERS = (
    "Hit points|Max copies|Number of hits|Attack amount|Anzahl Würfel|Collector Number|Cards|Deck|Set|"
    "Copy limit|Amount 1|Cost|Preço|Name|Nombre del héroe|枚数制限|Damage count|Copyright"
)


def chosen(header: str, *cells: Any, more: dict[str, list[Any]] | None = None, wanted: str = "") -> list[str]:
    """What is told of a list of cells below `header`, and then why it is the copies, if it is."""
    columns: dict[str, list[Any]] = {"Name": [f"Card {k}" for k in range(len(cells))], **(more or {})}
    columns[header] = list(cells)
    fields = fields_of(list(columns), list(zip(*columns.values(), strict=True)), ["en"])
    told = give_copies(fields, wanted, "prancha new deck --from deck.csv")
    return told + [one.why for one in fields if one.role == "copies"]


def question(header: str, *cells: Any, **more: Any) -> str:
    with pytest.raises(Failure) as caught:
        chosen(header, *cells, **more)
    return str(caught.value)


@pytest.mark.parametrize("language", HEADINGS)
def test_a_heading_that_says_copies_is_believed(language: str) -> None:
    for heading in HEADINGS[language].split("|"):
        (why,) = chosen(heading, 2, 0, 3)
        assert why == "its name says so; 5 cards of 3 designs", heading


def test_headings_of_other_things_are_not() -> None:
    for heading in OTHERS.split("|"):
        assert rank_of(heading) == "", heading
        assert chosen(heading, 2, 3, 2) == [], heading


def test_a_long_text_above_a_column_is_read_at_once() -> None:
    began = time.process_time()
    assert rank_of("cards of the " * 250) == ""
    assert time.process_time() - began < 2.0  # it took 13 seconds


def test_zero_means_not_in_this_version(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text("Name,Qty\nFox,2\nOwl,3\nElk,0\n")
    told = start(tmp_path, "deck", source=tmp_path / "deck.csv").guesses
    assert 'copies: "Qty" (its name says so; 5 cards of 3 designs)' in told
    assert "copies: 0 in row 4: not in this version, so it is not printed" in told
    (row,) = pipeline.build_game(Order(tmp_path), "deck").rows
    assert (row.designs, row.copies) == (3, 5)


def test_a_cell_that_is_no_count_costs_its_own_card_alone(tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    rows = [["Name", "Qty"], ["Fox", 3], ["Owl", 2.5], ["Elk", "two"], ["Hen", -3], ["Emu", None], ["Ant", 4]]
    for row in [*rows, ["Bee", 2]]:
        workbook.active.append(row)
    workbook.save(tmp_path / "deck.xlsx")
    started = start(tmp_path, "deck", source=tmp_path / "deck.xlsx")
    assert started.wrong == ()
    assert 'copies: "Qty" (its name says so; 13 cards of 7 designs)' in started.guesses
    for cell, row_at in (("2.5", 3), ("two", 4), ("-3", 5)):
        told = f'copies: "{cell}" is not a number and counts as 1: fix the cell (row {row_at})'
        assert told in started.guesses
    assert pipeline.build_game(Order(tmp_path), "deck").rows[0].copies == 13


def test_a_column_of_words_is_not_believed() -> None:
    (told,) = chosen("Quantity", "few", "many", "2")
    assert told == 'copies: not "Quantity" (it holds "few"; fix it and start again)'


def dragons() -> str:
    return "type,number,name\n" + "".join(
        f"{kind},{n},{kind} {n}\n"
        for kind, last in (("Dragon", 30), ("Cave", 12))
        for n in range(1, last + 1)
    )


def test_numbers_that_begin_again_in_each_group_are_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """543 cards were printed of these 42."""
    source = tmp_path / ("deep " * 12).strip() / "the list.csv"  # a long command is not cut either
    source.parent.mkdir()
    source.write_text(dragons())
    begin = ["new", "My Dragons", "--from", str(source), "--project", str(tmp_path)]
    assert command_line.main(begin) == 1
    said = capsys.readouterr().err
    command = f'prancha new "My Dragons" --from "{source}" --project {tmp_path} --copies'
    assert f"{command} number\n" in said
    assert f"{command} none\n" in said
    assert (
        "it runs 1 to 30 (Dragon), 1 to 12 (Cave); taken for copies it gives 543 cards of 42 designs" in said
    )
    assert not (tmp_path / "components").exists()
    assert command_line.main([*begin, "--copies", "none"]) == 0
    assert "guessed copies: one of each (asked for)" in capsys.readouterr().out
    assert pipeline.build_game(Order(tmp_path), "my-dragons").rows[0].copies == 42


def test_the_second_choice_is_taken_too(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text("number,name\n2,Fox\n3,Owl\n30,Elk\n2,Hen\n")
    with pytest.raises(Failure, match="one card would be there 30 times"):
        start(tmp_path, "deck", source=tmp_path / "deck.csv")
    started = start(tmp_path, "deck", source=tmp_path / "deck.csv", wishes=Wishes(copies="number"))
    assert 'copies: "number" (asked for; 37 cards of 4 designs)' in started.guesses


def test_a_price_within_an_object_is_not_copies(tmp_path: Path) -> None:
    """6,969 sheets were printed of such a list."""
    items = [{"name": f"Item {n}", "cost": {"quantity": n % 7 * 50 + 1, "unit": "gp"}} for n in range(1, 238)]
    (tmp_path / "items.json").write_text(json.dumps(items))
    with pytest.raises(Failure, match=r"it is a part of cost(.|\n)*--copies none"):
        start(tmp_path, "items", source=tmp_path / "items.json")
    started = start(tmp_path, "items", source=tmp_path / "items.json", wishes=Wishes(copies="none"))
    assert pipeline.build_game(Order(tmp_path), started.game).rows[0].copies == 237


def test_a_part_of_another_value_that_holds_0_is_told_too(tmp_path: Path) -> None:
    (tmp_path / "items.json").write_text(
        '[{"name":"A","cost":{"quantity":0}},{"name":"B","cost":{"quantity":9}}]'
    )
    told = start(tmp_path, "items", source=tmp_path / "items.json").guesses
    way = "--copies cost.quantity takes it anyway"
    assert f'copies: one of each (not "cost.quantity": it holds 0; {way})' in told


def test_a_list_with_numbers_in_each_set_is_asked_for() -> None:
    """19,686 cards were printed of such a list of 258."""
    sets = [f"Set {n // 86}" for n in range(258)]
    said = question("No", *(n % 86 + 1 for n in range(258)), more={"Series": sets})
    assert "it runs 1 to 86 (Set 0), 1 to 86 (Set 1), 1 to 86 (Set 2)" in said


@pytest.mark.parametrize(
    ("header", "cells", "more"),
    [
        ("number", [1, 2, 3, 4, 1, 2, 3, 1, 2, 3, 4, 5], {}),
        ("number", [3, 1, 2, 5, 4, 2, 1, 3], {"Suit": ["a"] * 5 + ["b"] * 3}),
        ("nr", [2, 3, 4, 5, 2, 3, 4, 5], {"Suit": list("aaaabbbb")}),
        ("Amount", [100, 50, 50, 20], {}),
        ("Count", [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6], {"Kind": list("aaaaabbbbbb")}),
        ("Total", [300, 420, 300, 510], {}),
        ("times", [12, 12, 15, 12], {}),
        ("stats.copies", [1, 2, 2], {}),
    ],
)
def test_what_is_only_guessed_has_bounds(header: str, cells: list[int], more: dict[str, list[Any]]) -> None:
    said = question(header, *cells, more=more)
    assert f"--copies {header}\n" in said
    assert "--copies none" in said
    assert chosen(header, *cells, more=more, wanted="none") == ["copies: one of each (asked for)"]


def test_many_sheets_are_told(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text("Name,Qty\nFox,460\nOwl,460\n")
    assert "it takes 103 sheets of A4" in start(tmp_path, "deck", source=tmp_path / "deck.csv").notes


@pytest.mark.parametrize("header", ["Qty", "Copies", "Anzahl", "Number of cards"])
def test_a_heading_that_is_sure_has_none(header: str) -> None:
    assert chosen(header, 50, 60) == ["its name says so; 110 cards of 2 designs"]


def test_numbers_that_recur_are_still_guessed() -> None:
    (why,) = chosen("number", 2, 3, 2, 1)
    assert why == (
        "its name may say so, and its numbers recur; --copies none takes one of each; 8 cards of 4 designs"
    )


def test_numbers_of_the_cards_are_told() -> None:
    assert chosen("No.", 1, 2, 3, 4) == [
        'copies: one of each (not "No.": its numbers count the cards; --copies No. takes it anyway)'
    ]


def test_the_record_of_an_export_is_no_value_of_another() -> None:
    assert chosen("fields.Qty", 2, 3) == ["its name says so; 5 cards of 2 designs"]


def test_two_columns_that_say_so(tmp_path: Path) -> None:
    (why,) = chosen("Qty (4 players)", 2, 2, 3, more={"Qty (2 players)": [1, 1, 2]})
    assert why == ('its name says so; there is also "Qty (4 players)": --copies COLUMN; 4 cards of 3 designs')


@pytest.mark.parametrize(
    ("lines", "copies"),
    [("4 Rod\n2 Weight\n", 6), ("1 Rod\n2 Weight\n3 Line\n", 3), ("12 Rod\n1 Line\n", 13)],
)
def test_lines_that_count_and_lines_that_are_numbered(tmp_path: Path, lines: str, copies: int) -> None:
    (tmp_path / "deck.txt").write_text(lines)
    start(tmp_path, "deck", source=tmp_path / "deck.txt")
    assert pipeline.build_game(Order(tmp_path), "deck").rows[0].copies == copies


def test_a_line_that_counts_too_many_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("300 Spartans\n7 Samurai\n")
    with pytest.raises(Failure, match="--copies count\n"):
        start(tmp_path, "deck", source=tmp_path / "deck.txt")


def test_none_is_no_column(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text("Name,none\nFox,2\nOwl,3\n")
    start(tmp_path, "deck", source=tmp_path / "deck.csv", wishes=Wishes(copies="none"))
    assert pipeline.build_game(Order(tmp_path), "deck").rows[0].copies == 2
