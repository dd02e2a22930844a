"""The port at which the studio of a project listened last, and the secret of its pages, kept for its user.

A page that lost its studio knows one address and has one cookie.  So the next studio of the project listens
there again, if the port is free, and lets that page in.
"""

from __future__ import annotations

import json
import os
import re
import stat
import time
from contextlib import suppress
from pathlib import Path
from secrets import token_urlsafe

from msgspec import Struct

from prancha.system.cache import Store, key_of

OLDEST = 7 * 24 * 3600.0
"""Seconds after which a secret is not used again."""
_SECRET = re.compile(r"[\w-]{32}", re.ASCII)


class KeptAddress(Struct, frozen=True):
    """A port of 127.0.0.1, 0 for any, and the secret in the cookie of its pages."""

    port: int
    secret: str


def read_address(project: Path) -> KeptAddress:
    """Return the address that was kept of a project, or else any port and a new secret."""
    new = KeptAddress(0, token_urlsafe(24))
    path = _path(project)
    if path is None:
        return new
    try:
        with path.open("rb") as file:
            state = os.fstat(file.fileno())
            kept = json.loads(file.read(1000))
        port, secret = int(kept["port"]), str(kept["secret"])
    except (OSError, ValueError, KeyError, TypeError):
        return new
    # What another user could have written or read is no secret.
    if os.name == "posix" and (state.st_uid != os.getuid() or stat.S_IMODE(state.st_mode) & 0o077):
        return new
    if time.time() - state.st_mtime > OLDEST or not _SECRET.fullmatch(secret) or not 1024 <= port < 65536:
        return new
    return KeptAddress(port, secret)


def keep_address(project: Path, address: KeptAddress) -> None:
    """Keep an address for the next studio of a project; without a cache of the user's own none is kept."""
    path = _path(project)
    if path is None:
        return
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        aside = path.with_suffix(f".{os.getpid()}")
        aside.unlink(missing_ok=True)
        with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump({"port": address.port, "secret": address.secret}, file)
        aside.replace(path)


def _path(project: Path) -> Path | None:
    folder = Store.in_home().folder
    return None if folder is None else folder / "studio" / f"{key_of(str(project.resolve()))}.json"
