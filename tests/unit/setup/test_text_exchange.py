"""Texts to translators and back: nothing is lost, what changed is fuzzy, what is equal stays."""

from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any

import pytest

from prancha.building.game_loading import load
from prancha.cli.command_line import main
from prancha.model.diagnostic import Failure
from prancha.setup.text_exchange import export_texts, import_texts

GAME = """\
title: Den
languages: [en, de]
families: [cards]
fonts: {body: Alegreya Sans}
palette: {ink: "#000"}
texts: {turn: Your turn}
"""
CARDS = """\
title: {en: Cards, de: Karten}
stock: card
size: 63 x 88 mm
outline: rectangle
template: card.svg.j2
defaults: {rule: Draw one.}
items:
  - {id: guard, kind: soldier, name: Guard, art: fuji.svg, text: {en: Stand here, de: Steh hier}}
  - {id: fuji, kind: hill, name: Fuji, art: "", text: Climb}
  - {id: "7", kind: hill, name: "No. 7", art: "", text: "3", rule: Rest.}
"""
TEMPLATE = """\
{{ label(item.name, 30, 10, width=40) }}{{ paragraph(item.text, 5, 20, 45, 30.5, size=9) }}
{{ label(item.rule ~ ' ' ~ texts.turn, 9, 70) }}{% if item.art %}{{ art(item.art, 5, 60, 20, 20) }}{% endif %}
"""


