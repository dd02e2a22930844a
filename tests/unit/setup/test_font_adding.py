"""`prancha font add`: every kind of font becomes static TrueType where games look for it, or is refused."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont
from made_fonts import collection, postscript, static, variable, web

from prancha.cli.command_line import main
from prancha.graphics.fonts import FontBook, installed
from prancha.model.diagnostic import Failure
from prancha.setup.font_adding import add_font

FONTS = Path(__file__).parents[2] / "fonts"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A machine without fonts, but for those put into the folder."""
    home = tmp_path / "machine"
    (home / "fonts").mkdir(parents=True)
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    monkeypatch.setattr(installed, "python_folders", lambda: ())
    _forget()
    yield home / "fonts"
    _forget()


def _forget() -> None:
    for kept in (installed.font_files, installed.families, installed.family_with):
        kept.cache_clear()


def put(path: Path, data: bytes) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return str(path)


def refusal(project: Path, wanted: str, **options: Any) -> tuple[str, str]:
    with pytest.raises(Failure) as caught:
        add_font(project, wanted, **options)
    (found,) = caught.value.diagnostics
    return found.message.replace(str(project), "."), found.hint.replace(str(project), ".")


def names(added: Any) -> list[str]:
    return [path.name for path in added.files]


def test_a_static_font_is_copied_byte_for_byte_with_its_licence(lume: Path, machine: Path) -> None:
    data = static("My: Font")
    put(lume / "in" / "OFL.txt", b"Open.")
    added = add_font(lume, put(lume / "in" / "a.ttf", data))
    home = lume / "templates" / "_library" / "fonts" / "My Font"
    assert added.family == "My Font"
    assert added.notes == ()
    assert (home / "400.ttf").read_bytes() == data
    assert (home / "OFL.txt").read_bytes() == b"Open."
    line = "fonts: {title: [Cinzel, My Font], body: [Alegreya Sans, My Font]}"
    assert added.lines == {"lume": line}
    # What is there already is no mistake; another font of that name is.
    assert add_font(lume, str(lume / "in" / "a.ttf")).files == added.files
    put(lume / "in" / "a.ttf", static("My: Font", fs_type=8))
    assert refusal(lume, str(lume / "in" / "a.ttf")) == (
        "./templates/_library/fonts/My Font has other files of that name; nothing is overwritten",
        "delete the folder first, to take these",
    )


def test_a_variable_font_becomes_regular_and_bold(lume: Path, machine: Path) -> None:
    file = put(lume / "v.ttf", variable())
    added = add_font(lume, file, "lume")
    home = lume / "templates" / "lume" / "fonts"
    assert names(added) == ["400.ttf", "700.ttf"]
    assert added.notes[:2] == ("400.ttf: made static at wght 400", "700.ttf: made static at wght 700")
    book = FontBook([home.parent])
    widths = [_right(book.font("Varied", weight).data) for weight in (400, 700)]
    assert widths == [250, 550]  # 150 at 300, and 600 more at 900
    assert TTFont(BytesIO(book.font("Varied", 700).data))["OS/2"].usWeightClass == 700
    wanted = [path.read_bytes() for path in added.files]
    for path in added.files:
        path.unlink()
    assert [path.read_bytes() for path in add_font(lume, file, "lume").files] == wanted
    assert names(add_font(lume, file, weights=(300, 950))) == ["300.ttf", "900.ttf"]


def _right(data: bytes) -> int:
    font = TTFont(BytesIO(data))
    return int(font["glyf"][font.getBestCmap()[ord("H")]].xMax)


def test_postscript_outlines_are_drawn_anew_within_the_tolerance(lume: Path, machine: Path) -> None:
    added = add_font(lume, put(lume / "round.otf", postscript()))
    assert added.notes[0] == "400.ttf: curves converted within 0.0005 of its size"
    font = FontBook([lume / "templates" / "_library"]).font("Round")
    assert font.shape("AO").advance == 1000
    assert not font.missing("AOäHx")
    assert font.metrics.bbox[1::2] == (0, 700)
    assert abs(_right(font.data) - 400) <= 1
    first = added.files[0].read_bytes()
    added.files[0].unlink()
    assert add_font(lume, str(lume / "round.otf")).files[0].read_bytes() == first


def test_of_a_collection_one_family_is_named(lume: Path, machine: Path) -> None:
    file = put(lume / "two.ttc", collection("First Face", "Second Face"))
    hint = 'name one: --face "First Face", --face "Second Face"'
    assert refusal(lume, file) == ("./two.ttc is a collection of 2 families", hint)
    assert refusal(lume, file, face="Third") == ('./two.ttc has no face "Third"', hint)
    added = add_font(lume, file, face="Second Face")
    assert added.family == "Second Face"
    assert added.notes[0] == "400.ttf: taken out of the collection"
    assert add_font(lume, file, face="0").family == "First Face"
    assert FontBook([lume / "templates" / "_library"]).font("Second Face").shape("H").advance == 500


