"""Encodings of lists: found out for 165 short ones, and Windows-1252 wherever that was right before."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest

from prancha.catalogue.spreadsheet.text_encoding import decode
from prancha.model.diagnostic import Failure
from tests.lists import CASES
from tests.lists.short_lists import TEXTS, table
from tests.unit.catalogue.projects import HEAD, load, only, refused
from tests.unit.catalogue.spreadsheets import fields, found, game, ods, xlsx
from tests.work import AT_ONCE

KITS = Path(__file__).parents[3] / "components"
TABLE = list(table())
UNICODE = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32")


def test_the_table_is_large_enough_to_choose_a_library_by() -> None:
    assert len(TABLE) >= 60
    assert len({encoding for _, encoding, _, _ in TABLE}) + len(UNICODE) >= 15
    assert {2, 40} <= {rows for _, _, rows, _ in TABLE}


def test_every_list_of_the_table_is_read_in_its_encoding() -> None:
    wrong = [
        f"{language} in {encoding}, {rows} rows: {decoded.codec}"
        for language, encoding, rows, text in TABLE
        if (decoded := decode(text.encode(encoding), "a.csv", None)).text != text
    ]
    assert wrong == []


@pytest.mark.parametrize("encoding", UNICODE)
def test_every_language_is_read_in_unicode_with_and_without_its_sign(encoding: str) -> None:
    for text in TEXTS.values():
        for part in (text, "".join(text.splitlines(keepends=True)[:2])):
            assert decode(part.encode(encoding), "a.csv", None).text == part


def test_lists_in_windows_1252_are_still_read_as_that() -> None:
    texts = [
        data.decode() if isinstance(data, bytes) else data
        for case in CASES.values() for name, data in case.files.items()
        if name.endswith((".csv", ".txt", ".tsv", ".json")) and (isinstance(data, str) or _is_utf8(data))
    ]  # fmt: skip
    western = [text for text in texts if not text.isascii() and _is_western(text)]
    assert len(western) >= 7
    assert [text for text in western if decode(text.encode("cp1252"), "a.csv", None).text != text] == []


def test_short_portuguese_lists_of_the_kits_are_still_read_as_windows_1252() -> None:
    whole = "".join(path.read_text(encoding="utf-8") for path in sorted(KITS.glob("*/*.yaml")))
    lines = sorted(
        {line for line in re.findall(r'pt-BR: "?([^"{}\n]{8,}?)"?[,}\n]', whole) if _is_western(line)}
    )
    lines = [line for line in lines if not line.isascii()]
    chance = random.Random(1)
    lists = [
        "Nome;Texto\n" + "\n".join(chance.sample(lines, count)) for count in (1, 2, 4) for _ in range(60)
    ]
    assert [one for one in lists if decode(one.encode("cp1252"), "a.csv", None).text != one] == []


SMART = (
    "“Hush,” it said – don’t.",
    "Each player’s hand is shown.",
    "Draw two… then discard.",
    "Pay £3 or €4.",
    "Move 2–3.",
    "The naïve player’s turn.",
    "Café",
    "Piñata",
    "Heal ½ of them.",
    "• Draw a card",
    "The king’s men — all — return.",
    "You may say ‘no’.",
    "90° turn",
    "Brand™ new",
    "© 2024 me",
    "3 × 4 tiles",
    "Señor Fox’s",
    "Crème brûlée",
    "±1 to a roll",
)


def test_english_lists_with_signs_of_print_are_still_read_as_windows_1252() -> None:
    chance = random.Random(2)
    lists = [
        "Name,Text\n" + "".join(f'Fox,"{text}"\n' for text in chance.sample(SMART, count))
        for count in (1, 2, 3, 5, 8)
        for _ in range(40)
    ]
    wrong = [one for one in lists if decode(one.encode("cp1252"), "a.csv", None).text != one]
    assert len(wrong) <= 1, wrong  # of a sign of times and two letters nobody can tell


def _is_utf8(data: bytes) -> bool:
    try:
        return bool(data.decode())
    except UnicodeDecodeError:
        return False


def _is_western(text: str) -> bool:
    return text.encode("cp1252", "ignore").decode("cp1252") == text


def test_what_was_taken_is_told_with_the_reading_that_is_as_plausible() -> None:
    note = decode("Nome;Testo\nCittà;Pesca finché puoi.\n".encode("cp1252"), "a.csv", None).note
    assert note is not None
    assert note.place.line == 2
    assert note.message == (
        'the file is not UTF-8; it is read as windows-1252, so that line 2 holds "Città"; '
        'read as windows-1250, "Città" would be "Cittŕ"'
    )
    assert note.hint == ("save it as CSV UTF-8, or write encoding: windows-1252, or encoding: windows-1250")
    sure = decode(TEXTS["polish"].encode("cp1250"), "a.csv", None).note
    assert sure is not None
    assert sure.message.endswith('it is read as windows-1250, so that line 1 holds "Ilość"')


@pytest.mark.parametrize(
    "encoding", ["windows-1250", "CP1250", "koi8-r", "shift_jis", "mac-roman", "utf-16-le"]
)
def test_any_encoding_may_be_named(tmp_path: Path, encoding: str) -> None:
    word = {"koi8-r": "Ёж", "shift_jis": "魔女", "mac-roman": "naïve", "utf-16-le": "Żółw"}.get(
        encoding, "Żółw"
    )
    data = f"id,word\nx,{word}\n".encode(encoding)
    loaded = game(tmp_path, f"{{file: a.csv, encoding: {encoding}}}", a_csv=data)
    assert fields(loaded) == {"x": {"word": word}}
    assert loaded.notes == ()


@pytest.mark.parametrize(
    ("encoding", "hint"),
    [
        ("windows-1520", 'did you mean "windows-1250"?'),
        ("shift-jsi", 'did you mean "shift-jis"?'),
        ("rot13", "such as utf-8, utf-16, windows-1252, windows-1250"),
        ("base64", ""),
        ("idna", ""),
    ],
)
def test_a_name_that_is_no_encoding_of_texts_is_an_error(tmp_path: Path, encoding: str, hint: str) -> None:
    place, message, told = found(tmp_path, f"{{file: a.csv, encoding: {encoding}}}", a_csv=b"id\nx\n")
    assert place == "grid.yaml:6:31"
    assert message == f'unknown-word: "{encoding}" is not a text encoding'
    assert hint in told


def test_a_file_is_read_strictly_in_the_encoding_that_is_named(tmp_path: Path) -> None:
    place, message, _ = found(tmp_path, "{file: a.csv, encoding: euc-jp}", a_csv=b"id,n\nx,\xff\n")
    assert (place, message) == ("a.csv:2:1", "encoding: the byte 0xff in line 2 is not euc-jp")


def test_utf_8_with_a_stray_byte_is_no_other_encoding(tmp_path: Path) -> None:
    data = "id,n\nx,Żółw żółty gęś źrebię\ny,caf".encode() + b"\xe9\n"
    place, message, hint = found(tmp_path, "a.csv", a_csv=data)
    assert place == "a.csv:3:1"
    assert message == "encoding: the byte 0xe9 in line 3 is not UTF-8, as the rest of the file is"
    assert hint.startswith("type the letter there again")


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(Failure) as refused:
        decode(b"id,n\n\xff\xd8\xff\xe0\x00\x10\x01\x02JFIF\n", "a.csv", None)
    (told,) = refused.value.diagnostics
    assert told.message == "line 2 is in no known text encoding"


@pytest.mark.parametrize("text", ["Name\0;Text\nOwl;Fly\0.\n", "a\0b\n"])
def test_stray_zeros_make_no_utf_16(text: str) -> None:
    assert decode(text.encode(), "a.csv", None).text == text


MANY = b"id,n\n" + b"x,y\n" * 1500 + "z,\ufffd\n".encode()
LOST = "U+FFFD stands for a letter that was lost: the file was saved in another encoding"


@pytest.mark.parametrize(
    ("name", "data", "place", "where"),
    [
        ("a_csv", "id,n\nx,caf\ufffd\n".encode(), "a.csv:2:2", 'row 2, column B, "caf\ufffd": '),
        ("a_csv", "id,n\ufffd\nx,y\n".encode(), "a.csv:1:2", 'row 1, column B, "n\ufffd": '),
        ("a_csv", MANY, "a.csv:1502:2", 'row 1502, column B, "\ufffd": '),
        ("a_xlsx", xlsx([["id", "n"], ["x", "caf\ufffd"]]), "a.xlsx:2:2", 'row 2, column B, "caf\ufffd": '),
        ("a_ods", ods([["id", "n"], ["x", "caf\ufffd"]]), "a.ods:2:2", 'row 2, column B, "caf\ufffd": '),
        ("a_json", '[{"id": "x", "n": "caf\ufffd"}]'.encode(), "a.json:1:1", '"caf\ufffd": '),
        ("a_json", b'[{"id": "x", "n": ["caf\\ufffd"]}]', "a.json:1:1", '"caf\ufffd": '),
    ],
)  # fmt: skip
def test_a_lost_letter_is_an_error_at_its_cell(
    tmp_path: Path, name: str, data: bytes, place: str, where: str
) -> None:
    told, message, hint = found(tmp_path, name.replace("_", "."), **{name: data})
    assert told.startswith(place.rpartition(":")[0]) if "json" in name else told == place
    assert message.startswith(("encoding: " if "json" not in name else "bad-json: ") + where + LOST)
    assert "save that as UTF-8" in message + hint


def test_a_lost_letter_of_yaml_is_an_error_at_its_place(tmp_path: Path) -> None:
    told = only(refused(lambda: load(tmp_path, HEAD + "items:\n  - {id: a, name: caf\ufffd}\n")))
    assert (str(told.place), told.code, told.message) == ("components/dual/grid.yaml:7:22", "encoding", LOST)


@pytest.mark.parametrize("ending", ["\n", "\r", " "])
def test_a_long_list_is_judged_by_its_beginning(ending: str) -> None:
    text = f"名前,効果{ending}" + f"城,守る。{ending}" * 60_000
    data = text.encode("cp932")
    begun = time.process_time()
    assert decode(data, "a.csv", None).text == text
    assert time.process_time() - begun < AT_ONCE
    assert decode(data + b"\xfd\xff", "a.csv", None).codec != ""  # what is wrong at its end is no hang
