"""Files that are called nearly as those that are read: rules.yml, Rules.yaml, PAPERS.YAML.

Such a file would be passed over in silence, and its rules not held.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from prancha.catalogue.text_file import shown_path
from prancha.model.diagnostic import Diagnostic, Place

_ENDINGS = (".yaml", ".yml")


def misnamed(folder: Path, root: Path, stems: Collection[str] = ()) -> list[Diagnostic]:
    """A finding for each file of `folder` that is meant as one of `stems`, or as any without them.

    A folder that cannot be listed has none; reading it tells what is wrong with it.
    """
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208 (only names are wanted)
    except OSError:
        return []
    return [found for name in names if (found := _judged(folder / name, root, stems)) is not None]


def _judged(path: Path, root: Path, stems: Collection[str]) -> Diagnostic | None:
    stem, ending = os.path.splitext(path.name)  # noqa: PTH122 (a name such as .yaml has no ending)
    if ending.lower() not in _ENDINGS or stem.startswith("."):
        return None
    meant = f"{stem.lower() if stems else stem}.yaml"
    if path.name == meant or (stems and stem.lower() not in stems):
        return None
    place = Place(shown_path(path, root))
    message = "catalogues end in .yaml" if ending != ".yaml" else f"this file is read only as {meant}"
    return Diagnostic(place, "bad-file-name", message, hint=f"rename it to {meant}")


def is_there(path: Path) -> bool:
    """Whether anything is called so: a file, but also a folder, a pipe, or a link that leads nowhere.

    Reading it says which.
    """
    return os.path.lexists(path)
