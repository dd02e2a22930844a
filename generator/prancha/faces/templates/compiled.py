"""The program's own templates, compiled once for an installation, as Python does with modules.

Only templates shipped with the program are kept, in `__pycache__` beside them,
where the same people may write as into the program itself.  A game's own are
compiled once a process: code from a stranger's folder is never loaded.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections import OrderedDict
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, ClassVar

from jinja2 import compiler
from jinja2.bccache import Bucket, BytecodeCache

from prancha.system import shipped
from prancha.system.signals import aside

_DIGEST = 32
_HELD = 200
"""Templates of games whose code a process holds: a few games' worth."""


class ShippedBytecode(BytecodeCache):
    """Jinja's interface to what is kept; a file that does not fit is as good as none."""

    def __init__(self, folder: Path | None = None, hold: bool = True) -> None:
        """Keep what is compiled from templates below `folder`, the shipped library.

        With `hold` the process holds the code of other templates, for environments that compile alike.
        """
        self._folder = (folder or shipped.TEMPLATES / "_library").resolve()
        self._hold = hold

    held: ClassVar[OrderedDict[tuple[str, str], Any]] = OrderedDict()
    """The code of games' own templates, by their key and the digest of their text."""

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """The path of the template, for `_path`, and its name: the code tells both."""
        return f"{filename or name}\0{name}"

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give `bucket` its code, if it was compiled of the same text by the same program."""
        path = self._path(bucket.key)
        if path is None:
            bucket.code = self.held.get((bucket.key, bucket.checksum)) if self._hold else None
            return
        with suppress(OSError):
            data = path.read_bytes()
            head, code = data[:_DIGEST], data[_DIGEST:]
            if head == _fingerprint(bucket.checksum, code):
                bucket.code = marshal.loads(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of `bucket`, where the folder may be written."""
        path = self._path(bucket.key)
        if path is None and not self._hold:
            return
        if path is None:
            self.held[bucket.key, bucket.checksum] = bucket.code
            if len(self.held) > _HELD:
                self.held.popitem(last=False)
            return
        if sys.dont_write_bytecode:
            return
        code = marshal.dumps(bucket.code)
        unfinished = path.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            path.parent.mkdir(exist_ok=True)
            with aside(unfinished):
                unfinished.write_bytes(_fingerprint(bucket.checksum, code) + code)
                unfinished.replace(path)

    def _path(self, key: str) -> Path | None:
        template = Path(key.partition("\0")[0])
        if template.parent != self._folder:
            return None
        return self._folder / "__pycache__" / f"{template.name}.{sys.implementation.cache_tag}.code"


def _fingerprint(checksum: str, code: bytes) -> bytes:
    return blake2b(_compilers() + checksum.encode() + code, digest_size=_DIGEST).digest()


@cache
def _compilers() -> bytes:
    """What turns templates into code: Jinja's compiler, and the sandbox that rewrites their trees."""
    files = (Path(compiler.__file__), Path(__file__).with_name("sandbox.py"))
    return b"".join(blake2b(file.read_bytes()).digest() for file in files)
