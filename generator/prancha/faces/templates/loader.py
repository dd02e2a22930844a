"""Read templates from a game's folders and nowhere else, and keep their compiled code."""

from __future__ import annotations

import marshal
import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

import jinja2
from jinja2 import BaseLoader, Environment, compiler
from jinja2.bccache import Bucket, BytecodeCache

from prancha.faces.faults import TemplateMissingError, format_path
from prancha.model.diagnostic import suggestion
from prancha.system import program_folders
from prancha.system.cache import Store, context_of
from prancha.system.file_contents import is_file
from prancha.system.signals import removed_at_end

MAX_BYTES = 1_000_000
ENDING = ".j2"


class FolderLoader(BaseLoader):
    """Finds a template in the first of `folders` that has it.

    The real file must lie under that folder: `..`, absolute names and links
    that lead out are refused, so a stranger's game cannot read other files.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(dict.fromkeys(folder.resolve() for folder in folders))
        self._digests: dict[str, str] = {}
        self.tried: dict[str, bytes] = {}
        """Contents that are tried instead of those of some drawings."""

    def again(self) -> FolderLoader:
        """Another that finds the same."""
        return FolderLoader(self._folders)

    def get_source(
        self,
        environment: Environment,  # noqa: ARG002
        template: str,
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        """The text and path of `template`.  Raises TemplateMissingError."""
        path = self.path_of(template, MAX_BYTES)
        text = _read(template, path)
        self._digests[template] = _digest(text)
        return text, str(path), None

    def digest(self, template: str) -> str:
        """A digest of the text that `template` was compiled of, or is now; "" where there is none."""
        if template not in self._digests:
            try:
                self._digests[template] = _digest(_read(template, self.path_of(template, MAX_BYTES)))
            except (TemplateMissingError, OSError):
                self._digests[template] = ""
        return self._digests[template]

    def read_drawing(self, template: str, most: int) -> tuple[Path, bytes]:
        """The file of a drawing, of at most so many bytes, and its content.  Raises TemplateMissingError."""
        path = self.path_of(template, most)
        return path, self.tried[template] if template in self.tried else path.read_bytes()

    def path_of(self, template: str, most: int) -> Path:
        """The file of `template`, of at most so many bytes.  Raises TemplateMissingError."""
        parts = template.split("/")
        if "\\" in template or "\0" in template or any(part in ("", ".", "..") for part in parts):
            raise TemplateMissingError(
                template,
                f'"{template}" is not the name of a template',
                'names go down from the templates folder, such as "grid.svg.j2" or "_library/frames.svg.j2"',
            )
        for k, folder in enumerate(self._folders):
            path = folder.joinpath(*parts)
            # Below the others lie other games too, and only what is shared is anybody's.
            if is_file(path) and (k == 0 or parts[0].startswith("_")):
                _check(template, folder, path, most)
                return path
        where = ", ".join(format_path(folder) for folder in self._folders)
        raise TemplateMissingError(
            template,
            f'there is no template "{template}" in {where}',
            suggestion(template, self.list_templates()),
        )

    def list_templates(self) -> list[str]:
        """Names of all templates of the game and the library, sorted."""
        found = set()
        for k, folder in enumerate(self._folders):
            # The first folder is the game's own; below the others lie other games too.
            for top in [folder] if k == 0 else [folder / "_library"]:
                found |= {file.relative_to(folder).as_posix() for file in top.rglob("*" + ENDING)}
                found |= {file.relative_to(folder).as_posix() for file in top.glob("*.svg")}
        return sorted(found)


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _check(template: str, folder: Path, path: Path, most: int) -> None:
    real = path.resolve()
    if not real.is_relative_to(folder):
        raise TemplateMissingError(
            template, f"{format_path(path)} is a link out of {format_path(folder)}", "copy the file instead"
        )
    if real.stat().st_size > most:
        raise TemplateMissingError(template, f"{format_path(path)} is larger than {most // 1000} kB")


def _read(template: str, path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        message = f"{format_path(path)} is not UTF-8 text (byte {error.start})"
        raise TemplateMissingError(template, message, "save the file as UTF-8") from None


LIBRARY = program_folders.TEMPLATES / "_library"
_DIGEST = 32
_HELD = 200
"""Templates whose code a process holds: a few games' worth."""


class CompiledTemplates(BytecodeCache):
    """Bytecode cache for Jinja; a file of another program or text counts as missing."""

    held: ClassVar[OrderedDict[tuple[str, str], Any]] = OrderedDict()
    """The code of templates that are not kept beside the program, by their key and the digest of the text."""

    def __init__(self, folder: Path) -> None:
        """Keep what is compiled from templates in `folder`, the shipped library, beside them.

        The code of others is held by the process and kept for the user.
        """
        self._folder = folder.resolve()

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Path and name of the template, as the code contains both; `_path` needs the path."""
        return f"{filename or name}\0{name}"

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give `bucket` its code, if it was compiled of the same text by the same program."""
        path = self._path(bucket.key)
        if path is not None:
            with suppress(OSError):
                bucket.code = _code(bucket, path.read_bytes())
        if bucket.code is None:
            bucket.code = self.held.get((bucket.key, bucket.checksum))
        if bucket.code is None and (kept := _own_store().get(_name(bucket))):
            bucket.code = _code(bucket, kept)
            self._keep_at_hand(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of `bucket` beside its template if that is shipped and may be, or for the user."""
        path = self._path(bucket.key)
        if path is not None and not sys.dont_write_bytecode and _write_aside(path, _seal(bucket)):
            return
        self._keep_at_hand(bucket)
        _own_store().put(_name(bucket), _seal(bucket))

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


def _seal(bucket: Bucket) -> bytes:
    code = marshal.dumps(bucket.code)
    return _fingerprint(bucket.checksum, code) + code


def _code(bucket: Bucket, sealed: bytes) -> Any:
    """The code that was sealed; None where it is of another program or text, or damaged."""
    head, code = sealed[:_DIGEST], sealed[_DIGEST:]
    return marshal.loads(code) if head == _fingerprint(bucket.checksum, code) else None


def _write_aside(path: Path, data: bytes) -> bool:
    unfinished = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(exist_ok=True)
        with removed_at_end(unfinished):
            unfinished.write_bytes(data)
            unfinished.replace(path)
    except OSError:
        return False
    return True


def _fingerprint(checksum: str, code: bytes) -> bytes:
    return blake2b(_compilers() + checksum.encode() + code, digest_size=_DIGEST).digest()


@cache
def _compilers() -> bytes:
    """Return a digest of the compiler of templates: Python, Jinja, and our additions to it."""
    # Compiled without their source in a page that prints.
    sandbox = find_spec(f"{__package__}.sandbox")
    files = (compiler.__file__, *((sandbox.origin,) if sandbox and sandbox.origin else ()))
    versions = f"{sys.version} {jinja2.__version__}".encode()
    return blake2b(versions + b"".join(blake2b(Path(file).read_bytes()).digest() for file in files)).digest()
