"""Find the template line that wrote a place in a drawing, and list what a template writes by lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

from jinja2 import nodes
from msgspec import Struct

from prancha.faces.faults import format_path
from prancha.faces.templates.loader import LIBRARY, FolderLoader
from prancha.faces.templates.sandbox import FaceEnvironment
from prancha.model.diagnostic import Place

_MARK = "\ue000([0-9]+)\ue001"
"""Private characters, so that no text of a card looks like a mark."""
_ASIDE = (nodes.AssignBlock, nodes.FilterBlock, nodes.CallBlock)
"""What is written there goes to a name or a filter, not to the drawing, and must not be changed."""
MOST_LISTED = 500
_HIDDEN = re.compile(r"\{#.*?#\}|<!--.*?-->", re.DOTALL)
_OBJECT = re.compile(
    r"<(rect|circle|ellipse|line|path|polygon|polyline|image|use|text|g)\b|\{\{-?\s*([A-Za-z_][\w.]*)\s*\("
)


class Tracer:
    """Finds lines by drawing templates with a mark before each line and expression that writes something."""

    def __init__(self, loader: FolderLoader, words: Mapping[str, Any]) -> None:
        """`words` are what templates of the game see beside their own context."""
        self._environment = _MarkingEnvironment(loader)
        self._environment.give(words)

    def place(self, template: str, context: Mapping[str, Any], drawing: str, offset: int) -> Place | None:
        """The line that wrote character `offset` of `drawing`, which `template` drew, if it can be told.

        `drawing` may go on with what else the face has.  None, too, where the marks got into what
        a template works out and it drew something else.
        """
        self._environment.face += 1
        try:
            marked = self._environment.get_template(template).render(dict(context))
        except Exception:  # a mark was in the way: the fault that is being told matters, not this one
            return None
        pieces = re.split(_MARK, marked)
        if not drawing.startswith("".join(pieces[::2])):
            return None
        place, length = None, len(pieces[0])
        for mark, piece in zip(pieces[1::2], pieces[2::2], strict=True):
            if length > offset and place is not None:
                break
            place = self._environment.marks[int(mark)]
            length += len(piece)
        return place


class _MarkingEnvironment(FaceEnvironment):
    def __init__(self, loader: FolderLoader) -> None:
        super().__init__(loader)
        self.bytecode_cache = None  # its own code has marks, which no drawing may have
        self.marks: dict[int, Place] = {}
        self._numbers = count()

    def _generate(
        self, source: nodes.Template, name: str | None, filename: str | None, defer_init: bool = False
    ) -> str:
        path = Path(filename or name or "")
        if path.parent == LIBRARY.resolve():  # what calls it is the place to look at
            return super()._generate(source, name, filename, defer_init)
        tree, file = source, format_path(path)
        blocks = [block for kind in _ASIDE for block in tree.find_all(kind)]
        aside = {id(output) for block in blocks for output in block.find_all(nodes.Output)}
        for output in list(tree.find_all(nodes.Output)):
            if id(output) not in aside:
                output.nodes = [new for old in output.nodes for new in self._marked(old, file)]
        return super()._generate(tree, name, filename, defer_init)

    def _marked(self, node: nodes.Expr, file: str) -> list[nodes.Expr]:
        if not isinstance(node, nodes.TemplateData):
            return [self._mark(file, node.lineno), node]
        found: list[nodes.Expr] = []
        for k, line in enumerate(node.data.splitlines(keepends=True)):
            found += [self._mark(file, node.lineno + k), self._data(line, node.lineno)]
        return found

    def _mark(self, file: str, line: int) -> nodes.TemplateData:
        number = next(self._numbers)
        self.marks[number] = Place(file, line, 1)
        return self._data(f"\ue000{number}\ue001", line)

    def _data(self, text: str, line: int) -> nodes.TemplateData:
        return nodes.TemplateData(text, lineno=line, environment=self)


class WrittenObject(Struct, frozen=True):
    """An element or a call of a template, its line, and the words that follow on that line."""

    line: int
    kind: str
    words: str


def written_objects(text: str) -> list[WrittenObject]:
    """Return at most `MOST_LISTED` elements and calls of a template in order, without those in comments."""
    shown = _HIDDEN.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    found = []
    for one in _OBJECT.finditer(shown):
        words = shown[one.end() : one.end() + 80].partition("\n")[0].strip()
        found.append(WrittenObject(shown.count("\n", 0, one.start()) + 1, one[1] or f"{one[2]}()", words))
    return found[:MOST_LISTED]
