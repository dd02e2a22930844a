"""Where the files shipped with the program are, in a checkout and in an installed wheel."""

from __future__ import annotations

from pathlib import Path

import prancha

_PACKAGE = Path(prancha.__file__).resolve().parent


def _root() -> Path:
    packed = _PACKAGE / "_shipped"
    return packed if packed.is_dir() else _PACKAGE.parents[1]


TEMPLATES = _root() / "templates"
SHEETS = _root() / "components" / "_sheets"
DOCS = _root() / "docs"
RULES = _root() / "components" / "_rules"
EXAMPLES = {where: _root() / where / "_examples" for where in ("components", "templates")}
"""The folders of the complete games that new ones begin from."""


def libraries(project: Path) -> tuple[Path, ...]:
    """The folders of icons and fonts that all games share: the project's own before the shipped one."""
    return (project / "templates" / "_library", TEMPLATES / "_library")
