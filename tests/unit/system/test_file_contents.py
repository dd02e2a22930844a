"""Only regular files of the project are opened."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from prancha.cli.command_line import main
from prancha.model.diagnostic import Failure
from prancha.system.file_contents import Refused, TooLarge, refuse_linked_output, refuse_links, regular_bytes

pytestmark = pytest.mark.skipif(os.name == "nt", reason="pipes and links of POSIX")


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 10)
    assert regular_bytes(path, 10, tmp_path) == b"x" * 10


def test_what_is_too_large_is_not(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 2_000_001)
    with pytest.raises(TooLarge, match="is larger than 2 MB"):
        regular_bytes(path, 2_000_000)


def test_a_pipe_is_not_waited_for_nor_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "a")
    monkeypatch.setattr(os, "open", lambda *_: pytest.fail("it was opened"))
    with pytest.raises(Refused, match="is not a regular file"):
        regular_bytes(tmp_path / "a", 10)


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="cannot be read: No such file"):
        regular_bytes(tmp_path / "a", 10)


def test_links_that_lead_out_or_in_a_circle_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "secret").write_text("x")
    (folder / "out").symlink_to("../secret")
    (folder / "circle").symlink_to("circle")
    with pytest.raises(Refused, match="is a link to a place outside its folder"):
        regular_bytes(folder / "out", 10, folder)
    with pytest.raises(Refused, match="cannot be read: Too many"):
        regular_bytes(folder / "circle", 10, folder)


def test_links_within_a_project_are_fine(tmp_path: Path) -> None:
    (tmp_path / "project" / "components" / "a").mkdir(parents=True)
    (tmp_path / "project" / "components" / "b").symlink_to("a")
    (tmp_path / "door").symlink_to("project")
    refuse_links(tmp_path / "project", "b")
    refuse_links(tmp_path / "door", "b")
    refuse_linked_output(tmp_path / "door", tmp_path / "door" / "output")


def test_links_out_of_it_are_told_all_at_once(tmp_path: Path) -> None:
    project = tmp_path / "project"
    for folder in ("components/a", "components/_rules", "templates/a", "../elsewhere"):
        (project / folder).mkdir(parents=True, exist_ok=True)
    for link in ("components/_sheets", "templates/a/fonts", "output"):
        (project / link).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Failure) as caught:
        refuse_links(project, "a")
    assert [str(found.place) for found in caught.value.diagnostics] == [
        "components/_sheets",
        "templates/a/fonts",
    ]
    with pytest.raises(Failure, match="cannot write: output/a is a link out of the project\n    name the"):
        refuse_linked_output(project, project / "output" / "a")


LONG = "n" * 300
"""Longer than any name of a file."""


@pytest.mark.parametrize(("command", "told"), [
    (["build", LONG], "error no-game: there is no game"),
    (["list", "--project", LONG], "error no-game: there is no such folder"),
    (["build", "--out", LONG], "error not-written: cannot write: File name too long"),
    (["proof", LONG], "error no-file: there is no such file"),
])  # fmt: skip
def test_a_name_that_no_file_can_have_is_that_of_none(
    lume: Path, capsys: pytest.CaptureFixture[str], command: list[str], told: str
) -> None:
    more = [] if command[0] == "proof" or "--project" in command else ["--project", str(lume)]
    assert main([*command, *more]) in (1, 2)
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(("written", "told"), [
    ("{% include '" + LONG + "' %}", "error template-missing"),
    ("{% include '_library/" + LONG + "' %}", "error template-missing"),
    ("{{ icon('" + LONG + "', 9, 9, 9) }}", "error icon"),
])  # fmt: skip
def test_a_template_that_asks_for_such_a_name_is_told_as_for_any_other(
    lume: Path, capsys: pytest.CaptureFixture[str], written: str, told: str
) -> None:
    (lume / "templates/lume/token.svg.j2").write_text(written)
    assert main(["build", "--project", str(lume)]) == 1
    said = capsys.readouterr().err
    assert told in said
    assert "there is no" in said
    assert "Errno" not in said
