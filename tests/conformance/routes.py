"""The three ways by which a drawing comes upon a card, as templates of a project."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.conformance.drawings import Drawing
from tests.conformance.project import Template


def _inline(drawing: Drawing) -> Template | None:
    """The drawing written into a template."""
    content = drawing.inline
    return None if content is None else Template(".svg.j2", content)


def _art(drawing: Drawing) -> Template:
    """The drawing as a file that `art()` shows."""
    return Template(".svg", drawing.data, picture=True)


def _template(drawing: Drawing) -> Template:
    """The drawing as the template."""
    return Template(".svg", drawing.data)


ROUTES: Mapping[str, Callable[[Drawing], Template | None]] = {
    "inline": _inline,
    "art": _art,
    "template": _template,
}
