"""The user's configuration folder, and in it the files that lists were copied from.

A game keeps no path of the machine it was made on, so that it can be given away.  A project that was
moved is found again by its copies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from prancha.model.diagnostic import Diagnostic, Failure, Place, as_typed
from prancha.system import environment
from prancha.system.atomic_files import write_whole
from prancha.system.file_contents import Refused, regular_bytes
from prancha.system.program_folders import user_folder


def config_folder() -> Path:
    """Return the user's configuration folder for this program; nothing is created.

    PRANCHA_CONFIG names another; otherwise it is where the system keeps such things.  Raises
    Failure for a user without a home, such as a service, and for a name that is no folder's.
    """
    try:
        named = environment.config_named()
    except environment.VariableError as problem:
        raise environment.failure([problem]) from None
    if named:
        return Path(named).absolute()
    try:
        return user_folder("config")
    except RuntimeError:
        message, hint = "there is no home folder to keep printers in", "set PRANCHA_CONFIG to a folder"
        raise Failure([Diagnostic(Place(""), "no-config", message, hint=hint)]) from None


_FILE = "lists.json"
_LARGEST = 20_000_000
_MOST = 500
"""Lists that are remembered; the oldest are forgotten."""


class Origin(Struct, frozen=True):
    """A list that was copied: from where, into which file of which game, and how it was asked for.

    `taken` and `copied` are digests of the origin and of its copy as they were then, `file_id` the number
    by which the system knows the copy.
    """

    origin: str
    copy: str
    game: str
    taken: str
    copied: str
    file_id: str = ""
    kind: str = "cards"
    sheet: str = ""


def remember_origin(source: Path, copy: Path, game: str, kind: str = "cards", sheet: str = "") -> None:
    """Keep in the user's settings that `copy` was made of `source`; without settings do nothing."""
    origin, copied = digest(source), digest(copy)
    if not origin or not copied:
        return
    path = str(copy.resolve())
    known = [one for one in _kept() if one.copy != path]
    of = str(source.resolve())
    id_ = _file_id(copy)
    _keep([*known, Origin(of, path, game, taken=origin, copied=copied, file_id=id_, kind=kind, sheet=sheet)])


def origin_of(copy: Path) -> Origin | None:
    """Return what is known of a copy."""
    path = str(copy.resolve())
    return next((one for one in _kept() if one.copy == path), None)


def changed_origins(project: Path, games: Collection[str]) -> Iterator[str]:
    """Yield a note for each copy in `games` (all when empty) whose origin changed since.

    A project that was moved is found by its copies, and remembered where it is now.
    """
    known, components = _kept(), project.resolve() / "components"
    mine = [one for one in known if Path(one.copy).is_relative_to(components)]
    moved: dict[str, Origin] = {}
    for one in known:
        there = Path(one.copy)
        now_at = components / one.game / there.name
        if one in mine or there.exists() or not now_at.is_file():
            continue
        if _file_id(now_at) == one.file_id or digest(now_at) == one.copied:
            moved[one.copy] = replace(one, copy=str(now_at))
    if moved:
        _keep([moved.get(one.copy, one) for one in known])
    for one in (*mine, *moved.values()):
        if games and one.game.casefold() not in [game.casefold() for game in games]:
            continue
        origin, now = Path(one.origin), digest(Path(one.origin))
        copy = digest(Path(one.copy))
        if now in ("", one.taken, copy) or not copy:
            continue
        shown = Path(one.copy).relative_to(project.resolve()).as_posix()
        also = " (the copy was changed, too)" if copy != one.copied else ""
        yield (
            f"{one.game}: {origin} changed since it was copied to {shown}{also}; "
            f"to update it: {update_command(project, one)}"
        )


def update_command(project: Path, one: Origin) -> str:
    """Return the command that copies the origin again."""
    options = {"--kind": one.kind if one.kind != "cards" else "", "--sheet": one.sheet}
    return new_command(project, one.game, (one.origin,), options, update=True)


def new_command(
    project: Path, name: str, origins: Sequence[str | Path], options: Mapping[str, str], update: bool = False
) -> str:
    """Return what is typed to begin `name` from `origins`, or to copy them again; "" is no option."""
    words = ["prancha", "new", name, *(word for one in origins for word in ("--from", str(one)))]
    words += ["--update"] if update else []
    given = {**options, "--project": str(project) if project != Path() else ""}
    words += [word for option, value in given.items() if value for word in (option, value)]
    return " ".join(map(as_typed, words))


def digest(path: Path) -> str:
    """Return the digest of a file; "" for one that is gone or cannot be read."""
    try:
        return sha256(regular_bytes(path, _LARGEST)).hexdigest()
    except (Refused, OSError, ValueError):
        return ""


def _file_id(path: Path) -> str:
    try:
        state = path.stat()
    except OSError:
        return ""
    return f"{state.st_dev}-{state.st_ino}" if state.st_ino else ""


def _kept() -> list[Origin]:
    try:
        data = regular_bytes(config_folder() / _FILE, _LARGEST)
        return msgspec.json.decode(data, type=list[Origin])
    except (Failure, Refused, OSError, msgspec.DecodeError):
        return []


def _keep(origins: Sequence[Origin]) -> None:
    with suppress(Failure, OSError):
        folder = config_folder()
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / _FILE, msgspec.json.format(msgspec.json.encode(origins[-_MOST:])))
