"""Find out why an expression is false: which part, what was found there, and on which items.

Runs only after a rule has failed, so it may walk a second time, noting every item it reads.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator.expression.environment import Environment, show_briefly
from generator.expression.translate import Program, Touched, Translator, Walk, walk, written
from generator.expression.values import is_list
from generator.model.game import Item


@dataclass(frozen=True, slots=True)
class Fault:
    """The false part of an expression, what it gave, and the items with the fields that were read."""

    expected: str
    found: str
    items: tuple[tuple[Item, str], ...]


def fault(program: Program, names: Mapping[str, Any]) -> Fault:
    """The reason why `program`, worked out with `names`, is false."""
    return _false(program.tree, Environment(names))


def _false(node: ast.expr, env: Environment) -> Fault:
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        for part in node.values:
            if not _value(part, env):
                return _false(part, env)
    everyone = _argument(node, "all")
    if everyone is not None:
        bindings, _ = walk(Translator(frozenset(env)), everyone, 0)
        for bound in bindings(env):
            if not _value(everyone.elt, bound):
                reason = _false(everyone.elt, bound)
                return reason if reason.items else replace(reason, items=_walked(everyone, bound))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        someone = _argument(node.operand, "any")
        if someone is not None:
            bindings, _ = walk(Translator(frozenset(env)), someone, 0)
            for bound in bindings(env):
                if _value(someone.elt, bound):
                    return Fault(written(node), "it false", _touched(someone.elt, bound))
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return _comparison(node, env)
    return Fault(written(node), "it false", _touched(node, env))


def _comparison(node: ast.Compare, env: Environment) -> Fault:
    left, right = _value(node.left, env), _value(node.comparators[0], env)
    expected = written(node)
    if isinstance(node.ops[0], ast.Eq) and is_list(left) and is_list(right) and len(left) == len(right):
        for part in node.left, node.comparators[0]:
            items = _differing(part, left, right, env)
            if items:
                position = _first(left, right)
                found = f"{show_briefly(left[position])} instead of {show_briefly(right[position])}"
                return Fault(expected, f"{found} at position {position + 1}", items)
    found = show_briefly(left)
    if not isinstance(node.comparators[0], (ast.Constant, ast.List)) and not isinstance(right, Mapping):
        found += f" on the left and {show_briefly(right)} on the right"
    return Fault(expected, found, _touched(node, env))


def _differing(node: ast.expr, left: Any, right: Any, env: Environment) -> tuple[tuple[Item, str], ...]:
    """The items read by the part of a list that differs, as deep as the list is written out."""
    position = _first(left, right)
    if position < 0:
        return _touched(node, env)
    if isinstance(node, ast.List) and len(node.elts) == len(left):
        part: ast.expr = node.elts[position]
    elif isinstance(node, ast.ListComp):
        bindings, _ = walk(Translator(frozenset(env)), node, 0)
        for number, bound in enumerate(bindings(env)):
            if number == position:
                env = bound
                break
        part = node.elt
    else:
        return _touched(node, env)
    inner = (left[position], right[position])
    if all(map(is_list, inner)) and len(inner[0]) == len(inner[1]):
        return _differing(part, *inner, env)
    return _touched(part, env)


def _first(left: Any, right: Any) -> int:
    return next((k for k, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), -1)


def _argument(node: ast.expr, function: str) -> Walk | None:
    """The walk inside `function(... for ...)`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function:
        inner = node.args[0] if len(node.args) == 1 else None
        return inner if isinstance(inner, (ast.GeneratorExp, ast.ListComp)) else None
    return None


def _value(node: ast.expr, env: Environment) -> Any:
    return Translator(frozenset(env)).closure(node, 0)(env)


def _touched(node: ast.expr, env: Environment) -> tuple[tuple[Item, str], ...]:
    touched: Touched = {}
    Translator(frozenset(env), touched).closure(node, 0)(env)
    if touched:
        return tuple((item, name) for (_, name), item in touched.items())
    # Whole items were counted, or asked for a field by name: all that the part names.
    names = [part.id for part in ast.walk(node) if isinstance(part, ast.Name) and part.id in env]
    items = [item for name in names for item in _items(env[name])]
    return tuple((item, "") for item in {item.key: item for item in items}.values())


def _walked(node: Walk, env: Environment) -> tuple[tuple[Item, str], ...]:
    """The items a walk stands at, with the one field it walks into if there is just one."""
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
