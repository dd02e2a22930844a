"""Killed before each step of writing, whatever it is: a manifest that is there is that of its files."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.cli import main
from generator.export.files import write_set
from generator.model.diagnostic import Failure
from generator.proof import proof

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
