"""Find out why an expression is false: which part, what was found there, and on which items."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prancha.expression.evaluation import Environment, Notes, Origin, Origins, format_value
from prancha.expression.translator import Program, Translator, Walk, source_of, translate_walk
from prancha.model.game import Item
from prancha.model.values import is_list


class FalsePart(Struct, frozen=True):
    """The false part of an expression, its value, and the places it read."""

    expected: str
    found: str
    items: tuple[Origin, ...]


def find_fault(program: Program, names: Mapping[str, Any], origins: Origins) -> FalsePart:
    """Return why `program`, evaluated with `names`, is false."""
    return _FaultSearch(origins).reason(program.tree, Environment(names))


def places_read(program: Program, names: Mapping[str, Any], origins: Origins) -> tuple[Origin, ...]:
    """Return the places of the catalogue that `program` reads."""
    return _FaultSearch(origins).touched(program.tree, Environment(names))


class _FaultSearch(Struct, frozen=True):
    origins: Origins

    def reason(self, node: ast.expr, env: Environment) -> FalsePart:
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
            for part in node.values:
                if not self._value(part, env):
                    return self.reason(part, env)
        everyone = _argument(node, "all")
        if everyone is not None:
            for bound in self._bindings(everyone, env):
                if not self._value(everyone.elt, bound):
                    reason = self.reason(everyone.elt, bound)
                    return reason if reason.items else replace(reason, items=_walked(everyone, bound))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            someone = _argument(node.operand, "any")
            if someone is not None:
                for bound in self._bindings(someone, env):
                    if self._value(someone.elt, bound):
                        return FalsePart(source_of(node), "it false", self.touched(someone.elt, bound))
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            return self._comparison(node, env)
        return FalsePart(source_of(node), "it false", self.touched(node, env))

    def touched(self, node: ast.expr, env: Environment) -> tuple[Origin, ...]:
        """Return the places a part reads; if none, the items it names."""
        notes = Notes(self.origins)
        Translator(frozenset(env), notes).closure(node, 0)(env)
        if notes.spots:
            return notes.deepest()
        names = [part.id for part in ast.walk(node) if isinstance(part, ast.Name) and part.id in env]
        items = [item for name in names for item in _items(env[name])]
        return tuple((item, "") for item in {item.key: item for item in items}.values())

    def _comparison(self, node: ast.Compare, env: Environment) -> FalsePart:
        right_side = node.comparators[0]
        left, right = self._value(node.left, env), self._value(right_side, env)
        expected = source_of(node)
        if isinstance(node.ops[0], ast.Eq) and is_list(left) and is_list(right):
            for part in node.left, right_side:
                items = self._differing(part, left, right, env)
                if items:
                    return FalsePart(expected, _difference(left, right), items)
        found = format_value(left)
        if not isinstance(right_side, (ast.Constant, ast.List)) and not isinstance(right, Mapping):
            found += f" on the left and {format_value(right)} on the right"
        return FalsePart(expected, found, self.touched(node, env))

    def _differing(self, node: ast.expr, left: Any, right: Any, env: Environment) -> tuple[Origin, ...]:
        """Return the places read by the differing part of a list, as deep as the list is written out."""
        if not (is_list(left) and is_list(right)):
            return self.touched(node, env)
        position, value = _first(left, right), self._value(node, env)
        spot = self.origins.of(value)
        if spot is not None:
            return (self._deep(spot, value, left, right),)
        if not (is_list(value) and 0 <= position < len(value)):
            return self.touched(node, env)
        if isinstance(node, ast.List):
            part: ast.expr = node.elts[position]
        elif isinstance(node, ast.ListComp):
            part, env = node.elt, next(islice(self._bindings(node, env), position, None))
        else:
            return self.touched(node, env)
        if position < min(len(left), len(right)):
            return self._differing(part, left[position], right[position], env)
        return self.touched(part, env)

    def _deep(self, spot: Origin, value: Any, left: Any, right: Any) -> Origin:
        """Return the first differing element of a catalogue list; the list itself if it is too short."""
        while is_list(left) and is_list(right):
            position = _first(left, right)
            inner = self.origins.inside(value, position) if 0 <= position < len(value) else None
            if inner is None:
                return spot
            spot, value = inner, value[position]
            if position >= min(len(left), len(right)):
                return spot
            left, right = left[position], right[position]
        return spot

    def _bindings(self, node: Walk, env: Environment) -> Iterator[Environment]:
        bindings, _ = translate_walk(Translator(frozenset(env), Notes(self.origins)), node, 0)
        return bindings(env)

    def _value(self, node: ast.expr, env: Environment) -> Any:
        return Translator(frozenset(env)).closure(node, 0)(env)


def _difference(left: Sequence[Any], right: Sequence[Any]) -> str:
    position = _first(left, right)
    if position < min(len(left), len(right)):
        found = f"{format_value(left[position])} instead of {format_value(right[position])}"
        return f"{found} at position {position + 1}"
    return f"{len(left)} instead of {len(right)} elements"


def _first(left: Sequence[Any], right: Sequence[Any]) -> int:
    """Return the first differing index; the first surplus one if a list is longer."""
    unequal = (k for k, (a, b) in enumerate(zip(left, right, strict=False)) if a != b)
    return next(unequal, min(len(left), len(right)) if len(left) != len(right) else -1)


def _argument(node: ast.expr, function: str) -> Walk | None:
    """Return the comprehension inside `function(... for ...)`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function:
        inner = node.args[0] if len(node.args) == 1 else None
        return inner if isinstance(inner, (ast.GeneratorExp, ast.ListComp)) else None
    return None


def _walked(node: Walk, env: Environment) -> tuple[Origin, ...]:
    """Return the items bound by a comprehension, with the field it iterates if there is only one."""
    parts = [part for loop in node.generators for part in ast.walk(loop)]
    names = dict.fromkeys(part.id for part in parts if isinstance(part, ast.Name))
    found = []
    for name in names:
        fields = {
            part.attr
            for part in parts
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == name
        }
        if isinstance(env.get(name), Item):
            found.append((env[name], fields.pop() if len(fields) == 1 else ""))
    return tuple(found)


def _items(value: Any) -> Sequence[Item]:
    if isinstance(value, Item):
        return (value,)
    return [part for part in value if isinstance(part, Item)] if is_list(value) else ()