def test_a_web_font_is_unpacked(lume: Path, machine: Path) -> None:
    assert names(add_font(lume, put(lume / "w.woff", web()))) == ["400.ttf"]
    assert FontBook([lume / "templates" / "_library"]).font("Woven").shape("H").advance == 500


def test_an_installed_family_is_found_in_any_capitals(lume: Path, machine: Path) -> None:
    for weight, italic in ((400, False), (700, False), (900, False), (400, True)):
        put(machine / "deep" / f"odd-{weight}-{italic}.ttf", static("Kind Sans", weight, italic))
    put(machine / "KindSans.ttf", b"no font")
    added = add_font(lume, "kindsans", "lume")
    assert names(added) == ["400.ttf", "400-italic.ttf", "700.ttf"]
    assert added.notes == ('no licence lies beside it; the font says: "Free as air."',)
    message, hint = refusal(lume, "Kind Snas")
    assert message == 'no font "Kind Snas" is installed here'
    assert hint.startswith(
        'did you mean "Kind Sans"? Install its package (such as Debian\'s fonts-noto-core)'
    )


@pytest.mark.parametrize(
    ("bits", "why"),
    [
        (0x0002, "forbids embedding (OS/2 fsType)"),
        (0x0100, "may be embedded only whole (OS/2 fsType, bit 8), and a PDF has the letters it shows"),
        (0x0200, "may be embedded only as bitmaps (OS/2 fsType, bit 9)"),
    ],
)
def test_a_font_whose_licence_forbids_it_is_refused(lume: Path, machine: Path, bits: int, why: str) -> None:
    file = put(lume / "r.ttf", static(fs_type=bits))
    assert refusal(lume, file) == (f"./r.ttf {why}", "choose a font with an open licence")
    assert not (lume / "templates" / "_library").exists()


def test_what_is_no_font_is_refused(lume: Path, machine: Path) -> None:
    put(lume / "Lora.ttf", b"OTTO" + bytes(100))
    assert refusal(lume, str(lume / "Lorra.ttf")) == (
        "there is no file ./Lorra.ttf",
        'did you mean "Lora.ttf"?',
    )
    given = "give a .ttf, .otf, .ttc, .woff or .woff2 file"
    assert refusal(lume, str(lume / "Lora.ttf")) == ("./Lora.ttf is not a readable font", given)
    put(lume / "cut.woff", web()[:90])
    message, hint = refusal(lume, str(lume / "cut.woff"))
    assert message.startswith("./cut.woff cannot be converted (")
    assert "download it again" in hint


