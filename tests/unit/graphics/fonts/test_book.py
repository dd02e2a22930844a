"""Fonts are found by name, and anything that is not a plain TrueType font is refused."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from prancha.export.pdf_objects import glyph_font
from prancha.graphics.fonts import FontBook, FontError
from prancha.graphics.fonts.book import ANY, letters_language
from prancha.model.diagnostic import Failure
from prancha.system import program_folders

LIBRARY = Path(__file__).parents[4] / "templates" / "_library"
SOURCE = LIBRARY / "fonts" / "Cinzel" / "400.ttf"
PORTUGUESE = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,;:!?()[]/\\-+=*%&@#'\"<>"
    "áàâãéêíóôõúüçÁÀÂÃÉÊÍÓÔÕÚÜÇºª°§“”‘’«»–—…•·×½¼\u00a0"
)


@pytest.fixture(scope="module")
def book() -> FontBook:
    return FontBook([LIBRARY])


def book_with(folder: Path, data: bytes, name: str = "400.ttf") -> FontBook:
    home = folder / "fonts" / "Odd"
    home.mkdir(parents=True)
    (home / name).write_bytes(data)
    return FontBook([folder])


def patched(tag: str, at: int, new: bytes) -> bytes:
    """The source font with bytes of one table replaced."""
    data = bytearray(SOURCE.read_bytes())
    for k in range(struct.unpack_from(">H", data, 4)[0]):
        name, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * k)
        if name == tag.encode():
            data[offset + at : offset + at + len(new)] = new
            return bytes(data)
    raise AssertionError(tag)


def directory(tag: str, at: int, new: bytes) -> bytes:
    """The source font with its directory entry for `tag` changed: 0 is the tag, 8 offset, 12 length."""
    data = bytearray(SOURCE.read_bytes())
    entry = data.index(tag.encode(), 12)
    data[entry + at : entry + at + len(new)] = new
    return bytes(data)


def refusal(folder: Path, data: bytes) -> tuple[str, str]:
    with pytest.raises(FontError) as caught:
        book_with(folder, data).font("Odd")
    return caught.value.message.replace(str(folder), ""), caught.value.hint


def test_the_library_has_its_families_each_with_a_licence(book: FontBook) -> None:
    assert "Alegreya Sans" in book.families()
    assert list(book.families()) == sorted(book.families())
    for family in book.families():
        licence = next((LIBRARY / "fonts" / family).glob("*.txt")).read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence or family == "DejaVu Sans"
        assert licence.startswith("Copyright") or family == "DejaVu Sans"
        assert f"| {family} |" in (LIBRARY / "fonts" / "README.md").read_text(encoding="utf-8")


def test_every_shipped_font_opens_and_draws_portuguese(book: FontBook) -> None:
    keys = []
    for family in set(book.families()) - {"Noto Emoji"}:
        for italic in (False, True):
            for weight in book.weights(family, italic):
                font = book.font(family, weight, italic)
                keys.append(font.key)
                assert font.missing(PORTUGUESE) == "", font.key
                assert 0 < font.x_height < font.cap_height < font.ascent, font.key
                assert font.descent < 0
    assert len(keys) == len(set(keys)) >= 25


WESTERN = "ÄÖÜäöüßÅåÆæØøÐðÞþÝýÑñÇçÈèËëÎîÏïÔôŒœÙùÛûÿÃãÕõÌìÒòÁáÉéÍíÓóÚú¿¡"
EASTERN = "ĄąĆćĘęŁłŃńŚśŹźŻżČčĎďĚěŇňŘřŠšŤťŮůŽžŐőŰűŞşĞğİıĂăȚțȘșĐđĀāĒēĪīŪūĖėĮįŲų"
"""Letters of Polish, Czech, Slovak, Hungarian, Turkish, Romanian, Croatian, Latvian and Lithuanian."""


def test_shipped_fonts_have_the_letters_of_all_europe(book: FontBook) -> None:
    for family in book.families():
        for italic in (False, True):
            for weight in book.weights(family, italic) if family != "Noto Emoji" else ():
                font = book.font(family, weight, italic)
                assert font.missing(WESTERN + EASTERN) == "", font.key


def test_what_stands_in_has_greek_cyrillic_signs_and_emoji(book: FontBook) -> None:
    for weight in (400, 700):
        assert book.font("DejaVu Sans", weight).missing("ΑΩάώ ЖѢЄїґ ★☆→⇒♠♥⚀⚅✓✗∞≠♂⌘") == ""
    emoji = book.font("Noto Emoji")
    assert emoji.missing("🐉🔥1\ufe0f\u20e3") == ""
    assert len(emoji.shape("1\ufe0f\u20e3").glyphs) == 1  # a keycap, not its parts
    assert emoji.missing("\U000feb9e") != ""  # a second code of it, by which proof would take it for another


def test_the_library_stays_small() -> None:
    assert sum(file.stat().st_size for file in (LIBRARY / "fonts").rglob("*.ttf")) < 7_500_000


def test_a_font_knows_itself(book: FontBook) -> None:
    font = book.font("Alegreya Sans", 700, italic=True)
    assert (font.key, font.weight, font.italic) == ("AlegreyaSans-700i", 700, True)
    assert font.metrics.postscript_name == "AlegreyaSans-BoldItalic"
    assert font.units_per_em == 1000
    assert font.metrics.italic_angle == -7
    assert font.metrics.bbox == (-417, -274, 1220, 1056)
    assert (font.ascent, font.descent, font.cap_height, font.x_height) == (900, -300, 643, 464)
    assert book.font("Alegreya Sans", 700, italic=True) is font


def test_heights_an_old_file_does_not_state_are_measured(tmp_path: Path) -> None:
    font = book_with(tmp_path, patched("OS/2", 0, b"\0\1")).font("Odd")
    assert (font.metrics.cap_height, font.metrics.x_height) == (0, 0)
    assert abs(font.cap_height - 700) <= 5
    assert font.x_height > 300


def test_a_font_without_a_name_is_called_by_its_key(tmp_path: Path) -> None:
    assert book_with(tmp_path, directory("name", 0, b"nope")).font("Odd").metrics.postscript_name == ""


def test_families_of_the_same_plain_name_have_distinct_keys(tmp_path: Path) -> None:
    for family in ("Açaí", "Acai", "日本"):
        (tmp_path / "fonts" / family).mkdir(parents=True)
        (tmp_path / "fonts" / family / "400.ttf").write_bytes(SOURCE.read_bytes())
    book = FontBook([tmp_path])
    assert [book.font(family).key for family in book.families()] == ["Acai-400", "Acai2-400", "Font-400"]


def test_earlier_folders_win_file_by_file(tmp_path: Path) -> None:
    home = tmp_path / "fonts" / "Cinzel"
    home.mkdir(parents=True)
    (home / "400.ttf").write_bytes((LIBRARY / "fonts" / "Syne" / "700.ttf").read_bytes())
    book = FontBook([tmp_path, LIBRARY])
    assert book.font("Cinzel", 400).path == home / "400.ttf"
    assert book.font("Cinzel", 700).path == LIBRARY / "fonts" / "Cinzel" / "700.ttf"
    assert FontBook([tmp_path / "nowhere"]).families() == ()


def test_files_are_read_only_when_used(tmp_path: Path) -> None:
    book = book_with(tmp_path, b"rubbish")
    assert book.families() == ("Odd",)
    assert book.weights("Odd") == (400,)


def test_bolder_prefers_700_then_the_nearest_heavier(book: FontBook) -> None:
    assert book.bolder(book.font("Alegreya Sans", 400)).weight == 700
    assert book.bolder(book.font("Alegreya Sans", 700)).weight == 800
    assert book.bolder(book.font("Playfair Display", 700)).weight == 900
    with pytest.raises(FontError) as caught:
        book.bolder(book.font("Cinzel", 900))
    assert caught.value.message == 'the font "Cinzel" has no bold for weight 900'
    assert caught.value.hint == "at hand: weight 400, weight 700, weight 900"


def test_an_unknown_family_is_refused_with_the_likely_one(book: FontBook) -> None:
    with pytest.raises(FontError) as caught:
        book.font("Alegria Sans")
    assert caught.value.message == 'there is no font "Alegria Sans"'
    added = 'or have it added: prancha font add "Alegria Sans"'
    assert caught.value.hint == f'did you mean "Alegreya Sans"? {added}'


def test_an_absent_style_is_refused_with_those_at_hand(book: FontBook) -> None:
    with pytest.raises(FontError) as caught:
        book.font("Alegreya", 500, italic=True)
    assert caught.value.message == 'the font "Alegreya" has no weight 500 italic'
    assert caught.value.hint.endswith("weight 400, weight 700, weight 400 italic, weight 700 italic")


def test_a_folder_of_misnamed_files_says_how_to_name_them(tmp_path: Path) -> None:
    with pytest.raises(FontError) as caught:
        book_with(tmp_path, SOURCE.read_bytes(), "Odd-Regular.ttf").font("Odd")
    assert 'name the files of "Odd" 400.ttf, 700.ttf, 400-italic.ttf' in caught.value.hint


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (b"OTTO", "has CFF outlines"),
        (b"wOFF", "is a compressed web font (WOFF)"),
        (b"wOF2", "is a compressed web font (WOFF2)"),
        (b"ttcf", "is a font collection"),
        (b"%PDF", "is not a TrueType font"),
    ],
)
def test_other_kinds_of_files_are_refused_by_kind(tmp_path: Path, start: bytes, message: str) -> None:
    said, hint = refusal(tmp_path, start + SOURCE.read_bytes()[4:])
    assert said == f"/fonts/Odd/400.ttf {message}"
    assert hint


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is not a TrueType font"),
        (b"\0\1\0\0", "is not a TrueType font"),
        (SOURCE.read_bytes()[:40], "is cut short"),
        (SOURCE.read_bytes()[:9000], "is cut short"),
        (directory("cmap", 0, b"nope"), "lacks the tables cmap"),
        (directory("GDEF", 0, b"fvar"), "is a variable font"),
        (directory("head", 12, struct.pack(">I", 10)), "is damaged: a table is too short"),
        (patched("maxp", 4, b"\0\0"), "is damaged: 0 glyphs, 1000 units per em"),
        (patched("head", 18, b"\0\1"), "is damaged: 547 glyphs, 1 units per em"),
        (patched("maxp", 0, b"\7\7\7\7"), "is damaged: HarfBuzz finds no glyphs"),
        (patched("OS/2", 8, b"\0\2"), "forbids embedding (OS/2 fsType)"),
    ],
)
def test_unusable_fonts_are_refused(tmp_path: Path, data: bytes, message: str) -> None:
    said, hint = refusal(tmp_path, data)
    assert said == f"/fonts/Odd/400.ttf {message}"
    assert hint


def test_absurdly_large_files_are_not_even_read(tmp_path: Path) -> None:
    book = book_with(tmp_path, b"")
    with (tmp_path / "fonts" / "Odd" / "400.ttf").open("wb") as file:
        file.truncate(20_000_001)
    with pytest.raises(FontError, match="is larger than 20 MB"):
        book.font("Odd")


def test_a_font_whose_glyphs_cannot_be_taken_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import uharfbuzz

    def failing(*_: object) -> None:
        raise RuntimeError("Subsetting failed")

    font = FontBook((program_folders.TEMPLATES / "_library",)).font("Cinzel")
    monkeypatch.setattr(uharfbuzz, "subset", failing)
    with pytest.raises(FontError, match=r"400\.ttf is damaged: glyphs that are printed cannot be taken out"):
        font.subset([1, 2])
    with pytest.raises(Failure, match=r"error font: .*400\.ttf is damaged"):
        glyph_font(font, {1: "a"})


def test_a_font_is_held_once_however_often_a_book_is_opened(tmp_path: Path) -> None:
    first = book_with(tmp_path, SOURCE.read_bytes())
    font = first.font("Odd")
    assert FontBook([tmp_path]).font("Odd") is font
    assert FontBook([tmp_path], "tr").font("Odd") is not font  # its letters may have other forms
    (tmp_path / "fonts" / "Odd" / "400.ttf").write_bytes(SOURCE.with_name("700.ttf").read_bytes())
    assert FontBook([tmp_path]).font("Odd") is not font


def test_a_font_without_forms_for_a_language_is_the_same_in_all_of_these() -> None:
    """Alegreya Sans has some for Spanish, and none for Portuguese and English."""
    portuguese, english, spanish = (FontBook([LIBRARY], language) for language in ("pt-BR", "en", "es"))
    font = portuguese.font("Alegreya Sans")
    assert english.font("Alegreya Sans") is font
    assert spanish.font("Alegreya Sans") is not font
    assert portuguese.alike(english)
    assert not portuguese.alike(spanish)
    assert spanish.font("Alegreya Sans").shape("ação") == font.shape("ação")


def test_books_of_other_fonts_are_not_alike(tmp_path: Path) -> None:
    one, other = (
        book_with(tmp_path / "a", SOURCE.read_bytes()),
        book_with(tmp_path / "b", SOURCE.read_bytes()),
    )
    one.font("Odd")
    assert not one.alike(other)


def test_a_table_whose_name_is_none_is_told_as_ever(tmp_path: Path) -> None:
    """What a font tells of languages is asked before it is looked at closely."""
    message, _ = refusal(tmp_path, directory("GSUB", 0, b"\x95\x07\xed~"))
    assert "is damaged: it has a table without a name" in message


def test_a_font_that_tells_of_too_many_languages_is_read_for_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prancha.graphics.fonts.book._MOST_LANGUAGES", 2)
    assert letters_language(SOURCE.read_bytes(), "en") == "en"
    monkeypatch.undo()
    assert letters_language(SOURCE.read_bytes(), "en") == ANY