@pytest.fixture
def den(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in {
        "components/den/game.yaml": GAME,
        "components/den/cards.yaml": CARDS,
        "templates/den/card.svg.j2": TEMPLATE,
        "templates/den/art/fuji.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def change(file: str, old: str, new: str) -> None:
    path = Path(file)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


PO, YAML = "components/den/texts/de.po", "components/den/texts/de.yaml"


def test_each_text_has_its_box_picture_and_place(den: Path) -> None:
    done = export_texts(Path(), "den", "de")
    assert (done.path.as_posix(), done.texts, done.translated, done.fuzzy) == (PO, 9, 2, 0)
    text = Path(PO).read_text(encoding="utf-8")
    assert (
        "#. box 45 x 30.5 mm\n#. picture fuji.svg\n#: components/den/cards.yaml:8\n"
        'msgctxt "cards/guard:text"\nmsgid "Stand here"\nmsgstr "Steh hier"\n'
    ) in text
    assert '#. one line, 40 mm wide\n#: components/den/cards.yaml:9\nmsgctxt "cards/fuji:name"\n' in text
    contexts = [line for line in text.splitlines() if line.startswith("msgctxt")]
    # Neither kinds nor figures, and what a family gives its items once.
    assert contexts == [
        f'msgctxt "{name}"'
        for name in (
            "game:texts.turn",
            "cards:title",
            "cards:defaults.rule",
            "cards/guard:name",
            "cards/guard:text",
            "cards/fuji:name",
            "cards/fuji:text",
            "cards/7:rule",
            "cards/7:name",
        )
    ]
    assert '"Language: de\\n"' in text
    assert "Date" not in text


def test_what_is_translated_comes_back_and_everything_equal_stays(den: Path) -> None:
    export_texts(Path(), "den", "de")
    words = {"Guard": "Wache", "Fuji": "Fuji", "Climb": "Steig\\nauf", "No. 7": "Nr. 7", "Rest.": "Ruh."}
    for source, target in {**words, "Draw one.": 'Zieh \\"eine\\".', "Your turn": "Du bist"}.items():
        change(PO, f'msgid "{source}"\nmsgstr ""', f'msgid "{source}"\nmsgstr "{target}"')
    assert export_texts(Path(), "den", "de").ahead == 7
    done = import_texts(Path(), "den", Path(PO))
    assert (done.path.as_posix(), done.taken, done.notes) == (YAML, 7, ())
    assert Path(YAML).read_text(encoding="utf-8") == (
        "# Texts of Den in de; prancha texts import writes this file anew.\n"
        'game:\n  texts.turn: "Du bist"\ncards:\n  defaults:\n    rule: "Zieh \\"eine\\"."\n  items:\n'
        '    guard:\n      name: "Wache"\n    fuji:\n      name: "Fuji"\n      text: "Steig\\nauf"\n'
        '    "7":\n      rule: "Ruh."\n      name: "Nr. 7"\n'
        "_sources:  # what they were translated from\n"
        '  "game:texts.turn": "Your turn"\n  "cards:defaults.rule": "Draw one."\n'
        '  "cards/guard:name": "Guard"\n  "cards/fuji:name": "Fuji"\n  "cards/fuji:text": "Climb"\n'
        '  "cards/7:rule": "Rest."\n  "cards/7:name": "No. 7"\n'
    )
    game = load(Path(), "den")
    assert game.missing("de") == ()
    assert game.families[0].items[0].fields["rule"]["de"] == 'Zieh "eine".'
    before = Path(PO).read_bytes(), Path(YAML).read_bytes()
    assert export_texts(Path(), "den", "de").ahead == 0
    import_texts(Path(), "den", Path(PO))
    assert (Path(PO).read_bytes(), Path(YAML).read_bytes()) == before
    # As another program wrote it, it stays too.
    Path(PO).write_bytes(before[0].replace(b'msgid "Climb"', b'msgid ""\n"Cli"\n"mb"'))
    other = Path(PO).read_bytes()
    export_texts(Path(), "den", "de")
    assert Path(PO).read_bytes() == other


def test_a_file_with_comments_is_kept_before_it_is_written_anew(den: Path) -> None:
    export_texts(Path(), "den", "de")
    Path(YAML).parent.mkdir(exist_ok=True)
    Path(YAML).write_text("# Asked Ana about this one.\ngame:\n  texts.turn: Du\n", encoding="utf-8")
    old = Path(YAML).read_bytes()
    change(PO, 'msgid "Climb"\nmsgstr ""', 'msgid "Climb"\nmsgstr "Steig"')
    done = import_texts(Path(), "den", Path(PO))
    assert done.notes[-1] == "1 comment of de.yaml, which is kept whole in de.yaml.old"
    assert Path(YAML + ".old").read_bytes() == old
    change(PO, 'msgstr "Steig"', 'msgstr "Steige"')
    again = import_texts(Path(), "den", Path(PO))
    assert not any("comment" in note for note in again.notes)
    assert Path(YAML + ".old").read_bytes() == old


def test_a_source_that_changed_makes_its_translation_fuzzy(den: Path) -> None:
    export_texts(Path(), "den", "de")
    change(PO, 'msgid "Guard"\nmsgstr ""', '# fine\nmsgid "Guard"\nmsgstr "Wache"'.replace("# fine\n", ""))
    change(
        PO, "#. one line, 40 mm wide\n#. picture", "# translator: fine\n#. one line, 40 mm wide\n#. picture"
    )
    import_texts(Path(), "den", Path(PO))
    change("components/den/cards.yaml", "name: Guard", "name: Guardian")
    change(
        "components/den/cards.yaml",
        "  - {id: fuji, kind: hill, name: Fuji",
        "  - {id: peak, kind: hill, name: Peak",
    )
    assert import_texts(Path(), "den", Path(PO)).notes == (
        '1 text of a source that changed, such as "cards/guard:name": export again',
        "6 not translated yet",
        '1 text that the file had, of other words than now, such as "cards/guard:name"',
    )
    assert export_texts(Path(), "den", "de").fuzzy == 1
    text = Path(PO).read_text(encoding="utf-8")
    assert "# translator: fine\n" in text
    assert (
        '#, fuzzy\n#| msgid "Guard"\nmsgctxt "cards/guard:name"\nmsgid "Guardian"\nmsgstr "Wache"\n'
        in text.replace('#| msgctxt "cards/guard:name"\n', "")
    )
    assert '#~ msgctxt "cards/fuji:name"' in text
    assert import_texts(Path(), "den", Path(PO)).notes == (
        "1 fuzzy, for the translator to check",
        "6 not translated yet",
    )
    before = Path(PO).read_bytes()
    export_texts(Path(), "den", "de")
    assert Path(PO).read_bytes() == before


def refusal(call: Any, *arguments: Any) -> tuple[str, str]:
    with pytest.raises(Failure) as caught:
        call(Path(), "den", *arguments)
    (found,) = caught.value.diagnostics
    return f"{found.place}: {found.message}", found.hint


def test_what_cannot_be_exported_or_imported_is_told(den: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal(export_texts, "Deutsch") == (
        ': "Deutsch" is not a language',
        "write a code such as de or pt-BR",
    )
    assert refusal(export_texts, "en") == (": en is the language that den is written in", "translate into de")
    odd = Path("odd.po")
    odd.write_text('msgid "a"\nmsgstr "b"\n\nmsgstr "c"\n')
    found = refusal(import_texts, odd)
    assert found == (
        "odd.po:4: it is not the PO file of a translation",
        "export it again, or open it in Poedit",
    )
    odd.write_bytes(b'msgid "\xff"')
    assert refusal(import_texts, odd) == (
        "odd.po: it is not UTF-8",
        "save it as UTF-8, as Poedit and Weblate do",
    )
    message, hint = refusal(import_texts, Path("no.po"))
    assert message.startswith("no.po: it ")
    assert hint == "give the .po file of your translators"
    odd.write_text('msgid "a"\nmsgstr "b"\n')
    assert refusal(import_texts, odd, "fr") == (
        'odd.po: den is not translated into "fr"',
        "add fr to languages: in components/den/game.yaml, or name the language with --lang",
    )
    odd.write_text('msgctxt "cards/gard:name"\nmsgid "Guard"\nmsgstr "Wache"\n')
    assert import_texts(Path(), "den", odd, "de").notes == (
        '1 text that are not in the game, such as "cards/gard:name", did you mean "cards/guard:name"?',
    )
    usual = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "polib":
            raise ImportError(name)
        return usual(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    assert refusal(export_texts, "de") == (
        f"{PO}: PO files need polib, which is not installed",
        'pip install "prancha[po]"',
    )


GUARD = "components/den/cards.yaml"


def translated_guard() -> None:
    export_texts(Path(), "den", "de")
    change(PO, 'msgid "Guard"\nmsgstr ""', 'msgid "Guard"\nmsgstr "Wache"')
    change(PO, 'msgid "Fuji"\nmsgstr ""', 'msgid "Fuji"\nmsgstr "Fudschi"')
    change(PO, 'msgid "No. 7"\nmsgstr ""', 'msgid "No. 7"\nmsgstr "Nr. 7"')
    import_texts(Path(), "den", Path(PO))


def test_a_stale_translation_is_told_where_it_is_printed(
    den: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    translated_guard()
    assert load(Path(), "den").stale == ()
    change(GUARD, "name: Guard", "name: Gunner")
    (stale,) = load(Path(), "den").outdated("de")
    assert (stale.code, stale.severity, stale.item, str(stale.place)) == (
        "stale-text",
        "warning",
        "cards/guard",
        f"{YAML}:5:13",
    )
    assert stale.message == 'this was translated from "Guard", which says "Gunner" now'
    assert "prancha texts export den --lang de" in stale.hint
    assert main(["build", "den", "--lang", "de", "--no-cover", "--strict"]) == 1
    assert "error stale-text [cards/guard]" in "".join(capsys.readouterr())
    main(["build", "den", "--no-cover"])
    assert "stale-text" not in "".join(capsys.readouterr())
    main(["check", "den", "--no-faces"])
    assert "warning stale-text [cards/guard]" in "".join(capsys.readouterr())


def test_fuzzy_ones_leave_the_file_and_come_back_translated(den: Path) -> None:
    translated_guard()
    change(GUARD, "name: Guard", "name: Gunner")
    assert export_texts(Path(), "den", "de").fuzzy == 1
    assert import_texts(Path(), "den", Path(PO)).notes == (
        "1 fuzzy, for the translator to check",
        "4 not translated yet",
        '1 text that the file had, of other words than now, such as "cards/guard:name"',
    )
    game = load(Path(), "den")
    assert [one.item for one in game.missing("de")] == ["cards/guard"]
    assert game.stale == ()
    change(PO, '#, fuzzy\n#| msgid "Guard"\n', "")
    change(PO, 'msgid "Gunner"\nmsgstr "Wache"', 'msgid "Gunner"\nmsgstr "Schütze"')
    import_texts(Path(), "den", Path(PO))
    game = load(Path(), "den")
    assert (game.missing("de"), game.stale) == ((), ())
    assert game.families[0].items[0].fields["name"] == {"en": "Gunner", "de": "Schütze"}


def test_without_the_old_po_a_stale_text_is_exported_as_fuzzy(den: Path) -> None:
    translated_guard()
    change(GUARD, "name: Guard", "name: Gunner")
    Path(PO).unlink()
    assert export_texts(Path(), "den", "de").fuzzy == 1
    assert '#| msgid "Guard"\nmsgctxt "cards/guard:name"\nmsgid "Gunner"\nmsgstr "Wache"' in Path(
        PO
    ).read_text(encoding="utf-8")


def test_what_was_written_by_hand_is_not_taken_out_of_the_file(den: Path) -> None:
    export_texts(Path(), "den", "de")
    Path(YAML).write_text("cards: {items: {guard: {name: Posten}}}\n", encoding="utf-8")
    before = Path(YAML).read_bytes()
    import_texts(Path(), "den", Path(PO))
    assert Path(YAML).read_bytes() == before
    Path(YAML).unlink()
    translated_guard()
    change(GUARD, "name: Guard", "name: Gunner")
    export_texts(Path(), "den", "de")
    change(YAML, '"Wache"', '"Schütze"')
    change(YAML, '"cards/guard:name": "Guard"', '"cards/guard:name": "Gunner"')
    assert load(Path(), "den").stale == ()
    import_texts(Path(), "den", Path(PO))
    assert load(Path(), "den").families[0].items[0].fields["name"]["de"] == "Schütze"


def test_sources_of_defaults_and_of_the_game_are_compared_too(den: Path) -> None:
    export_texts(Path(), "den", "de")
    change(PO, 'msgid "Draw one."\nmsgstr ""', 'msgid "Draw one."\nmsgstr "Zieh eine."')
    change(PO, 'msgid "Your turn"\nmsgstr ""', 'msgid "Your turn"\nmsgstr "Du bist"')
    import_texts(Path(), "den", Path(PO))
    change(GUARD, "Draw one.", "Draw two.")
    change("components/den/game.yaml", "Your turn", "Not your turn")
    stale = load(Path(), "den").stale
    assert [(one.owner, one.path, one.before) for one in stale] == [
        ("game", "texts.turn", "Your turn"),
        ("cards", "defaults.rule", "Draw one."),
    ]


def test_long_sources_are_told_from_where_they_differ(den: Path) -> None:
    long = "Climb to the top of the hill and look at the sea. "
    change(GUARD, "text: Climb", f"text: {long}Draw 2.")
    Path(YAML).parent.mkdir()
    Path(YAML).write_text(
        f'cards: {{items: {{fuji: {{text: Steig}}}}}}\n_sources: {{"cards/fuji:text": "{long}Draw 1."}}\n',
        encoding="utf-8",
    )
    (stale,) = load(Path(), "den").stale
    assert stale.told.message == 'this was translated from "…1.", which says "…2." now'
    Path(YAML).write_text("_sources: [a]\n", encoding="utf-8")
    with pytest.raises(Failure, match=r'"_sources" must be texts by their names, not a list'):
        load(Path(), "den")


HEAD = 'msgctxt "cards/guard:name"\nmsgid "Guard"\n'
CLOSING, OPENING, MIDDLE = (
    "the text of this line has no closing quote",
    "the text of this line has no opening quote",
    "a quote ends the text before the end of the line",
)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (HEAD + 'msgstr "Wache\n', 3, CLOSING),
        (HEAD + 'msgstr Wache"\n', 3, OPENING),
        (HEAD + "msgstr Wache\n", 3, OPENING),
        (HEAD + 'msgstr "Wache\\"\n', 3, CLOSING),
        (HEAD + 'msgstr ""\n"Wa\n"che"\n', 4, CLOSING),
        (HEAD + 'msgstr "Wa" che\n', 3, MIDDLE),
        (HEAD + 'msgstr "Wa"che"\n', 3, MIDDLE),
        ('#| msgid "Gua\n' + HEAD + 'msgstr "Wache"\n', 1, CLOSING),
        ('#~ msgid "Gua"\n#~ msgstr "Wa\n\n' + HEAD + 'msgstr "Wache"\n', 2, CLOSING),
    ],
)
def test_a_text_without_a_quote_loses_no_letter_in_silence(
    den: Path, text: str, line: int, message: str
) -> None:
    Path("odd.po").write_text(text, encoding="utf-8")
    assert refusal(import_texts, Path("odd.po"), "de")[0] == f"odd.po:{line}: {message}"
    assert not Path(YAML).exists()


def test_texts_in_quotes_of_any_kind_are_read(den: Path) -> None:
    text = HEAD + 'msgstr ""\n"Wa\\"che\\\\"  \n  "\\n"\n#~ msgid ""\n#~ "a"\n#~ msgstr ""\n'
    Path("odd.po").write_text(text, encoding="utf-8")
    import_texts(Path(), "den", Path("odd.po"), "de")
    assert load(Path(), "den").families[0].items[0].fields["name"]["de"] == 'Wa"che\\\n'


def test_two_translations_of_one_text_are_an_error(den: Path) -> None:
    Path("odd.po").write_text(f'{HEAD}msgstr "Wache"\n\n{HEAD}msgstr "Posten"\n', encoding="utf-8")
    assert refusal(import_texts, Path("odd.po"), "de") == (
        'odd.po:5: "cards/guard:name" is translated twice; first at line 1',
        "delete one",
    )


def test_the_commands_tell_what_they_did(den: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["texts", "export", "den", "--lang", "de"]) == 0
    assert capsys.readouterr().out == f"{PO}: 9 texts, 2 translated\n"
    change(PO, 'msgid "Guard"\nmsgstr ""', 'msgid "Guard"\nmsgstr "Wache"')
    main(["texts", "export", "den", "--lang", "de"])
    out = capsys.readouterr().out
    assert f"note: 1 translation not in the game yet: prancha texts import den {PO}\n" in out
    assert main(["texts", "import", "den", PO]) == 0
    assert capsys.readouterr().out == f"{YAML}: 1 text\nleft out: 6 not translated yet\n"
    assert main(["list"]) == 0
    # Of a field that is translated for one card, the others lack it.
    assert "    2 texts missing in de\n" in capsys.readouterr().out
    change("templates/den/card.svg.j2", "item.name", "item.nme")
    main(["texts", "export", "den", "--lang", "de"])
    out = capsys.readouterr().out
    assert "note: boxes and texts without a language are left out: den cannot be drawn yet (" in out
