"""Operators of expressions; refuse what could grow without bound or hide a mistake of type."""

# ruff: noqa: ARG001 - entries of one table share one signature

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from prancha.expression.environment import Environment, ExpressionError, show_briefly
from prancha.model.game import Item
from prancha.model.values import MISSING, is_list, is_number, own

LARGEST = 10**18
"""No count in a box is larger; keeps products from growing without bound."""

Binary = Callable[[Environment, Any, Any], Any]


def _add(env: Environment, left: Any, right: Any) -> Any:
    if is_list(left) and is_list(right):
        env.spend(len(left) + len(right))
        return [*left, *right]
    if isinstance(left, str) and isinstance(right, str):
        env.spend(len(left) + len(right))
        return left + right
    return _bounded(operator.add(*_numbers("+", left, right)))


def _arithmetic(sign: str, work: Callable[[Any, Any], Any]) -> Binary:
    def apply(env: Environment, left: Any, right: Any) -> Any:
        numbers = _numbers(sign, left, right)
        if sign in ("/", "//", "%") and numbers[1] == 0:
            raise ExpressionError(f"division by zero: {left} {sign} {right}")
        return _bounded(work(*numbers))

    return apply


def _numbers(sign: str, left: Any, right: Any) -> tuple[Any, Any]:
    for value in (left, right):
        if not is_number(value):
            raise ExpressionError(
                f"{sign} takes numbers, found {show_briefly(left)} {sign} {show_briefly(right)}",
                _empty_hint(left, right),
            )
    return left, right


def _empty_hint(left: Any, right: Any) -> str:
    if left is not None and right is not None:
        return ""
    return "null is an empty value: fill it, or ask first, such as: cost != null and cost > 1"


def _bounded(value: Any) -> Any:
    if abs(value) > LARGEST:
        raise ExpressionError("a number grew beyond 10^18")
    return value


def _order(sign: str, compare: Callable[[Any, Any], bool]) -> Binary:
    def apply(env: Environment, left: Any, right: Any) -> bool:
        _weigh(env, left, right)
        try:
            return compare(left, right)
        except TypeError:
            raise ExpressionError(
                f"cannot compare {show_briefly(left)} {sign} {show_briefly(right)}", _empty_hint(left, right)
            ) from None

    return apply


def _equal(env: Environment, left: Any, right: Any) -> bool:
    _weigh(env, left, right)
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
    raise ExpressionError(f'"in" looks into a list, mapping, text or item, found {show_briefly(whole)}')


def _weigh(env: Environment, left: Any, right: Any) -> None:
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
