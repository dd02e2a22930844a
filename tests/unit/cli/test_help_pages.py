"""`prancha help`: its pages, and the search of their text."""

import re

import pytest

from prancha.cli import command_line, help_pages

Said = pytest.CaptureFixture[str]


def test_help_lists_the_pages_and_shows_one(capsys: Said) -> None:
    assert command_line.main(["help"]) == 0
    listed = capsys.readouterr().out
    assert "spreadsheets           Cards from a spreadsheet\n" in listed
    assert command_line.main(["help", "csv"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("# Cards from a spreadsheet\n")
    assert "```" not in said
    assert "<!--" not in said
    assert command_line.main(["help", "sprdsheets"]) == 2
    assert 'there is no page on "sprdsheets"\n    did you mean "spreadsheets"?' in capsys.readouterr().err


def test_every_page_can_be_read() -> None:
    for name, title in help_pages.help_pages().items():
        assert title, name
        assert help_pages.help_page(name).strip(), name


def test_markdown_as_plain_text() -> None:
    text = "# A\n\n<!-- file: x -->\n```csv\na,b\n```\n\n"
    text += "See [rules](rules.md#x), **now** [here](#y).\n![p](q.png)\n"
    assert help_pages.as_plain(text) == "# A\n\n    a,b\n\nSee rules (help rules), now here.\n"


def test_words_are_searched_in_the_text_of_all_pages(capsys: Said) -> None:
    assert command_line.main(["help", "bleed"]) == 0
    passages = capsys.readouterr().out
    assert passages.count("(prancha help ") == 5
    assert "> Gaps and bleed  (prancha help printing)\n\n    - " in passages
    assert command_line.main(["help", "Short", "edges"]) == 0
    best = capsys.readouterr().out.split("(prancha help ")[1]
    assert "short edge" in best
    assert command_line.main(["help", "bleed", "qqqq"]) == 0
    assert capsys.readouterr().out.startswith("no page says: qqqq\n")


def test_a_passage_of_a_page_for_users_comes_before_one_on_the_program() -> None:
    names = re.findall(r"\(prancha help ([\w-]+)\)", "".join(help_pages.find_passages(["template"])))
    assert names
    assert not {"architecture", "decisions"} & set(names)
