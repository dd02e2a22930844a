"""Templates compiled once and kept, as Python does with modules.

Those shipped with the program are kept in `__pycache__` beside them, where the same people may write as into
the program itself.  Those of games, and the shipped where that folder cannot be written, are kept in the
user's own cache folder, and only there: never in a folder that PRANCHA_CACHE names, which a stranger's
project may bring along, nor in one where somebody else may write.  What is kept is code, made here of a
template's text.
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

import jinja2
from jinja2 import compiler
from jinja2.bccache import Bucket, BytecodeCache

from prancha.system import shipped
from prancha.system.cache import Store, context_of
from prancha.system.signals import aside

_DIGEST = 32
_HELD = 200
"""Templates whose code a process holds: a few games' worth."""


class CompiledTemplates(BytecodeCache):
    """Jinja's interface to what is kept; a file that does not fit is as good as none."""

    held: ClassVar[OrderedDict[tuple[str, str], Any]] = OrderedDict()
    """The code of templates that are not kept beside the program, by their key and the digest of the text."""

    def __init__(self, folder: Path | None = None, hold: bool = True) -> None:
        """Keep what is compiled from templates below `folder`, the shipped library, beside them.

        With `hold` the code of others is held by the process and kept for the user, for environments that
        compile alike.
        """
        self._folder = (folder or shipped.TEMPLATES / "_library").resolve()
        self._hold = hold

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """The path of the template, for `_path`, and its name: the code tells both."""
        return f"{filename or name}\0{name}"

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give `bucket` its code, if it was compiled of the same text by the same program."""
        path = self._path(bucket.key)
        if path is not None:
            with suppress(OSError):
                bucket.code = _code(bucket, path.read_bytes())
        if bucket.code is None and self._hold:
            bucket.code = self.held.get((bucket.key, bucket.checksum))
        if bucket.code is None and self._hold and (kept := _own_store().get(_name(bucket))):
            bucket.code = _code(bucket, kept)
            self._keep_at_hand(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of `bucket` beside its template if that is shipped and may be, or for the user."""
        path = self._path(bucket.key)
        if path is not None and not sys.dont_write_bytecode and _written(path, _sealed(bucket)):
            return
        if self._hold:
            self._keep_at_hand(bucket)
            _own_store().put(_name(bucket), _sealed(bucket))

    def _keep_at_hand(self, bucket: Bucket) -> None:
        self.held[bucket.key, bucket.checksum] = bucket.code
        if len(self.held) > _HELD:
            self.held.popitem(last=False)

    def _path(self, key: str) -> Path | None:
        template = Path(key.partition("\0")[0])
        if template.parent != self._folder:
            return None
        return self._folder / "__pycache__" / f"{template.name}.{sys.implementation.cache_tag}.code"


def _own_store() -> Store:
    """The user's own cache, if it is in use and nobody else may write there."""
    usual = Store.in_home()
    if usual.folder is None or not hasattr(os, "geteuid"):
        return usual
    try:
        found = usual.folder.stat()
    except FileNotFoundError:
        return usual
    except OSError:
        return Store(None)
    return usual if found.st_uid == os.geteuid() and not found.st_mode & 0o022 else Store(None)


def _name(bucket: Bucket) -> bytes:
    return context_of("template", _compilers(), bucket.key, bucket.checksum)


def _sealed(bucket: Bucket) -> bytes:
    code = marshal.dumps(bucket.code)
    return _fingerprint(bucket.checksum, code) + code


def _code(bucket: Bucket, sealed: bytes) -> Any:
    """The code that was sealed; None where it is of another program or text, or damaged."""
    head, code = sealed[:_DIGEST], sealed[_DIGEST:]
    return marshal.loads(code) if head == _fingerprint(bucket.checksum, code) else None


def _written(path: Path, data: bytes) -> bool:
    unfinished = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(exist_ok=True)
        with aside(unfinished):
            unfinished.write_bytes(data)
            unfinished.replace(path)
    except OSError:
        return False
    return True


def _fingerprint(checksum: str, code: bytes) -> bytes:
    return blake2b(_compilers() + checksum.encode() + code, digest_size=_DIGEST).digest()


@cache
def _compilers() -> bytes:
    """What turns templates into code: Python, Jinja's compiler, and what we add to it."""
    ours = (Path(__file__).with_name(name) for name in ("sandbox.py", "bounded_nodes.py", "template_code.py"))
    files = (Path(compiler.__file__), *ours)
    versions = f"{sys.version} {jinja2.__version__}".encode()
    return blake2b(versions + b"".join(blake2b(file.read_bytes()).digest() for file in files)).digest()
