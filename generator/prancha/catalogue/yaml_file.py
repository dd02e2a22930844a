"""One YAML file, read strictly."""

from __future__ import annotations

from pathlib import Path

from prancha.catalogue.document import YamlDocument
from prancha.catalogue.text_file import read_text, shown_path
from prancha.catalogue.yaml_parser import compose
from prancha.model.diagnostic import Diagnostic
from prancha.system.limits import reading


def read_yaml(path: Path, root: Path) -> YamlDocument:
    """Return the YAML file at `path`; its places name it relative to `root`.

    Raises Failure when it cannot be read or is not the YAML of a catalogue.
    """
    file = shown_path(path, root)
    text = read_text(path, file)
    with reading(file, len(text)):
        notes: list[Diagnostic] = []
        data, positions = compose(text, file, notes)
    return YamlDocument(file, data, positions, tuple(notes))
