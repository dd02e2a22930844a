"""Builds that are killed, interrupted, starved and raced: each short, and long under `slow`."""

from __future__ import annotations

import hashlib
import os
import random
import resource
import shutil
import signal
import subprocess
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from builds import (
    damage_cache,
    fits,
    interrupt_at_random,
    kill_at_random,
    leftovers,
    outputs,
    revise,
    run,
    start,
)

from prancha.cli.command_line import main

slow = pytest.mark.slow


def amounts(short: int, long: int) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("times", [short, pytest.param(long, marks=slow)])


@amounts(2, 200)
def test_killed_at_any_moment_files_are_whole_and_the_next_build_succeeds(lume: Path, times: int) -> None:
    broken = kill_at_random(lume, times, 1)
    print(f"{times} kills, 0 torn files, 0 false manifests, {broken} sets without one")


@amounts(2, 100)
def test_ctrl_c_ends_at_once_with_130(lume: Path, times: int) -> None:
    interrupt_at_random(lume, times, signal.SIGINT, 2)


@amounts(1, 50)
def test_sigterm_ends_at_once_with_143(lume: Path, times: int) -> None:
    interrupt_at_random(lume, times, signal.SIGTERM, 3)


@amounts(1, 30)
def test_ctrl_c_ends_the_workers_too(duo: Path, times: int) -> None:
    interrupt_at_random(duo, times, signal.SIGINT, 4, "--jobs", "2")


@amounts(10, 200)
def test_a_damaged_cache_changes_no_byte(
    lume: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    chance = random.Random(5)
    command = ["build", "--project", str(lume)]
    wanted = {}
    for number in (0, 1):
        revise(lume, number)
        monkeypatch.setenv("PRANCHA_CACHE", "off")
        assert main([*command, "--out", str(lume / "clean")]) == 0
        wanted[number] = outputs(lume, "clean")
    cache = tmp_path / "cache"
    monkeypatch.setenv("PRANCHA_CACHE", str(cache))
    for turn in range(times):
        revise(lume, turn % 2)
        assert main(command) == 0
        assert outputs(lume) == wanted[turn % 2], turn
        damage_cache(cache, chance)


def mounted(folder: Path, size: int) -> bool:
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    return os.geteuid() == 0 and subprocess.run(command, capture_output=True).returncode == 0


def test_a_file_that_finds_no_room_is_told_in_a_line_and_harms_nothing(lume: Path) -> None:
    """The limit of the size of files, which needs no root, as a disk that fills somewhere in the PDF."""
    assert run(lume)[0] == 0
    before = outputs(lume)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    revise(lume, 1)
    for size in (0, 1, 10_000, max(map(len, before.values())) - 1):
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
        try:
            code, _, err = run(lume)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert code == 2, err
        assert "cannot write: File too large" in err
        assert "Traceback" not in err
        assert outputs(lume) == before


@slow
@pytest.mark.parametrize("times", [5])
def test_a_full_disk_is_told_in_a_line_and_harms_nothing(lume: Path, tmp_path: Path, times: int) -> None:
    assert run(lume)[0] == 0
    need = sum(-(-len(data) // 4096) * 4096 for data in outputs(lume).values())
    shares = (0.5, 0.0, 0.1, 0.25, 0.8)[:times]
    for k, share in enumerate(shares):
        disk = tmp_path / f"disk{k}"
        # Room for the old set, and for that share of the new one.
        if not mounted(disk, need + int(share * need) + 4096):
            pytest.skip("needs root")
        try:
            revise(lume, 1)
            assert run(lume, "--out", str(disk))[0] == 0
            before = {p.name: p.read_bytes() for p in disk.rglob("*") if p.is_file()}
            revise(lume, 2)
            code, _, err = run(lume, "--out", str(disk))
            assert code == 2, err
            assert "cannot write: No space left on device" in err
            assert "Traceback" not in err
            assert {p.name: p.read_bytes() for p in disk.rglob("*") if p.is_file()} == before
        finally:
            subprocess.run(["umount", "-l", str(disk)], check=True)


@pytest.mark.parametrize(("rounds", "builds"), [(1, 3), pytest.param(30, 8, marks=slow)])
def test_builds_at_once_do_not_mix(lume: Path, tmp_path: Path, rounds: int, builds: int) -> None:
    other = lume.with_name("other")
    shutil.copytree(lume, other)
    out = ("--out", str(lume / "output"))
    assert run(lume)[0] == 0
    done, torn, seen = threading.Event(), [], []

    def read() -> None:
        pdf, listing = (lume / "output" / "lume" / name for name in ("lume-a4.pdf", "manifest.json"))
        while not done.wait(0.002):
            before = b""
            with suppress(FileNotFoundError):
                before = listing.read_bytes()
            data = pdf.read_bytes()
            if not (data.startswith(b"%PDF") and data.rstrip().endswith(b"%%EOF")):
                torn.append(len(data))
            with suppress(FileNotFoundError):
                if listing.read_bytes() == before:
                    seen.append(hashlib.sha256(data).hexdigest().encode() in before)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        for number in range(rounds):
            for k, project in enumerate((lume, other)):
                revise(project, 2 * number + k)
            children = [start((lume, other)[k % 2], *out, cache=tmp_path / "c") for k in range(builds)]
            ends = [(child.communicate(timeout=120), child.returncode) for child in children]
            assert all(code == 0 for _, code in ends), ends
            assert fits(lume / "output" / "lume")
    finally:
        done.set()
        reader.join()
    assert torn == []
    assert seen, "the reader looked"
    assert all(seen), "a manifest read before and after is that of the file between"
    assert leftovers(lume) == []
