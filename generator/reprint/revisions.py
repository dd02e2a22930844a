"""A project as it was in a git revision, in a temporary folder."""

from __future__ import annotations

import io
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
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
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
            archive.extractall(folder, filter="data")
        yield Path(folder)


def _git(project: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", "-C", str(project), *arguments], capture_output=True, check=False)
