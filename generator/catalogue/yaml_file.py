"""One YAML file, read strictly."""

from __future__ import annotations

from pathlib import Path

from generator.catalogue.composer import compose
from generator.catalogue.document import Document
from generator.catalogue.source import read_text, shown_path
from generator.limits import reading


def read_yaml(path: Path, root: Path) -> Document:
    """Return the YAML file at `path`; its places name it relative to `root`.

    Raises Failure when it cannot be read or is not the YAML of a catalogue.
    """
    file = shown_path(path, root)
    text = read_text(path, file)
    with reading(file, len(text)):
        data, positions = compose(text, file)
    return Document(file, data, positions)
