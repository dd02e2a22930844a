"""Lists are read where they lie in a project; of those elsewhere it is known where they came from."""

from __future__ import annotations

import json
import shutil
from pathlib import Path, PureWindowsPath

import pytest

from prancha.building import incremental, pipeline
from prancha.building.incremental import stat_files, watched_places
from prancha.building.order import Order
from prancha.cli import command_line
from prancha.model.diagnostic import Failure, as_typed
from prancha.setup import user_settings
from prancha.setup.new_game import start
from prancha.setup.new_game.given_list import file_from
from prancha.studio.file_watcher import Watcher
from prancha.system.cache import lists_around
from prancha.system.cache.inputs import names_around

FOX = "Name,Qty\nFox,1\n"


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings of their own for each test."""
    monkeypatch.setenv("PRANCHA_CONFIG", str(tmp_path / "settings"))
    return tmp_path / "settings"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """An empty project."""
    (tmp_path / "project").mkdir()
    return tmp_path / "project"


def copies(project: Path) -> int:
    """How many cards a build makes."""
    return sum(row.copies for row in pipeline.build_game(Order(project), "deck").rows)


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command says, both outputs."""
    command_line.main(list(arguments))
    captured = capsys.readouterr()
    return captured.out + captured.err


@pytest.mark.parametrize(
    "where", ["deck.csv", "lists of mine/My deck, 2.csv", "components/shared.csv", "Ilość #1 'x'.csv"]
)
def test_a_list_in_the_project_is_read_where_it_lies(project: Path, where: str) -> None:
    source = project / where
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(FOX)
    started = start(project, "deck", source=source)
    assert f"{source} is read in place: change it there, and build" in started.notes
    assert sorted((project / "components/deck").glob("*.csv")) == []
    assert lists_around(project, "deck") == [source]
    assert copies(project) == 1
    source.write_text("Name,Qty\nFox,1\nOwl,4\n")
    assert copies(project) == 5


