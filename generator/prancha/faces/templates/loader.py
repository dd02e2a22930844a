"""Reading templates from a game's folders, and from nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path

from jinja2 import BaseLoader, Environment

from prancha.faces.faults import TemplateMissingError, format_path
from prancha.model.diagnostic import suggestion
from prancha.system.safe_open import is_file

MAX_BYTES = 1_000_000
ENDING = ".j2"


class FolderLoader(BaseLoader):
    """Finds a template in the first of `folders` that has it.

    The real file must lie under that folder: `..`, absolute names and links
    that lead out are refused, so a stranger's game cannot read other files.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(dict.fromkeys(folder.resolve() for folder in folders))
        self.read: set[str] = set()
        self._digests: dict[str, str] = {}

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
                self.read.add(template)
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
