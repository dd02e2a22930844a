"""Templates are compiled once: those of the program kept beside them, those of games for the user."""

from __future__ import annotations

import os
import shutil
import sys
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader

from prancha.faces.templates.loader import CompiledTemplates


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    folder = tmp_path / "_library"
    folder.mkdir()
    (folder / "cover.svg.j2").write_text("one {{ x }}")
    (tmp_path / "own.svg.j2").write_text("own {{ x }}")
    return folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's cache folder, in use; nothing is at hand from other tests."""
    monkeypatch.delenv("PRANCHA_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(CompiledTemplates, "held", OrderedDict())
    return tmp_path / "home" / "prancha"


def environment(library: Path) -> Environment:
    return Environment(
        loader=FileSystemLoader(library.parent), bytecode_cache=CompiledTemplates(library), autoescape=True
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


def compiled(library: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> bool:
    """Whether another process, with nothing at hand, compiles a template."""
    CompiledTemplates.held.clear()
    seen: list[str] = []
    generate = Environment._generate

    def counted(self: Environment, source: Any, name: Any, *rest: Any, **more: Any) -> str:
        seen.append(str(name))
        return generate(self, source, name, *rest, **more)

    with monkeypatch.context() as patched:
        patched.setattr(Environment, "_generate", counted)
        assert environment(library).get_template(name).render(x=1) in ("own 1", "one 1", "new 1")
    return bool(seen)


def test_what_games_bring_is_kept_for_the_user(
    library: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compiled(library, monkeypatch, "own.svg.j2")
    assert not compiled(library, monkeypatch, "own.svg.j2")
    assert home.stat().st_mode & 0o077 == 0
    (library.parent / "own.svg.j2").write_text("new {{ x }}")
    assert compiled(library, monkeypatch, "own.svg.j2")
    assert not compiled(library, monkeypatch, "own.svg.j2")


def test_where_nothing_may_be_written_beside_the_program_it_is_kept_for_the_user(
    library: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert compiled(library, monkeypatch, "_library/cover.svg.j2")
    assert not kept(library)
    assert not compiled(library, monkeypatch, "_library/cover.svg.j2")
    assert list(home.iterdir())


@pytest.mark.parametrize("harm", [lambda b: b[:-9], lambda b: b[:200] + b"\xff" + b[201:], lambda _: b""])
def test_damaged_code_is_compiled_again(
    library: Path, home: Path, monkeypatch: pytest.MonkeyPatch, harm: Callable[[bytes], bytes]
) -> None:
    compiled(library, monkeypatch, "own.svg.j2")
    (entry,) = home.iterdir()
    entry.write_bytes(harm(entry.read_bytes()))
    assert compiled(library, monkeypatch, "own.svg.j2")


def test_no_code_comes_of_a_folder_that_somebody_brings(
    library: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compiled(library, monkeypatch, "own.svg.j2")
    named = shutil.copytree(home, library.parent / "brought")
    monkeypatch.setenv("PRANCHA_CACHE", str(named))
    assert compiled(library, monkeypatch, "own.svg.j2")
    assert len(list(named.iterdir())) == 1
    monkeypatch.setenv("PRANCHA_CACHE", "off")
    assert compiled(library, monkeypatch, "own.svg.j2")


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="the system knows no owners of files")
def test_no_code_comes_of_a_folder_that_others_may_write(
    library: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compiled(library, monkeypatch, "own.svg.j2")
    home.chmod(0o777)
    assert compiled(library, monkeypatch, "own.svg.j2")
    home.chmod(0o700)
    assert not compiled(library, monkeypatch, "own.svg.j2")
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert compiled(library, monkeypatch, "own.svg.j2")
