"""A project as it was in a git revision, in a temporary folder."""

from __future__ import annotations

import io
import os
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from generator.model.diagnostic import Diagnostic, Failure, Place

FOLDERS = ("components", "templates")


class NoRevisionError(Exception):
    """Git, a repository, or the revision is missing; says which."""


def resolve(project: Path, name: str) -> str:
    """The commit that `name` stands for; NoRevisionError when there is none."""
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
    said = done.stderr.decode(errors="replace").strip()
    raise NoRevisionError(said.splitlines()[0] if said else f'git knows no revision "{name}"')


@contextmanager
def checked_out(project: Path, commit: str) -> Iterator[Path]:
    """The project's catalogues and templates at `commit`, until the block ends; raises Failure."""
    listed = _git(project, "ls-tree", "--name-only", commit)
    there = [name for name in FOLDERS if name in listed.stdout.decode().splitlines()]
    if "components" not in there:
        message = f"revision {commit[:10]} has no components/ folder here"
        hint = "was the project somewhere else then?"
        raise Failure([Diagnostic(Place(""), "revision-empty", message, hint=hint)])
    packed = _git(project, "archive", "--format=tar", commit, *there)
    if packed.returncode:
        message = f"git cannot read revision {commit[:10]}: {packed.stderr.decode(errors='replace').strip()}"
        raise Failure([Diagnostic(Place(""), "revision-unreadable", message, hint="see git fsck")])
    with TemporaryDirectory(prefix="prancha-") as folder:
        unpack(packed.stdout, Path(folder))
        yield Path(folder)


def unpack(packed: bytes, folder: Path) -> None:
    """Write the files of a tar archive into `folder`, and links that stay within it; nothing else.

    Python's own filter for this came with 3.11.4.
    """
    links: list[tuple[Path, str]] = []
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for member in archive:
            parts = PurePosixPath(member.name).parts
            if not parts or parts[0] not in FOLDERS or ".." in parts:
                continue
            path = folder.joinpath(*parts)
            if member.issym():
                links.append((path, member.linkname))
            elif member.isfile():
                path.parent.mkdir(parents=True, exist_ok=True)
                data = archive.extractfile(member)
                assert data is not None
                path.write_bytes(data.read())
    # All files are there before the first link, so none is written through one.
    root = folder.resolve()
    for path, target in links:
        if _within(root, path.parent):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.symlink_to(target)
    for path, _ in links:
        if path.is_symlink() and not _within(root, path):
            path.unlink()


def _within(root: Path, path: Path) -> bool:
    return Path(os.path.realpath(path)).is_relative_to(root)


def _git(project: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", "-C", str(project), *arguments], capture_output=True, check=False)
