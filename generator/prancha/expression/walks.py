"""Walks of an expression: `[element for a in A if test for b in B ...]`, names bound anew at each step."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from prancha.expression.environment import Environment, ExpressionError, show_briefly
from prancha.expression.origins import Origins
from prancha.model.game import Item
from prancha.model.values import is_list

if TYPE_CHECKING:
    from prancha.expression.translate import Closure, Translator

Walk = ast.GeneratorExp | ast.ListComp
Bindings = Callable[[Environment], Iterator[Environment]]


def walk(at: Translator, node: Walk, depth: int) -> tuple[Bindings, Translator]:
    """What binds the names of `[element for a in A if test for b in B ...]`, and how to read `element`.

    The environment is one and the same object, bound anew at each step.
    """
    notes = at.notes
    loops: list[tuple[tuple[str, ...], Closure, list[Closure]]] = []
    for loop in node.generators:
        names = _targets(at, loop.target)
        source = at.closure(loop.iter, depth)
        at = at.inside(names)
        loops.append((names, source, [at.closure(test, depth) for test in loop.ifs]))

    def step(env: Environment, level: int) -> Iterator[Environment]:
        names, source, tests = loops[level]
        values = source(env)
        for number, value in enumerate(_walkable(env, values)):
            _bind(env, names, value)
            if notes is not None:
                _trace(env, notes.origins, names, values, number)
            if all(test(env) for test in tests):
                if level + 1 < len(loops):
                    yield from step(env, level + 1)
                else:
                    yield env

    return lambda env: step(env.inner(), 0), at


def _targets(at: Translator, node: ast.expr) -> tuple[str, ...]:
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    names = tuple(part.id for part in parts if isinstance(part, ast.Name))
    if len(names) != len(parts):
        raise ExpressionError(f"a walk needs plain names: {at.source(node)}", "write: for i in items")
    return names


def _bind(env: Environment, names: tuple[str, ...], value: Any) -> None:
    if len(names) == 1:
        env[names[0]] = value
        return
    if not is_list(value) or len(value) != len(names):
        raise ExpressionError(f"{show_briefly(value)} does not split into {', '.join(names)}")
    env.update(zip(names, value, strict=True))


def _trace(env: Environment, origins: Origins, names: tuple[str, ...], values: Any, number: int) -> None:
    """Remember where the values came from that a walk has bound to `names`."""
    step = tuple(values)[number] if isinstance(values, Mapping) else number
    for position, name in enumerate(names):
        at = origins.inside(values, step) if is_list(values) or isinstance(values, Mapping) else None
        if at is not None and len(names) > 1:
            at = (at[0], f"{at[1]}.{position}")
        if at is None or isinstance(env[name], Item):
            env.spots.pop(name, None)
        else:
            env.spots[name] = at


def _walkable(env: Environment, value: Any) -> Any:
    if isinstance(value, Mapping):
        value = tuple(value)
    if not is_list(value):
        raise ExpressionError(f"cannot walk over {show_briefly(value)}", "a walk needs a list or a mapping")
    env.spend(len(value))
    return value
