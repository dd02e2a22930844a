"""What was played at the table, kept as one file for each play-test in the folder of the game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.system.atomic_files import write_whole
from prancha.system.file_contents import refuse_links

FOLDER = "play-tests"
MOST = 1_000
"""Play-tests of a game that are read, and that the page may keep."""
_LARGEST = 1_500_000
"""Bytes of a file of one."""
_Text = Annotated[str, Meta(max_length=2_000)]
_Count = Annotated[int, Meta(ge=0, le=100_000)]
_Points = Annotated[int, Meta(ge=-(10**9), le=10**9)]


class PlayTest(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that was played: `played` and `unplayed` have how many copies of each card, by its key.

    A copy is played when a player laid, took, moved or turned it.  `points` are the counters of each seat by
    title.  `log` is what happened, in words.
    """

    revision: _Text
    date: Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]
    seed: _Text
    seats: Annotated[list[_Text], Meta(max_length=20)]
    winners: Annotated[list[_Text], Meta(max_length=20)]
    turns: _Count
    points: Annotated[dict[_Text, dict[_Text, _Points]], Meta(max_length=20)]
    played: dict[_Text, _Count]
    unplayed: dict[_Text, _Count]
    log: Annotated[list[_Text], Meta(max_length=20_000)]


def read_play_tests(project: Path, game: str) -> list[dict[str, Any]]:
    """Return the play-tests of a game, the oldest first, each with its `file`; raises Failure."""
    found: list[dict[str, Any]] = []
    wrong: list[Diagnostic] = []
    for path in _files(project, game):
        place = Place(path.relative_to(project).as_posix(), 1, 1)
        try:
            if path.is_symlink() or path.stat().st_size > _LARGEST:
                raise ValueError(f"a file of at most {_LARGEST} bytes was expected")
            play = msgspec.json.decode(path.read_bytes(), type=PlayTest)
        except (OSError, ValueError) as problem:
            hint = "mend the file, or delete it: nothing else needs it"
            message = f"this is no play-test: {problem}"
            wrong.append(Diagnostic(place, "bad-play-test", message, hint=hint))
        else:
            found.append({**msgspec.to_builtins(play), "file": place.file})
    if wrong:
        raise Failure(wrong)
    return found


def keep_play_test(project: Path, game: str, play: PlayTest) -> dict[str, str]:
    """Write a play-test to a new file, and return its name in the project; raises Failure."""
    folder = _folder(project, game)
    kept = _files(project, game)
    name = f"{play.date}-{re.sub('[^a-z0-9]+', '-', play.seed.lower())[:40].strip('-') or 'table'}"
    path, number = folder / f"{name}.json", 1
    while path in kept:
        number += 1
        path = folder / f"{name}-{number}.json"
    file = path.relative_to(project).as_posix()
    data = msgspec.json.format(msgspec.json.encode(play), indent=1) + b"\n"
    message = ""
    if len(kept) >= MOST:
        message = f"there are {MOST} play-tests of this game already"
    elif len(data) > _LARGEST:
        message = f"this play-test has {len(data)} bytes, at most {_LARGEST} are kept"
    if message:
        hint = f"move older ones out of {folder.relative_to(project).as_posix()}/"
        raise Failure([Diagnostic(Place(file), "bad-play-test", message, hint=hint)])
    write_whole(path, data)
    return {"file": file}


def _folder(project: Path, game: str) -> Path:
    """Return the folder of the play-tests of a game; raises Failure where a link leads out of the project."""
    refuse_links(project, game)
    folder = project / "components" / game / FOLDER
    if folder.is_symlink():
        message, hint = "play-tests are not kept through a link", "put a folder in its place"
        place = Place(folder.relative_to(project).as_posix())
        raise Failure([Diagnostic(place, "bad-play-test", message, hint=hint)])
    return folder


def _files(project: Path, game: str) -> list[Path]:
    folder = _folder(project, game)
    return sorted(folder.glob("*.json"))[:MOST] if folder.is_dir() else []