def test_without_fonttools_only_static_fonts_are_added(
    lume: Path, machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static_file, other = put(lume / "a.ttf", static()), put(lume / "b.ttf", variable())
    usual = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.startswith("fontTools"):
            raise ImportError(name)
        return usual(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    assert names(add_font(lume, static_file)) == ["400.ttf"]
    assert refusal(lume, other) == (
        "./b.ttf must be converted, for which fontTools is not installed",
        'pip install "prancha[fonts]", or take a static TrueType file (.ttf) of the font',
    )


def test_a_large_postscript_font_is_cut_down_or_refused(
    lume: Path, machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from prancha.setup import font_adding

    monkeypatch.setattr(font_adding, "MOST_GLYPHS", 3)
    message, hint = refusal(lume, put(lume / "r.otf", postscript()))
    assert message == "./r.otf has 7 glyphs as PostScript outlines, too many to convert"
    assert hint == "take a TrueType font of the same letters, or one with fewer"
    added = add_font(lume, put(lume / "jp.otf", postscript("Round JP")))
    assert added.notes[0].startswith("400.ttf: cut down to the letters of Japanese (cp932), curves converted")
    assert not FontBook([lume / "templates" / "_library"]).font("Round JP").missing("AHx")


def test_the_command_says_what_it_did_and_how_to_name_it(
    lume: Path, machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(machine / "a.ttf", static("Kind Sans"))
    assert main(["font", "add", "Kind Sans", "--project", str(lume)]) == 0
    out = capsys.readouterr().out.replace(str(lume), ".")
    assert out == (
        "./templates/_library/fonts/Kind Sans/400.ttf\n"
        'note: no licence lies beside it; the font says: "Free as air."\n'
        "now add it to the fonts in game.yaml, and build:\n"
        "    components/lume/game.yaml: "
        "fonts: {title: [Cinzel, Kind Sans], body: [Alegreya Sans, Kind Sans]}\n"
    )
    with pytest.raises(SystemExit):
        main(["font", "add", "Kind Sans", "--weights", "bold"])
    assert '"bold" is not a list of weights; write 400,700' in capsys.readouterr().err


def test_hints_of_missing_letters_name_what_is_installed(
    lume: Path, machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = lume / "components" / "lume" / "cards.yaml"
    text = cards.read_text(encoding="utf-8").replace("en: Moon", "en: चाँद").replace("Heart of the sun", "सूरज")
    cards.write_text(text, encoding="utf-8")
    build = ["build", "lume", "--lang", "en", "--project", str(lume)]
    assert main(build) == 1
    told = capsys.readouterr().err
    # One line for both cards and all templates.
    assert told.count("Devanagari letters") == 1
    assert "no font of this text has Devanagari letters (and 1 more)" in told
    assert (
        "install Noto Sans Devanagari (Debian package fonts-noto-core, or fonts.google.com/noto), "
        'prancha font add "Noto Sans Devanagari", then in game.yaml: fonts: {body: [Alegreya Sans, '
        "Noto Sans Devanagari], title: [Cinzel, Noto Sans Devanagari]}"
    ) in told
    put(machine / "NotoSansDevanagari.ttf", (FONTS / "Noto Sans Devanagari" / "400.ttf").read_bytes())
    _forget()
    assert main(build) == 1
    assert '\n    prancha font add "Noto Sans Devanagari", then' in capsys.readouterr().err
    assert main(["font", "add", "Noto Sans Devanagari", "--project", str(lume)]) == 0
    assert main(build) == 1  # it is there, but not named
    told = capsys.readouterr().err
    assert "name Noto Sans Devanagari, which has them: fonts: {body: [Alegreya Sans, Noto Sans Dev" in told
    game = lume / "components" / "lume" / "game.yaml"
    line = "fonts: {title: Cinzel, body: [Alegreya Sans, Noto Sans Devanagari]}"
    game.write_text(
        game.read_text(encoding="utf-8").replace("fonts: {title: Cinzel, body: Alegreya Sans}", line)
    )
    assert main(build) == 0


def test_a_list_in_a_script_takes_the_installed_font(
    tmp_path: Path, machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(machine / "NotoSansDevanagari.ttf", (FONTS / "Noto Sans Devanagari" / "400.ttf").read_bytes())
    _forget()
    source = tmp_path / "deck.csv"
    source.write_text("नाम,Text\nभालू,दो पत्ते १२।\n", encoding="utf-8")
    project = tmp_path / "project"
    assert main(["new", "bears", "--from", str(source), "--project", str(project)]) == 0
    assert (
        "guessed font: Noto Sans Devanagari, for Devanagari letters (installed here; its files are copied "
        "into the game)" in capsys.readouterr().out
    )
    game = (project / "components" / "bears" / "game.yaml").read_text(encoding="utf-8")
    line = "{title: [Cinzel, Noto Sans Devanagari], body: [Alegreya, Noto Sans Devanagari]}"
    assert line in game
    assert list((project / "templates" / "bears" / "fonts" / "Noto Sans Devanagari").glob("*.ttf"))


def test_a_list_in_a_script_takes_the_font_of_its_project(
    tmp_path: Path, machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = tmp_path / "project"
    data = (FONTS / "Noto Sans Devanagari" / "400.ttf").read_bytes()
    put(project / "templates" / "_library" / "fonts" / "Noto Sans Devanagari" / "400.ttf", data)
    source = tmp_path / "deck.csv"
    source.write_text("Name\nभालू\n", encoding="utf-8")
    assert main(["new", "bears", "--from", str(source), "--project", str(project)]) == 0
    assert "for Devanagari letters (a font of the project)" in capsys.readouterr().out
    assert not (project / "templates" / "bears" / "fonts").exists()


def test_a_font_that_may_not_be_embedded_is_not_taken(
    tmp_path: Path, machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    font = TTFont(FONTS / "Noto Sans Devanagari" / "400.ttf")
    font["OS/2"].fsType = 2
    font.save(machine / "NotoSansDevanagari.ttf")
    _forget()
    source = tmp_path / "deck.csv"
    source.write_text("Name\nभालू\n", encoding="utf-8")
    assert main(["new", "bears", "--from", str(source), "--project", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert "it does not print yet" in told.out
    assert "no font of this text has Devanagari letters" in told.err
