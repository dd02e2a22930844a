"""Diagnostics gathered while one document is checked."""

from __future__ import annotations

from prancha.catalogue.document import Path, YamlDocument
from prancha.model.diagnostic import Diagnostic
from prancha.model.game import Untranslated


class Findings:
    """What is wrong with one document so far; `lacks` are texts that are missing."""

    __slots__ = ("document", "found", "lacks")

    def __init__(self, document: YamlDocument) -> None:
        self.document = document
        self.found: list[Diagnostic] = []
        self.lacks: list[Untranslated] = []

    def error(
        self, path: Path, code: str, message: str, hint: str = "", item: str = "", key: bool = False
    ) -> None:
        """Note an error about the value at `path`, or about its key with `key`."""
        self.found.append(Diagnostic(self.document.place(path, key), code, message, item, hint))

    def untranslated(self, path: Path, language: str, item: str = "") -> None:
        """Note that the text at `path` is missing in `language`: an error only for a kit in that language."""
        before = len(self.found)
        message = f"the text is missing in {language}"
        self.error((*path, language), "untranslated", message, f"add {language}: ...", item)
        owner, inner = item or _stem(self.document.file), path
        if path[:1] == ("items",):
            inner = path[2:]
        elif path[:2] == ("matrix", "fields"):
            inner = ("defaults", *path[2:])
        name = ".".join(map(str, inner))
        self.lacks += (Untranslated(language, one, owner, name) for one in self.found[before:])
        del self.found[before:]


def _stem(file: str) -> str:
    return file.rpartition("/")[2].removesuffix(".yaml")


def describe(value: object) -> str:
    """Say in plain words what `value` is, for a message."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return f'the text "{value if len(value) <= 60 else value[:59] + "…"}"'
    return "a mapping" if isinstance(value, dict) else "a list"
