"""Ceilings on what a template may do for one face: steps, lengths of texts and lists, sizes of numbers."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from jinja2 import nodes

from prancha.faces.faults import LimitError

MAX_STEPS = 300_000
MAX_TEXT = 4_000_000
MAX_BITS = 4096
MAX_LIST = 100_000

_SIZED = (str, list, tuple)
_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "*": operator.mul,
    "**": operator.pow,
    "+": operator.add,
    "%": operator.mod,
}


class CountedLoop:
    """A loop's values, each a step, with their length, so that loop.last need not read ahead."""

    __slots__ = ("_step", "_values")

    def __init__(self, values: Any, step: Callable[[], None]) -> None:
        self._values, self._step = values, step

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Any]:
        for value in self._values:
            self._step()
            yield value


def check_length(text: Any) -> Any:
    """Return `text`.  Raises LimitError when it is longer than any face needs."""
    if len(text) > MAX_TEXT:
        raise LimitError(f"the template writes a text of more than {MAX_TEXT} characters")
    return text


def bound_filter(inner: Any) -> Any:
    """A filter that joins or replaces, held to texts and lists of sane length."""

    def filtered(*args: Any, **kwargs: Any) -> Any:
        values = [arg for arg in args if isinstance(arg, (str, list, tuple))]
        if sum(len(v) for v in values) > MAX_LIST:
            raise LimitError("the template joins or replaces in too long a text")
        return check_length(inner(*args, **kwargs))

    return wraps(inner)(filtered)  # keeps the mark that says what Jinja passes first


def calculated(sign: str, left: Any, right: Any) -> Any:
    """`left sign right` for the operators that can make huge values.  Raises LimitError."""
    kind = type(left)
    if kind is float or (kind is int and sign in "+%"):  # never huge: most of what templates calculate
        return _OPERATORS[sign](left, right)
    if sign == "%" and isinstance(left, str):
        raise LimitError(
            "texts are not formatted with % in templates", "write numbers with n(), join texts with ~"
        )
    if sign == "+" and isinstance(left, _SIZED) and isinstance(right, _SIZED):
        _room(len(left) + len(right), left)
    if sign == "*":
        for value, times in ((left, right), (right, left)):
            if isinstance(value, _SIZED) and isinstance(times, int):
                _room(len(value) * max(0, times), value)
    if sign in ("*", "**") and isinstance(left, int) and isinstance(right, int):
        bits = left.bit_length() + right.bit_length() if sign == "*" else left.bit_length() * abs(right)
        if bits > MAX_BITS:
            raise LimitError(f"the number that {sign} gives is too large")
    return _OPERATORS[sign](left, right)


def _room(length: int, kind: Any) -> None:
    most = MAX_TEXT if isinstance(kind, str) else MAX_LIST
    if length > most:
        raise LimitError(
            f"the template makes a text or list of {length} parts", f"at most {most} are allowed"
        )


COUNTED, SHORT = "counted", "kept_short"
"""The filters: one counts the turns of a loop, one refuses text that grows without bound."""


def bound_nodes(tree: nodes.Template) -> None:
    """Wrap loops, blocks that are assigned, and texts that are joined."""
    for node in list(tree.find_all((nodes.For, nodes.AssignBlock, nodes.Concat))):
        if isinstance(node, nodes.For):
            node.iter = _filtered(node.iter, COUNTED, node)
        elif isinstance(node, nodes.AssignBlock):
            node.filter = _filtered(node.filter, SHORT, node)
        elif isinstance(node, nodes.Concat):
            inner = nodes.Concat(node.nodes, lineno=node.lineno, environment=node.environment)
            node.nodes = [_filtered(inner, SHORT, node)]


def _filtered(inner: Any, name: str, node: nodes.Node) -> nodes.Filter:
    """Return the `inner` expression of a node, wrapped in a filter."""
    return nodes.Filter(inner, name, [], [], None, None, lineno=node.lineno, environment=node.environment)
