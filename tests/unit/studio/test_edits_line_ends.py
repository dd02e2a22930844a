"""Line ends and byte order marks of Windows stay in every file that the page changes."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from prancha.cli.studio import _beginnings
from prancha.studio.answers import Answers
from prancha.studio.beginning_process import BeginningProcess
from prancha.studio.guard import token
from tests.unit.setup.beginning.test_additions import given, png
from tests.unit.studio.conftest import Studio, opened
from tests.unit.studio.test_layout_desk import CARDS, LAYOUT, change, write_foxes

GAME = """\
title: Foxes
languages: [en, pt-BR]
families:  # in this order
  - cards
  - plain
  - rows
palette:
  ink: "#1b1b1f"  # of texts

"""
BLOCK = """\
  - id: owl
    art: none.png
    name: {en: Owl, pt-BR: Coruja}
    rules:
      en: |
        Look.

        Listen.

      # the other language
      pt-BR: Veja.
  - {id: jay, name: {en: Jay, pt-BR: Gaio}, rules: {en: Sing., pt-BR: Cante.}}
"""
ROWS = 'id,copies,note\nash,2,"two\nlines"\nelm,3,one\noak,1,none\n'
BATCHES = {"fox.png": "0123456789abcdef", "body.ttf": "f" * 16}
OWL = {"file": "components/foxes/cards.yaml", "key": "cards/owl", "line": 9}
LIST = {"file": "components/foxes/rows.csv"}
ASH, ELM = {**LIST, "key": "rows/ash", "line": 2}, {**LIST, "key": "rows/elm", "line": 3}


def write_project(project: Path) -> Path:
    """A game with a family in YAML, one in CSV, a drawing and notes."""
    write_foxes(project)
    folder = project / "components" / "foxes"
    (folder / "game.yaml").write_text(GAME)
    (folder / "cards.yaml").write_text(CARDS + BLOCK)
    plain = (folder / "plain.yaml").read_text()
    (folder / "rows.yaml").write_text(plain.partition("items:")[0] + "from: rows.csv\n")
    (folder / "rows.csv").write_text(ROWS)
    (folder / "notes.yaml").write_text(
        '# Notes to components, kept by prancha studio.\n"cards/hen":\n  - "slow"\n'
    )
    return project


def texts(project: Path) -> dict[str, bytes]:
    """The text files of a project by their names in it."""
    endings = (".yaml", ".csv", ".svg", ".j2")
    return {
        path.relative_to(project).as_posix(): path.read_bytes()
        for path in sorted(project.rglob("*"))
        if path.suffix in endings and "_schema" not in path.parts
    }


def as_windows(data: bytes) -> bytes:
    return BOM_UTF8 + data.replace(b"\n", b"\r\n")


@contextmanager
def studio_of(project: Path, folder: Path) -> Iterator[Studio]:
    """A studio that may change a project; `folder` has what was given to its page."""
    fonts = Path(__file__).parents[3] / "templates" / "_library" / "fonts"
    folder.mkdir()
    given(folder / BATCHES["fox.png"], "fox.png", png())
    given(folder / BATCHES["body.ttf"], "body.ttf", next(fonts.rglob("400.ttf")).read_bytes())
    beginning = BeginningProcess(_beginnings, project, folder)
    for one in opened(project, edit=True):
        settings = {"edit": True, "editor": "copy", "project": str(project)}
        one.server.open(Answers(one.session, settings, None, beginning))
        yield one
    beginning.close()


def act(studio: Studio, path: str, /, **asked: Any) -> Any:
    return studio.act(path, {"game": token("foxes"), **asked})


def layout(**asked: Any) -> Callable[[Studio], Any]:
    return lambda studio: studio.act("/api/layout", change(studio, "rect", **asked))


def layout_many(arrange: str) -> Callable[[Studio], Any]:
    """Arrange the first rectangle and the box of the rules."""

    def done(studio: Studio) -> None:
        found = studio.get(LAYOUT)["objects"]
        both = [next(one["object"] for one in found if test(one)) for test in (_is_rect, _is_named)]
        studio.act("/api/layout", {**change(studio, "rect"), "objects": both, "arrange": arrange})

    return done


def _is_rect(one: Any) -> bool:
    return bool(one["kind"] == "rect")


def _is_named(one: Any) -> bool:
    return bool(one["name"])


def posted(path: str, /, **asked: Any) -> Callable[[Studio], Any]:
    return lambda studio: act(studio, path, **asked)


def edit_lines(studio: Studio) -> None:
    """Change a text of two lines as a text area does, which has line feeds alone."""
    *_, rows = studio.get(f"/api/game/{token('foxes')}/en")["families"]
    note = next(one["fields"]["note"] for one in rows["items"] if one["id"] == "ash")
    act(studio, "/api/edit", **ASH, path=["note"], old=note, new="three\nmore\nlines")


BLOCK_TEXT = {"path": ["rules", "en"], "old": "Look.\n\nListen.\n", "new": "Look.\nListen: hush."}
PICTURE = {"batch": BATCHES["fox.png"], "edit": {**OWL, "path": ["art"], "old": "none.png"}}
ACTIONS: dict[str, Callable[[Studio], Any]] = {
    "/api/edit": posted("/api/edit", **OWL, path=["name", "en"], old="Owl", new="An owl: two"),
    "/api/edit of a block": posted("/api/edit", **OWL, **BLOCK_TEXT),
    "/api/edit of a cell": posted("/api/edit", **ELM, path=["copies"], old=3, new=4),
    "/api/edit of lines": edit_lines,
    "/api/card/copy": posted("/api/card/copy", **OWL, id="eagle", values=[[["name", "en"], "Eagle"]]),
    "/api/card/copy of a row": posted("/api/card/copy", **ELM, id="fir", values=[[["note"], "a, b"]]),
    "/api/card/delete": posted("/api/card/delete", **OWL),
    "/api/card/delete of a row": posted("/api/card/delete", **ASH),
    "/api/card/move": posted("/api/card/move", **OWL, to="cards/fox"),
    "/api/card/move to the end": posted("/api/card/move", **OWL, to="cards/jay"),
    "/api/card/move of a row": posted("/api/card/move", **ASH, to="rows/oak"),
    "/api/colour": posted("/api/colour", name="ink", old="#1b1b1f", new="#000000"),
    "/api/colour that is new": posted("/api/colour", name="sand", old=None, new="#eeddaa"),
    "/api/notes": posted("/api/notes", item=token("cards/fox"), notes=["fast\nand red"]),
    "/api/add/family": posted("/api/add/family", kind="board"),
    "/api/add/family with texts": posted("/api/add/family", kind="tokens"),
    "/api/add/font": posted("/api/add/font", batch=BATCHES["body.ttf"]),
    "/api/add/picture": posted("/api/add/picture", **PICTURE),
    "/api/add/size": posted("/api/add/size", family="cards", size="70 x 120 mm"),
    "/api/snapshot": posted("/api/snapshot", name="printed"),
    "/api/layout": layout(moves=[[1, -1]]),
    "/api/layout with a style": layout(style=["fill", "#112233"]),
    "/api/layout with an object": layout(add=["rect", "", 31.5, 44]),
    "/api/layout with a copy": layout(arrange="duplicate"),
    "/api/layout without": layout(arrange="delete"),
    "/api/layout to the front": layout(arrange="front"),
    "/api/layout with a group": layout_many("group"),
}
UNDONE = {"/api/undo", "/api/layout/undo", "/api/layout/redo", "/api/layout/try"}
"""What gives back bytes that were there, or writes nothing."""


@pytest.mark.parametrize("name", ACTIONS)
def test_a_change_is_the_same_in_files_of_windows(tmp_path: Path, name: str) -> None:
    plain, windows = (write_project(tmp_path / one / "project") for one in ("plain", "windows"))
    for path in [*windows.rglob("*.*")]:
        if path.relative_to(windows).as_posix() in texts(windows):
            path.write_bytes(as_windows(path.read_bytes()))
    before = texts(windows)
    for project in (plain, windows):
        with studio_of(project, project.parent / "given") as studio:
            ACTIONS[name](studio)
            if project == windows:
                after = texts(windows)
                for _ in range(2):
                    studio.act("/api/layout/undo" if "layout" in name else "/api/undo", {})
                    assert texts(windows) == (after if name == "/api/notes" else before)
    wanted = texts(plain)
    assert after.keys() == wanted.keys()
    assert {one: data for one, data in after.items() if one in before} == {
        one: as_windows(data) for one, data in wanted.items() if one in before
    }
    assert (after != before) == (name != "/api/snapshot")


def test_every_change_of_the_page_is_tried(tmp_path: Path) -> None:
    project = write_project(tmp_path / "project")
    with studio_of(project, tmp_path / "given") as studio:
        session = studio.session
        answers = Answers(session, {"edit": True, "editor": "copy", "project": str(project)})
        reading = Answers(session, {"edit": False, "editor": "copy", "project": str(project)})
        changes = {*answers._posts, *answers._waiting_posts} - {*reading._posts, *reading._waiting_posts}
    tried = {name.partition(" ")[0] for name in ACTIONS} | UNDONE
    assert changes <= tried


@pytest.mark.parametrize("head", [b"title: Foxes\r\n", b"title: Foxes"])
def test_a_key_is_added_behind_the_last_line(tmp_path: Path, head: bytes) -> None:
    from prancha.catalogue.splice import add_keys, change_text

    end = "\r\n" if b"\r\n" in head else "\n"
    after = change_text(BOM_UTF8 + head, lambda text: add_keys(text, "game.yaml", "fonts", {"body": "Lato"}))
    assert after == BOM_UTF8 + f"title: Foxes{end}fonts:{end}  body: Lato{end}".encode()
