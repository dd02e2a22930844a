"""Functions and operators of expressions; they count their work and refuse what could grow without bound."""

# ruff: noqa: ARG001, ARG005 - entries of one table share one signature

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from math import inf
from typing import Any

from prancha.expression.evaluation import Environment, ExpressionError, format_value
from prancha.model.game import Item
from prancha.model.values import MISSING, enter, freeze, is_list, is_number, own

LARGEST = 10**18
"""Larger than any count in a game; keeps products from growing without bound."""

Binary = Callable[[Environment, Any, Any], Any]
Function = Callable[..., Any]
_VARIADIC = 0x04
"""inspect.CO_VARARGS, without importing inspect."""


def _add(env: Environment, left: Any, right: Any) -> Any:
    if is_list(left) and is_list(right):
        env.spend(len(left) + len(right))
        return [*left, *right]
    if isinstance(left, str) and isinstance(right, str):
        env.spend(len(left) + len(right))
        return left + right
    return _check_bound(operator.add(*_numbers("+", left, right)))


def _arithmetic(sign: str, work: Callable[[Any, Any], Any]) -> Binary:
    def apply(env: Environment, left: Any, right: Any) -> Any:
        numbers = _numbers(sign, left, right)
        if sign in ("/", "//", "%") and numbers[1] == 0:
            raise ExpressionError(f"division by zero: {left} {sign} {right}")
        return _check_bound(work(*numbers))

    return apply


def _numbers(sign: str, left: Any, right: Any) -> tuple[Any, Any]:
    for value in (left, right):
        if not is_number(value):
            raise ExpressionError(
                f"{sign} takes numbers, found {format_value(left)} {sign} {format_value(right)}",
                _empty_hint(left, right),
            )
    return left, right


def _empty_hint(left: Any, right: Any) -> str:
    if left is not None and right is not None:
        return ""
    return "null is an empty value: fill it, or test it first, such as: cost != null and cost > 1"


def _check_bound(value: Any) -> Any:
    """Return a number; raise ExpressionError if it is too large."""
    if abs(value) > LARGEST:
        raise ExpressionError("a number grew beyond 10^18")
    return value


def _order(sign: str, compare: Callable[[Any, Any], bool]) -> Binary:
    def apply(env: Environment, left: Any, right: Any) -> bool:
        _check_growth(env, left, right)
        try:
            return compare(left, right)
        except TypeError:
            raise ExpressionError(
                f"cannot compare {format_value(left)} {sign} {format_value(right)}", _empty_hint(left, right)
            ) from None

    return apply


def _equal(env: Environment, left: Any, right: Any) -> bool:
    _check_growth(env, left, right)
    if is_list(left) and is_list(right):
        return list(left) == list(right)
    return bool(left == right)


def _contains(env: Environment, part: Any, whole: Any) -> bool:
    if isinstance(whole, Item):
        return own(whole, str(part)) is not MISSING
    if isinstance(whole, str):
        return isinstance(part, str) and part in whole
    if is_list(whole):
        env.spend(len(whole))
        return part in whole
    if isinstance(whole, Mapping):
        return isinstance(part, (str, int, float)) and (part in whole or str(part) in whole)
    raise ExpressionError(f'"in" looks into a list, mapping, text or item, found {format_value(whole)}')


def _check_growth(env: Environment, left: Any, right: Any) -> None:
    if is_list(left) or is_list(right):
        env.spend(len(left) if is_list(left) else len(right))


BINARY: Mapping[type[ast.operator], Binary] = {
    ast.Add: _add,
    ast.Sub: _arithmetic("-", operator.sub),
    ast.Mult: _arithmetic("*", operator.mul),
    ast.Div: _arithmetic("/", operator.truediv),
    ast.FloorDiv: _arithmetic("//", operator.floordiv),
    ast.Mod: _arithmetic("%", operator.mod),
}

COMPARISONS: Mapping[type[ast.cmpop], Binary] = {
    ast.Eq: _equal,
    ast.NotEq: lambda env, left, right: not _equal(env, left, right),
    ast.Lt: _order("<", operator.lt),
    ast.LtE: _order("<=", operator.le),
    ast.Gt: _order(">", operator.gt),
    ast.GtE: _order(">=", operator.ge),
    ast.In: _contains,
    ast.NotIn: lambda env, part, whole: not _contains(env, part, whole),
}