def test_a_build_that_finds_nothing_changed_sees_such_a_list(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRANCHA_CACHE", str(tmp_path / "cache"))
    source = project / "deck.csv"
    source.write_text(FOX)
    start(project, "deck", source=source)
    (first,) = incremental.build(Order(project)).kits
    (again,) = incremental.build(Order(project)).kits
    assert (first.unchanged, again.unchanged) == (False, True)
    source.write_text("Name,Qty\nFox,3\n")
    (third,) = incremental.build(Order(project)).kits
    assert not third.unchanged
    assert third.rows[0].copies == 3


def test_a_build_that_watches_and_the_studio_see_it(project: Path) -> None:
    source = project / "deck.csv"
    source.write_text(FOX)
    start(project, "deck", source=source)
    places = watched_places(project)
    before, watcher = stat_files(places), Watcher(project, ["deck"])
    assert not watcher.changed()
    source.write_text("Name,Qty\nFox,33\n")
    assert stat_files(places) != before
    assert watcher.changed()


def test_a_list_that_is_gone_is_told_at_its_place(project: Path) -> None:
    source = project / "deck.csv"
    source.write_text(FOX)
    start(project, "deck", source=source)
    source.unlink()
    with pytest.raises(
        Failure, match=r'cards.yaml:\d+:\d+: error missing-file: there is no file "../../deck.csv"'
    ):
        copies(project)


def test_nothing_outside_the_project_is_read(project: Path, tmp_path: Path) -> None:
    source = project / "deck.csv"
    source.write_text(FOX)
    start(project, "deck", source=source)
    (tmp_path / "secret.csv").write_text(FOX)
    family = project / "components/deck/cards.yaml"
    text = family.read_text()
    family.write_text(text.replace("../../deck.csv", "../../../secret.csv"))
    with pytest.raises(Failure, match="leads out of the project"):
        copies(project)
    family.write_text(text)
    source.unlink()
    source.symlink_to(tmp_path / "secret.csv")
    with pytest.raises(Failure, match="is a link that leads out of the project"):
        copies(project)
    assert lists_around(project, "deck") == []


def test_a_project_with_its_lists_can_be_moved(project: Path, tmp_path: Path) -> None:
    source = project / "deck.csv"
    source.write_text(FOX)
    start(project, "deck", source=source)
    project.rename(tmp_path / "elsewhere")
    assert copies(tmp_path / "elsewhere") == 1


def test_what_output_holds_and_what_must_be_written_anew_is_copied(project: Path) -> None:
    for name, text in (("output/deck.csv", FOX), ("deck.yaml", "- {name: Fox}\n- {name: Owl}\n")):
        source = project / name
        source.parent.mkdir(exist_ok=True)
        source.write_text(text)
        started = start(project, Path(name).suffix[1:], source=source)
        assert not any("where it lies" in note for note in started.notes)
        assert any("was copied to" in note for note in started.notes)


@pytest.mark.parametrize(
    ("source", "file"),
    [
        (r"D:\games\My deck.csv", "../../My deck.csv"),
        (r"D:\games\components\fox\deck.csv", "deck.csv"),
        (r"D:\games\components\deck.csv", "../deck.csv"),
        (r"C:\games\deck.csv", ""),
        (r"D:\Downloads\deck.csv", ""),
        (r"\\server\share\deck.csv", ""),
        (r"D:\games\deck.md", ""),
        (r"D:\games\output\deck.csv", ""),
    ],
)
def test_drives_of_windows(source: str, file: str) -> None:
    assert file_from(PureWindowsPath(source), PureWindowsPath(r"D:\games"), "fox") == file


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("from: ../../a.csv", ["a.csv"]),
        (
            "from: [../a.csv, '../../b c.csv', \"../../d, e.csv\"]",
            ["components/a.csv", "b c.csv", "d, e.csv"],
        ),
        ("  file: ../../a, b.csv   # mine", ["a, b.csv"]),
        ("from: {file: ../other/a.csv, sheet: x}", ["components/other/a.csv"]),
        (r'from: "../../say \"a\".csv"', ['say "a".csv']),
        ("from: ../../../out.csv", []),
    ],
)
def test_lists_are_found_in_the_text_of_a_catalogue(project: Path, line: str, names: list[str]) -> None:
    folder = project / "components/g"
    folder.mkdir(parents=True)
    (folder / "cards.yaml").write_text(f"title: X\n{line}\n")
    assert set(names) <= set(names_around(project, "g"))
    assert bool(names) == bool(names_around(project, "g"))


def begun(project: Path, tmp_path: Path, name: str = "my lists/deck.csv", text: str = FOX) -> Path:
    """A list outside of the project, of which a game was begun."""
    source = tmp_path / name
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(text)
    started = start(project, "deck", source=source)
    assert any(note.startswith(f"{source} was copied to ") for note in started.notes)
    return source


