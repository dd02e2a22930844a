"""Roles of columns that are asked for instead of guessed ones, and what is told of each column."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from prancha.model.diagnostic import Failure
from prancha.setup.new_game import Started, Wishes, start
from prancha.setup.new_game.proposal import ROLES

LIST = """\
Name,Type,Cost,Colour,Rules,Qty,Motto
Fox,Beast,2,red,"Draw a card, then discard one. If it is red, keep both.",3,Sly
Goose,Beast,1,blue,When this is played every other bird gains one feather.,4,Honk
Barn,Place,3,red,Holds up to four animals; they cannot be chased.,1,Straw
"""


def begun(folder: Path, wishes: Wishes | None = None) -> Started:
    source = folder / "list.csv"
    source.write_text(LIST)
    return start(folder / "p", "demo", source=source, wishes=wishes or Wishes(), follow=False)


def roles(started: Started) -> dict[str, str]:
    return {one.headings[0]: one.role for one in started.guessed.columns}


def test_every_column_is_told_with_its_role_reason_and_samples(tmp_path: Path) -> None:
    started = begun(tmp_path)
    assert roles(started) == {
        "Name": "title",
        "Type": "line",
        "Cost": "number",
        "Colour": "colour",
        "Rules": "text",
        "Qty": "copies",
        "Motto": "line",
    }
    cost = next(one for one in started.guessed.columns if one.field == "cost")
    assert (cost.why, cost.samples) == ("short numbers", ("2", "1", "3"))
    assert cost.fitting == ("title", "text", "line", "number", "copies", "type", "out")
    assert all(one.why for one in started.guessed.columns)
    assert (started.guessed.languages, started.guessed.size) == (("en",), "63 x 88 mm")


@pytest.mark.parametrize(
    ("asked", "others"),
    [
        ({"Motto": "title"}, {"Name": "line"}),
        ({"Type": "type"}, {"Colour": "line"}),
        ({"Cost": "line"}, {}),
        ({"Qty": "number"}, {"Cost": "number"}),
        ({"Rules": "line"}, {}),
        ({"Motto": "out", "Cost": "out"}, {"Name": "title"}),
    ],
)
def test_a_role_that_is_asked_for_is_given_and_no_other_column_has_it(
    tmp_path: Path, asked: dict[str, str], others: dict[str, str]
) -> None:
    started = begun(tmp_path, Wishes(roles=asked))
    assert started.wrong == ()
    assert {**asked, **others}.items() <= roles(started).items()
    assert {one.why for one in started.guessed.columns if one.headings[0] in asked} == {"asked for"}
    family = yaml.safe_load((tmp_path / "p/components/demo/cards.yaml").read_text())
    left_out = {name for name, path in family["from"]["columns"].items() if path is None}
    assert left_out == {name for name, role in asked.items() if role == "out"}


def test_what_a_column_cannot_be_is_refused_with_what_it_can_be(tmp_path: Path) -> None:
    with pytest.raises(Failure) as raised:
        begun(tmp_path, Wishes(roles={"Rules": "number", "Rulez": "text", "Name": "hero"}))
    told = {one.message: one.hint for one in raised.value.diagnostics}
    shown = "it can be: title, text, line"
    assert told == {
        'the column "Rules" cannot be "number": its values do not fit': f"{shown}, out",
        'the column "Name" cannot be "hero": its values do not fit': f"{shown}, type, out",
        'there is no column "Rulez"': 'did you mean "Rules"?',
    }
    assert not (tmp_path / "p").exists()


def test_a_size_that_is_asked_for_is_kept_however_little_fits(tmp_path: Path) -> None:
    started = begun(tmp_path, Wishes(size=(44.0, 68.0)))
    assert "size: 44 x 68 mm (asked for)" in started.guesses
    assert "size: 44 x 68 mm" in (tmp_path / "p/components/demo/cards.yaml").read_text()


def test_a_list_that_does_not_stay_is_not_followed(tmp_path: Path) -> None:
    assert not any("was copied to" in note for note in begun(tmp_path).notes)


def test_all_roles_that_can_be_asked_for_are_words_of_the_page() -> None:
    from prancha.system.words import words

    assert {f"role_{role}" for role in ROLES} <= set(words("pt-BR", "studio"))
