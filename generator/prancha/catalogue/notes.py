"""Notes to components, in `components/GAME/notes.yaml`: a list of texts by key of an item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from prancha.catalogue.file_names import is_there
from prancha.catalogue.loading import NOTES
from prancha.catalogue.yaml_file import read_yaml
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.system.safe_open import refuse_links

Notes = Mapping[str, Sequence[str]]
_HINT = 'write:\n"cards/owl":\n  - "too strong"\n'


def notes_file(project: Path, game: str) -> Path:
    """Where the notes of a game are kept."""
    return project / "components" / game / f"{NOTES}.yaml"


def read_notes(project: Path, game: str) -> Notes:
    """All notes of a game, raises Failure for a file of another shape."""
    path = notes_file(project, game)
    refuse_links(project, game)
    if not is_there(path):
        return {}
    document = read_yaml(path, project)
    data = {} if document.data is None else document.data
    if not isinstance(data, dict) or not all(map(_is_list, data.values())):
        message = "a list of texts for each component is expected"
        raise Failure([Diagnostic(document.place(), "bad-notes", message, hint=_HINT)])
    return {str(key): tuple(found) for key, found in data.items()}


def _is_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)
