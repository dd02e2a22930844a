"""A project as it was in a git revision, in a temporary folder.

The repository may be a stranger's, and its config can name programs: filters, hooks, monitors,
ways to fetch what is missing.  So only plumbing is called that runs none of them, no archive
(which filters files), and no way to fetch anything is allowed.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from msgspec import Struct

from prancha.model.diagnostic import Diagnostic, Failure, Place, UserError
from prancha.system.cache import names_around
from prancha.system.signals import temporary_folder

FOLDERS = ("components", "templates")
MOST_BYTES = 500_000_000
"""Of all files of a project, and of all lists that they read from elsewhere."""
MOST_LIST = 20_000_000
"""Bytes of one such list; a larger one is not unpacked."""
_OPTIONS = ("--no-pager", "--no-replace-objects", "--no-optional-locks", "-c", "core.fsmonitor=false")
_NO_FETCHING = {"GIT_ALLOW_PROTOCOL": "", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}


class NoRevisionError(UserError):
    """Git, a repository, or the revision is missing; the message says which."""


FILE, LINK = "100", "120000"


class TreeEntry(Struct, frozen=True):
    """A file or link of a tree: its path, mode, object and bytes, as `git ls-tree -l` lists them."""

    path: str
    kind: str
    name: str = ""
    size: int = 0


def resolve(project: Path, name: str) -> str:
    """Return the commit that `name` stands for; raises NoRevisionError."""
    if name.startswith("-"):
        raise NoRevisionError(f'"{name}" cannot name a git revision')
    try:
        done = _git(project, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    except FileNotFoundError:
        raise NoRevisionError("git is not installed, so revisions cannot be looked at") from None
    if done.returncode == 0:
        return done.stdout.decode().strip()
    if done.returncode == 128 and b"not a git repository" in done.stderr:
        raise NoRevisionError("this project is in no git repository")
    said = _git_message(done)
    raise NoRevisionError(f"git says: {said}" if said else f'git knows no revision "{name}"')


def games_at(project: Path, name: str) -> frozenset[str]:
    """Return the games of a git revision; none where there is no such revision.  Raises Failure."""
    try:
        commit = resolve(project, name)
    except NoRevisionError:
        return frozenset()
    paths = (PurePosixPath(entry.path).parts for entry in _list_tree(project, commit))
    return frozenset(p[1] for p in paths if len(p) == 3 and p[0] == "components" and p[2] == "game.yaml")


@contextmanager
def check_out(project: Path, commit: str) -> Iterator[Path]:
    """Yield a folder with the project's catalogues and templates at `commit`; raises Failure.

    Files are as git keeps them: no filter is run.
    """
    entries = _list_tree(project, commit)
    if not any(entry.path.startswith("components/") for entry in entries):
        message = f"revision {commit[:10]} has no components/ folder here"
        hint = "was the project somewhere else then?"
        raise Failure([Diagnostic(Place(""), "revision-empty", message, hint=hint)])
    with temporary_folder() as folder:
        unpack(zip(entries, _contents(project, commit, entries), strict=True), folder)
        _unpack_lists(project, commit, folder)
        yield folder


def _unpack_lists(project: Path, commit: str, folder: Path) -> None:
    """Write the lists that catalogues in `folder` read from elsewhere in the project, as they were."""
    games = [path.parent for path in folder.glob("components/*/game.yaml")]
    names = sorted({name for game in games for name in names_around(folder, game.name)})
    names = [
        name for name in names if not name.startswith("-") and not any(map(_leads_elsewhere, name.split("/")))
    ]
    if not names:
        return
    entries = [
        entry
        for entry in _list_tree(project, commit, names)  # of a folder, all that is in it
        if entry.kind.startswith(FILE) and entry.path in names and entry.size <= MOST_LIST
    ]
    for entry, data in zip(entries, _contents(project, commit, entries), strict=True):
        path = folder / entry.path
        path.parent.mkdir(parents=True, exist_ok=True)
        if _within(folder.resolve(), path):
            path.write_bytes(data)


def unpack(files: Iterable[tuple[TreeEntry, bytes]], folder: Path) -> None:
    """Write files into `folder`, and links that stay within it; nothing else."""
    links: list[tuple[Path, str]] = []
    for entry, data in files:
        parts = PurePosixPath(entry.path).parts
        if not parts or parts[0] not in FOLDERS or any(_leads_elsewhere(part) for part in parts):
            continue
        path = folder.joinpath(*parts)
        if entry.kind == LINK:
            links.append((path, os.fsdecode(data)))
        elif entry.kind.startswith(FILE):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    # All files are there before the first link, so none is written through one.
    root = folder.resolve()
    for path, target in links:
        if _within(root, path.parent) and target and "\0" not in target:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.symlink_to(target)
    for path, _ in links:
        if path.is_symlink() and not _within(root, path):
            path.unlink()


def _leads_elsewhere(part: str) -> bool:
    """Return whether a name leads out of its folder, on any system."""
    return part in ("..", ".git") or any(sign in part for sign in "\\:\0")


def _within(root: Path, path: Path) -> bool:
    return Path(os.path.realpath(path)).is_relative_to(root)


def _list_tree(project: Path, commit: str, places: Sequence[str] = FOLDERS) -> list[TreeEntry]:
    """List what a commit holds below the project's folders, or at other `places`."""
    done = _git(project, "ls-tree", "-r", "-l", "-z", commit, *places)
    if done.returncode:
        raise _unreadable(commit, _git_message(done))
    entries = []
    for line in os.fsdecode(done.stdout).split("\0"):
        head, _, path = line.partition("\t")
        if path:
            kind, what, name, size = head.split()
            if what == "blob":
                entries.append(TreeEntry(path, kind, name, int(size) if size.isdecimal() else 0))
    return entries


def _contents(project: Path, commit: str, entries: Sequence[TreeEntry]) -> Iterator[bytes]:
    """Return the bytes of each entry, in order; raises Failure for more than `MOST_BYTES` in all."""
    size = sum(entry.size for entry in entries)
    if size > MOST_BYTES:
        raise _unreadable(commit, f"its files have {size} bytes; {MOST_BYTES} is the most")
    asked = "".join(f"{entry.name}\n" for entry in entries).encode()
    done = _git(project, "cat-file", "--batch", asked=asked)
    if done.returncode:
        raise _unreadable(commit, _git_message(done))
    at = 0
    for entry in entries:
        end = done.stdout.find(b"\n", at)
        head = done.stdout[at:end].split()
        if end < 0 or len(head) != 3 or head[1] != b"blob":
            raise _unreadable(commit, f"it lacks {entry.path}")
        size = int(head[2])
        yield done.stdout[end + 1 : end + 1 + size]
        at = end + 2 + size


def _unreadable(commit: str, why: str) -> Failure:
    message = f"git cannot read revision {commit[:10]}: {why}"
    return Failure([Diagnostic(Place(""), "revision-unreadable", message, hint="see git fsck")])


def _git_message(done: subprocess.CompletedProcess[bytes]) -> str:
    """Return the first line of a message of git, without its word for an error."""
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    return re.sub(r"\A(?:fatal|error): ", "", lines[0]) if lines else ""


def _git(project: Path, *arguments: str, asked: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    # Without an own input git would share ours; a name in `arguments` never begins with a dash.
    return subprocess.run(
        ["git", *_OPTIONS, "-C", str(project), *arguments],
        input=asked or b"",
        capture_output=True,
        check=False,
        env={**os.environ, **_NO_FETCHING},
    )
