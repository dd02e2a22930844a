"""README.md: its list prints the card beside it, its commands run, its links and pictures are there."""

import re
import shlex
from pathlib import Path

import pypdfium2
import pytest
import yaml

from prancha.cli import command_line

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _list() -> str:
    found = re.search(r"```yaml\n(.*?)```", README, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_list_is_one_card_of_the_example() -> None:
    shown = yaml.safe_load(_list())
    example = yaml.safe_load((ROOT / "components/_examples/storytelling/cards.yaml").read_text("utf-8"))
    (card,) = shown.pop("items")
    assert card in example.pop("items")
    assert shown == example


def test_its_two_commands_print_the_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    section = README.split("## Two commands")[1].split("\n## ")[0]
    new, build = re.findall(r"^    prancha (.*?) +#", section, re.MULTILINE)
    assert command_line.main(shlex.split(new)) == 0
    (tmp_path / "components/far-places/cards.yaml").write_text(_list(), encoding="utf-8")
    (tmp_path / "components/far-places/rules.yaml").unlink()  # they ask for all eight cards
    assert command_line.main(shlex.split(build)) == 0
    with pypdfium2.PdfDocument(tmp_path / "output/far-places/far-places-a4.pdf") as document:
        words = "".join(page.get_textpage().get_text_range() for page in document)
    assert "The Coast" in words
    assert "What is still warm?" in " ".join(words.split())


def test_pictures_are_there() -> None:
    pictures = re.findall(r'src="([^"]+)"|!\[[^]]*\]\(([^)]+)\)', README)
    assert len(pictures) == 3
    for picture in pictures:
        assert (ROOT / "".join(picture)).exists(), picture


def test_options_of_all_commands_are_known() -> None:
    for command in (
        "new far-places --like storytelling",
        "new far-places --from deck.xlsx",
        "build --lang en",
    ):
        assert all(part in README for part in command.split())
        command_line._parser().parse_args(shlex.split(command))