def _list(name: str, env: Environment, value: Any) -> Any:
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if not is_list(value):
        raise ExpressionError(f"{name}() takes a list, found {format_value(value)}")
    env.spend(len(value))
    return value


def _number(name: str, value: Any) -> Any:
    if not is_number(value) and not isinstance(value, bool):
        raise ExpressionError(f"{name}() takes numbers, found {format_value(value)}")
    return value


def _text(name: str, env: Environment, value: Any) -> str:
    if not isinstance(value, str):
        raise ExpressionError(f"{name}() takes a text, found {format_value(value)}")
    env.spend(len(value))
    return value


def _sum(env: Environment, values: Any) -> Any:
    return sum(_number("sum", value) for value in _list("sum", env, values))


def _extreme(name: str, pick: Callable[[Any], Any]) -> Function:
    def extreme(env: Environment, *values: Any) -> Any:
        among = _list(name, env, values[0]) if len(values) == 1 else values
        if not among:
            raise ExpressionError(f"{name}() of nothing", "the list is empty; check what it walks over")
        return _ordered(name, pick, among)

    return extreme


def _ordered(name: str, work: Callable[[Any], Any], values: Any) -> Any:
    """Apply `work`, which compares values."""
    try:
        return work(values)
    except TypeError:
        kinds = ", ".join(dict.fromkeys(format_value(value) for value in values))
        raise ExpressionError(f"{name}() takes only numbers or only texts, found {kinds:.80}") from None


def _len(env: Environment, value: Any) -> int:
    if isinstance(value, str):
        return len(value)
    return len(_list("len", env, value))


def _count(env: Environment, truths: Any) -> int:
    return sum(1 for truth in _list("count", env, truths) if truth)


def _copies(env: Environment, items: Any) -> int:
    if isinstance(items, Item):
        return items.copies
    pieces = _list("copies", env, items)
    for item in pieces:
        if not isinstance(item, Item):
            raise ExpressionError(f"copies() takes items, found {format_value(item)}")
    return sum(item.copies for item in pieces)


def _sorted(env: Environment, values: Any) -> list[Any]:
    found: list[Any] = _ordered("sorted", sorted, _list("sorted", env, values))
    return found


def _distinct(env: Environment, values: Any) -> list[Any]:
    found = list({freeze(value): value for value in _list("distinct", env, values)}.values())
    try:
        return sorted(found)
    except TypeError:
        return found


def _range(env: Environment, *bounds: Any) -> list[int]:
    if not bounds or not all(isinstance(_number("range", bound), int) for bound in bounds):
        raise ExpressionError("range() takes one, two or three whole numbers")
    walk = range(*bounds)
    env.spend(len(walk))
    return list(walk)


def _get(env: Environment, value: Any, key: Any, default: Any = None) -> Any:
    found: Any = MISSING
    if isinstance(value, Item):
        found = own(value, str(key))
    elif isinstance(value, Mapping):
        found = enter(value, str(key))
    else:
        raise ExpressionError(f"get() looks into an item or a mapping, found {format_value(value)}")
    return default if found is MISSING else found


FUNCTIONS: Mapping[str, Function] = {
    "abs": lambda env, value: abs(_number("abs", value)),
    "all": lambda env, values: all(_list("all", env, values)),
    "any": lambda env, values: any(_list("any", env, values)),
    "copies": _copies,
    "count": _count,
    "distinct": _distinct,
    "get": _get,
    "len": _len,
    "lower": lambda env, value: _text("lower", env, value).lower(),
    "max": _extreme("max", max),
    "min": _extreme("min", min),
    "range": _range,
    "round": lambda env, value: round(_number("round", value)),
    "sorted": _sorted,
    "sum": _sum,
    "upper": lambda env, value: _text("upper", env, value).upper(),
}


def argument_counts(function: Function) -> tuple[str, int, float]:
    """Return how many values a function takes, in words, and the least and most."""
    code = function.__code__
    most: float = code.co_argcount - 1  # without the environment
    least = int(most) - len(function.__defaults__ or ())
    if code.co_flags & _VARIADIC:
        return "any number of values", least, inf
    return (
        (f"{least} to {most} values" if least < most else f"{least} value{'s' * (least != 1)}"),
        least,
        most,
    )
