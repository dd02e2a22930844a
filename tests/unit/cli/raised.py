"""The codes that the program can raise, read from its source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

CODE = re.compile(r"[a-z]+(-[a-z0-9]+)*\Z")
ROOT = Path(__file__).parents[3] / "generator" / "prancha"


@cache
def raised() -> dict[str, str]:
    """Each code with a place where it is raised."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(ROOT.rglob("*.py"))}
    positions: dict[str, set[int]] = {}
    for tree in trees.values():
        for name, position in _takers(tree):
            positions.setdefault(name, set()).add(position)
    found: dict[str, str] = {}
    for path, tree in trees.items():
        for node in ast.walk(tree):
            for code, line in _codes(node, positions):
                found.setdefault(code, f"{path.relative_to(ROOT)}:{line}")
    return found


def _takers(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Functions with a parameter `code`, and classes with such a field: their names and its position."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
            if "code" in names:
                method = names[0] == "self"
                if node.name != "__init__":
                    yield node.name, names.index("code") - method
        elif isinstance(node, ast.ClassDef):
            fields = [
                f.target.id
                for f in node.body
                if isinstance(f, ast.AnnAssign) and isinstance(f.target, ast.Name)
            ]
            if "code" in fields:
                yield node.name, fields.index("code")
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and inner.name == "__init__":
                    names = [argument.arg for argument in inner.args.args]
                    if "code" in names:
                        yield node.name, names.index("code") - 1


def _codes(node: ast.AST, positions: Mapping[str, set[int]]) -> Iterator[tuple[str, int]]:
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        values = [node.args[k] for k in positions.get(name, ()) if k < len(node.args)]
        values += [keyword.value for keyword in node.keywords if keyword.arg == "code"]
    elif isinstance(node, (ast.Assign, ast.AnnAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        plain = any(isinstance(target, ast.Name) and target.id in ("code", "CODE") for target in targets)
        values = [node.value] if plain and node.value else []
        if any(isinstance(t, ast.Name) and t.id.strip("_").isupper() for t in targets) and node.value:
            # tables of what is expected, such as key -> (code, message, hint)
            rows = [
                part for part in ast.walk(node.value) if isinstance(part, ast.Tuple) and len(part.elts) == 3
            ]
            rows = [row for row in rows if not CODE.match(str(getattr(row.elts[1], "value", "A message")))]
            words = [(row.elts[0], str(getattr(row.elts[0], "value", ""))) for row in rows]
            # Three names in a row are no code with its message and hint.
            rows_of_names = [row for row in rows if " " not in str(getattr(row.elts[1], "value", " "))]
            named = {word for row in rows_of_names for word in row.elts}
            values += [
                first for first, word in words if "-" in word and word != "utf-8" and first not in named
            ]
    elif isinstance(node, ast.FunctionDef) and (ast.get_docstring(node) or "").startswith("Return the code"):
        given = [one.value for one in ast.walk(node) if isinstance(one, ast.Return)]
        values = [one.elts[0] for one in given if isinstance(one, ast.Tuple)]
    else:
        return
    for value in values:
        for part in _plain(value):
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and CODE.match(part.value):
                yield part.value, part.lineno


def _plain(value: ast.expr) -> Iterator[ast.expr]:
    """The value, or each of those it may be."""
    if isinstance(value, ast.IfExp):
        yield from (*_plain(value.body), *_plain(value.orelse))
    else:
        yield value
