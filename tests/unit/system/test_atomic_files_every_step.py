"""Ended before each step of writing: a manifest that is there is that of its files.

Killed, the next build sweeps what was left; interrupted, nothing is left.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from prancha.checks.proof.proofing import proof
from prancha.cli.command_line import main
from prancha.model.diagnostic import Failure
from prancha.system import atomic_files, signals
from prancha.system.atomic_files import write_set
from prancha.system.cache import Store, store
from prancha.system.machine import desk

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def die_before(step: int, folder: Path, act: Callable[[], object]) -> bool:
    """Run `act` in a process that is killed before its `step`-th act upon `folder`; whether it was."""
    child = os.fork()
    if child:
        return os.WIFSIGNALED(os.waitpid(child, 0)[1])
    left = step

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        if event.startswith(("open", "os.", "fcntl.")) and any(str(folder) in str(a) for a in arguments):
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    try:
        sys.addaudithook(hook)
        act()
    finally:
        os._exit(0)


def interrupt_before(line: int, act: Callable[[], object]) -> int:
    """The exit code of a process that does `act`, and gets Ctrl-C before its `line`-th line.

    Only lines of what writes and what answers signals count.
    """
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    left, counted = line, {atomic_files.__file__, signals.__file__, store.__file__, desk.__file__}

    def trace(frame: FrameType, event: str, _: object) -> object:
        nonlocal left
        if frame.f_code.co_filename not in counted:
            return None
        if event == "line":
            left -= 1
            if left == -1:
                os.kill(os.getpid(), signal.SIGINT)
        return trace

    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        signals.install()
        sys.settrace(trace)
        act()
        sys.settrace(None)
    finally:
        os._exit(0)


def sets(number: int) -> dict[str, bytes]:
    """Two PDFs and their manifest."""
    files = {name: f"{name} {number}".encode() for name in ("fronts.pdf", "backs.pdf")}
    digests = {name: {"sha256": hashlib.sha256(data).hexdigest()} for name, data in files.items()}
    return {**files, "manifest.json": json.dumps({"files": digests}).encode()}


def vouches(manifest: Path) -> bool:
    """Whether a manifest fits the files beside it."""
    told = json.loads(manifest.read_bytes())["files"]
    return all(
        hashlib.sha256((manifest.parent / name).read_bytes()).hexdigest() == one["sha256"]
        for name, one in told.items()
    )


def test_a_set_of_files(tmp_path: Path) -> None:
    old, new = sets(1), sets(2)
    write_set(tmp_path, old)
    seen, step = set(), 0
    while die_before(step, tmp_path, lambda: write_set(tmp_path, new)):
        for name in old:
            path = tmp_path / name
            if name == "manifest.json" and not path.exists():
                continue
            assert path.read_bytes() in (old[name], new[name]), (step, name)
        listing = tmp_path / "manifest.json"
        seen.add(listing.read_bytes() == old[listing.name] if listing.exists() else None)
        assert not listing.exists() or vouches(listing), step
        write_set(tmp_path, old)
        assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == old, "and nothing is left of the dead"
        step += 1
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == new
    assert step > 10
    assert seen == {True, False, None}, "it died before, within and after the moves"


def test_a_set_of_files_that_is_put_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = sets(1), sets(2)
    write_set(tmp_path, old)
    usual, step = Path.replace, 0

    def replace(path: Path, target: Path) -> Path:
        if target.name == "backs.pdf":
            raise PermissionError(errno.EACCES, "Permission denied")
        return usual(path, target)

    def act() -> None:
        monkeypatch.setattr(Path, "replace", replace)
        with pytest.raises(Failure):
            write_set(tmp_path, new)

    seen = set()
    while die_before(step, tmp_path, act):
        for name in ("fronts.pdf", "backs.pdf"):
            assert (tmp_path / name).read_bytes() in (old[name], new[name]), (step, name)
        listing = tmp_path / "manifest.json"
        seen.add(listing.exists())
        assert not listing.exists() or vouches(listing), step
        write_set(tmp_path, old)
        step += 1
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == old
    assert seen == {True, False}


@pytest.mark.slow
def test_a_set_of_files_that_is_interrupted(tmp_path: Path) -> None:
    old, new = sets(1), sets(2)
    seen, line = [], 0
    while True:
        write_set(tmp_path, old)
        code = interrupt_before(line, lambda: write_set(tmp_path, new))
        seen.append({p.name: p.read_bytes() for p in tmp_path.iterdir()})
        assert seen[-1] in (old, new), (line, seen[-1].keys())
        if code == 0:
            break
        assert code == 128 + signal.SIGINT
        line += 1
    assert line > 50
    assert seen.index(new) > 20, "before the moves, the old set stays"
    assert all(one == new for one in seen[seen.index(new) :])


@pytest.mark.slow
def test_who_waits_and_is_interrupted_leaves_the_lock_to_who_holds_it(tmp_path: Path) -> None:
    line = 0
    with atomic_files._locked(tmp_path):
        (handle,) = tmp_path.iterdir()
        # By then it has tried twice, and slept between.
        while interrupt_before(line, lambda: write_set(tmp_path, sets(1))) and line < 70:
            assert [p.name for p in tmp_path.iterdir()] == [handle.name], line
            line += 1
    assert line == 70
    assert not list(tmp_path.iterdir())


def test_an_entry_of_the_cache_that_is_interrupted(tmp_path: Path) -> None:
    key, payloads, line = bytes(32), (b"old", b"new"), 0
    while True:
        Store(tmp_path).put(key, payloads[0])
        code = interrupt_before(line, lambda: Store(tmp_path).put(key, payloads[1]))
        assert len(list(tmp_path.iterdir())) == 1, (line, list(tmp_path.iterdir()))
        assert Store(tmp_path).get(key) in payloads
        if code == 0:
            break
        line += 1
    assert line > 10


def test_a_temporary_folder_that_is_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def act() -> None:
        with signals.temporary_folder() as folder:
            (folder / "file").write_bytes(b"much")

    line = 0
    while interrupt_before(line, act):
        assert not list(tmp_path.iterdir()), line
        line += 1
    assert not list(tmp_path.iterdir())
    assert line > 10


def test_temporary_folders_of_killed_programs_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    mine = tmp_path / "prancha-my-own"
    open_to_others = tmp_path / "prancha-temporary-another1"
    for folder, mode in ((mine, 0o700), (open_to_others, 0o755)):
        folder.mkdir(mode)
    child = os.fork()
    if child == 0:
        with signals.temporary_folder() as folder:
            (folder / "file").write_bytes(b"much")
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    (left,) = set(tmp_path.iterdir()) - {mine, open_to_others}
    with signals.temporary_folder() as held, signals.temporary_folder() as other:
        assert not left.exists()
        assert set(tmp_path.iterdir()) == {mine, open_to_others, held, other}
    assert set(tmp_path.iterdir()) == {mine, open_to_others}


@pytest.mark.parametrize("more", [["--duplex", "separate"], pytest.param([], marks=pytest.mark.slow)])
def test_a_build(lume: Path, more: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRANCHA_CACHE", str(lume / "cache"))
    out = lume / "output" / "lume"
    catalogue = lume / "components/lume/cards.yaml"
    texts = [catalogue.read_text(encoding="utf-8")]
    texts.append(texts[0].replace("Coração", "Sinal"))
    command = ["build", "--project", str(lume), *more]
    wanted = []
    for text in texts:
        catalogue.write_text(text, encoding="utf-8")
        assert main(command) == 0
        wanted.append({p.name: p.read_bytes() for p in out.iterdir()})
    (name,) = (name for name in wanted[0] if name.endswith(".json"))
    listing, broken, step = out / name, 0, 0
    while True:
        catalogue.write_text(texts[0], encoding="utf-8")
        assert main(command) == 0
        assert {p.name: p.read_bytes() for p in out.iterdir()} == wanted[0], "what died is noticed"
        catalogue.write_text(texts[1], encoding="utf-8")
        if not die_before(step, out, lambda: main(command)):
            break
        for pdf in out.glob("*.pdf"):
            assert pdf.read_bytes() in (wanted[0][pdf.name], wanted[1][pdf.name])
        if not listing.exists():
            broken += 1
            with pytest.raises(Failure, match="a build was broken off"):
                proof(next(out.glob("*.pdf")))
        else:
            assert vouches(listing), step
        step += 1
    assert {p.name: p.read_bytes() for p in out.iterdir()} == wanted[1]
    assert step > 10
    assert broken >= len(wanted[0]), "each PDF was moved without its manifest"
