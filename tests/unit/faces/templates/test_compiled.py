"""Only the program's own templates are kept compiled, and only what fits is loaded."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader

from prancha.faces.templates.compiled import ShippedBytecode


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    folder = tmp_path / "_library"
    folder.mkdir()
    (folder / "cover.svg.j2").write_text("one {{ x }}")
    (tmp_path / "own.svg.j2").write_text("own {{ x }}")
    return folder


def environment(library: Path) -> Environment:
    return Environment(
        loader=FileSystemLoader(library.parent), bytecode_cache=ShippedBytecode(library), autoescape=True
    )


def kept(library: Path) -> list[Path]:
    return sorted((library / "__pycache__").glob("*"))


def test_only_the_library_is_kept(library: Path) -> None:
    for name, text in (("_library/cover.svg.j2", "one 1"), ("own.svg.j2", "own 1")):
        assert environment(library).get_template(name).render(x=1) == text
    assert [path.name.split(".")[0] for path in kept(library)] == ["cover"]
    assert not (library.parent / "__pycache__").exists()


def test_what_is_kept_is_not_compiled_again(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment(library).get_template("_library/cover.svg.j2")
    monkeypatch.setattr(Environment, "_generate", lambda *_, **__: pytest.fail("compiled again"))
    assert environment(library).get_template("_library/cover.svg.j2").render(x=2) == "one 2"


def test_a_changed_template_is_compiled_again(library: Path) -> None:
    environment(library).get_template("_library/cover.svg.j2")
    (library / "cover.svg.j2").write_text("two {{ x }}")
    assert environment(library).get_template("_library/cover.svg.j2").render(x=1) == "two 1"


@pytest.mark.parametrize("damage", [lambda b: b[:-9], lambda b: b[:40] + b"\xff" + b[41:], lambda _: b""])
def test_a_damaged_file_is_as_good_as_none(library: Path, damage) -> None:
    environment(library).get_template("_library/cover.svg.j2")
    (path,) = kept(library)
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert environment(library).get_template("_library/cover.svg.j2").render(x=1) == "one 1"
    assert path.read_bytes() == whole


def test_who_wants_no_bytecode_gets_none(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    environment(library).get_template("_library/cover.svg.j2")
    assert not kept(library)


def test_a_folder_that_cannot_be_written_does_no_harm(library: Path) -> None:
    (library / "__pycache__").write_text("a file stands here")
    assert environment(library).get_template("_library/cover.svg.j2").render(x=1) == "one 1"
