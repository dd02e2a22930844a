"""Translate an expression's syntax tree to closures, node by node from an allow-list."""

# ruff: noqa: ARG001, ARG005 - entries of one table share one signature

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from keyword import kwlist
from typing import Any

from msgspec import Struct

from prancha.expression.evaluation import (
    Environment,
    ExpressionError,
    Notes,
    Origins,
    format_value,
    get_element,
    get_field,
)
from prancha.expression.functions import BINARY, COMPARISONS, FUNCTIONS, argument_counts
from prancha.model.diagnostic import suggestion
from prancha.model.game import Item
from prancha.model.values import is_list, is_number

Walk = ast.GeneratorExp | ast.ListComp
Bindings = Callable[[Environment], Iterator[Environment]]
LONGEST = 2000
DEEPEST = 40
Closure = Callable[[Environment], Any]
_HIDDEN = "field__"
_KEYWORD_FIELD = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\.\s*(""" + "|".join(kwlist) + r")\b"
"""Texts, to be left unchanged, and fields such as `.from` that are keywords of Python."""
_ASSIGNED = r"""^[^"'=<>!]*[\w\s]=(?!=)"""
"""An assignment where a comparison is meant."""


class Program(Struct, frozen=True):
    """A translated expression, ready to be evaluated."""

    text: str
    run: Closure
    tree: ast.expr

    def value(self, env: Environment) -> Any:
        """Evaluate the expression; raise ExpressionError for every failure."""
        try:
            return self.run(env)
        except (TypeError, ValueError, ArithmeticError, RecursionError) as error:
            raise ExpressionError(f"cannot be evaluated: {error}") from None


def translate(text: str, names: Collection[str]) -> Program:
    """Translate `text`, which may use `names`; raise ExpressionError for anything not allowed."""
    if len(text) > LONGEST:
        raise ExpressionError(f"the expression is longer than {LONGEST} characters", "write several rules")
    flat = " ".join(text.split("\n")).strip()
    try:
        tree = ast.parse(re.sub(_KEYWORD_FIELD, _hide_keyword, flat), mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else "cannot be read"
        hint = (
            "one value or comparison, without loops or assignments; prancha help rules lists what it may hold"
        )
        if re.search(_ASSIGNED, flat):
            hint = "== compares, and a text stands in quotes: set == 'new'"
        raise ExpressionError(f"not an expression: {reason}", hint) from None
    return Program(flat, Translator(frozenset(names)).closure(tree.body, 0), tree.body)


def source_of(node: ast.expr) -> str:
    """Return the source of a node as written, except quotes and spaces."""
    return ast.unparse(node).replace(_HIDDEN, "")


def _hide_keyword(found: re.Match[str]) -> str:
    return f".{_HIDDEN}{found[1]}" if found[1] else found[0]


class Translator:
    """Translates nodes to closures; `notes`, if given, records each place that is read."""

    def __init__(self, names: frozenset[str], notes: Notes | None = None) -> None:
        """Allow `names`."""
        self.names, self.notes = names, notes

    def closure(self, node: ast.expr, depth: int) -> Closure:
        """Return the closure of `node`; raise ExpressionError if it is not allowed."""
        if depth > DEEPEST:
            raise ExpressionError(f"the expression is nested deeper than {DEEPEST}", "write several rules")
        build = _NODES.get(type(node))
        if build is None:
            raise ExpressionError(
                f"{_node_name(node)} is not allowed: {source_of(node)}",
                "prancha help rules lists what an expression may hold",
            )
        return build(self, node, depth + 1)

    def inside(self, names: Collection[str]) -> Translator:
        """Return a translator that also knows the variables of a comprehension."""
        return Translator(self.names | frozenset(names), self.notes)


def _constant(at: Translator, node: ast.Constant, depth: int) -> Closure:
    value = node.value
    if not (value is None or isinstance(value, (bool, int, float, str))):
        raise ExpressionError(f"a {type(value).__name__} is not allowed: {source_of(node)}")
    return lambda env: value


def _name(at: Translator, node: ast.Name, depth: int) -> Closure:
    name = node.id
    if name in ("true", "false", "null") and name not in at.names:
        value = {"true": True, "false": False, "null": None}[name]
        return lambda env: value
    if name in FUNCTIONS and name not in at.names:
        raise ExpressionError(f'"{name}" is a function', f"write {name}(...)")
    if name not in at.names:
        raise ExpressionError(f'unknown name "{name}"', suggestion(name, at.names))
    notes = at.notes

    def found(env: Environment) -> Any:
        if notes is not None:
            notes.note(env.spots.get(name))
        return env[name]

    return found


def _attribute(at: Translator, node: ast.Attribute, depth: int) -> Closure:
    inner, name = at.closure(node.value, depth), node.attr.removeprefix(_HIDDEN)
    notes = at.notes

    def found(env: Environment) -> Any:
        value = inner(env)
        if notes is not None:
            notes.read(value, name)
        return get_field(value, name)

    return found


def _subscript(at: Translator, node: ast.Subscript, depth: int) -> Closure:
    inner, key = at.closure(node.value, depth), at.closure(node.slice, depth)
    notes = at.notes

    def found(env: Environment) -> Any:
        value, step = inner(env), key(env)
        if notes is not None:
            notes.read(value, step)
        return get_element(value, step)

    return found


def _binary(at: Translator, node: ast.BinOp, depth: int) -> Closure:
    work = BINARY.get(type(node.op))
    if work is None:
        raise ExpressionError(f"this operator is not allowed: {source_of(node)}", "allowed: + - * / // %")
    left, right = at.closure(node.left, depth), at.closure(node.right, depth)
    return lambda env: work(env, left(env), right(env))


def _unary(at: Translator, node: ast.UnaryOp, depth: int) -> Closure:
    inner = at.closure(node.operand, depth)
    if isinstance(node.op, ast.Not):
        return lambda env: not inner(env)
    if not isinstance(node.op, (ast.USub, ast.UAdd)):
        raise ExpressionError(f"this operator is not allowed: {source_of(node)}")
    sign = -1 if isinstance(node.op, ast.USub) else 1

    def signed(env: Environment) -> Any:
        value = inner(env)
        if not is_number(value):
            raise ExpressionError(f"a sign needs a number, found {format_value(value)}")
        return sign * value

    return signed


def _boolean(at: Translator, node: ast.BoolOp, depth: int) -> Closure:
    parts = [at.closure(part, depth) for part in node.values]
    if isinstance(node.op, ast.And):
        return lambda env: all(part(env) for part in parts)
    return lambda env: any(part(env) for part in parts)


def _compare(at: Translator, node: ast.Compare, depth: int) -> Closure:
    for sign in node.ops:
        if type(sign) not in COMPARISONS:
            raise ExpressionError(f"this comparison is not allowed: {source_of(node)}", "use == or !=")
    first = at.closure(node.left, depth)
    rest = [
        (COMPARISONS[type(sign)], at.closure(right, depth))
        for sign, right in zip(node.ops, node.comparators, strict=True)
    ]

    def compare(env: Environment) -> bool:
        left = first(env)
        for holds, closure in rest:
            right = closure(env)
            if not holds(env, left, right):
                return False
            left = right
        return True

    return compare


def _choice(at: Translator, node: ast.IfExp, depth: int) -> Closure:
    test, yes, no = (at.closure(part, depth) for part in (node.test, node.body, node.orelse))
    return lambda env: yes(env) if test(env) else no(env)


def _sequence(at: Translator, node: ast.List | ast.Tuple, depth: int) -> Closure:
    parts = [at.closure(part, depth) for part in node.elts]
    return lambda env: [part(env) for part in parts]


def _call(at: Translator, node: ast.Call, depth: int) -> Closure:
    if not isinstance(node.func, ast.Name):
        raise ExpressionError(f"only functions are called, by name: {source_of(node)}")
    function = FUNCTIONS.get(node.func.id)
    if function is None:
        raise ExpressionError(f'unknown function "{node.func.id}"', suggestion(node.func.id, FUNCTIONS))
    if node.keywords:
        raise ExpressionError(f"a function takes no named arguments: {source_of(node)}")
    takes, least, most = argument_counts(function)
    if not least <= len(node.args) <= most:
        raise ExpressionError(f"{node.func.id}() takes {takes}, not {len(node.args)}: {source_of(node)}")
    arguments = [at.closure(part, depth) for part in node.args]
    notes = at.notes if node.func.id == "get" else None

    def called(env: Environment) -> Any:
        given = [argument(env) for argument in arguments]
        if notes is not None:
            notes.read(given[0], given[1])
        return function(env, *given)

    return called


def _walk(at: Translator, node: Walk, depth: int) -> Closure:
    bindings, inner = translate_walk(at, node, depth)
    result = inner.closure(node.elt, depth)
    return lambda env: [result(bound) for bound in bindings(env)]


def _node_name(node: ast.expr) -> str:
    return {
        ast.Lambda: "a lambda",
        ast.JoinedStr: "an f-string",
        ast.Dict: "a mapping",
        ast.Set: "a set",
        ast.SetComp: "a set",
        ast.DictComp: "a mapping",
        ast.NamedExpr: "an assignment",
        ast.Slice: "a slice",
        ast.Starred: "a star",
    }.get(type(node), type(node).__name__)


_NODES: Mapping[type[ast.expr], Callable[[Translator, Any, int], Closure]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _boolean,
    ast.Compare: _compare,
    ast.IfExp: _choice,
    ast.List: _sequence,
    ast.Tuple: _sequence,
    ast.Call: _call,
    ast.GeneratorExp: _walk,
    ast.ListComp: _walk,
}


def translate_walk(at: Translator, node: Walk, depth: int) -> tuple[Bindings, Translator]:
    """Translate `[element for a in A if test for b in B ...]` to bindings, and a translator for `element`.

    The bindings yield the same environment object, rebound at each step.
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
        raise ExpressionError(f"a walk needs plain names: {source_of(node)}", "write: for i in items")
    return names


def _bind(env: Environment, names: tuple[str, ...], value: Any) -> None:
    if len(names) == 1:
        env[names[0]] = value
        return
    if not is_list(value) or len(value) != len(names):
        raise ExpressionError(f"{format_value(value)} does not split into {', '.join(names)}")
    env.update(zip(names, value, strict=True))


def _trace(env: Environment, origins: Origins, names: tuple[str, ...], values: Any, number: int) -> None:
    """Record the origins of values bound to `names` by a comprehension."""
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
        raise ExpressionError(f"cannot walk over {format_value(value)}", "a walk needs a list or a mapping")
    env.spend(len(value))
    return value