def test_an_origin_that_changed_is_told_at_each_build_and_check(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = begun(project, tmp_path)
    place = ["--project", str(project)]
    assert "changed since" not in said(capsys, "build", *place)
    source.write_text("Name,Qty\nFox,1\nOwl,4\n")
    update = f'prancha new deck --from "{source}" --update --project {project}'
    told = f"{source} changed since it was copied to components/deck/cards.csv; to update it: {update}\n"
    for command in ("build", "build", "check"):
        assert told in said(capsys, command, *place)
    assert "changed since" not in said(capsys, "check", "other", *place)
    assert copies(project) == 1
    taken = said(capsys, "new", "deck", "--from", str(source), "--update", *place)
    assert "note: new: Owl\n" in taken
    assert "guessed" not in taken
    assert copies(project) == 5
    assert "changed since" not in said(capsys, "build", "deck", *place)


def test_a_list_written_anew_is_taken_over_too(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = begun(project, tmp_path, "deck.yaml", "- {name: Fox, copies: 1}\n- {name: Elk, copies: 1}\n")
    source.write_text("- {name: Fox, copies: 3}\n- {name: Elk, copies: 1}\n")
    place = ["--project", str(project)]
    assert f"{source} changed since it was copied to components/deck/cards.json" in said(
        capsys, "check", *place
    )
    said(capsys, "new", "deck", "--from", str(source), "--update", *place)
    assert copies(project) == 4


def test_a_copy_that_was_changed_is_not_written_over(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = begun(project, tmp_path)
    copy = project / "components/deck/cards.csv"
    copy.write_text("Name,Qty\nFox,7\n")
    place = ["--project", str(project)]
    assert "changed since" not in said(capsys, "build", *place)
    source.write_text("Name,Qty\nFox,8\n")
    assert "cards.csv (the copy was changed, too); to update it:" in said(capsys, "build", *place)
    refused = said(capsys, "new", "deck", "--from", str(source), "--update", *place)
    assert "cards.csv was changed since it was copied, and that would be lost" in refused
    assert copies(project) == 7
    shutil.copy(source, copy)  # by hand
    assert "changed since" not in said(capsys, "build", *place)


def test_an_origin_that_is_gone_is_not_spoken_of(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(project, tmp_path).unlink()
    assert "copied" not in said(capsys, "build", "--project", str(project))


def test_a_project_that_was_moved_is_known_again(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = begun(project, tmp_path)
    moved = tmp_path / "moved here"
    project.rename(moved)
    source.write_text("Name,Qty\nFox,2\n")
    assert f"{source} changed since it was copied" in said(capsys, "build", "--project", str(moved))
    copied = tmp_path / "copied"
    shutil.copytree(moved, copied)
    shutil.rmtree(moved)  # as moving to another disk does
    assert f"{source} changed since it was copied" in said(capsys, "check", "--project", str(copied))


def test_nothing_of_the_origin_is_in_the_game(project: Path, tmp_path: Path, settings: Path) -> None:
    source = begun(project, tmp_path)
    for path in project.rglob("*"):
        if path.is_file():
            assert str(tmp_path).encode() not in path.read_bytes(), path
    (known,) = json.loads((settings / "lists.json").read_text())
    assert known["origin"] == str(source)


@pytest.mark.parametrize("text", ["", "{}", "[1]", "[{}]", '[{"origin": 3}]', "\0"])
def test_settings_that_are_broken_are_as_none(
    project: Path, tmp_path: Path, settings: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    begun(project, tmp_path).write_text("Name,Qty\nFox,2\n")
    (settings / "lists.json").write_text(text)
    assert "changed since" not in said(capsys, "build", "--project", str(project))


def test_without_a_place_for_settings_a_game_begins_all_the_same(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PRANCHA_CONFIG", str(tmp_path / "file" / "settings"))
    begun(project, tmp_path)
    assert copies(project) == 1
    assert user_settings.origin_of(project / "components/deck/cards.csv") is None


@pytest.mark.parametrize("words", [["--from", "x.csv"], []])
def test_what_cannot_be_taken_over_is_told(
    project: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    source = project / "deck.csv"
    source.write_text(FOX)
    place = ["--project", str(project)]
    assert "there is no family cards in deck whose list could be updated" in said(
        capsys, "new", "deck", "--from", str(source), "--update", *place
    )
    start(project, "deck", source=source)
    refused = said(capsys, "new", "deck", *(["--from", str(source)] if words else []), "--update", *place)
    wanted = "a list within the project is read in place" if words else "name it with --from"
    assert wanted in refused


@pytest.mark.parametrize(
    ("word", "typed"),
    [
        ("deck.csv", "deck.csv"),
        ("My deck.csv", '"My deck.csv"'),
        ("", "''"),
        ("№ 1", '"№ 1"'),
        ("it's $5.csv", "'it'\"'\"'s $5.csv'"),
        ("Ilość", "Ilość"),
        ("#", '"#"'),
    ],
)
def test_words_of_commands_are_quoted_where_they_must(word: str, typed: str) -> None:
    assert as_typed(word) == typed
