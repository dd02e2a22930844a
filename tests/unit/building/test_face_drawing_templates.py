"""What is kept of a face holds as long as the templates it was drawn by are what they were, and no longer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Template

from prancha.cli.command_line import main
from prancha.faces.drawing_tools import Templates

OWN, SHARED = "templates/lume", "templates/_library"
PART = '<circle cx="5" cy="5" r="{}" fill="#123456"/>'


@pytest.fixture
def rendered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates of faces that are drawn, and not recalled."""
    monkeypatch.setenv("PRANCHA_CACHE", str(tmp_path / "cache"))
    seen: list[str] = []
    render = Templates.render

    def drawing(self: Templates, template: Template, *rest: Any) -> tuple[str, Mapping[str, Any]]:
        seen.append(str(template.name))
        return render(self, template, *rest)

    monkeypatch.setattr(Templates, "render", drawing)
    return seen


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def add(path: Path, text: str) -> None:
    path.write_text(f"{path.read_text()}\n{text}\n")


def outputs(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def build(project: Path) -> None:
    assert main(["build", "--plain-cover", "--project", str(project)]) == 0


def check_clean(project: Path) -> None:
    clean = project / "clean"
    assert main(["build", "--project", str(project), "--no-cache", "--plain-cover", "--out", str(clean)]) == 0
    assert outputs(project / "output") == outputs(clean)


def test_one_saved_template_draws_its_own_faces_alone(lume: Path, rendered: list[str]) -> None:
    build(lume)
    rendered.clear()
    add(lume / OWN / "token.svg.j2", PART.format(1))
    build(lume)
    assert set(rendered) == {"token.svg.j2"}
    check_clean(lume)


def test_a_template_that_nobody_names_draws_nothing(lume: Path, rendered: list[str]) -> None:
    put(lume / OWN / "idle.svg.j2", "nobody names it")
    build(lume)
    rendered.clear()
    add(lume / OWN / "idle.svg.j2", "still nobody")
    build(lume)
    assert rendered == []


def _imported(p: Path) -> None:
    put(p / OWN / "parts.svg.j2", "{% macro dot() %}" + PART.format(2) + "{% endmacro %}")
    add(p / OWN / "card.svg.j2", '{% from "parts.svg.j2" import dot %}{{ dot() }}')


def _nested(p: Path) -> None:
    put(p / OWN / "inner.svg.j2", PART.format(2))
    put(p / OWN / "outer.svg.j2", '{% include "inner.svg.j2" %}')
    add(p / OWN / "card.svg.j2", '{% include "outer.svg.j2" %}')


def _named_by_a_field(p: Path) -> None:
    put(p / OWN / "dot-2.svg.j2", PART.format(2))
    add(p / OWN / "card.svg.j2", '{% include "dot-" ~ 2 ~ ".svg.j2" %}')


def _text_without_ending(p: Path) -> None:
    put(p / OWN / "dot.txt", PART.format(2))
    add(p / OWN / "card.svg.j2", '{% include "dot.txt" %}')


def _shared(p: Path) -> None:
    put(p / SHARED / "dot.svg.j2", PART.format(2))
    add(p / OWN / "card.svg.j2", '{% include "_library/dot.svg.j2" %}')


def _perhaps(p: Path) -> None:
    add(p / OWN / "card.svg.j2", '{% include "perhaps.svg.j2" ignore missing %}')


def _one_of_two(p: Path) -> None:
    put(p / OWN / "second.svg.j2", PART.format(2))
    add(p / OWN / "card.svg.j2", '{% include ["first.svg.j2", "second.svg.j2"] %}')


def _library(p: Path) -> None:
    add(p / OWN / "card.svg.j2", '{% import "_library/marks.svg.j2" as marks %}')


CHANGES: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "an imported macro": (
        _imported, f"{OWN}/parts.svg.j2", "{% macro dot() %}" + PART.format(3) + "{% endmacro %}"
    ),
    "an include of an include": (_nested, f"{OWN}/inner.svg.j2", PART.format(3)),
    "an include named by what is calculated": (_named_by_a_field, f"{OWN}/dot-2.svg.j2", PART.format(3)),
    "an include of another ending": (_text_without_ending, f"{OWN}/dot.txt", PART.format(3)),
    "a shared template": (_shared, f"{SHARED}/dot.svg.j2", PART.format(3)),
    "a file that stands before the shared one": (
        _shared, f"{OWN}/_library/dot.svg.j2", PART.format(3)
    ),
    "a file that was not there": (_perhaps, f"{OWN}/perhaps.svg.j2", PART.format(3)),
    "the first of two that was not there": (_one_of_two, f"{OWN}/first.svg.j2", PART.format(3)),
    "one that stands before the shipped": (
        _library, f"{OWN}/_library/marks.svg.j2", PART.format(3)
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_drawn_wherever_it_comes_from(lume: Path, rendered: list[str], name: str) -> None:
    begin, file, text = CHANGES[name]
    begin(lume)
    build(lume)
    rendered.clear()
    put(lume / file, text)
    build(lume)
    assert "card.svg.j2" in rendered
    assert set(rendered) == {"card.svg.j2"} or not file.endswith(".j2")
    check_clean(lume)
    (lume / file).unlink()
    rendered.clear()
    code = main(["build", "--plain-cover", "--project", str(lume)])
    assert code == main(
        ["build", "--project", str(lume), "--no-cache", "--plain-cover", "--out", str(lume / "gone")]
    )
    assert "card.svg.j2" in rendered


def test_a_template_changed_while_it_is_used_is_not_taken_for_the_new_one(
    lume: Path, rendered: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    render, file = Templates.render, lume / OWN / "token.svg.j2"
    text = file.read_text()

    def meanwhile(self: Templates, template: Template, *rest: Any) -> tuple[str, Mapping[str, Any]]:
        if template.name == "token.svg.j2" and file.read_text() == text:
            add(file, PART.format(3))
        return render(self, template, *rest)

    with monkeypatch.context() as during:
        during.setattr(Templates, "render", meanwhile)
        build(lume)
    rendered.clear()
    build(lume)
    assert "token.svg.j2" in rendered
    check_clean(lume)


def test_workers_are_given_what_a_template_changed(lume: Path, rendered: list[str]) -> None:
    from prancha.building.face_drawing import open_pack, prepare_faces
    from prancha.building.game_loading import load
    from prancha.building.order import Order

    build(lume)
    game = load(lume, "lume")

    def undrawn() -> set[str]:
        pack = open_pack(Order(lume), game, "pt-BR")
        return {key.partition("/")[0] for key in prepare_faces(lume, game, "pt-BR", pack)[0].undrawn()}

    assert undrawn() == set()
    add(lume / OWN / "token.svg.j2", PART.format(1))
    assert undrawn() == {"tokens"}


def test_a_template_is_no_picture(
    lume: Path, rendered: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    put(lume / OWN / "dot.svg.j2", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')
    add(lume / OWN / "card.svg.j2", '<image href="dot.svg.j2" width="5" height="5"/>')
    assert main(["build", "--plain-cover", "--project", str(lume)]) == 1
    assert 'there is no picture "dot.svg.j2"' in capsys.readouterr().err
