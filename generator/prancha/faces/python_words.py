"""Translate errors that Python raises for a template's mistake into the words of template authors.

Python has no other word for them than their texts, which change with its version: test_python_words.py raises
every one that is matched here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from prancha.model.diagnostic import nearest

_KINDS = {
    **dict.fromkeys(("int", "float", "WrittenInt", "WrittenFloat"), "a number"),
    **dict.fromkeys(("str", "Markup"), "a text"),
    **dict.fromkeys(("list", "tuple"), "a list"),
    **dict.fromkeys(("dict", "Record", "Watched", "Late"), "a mapping"),
    **dict.fromkeys(("method", "function", "builtin_function_or_method"), "a call without its brackets"),
    "NoneType": "nothing",
    "bool": "true or false",
}
_LIKELY: Mapping[str, str] = {
    "colour": "fill",
    "color": "fill",
    "fontsize": "size",
    "font_size": "size",
    "angle": "turn",
    "rotate": "turn",
    "rotation": "turn",
    "anchor": "align",
    "bold": "weight",
    "w": "width",
    "h": "height",
}
"""What other programs call what an argument of ours is."""
_WEIGHTS: Mapping[str, int] = {
    "thin": 100,
    "light": 300,
    "normal": 400,
    "regular": 400,
    "medium": 500,
    "semibold": 600,
    "bold": 700,
    "black": 900,
}
_AS_NUMBER = "numbers in quotes are texts, of which |float makes a number"
_PAIRS = "write [[x, y], [x, y]]"
_SPLIT = "move the inner ones to a macro"
_MISTAKES: tuple[tuple[str, str, str], ...] = (
    (
        r"unsupported operand type\(s\) for (\S+)(?: or pow\(\))?: '(\w+)' and '(\w+)'",
        "{0} does not go with {1} and {2}",
        "join texts with ~; numbers in quotes are texts",
    ),
    (r"can only concatenate (\w+) \(not \"(\w+)\"\)", "+ does not go with {0} and {1}", "join texts with ~"),
    (r"'(\S+)' not supported between instances of '(\w+)' and '(\w+)'", "{1} {0} {2} cannot be compared", ""),
    (r"bad operand type for (?:unary )?(\w+|.)(?:\(\))?: '(\w+)'", "{0} does not go with {1}", _AS_NUMBER),
    (r"can't multiply .* '(\w+)'", "* does not go with a text or a list and {0}", _AS_NUMBER),
    (r"'(\w+)' object is not iterable", "{0} has no parts to walk over", "a for needs a list"),
    (r"'(\w+)' object is not callable", "{0} is called as if it were a macro", "is a name used twice?"),
    (r"'(\w+)' object is not (?:subscriptable|reversible)", "{0} has no parts", ""),
    (r"object of type '(\w+)' has no len\(\)", "{0} has no length", ""),
    (r"'(\w+)' object .* as an integer", "{0} is no whole number", "write it without quotes, or with |int"),
    (r"must be real number, not (\w+)", "{0} is no number", "write it without quotes"),
    (r"Unknown format code 'f' for object of type '(\w+)'", "{0} is no number", "write it without quotes"),
    (r"unsupported format string passed to (\w+)\.__format__", "{0} is no number", "write one"),
    (r"type (\w+) doesn't define __round__ method", "{0} cannot be rounded", _AS_NUMBER),
    (r"argument of type '(\w+)' is not iterable", "nothing can be in {0}", "ask a list or a text"),
    (r"'in <string>' .* not (\w+)", "{0} cannot be in a text", "write it as a text, with |string"),
    (r"'(\w+)' object has no attribute 'items'", "{0} is no mapping", ""),
    (r"cannot unpack non-iterable (\w+) object", "{0} is no pair", _PAIRS),
    (r"(?:not enough|too many) values to unpack.*", "a point is no pair of numbers", _PAIRS),
    (r"cannot convert dictionary update sequence.*", "a list is no mapping", "write {name: value}"),
    (r"slice indices must be integers.*", "a part is cut out by whole numbers", "such as [0:3]"),
    (r"attribute name .* not '(\w+)'", "the name of a field is {0}, not a text", "put it in quotes"),
    (r"not all arguments converted.*", "a text is no number", _AS_NUMBER),
    (r"(?:strip arg|startswith|endswith|must be str).*", "a text is wanted", "put it in quotes"),
    (r"missing \d+ required (?:positional|keyword-only) arguments?: (.*)", "it lacks {0}", ""),
    (r"(?:takes .*argument.*\(0 given\)|expected .*argument.*got [01])\Z", "it lacks a value", ""),
    (r"takes .*argument.*\d+ .*given", "there are more values than it takes", ""),
    (r"(?:cannot use|unhashable type:) '(\w+)'.*", "{0} cannot be a key", ""),
    (r"math domain error", "there is no such number, as of the root of -1", ""),
    (r"substring not found", "the text that is looked for is not there", ""),
    (r"too many statically nested blocks", "for and if stand more than 20 deep in each other", _SPLIT),
    (r"too many levels of indentation", "blocks stand more than 100 deep in each other", _SPLIT),
    (r"too many nested parentheses.*", "brackets stand too deep in each other", "set a part of it first"),
    (r"keyword argument repeated: (\w+)", 'the argument "{0}" is given twice', "delete one"),
    (r"duplicate argument 'l_\d+_(\w+)'.*", 'a macro has two arguments called "{0}"', "rename one"),
)
_CALLED = re.compile(
    r"(?:\w+\.)?(?:sync_)?(?:do_|test_)?(\w+?)(?:\(\))? (?=takes |missing |expected (?:at least )?\d)"
)
"""The name of a filter, test or method with which Python begins an error about its arguments."""
_NAMES = {"mark_safe": "safe", "soft_str": "string", "len": "length"}
"""What templates call filters that have another name in Python."""
_FORMATS = "write numbers with n(), join texts with ~"
_METHODS = {
    "join": "write list|join(', ')",
    "replace": "write text|replace('a', 'b')",
    "center": "align= and width= place a text",
}
"""What to write for methods of texts that templates do not have."""
_DIVISOR = re.compile(r"(?://?|%(?![}\w]*%))\s*(\([^()]*\)|[A-Za-z_][\w.]*(?:\[[^\]]*\])?(?:\([^()]*\))?)")


def find_divisor(lines: Sequence[str]) -> str:
    """Return the divisor on lines of a template, for a message: `: item.count is 0`."""
    inside = (part for line in lines for part in re.findall(r"\{[{%](.*?)[}%]\}", line))
    found = list(dict.fromkeys(match for part in inside for match in _DIVISOR.findall(part)))
    if not found:
        return ""
    return f": {found[0]} is 0" if len(found) == 1 else f": one of {', '.join(found)} is 0"


def translate_call_error(said: str, call: Callable[..., Any]) -> tuple[str, str]:
    """A message and a hint for what Python says of the arguments of a call."""
    strange = re.search(r"unexpected keyword argument '(\w+)'", said)
    if not strange:
        return _translate(said)
    from inspect import signature

    known = list(signature(call).parameters)
    likely = _LIKELY.get(strange[1], "")
    near = likely if likely in known else nearest(strange[1], known)
    return (
        f'it takes no "{strange[1]}"',
        f'did you mean "{near}"?' if near else f"it takes {', '.join(known)}",
    )


def quote_hint(argument: str, word: str) -> str:
    """Return a hint for an argument whose word lacks its quotes."""
    if argument == "weight" and word in _WEIGHTS:
        return f"write weight={_WEIGHTS[word]}"
    return f'put it in quotes: {argument}="{word}"'


def translate_error(error: Exception) -> tuple[str, str]:
    """A message and a hint for what Python raised while a template was read or drawn."""
    said = error.msg or "" if isinstance(error, SyntaxError) else str(error)
    if isinstance(error, ZeroDivisionError):
        return "division by zero", "ask first whether the divisor is 0"
    if isinstance(error, NameError):  # Jinja writes numbers such as 1e999 as a name of its own
        return "a number is too large to be worked with", ""
    if isinstance(error, OverflowError):
        return "a number grew too large to be worked with", ""
    if isinstance(error, OSError):
        return f"a file cannot be read: {error.strerror or 'its name is none that a file can have'}", ""
    called = _CALLED.match(said)
    message, hint = _translate(said[called.end() :] if called else said)
    if message:
        return f"{_NAMES.get(called[1], called[1])}: {message}" if called else message, hint
    if isinstance(error, ValueError):
        return said, ""
    what = "it cannot be read" if isinstance(error, SyntaxError) else "this cannot be worked out"
    return f"{what}: {said or type(error).__name__}", ""


def kind(value: object) -> str:
    """Return the kind of a value in the words of template authors: `a text`, `a number`."""
    return _KINDS.get(type(value).__name__, "a value")


def lacks_method(owner: object, method: str) -> str:
    """A message for a method that templates do not have."""
    return f"{kind(owner)} has no {method} in templates"


def method_hint(owner: object, method: str) -> str:
    """A hint for a method of texts that templates do not have; "" for others."""
    return _METHODS.get(method, _FORMATS) if isinstance(owner, str) and method[:1] != "_" else ""


def _translate(said: str) -> tuple[str, str]:
    for pattern, message, hint in _MISTAKES:
        found = re.match(pattern, said)
        if found:
            return message.format(*(_KINDS.get(part, part) for part in found.groups())), hint
    return "", ""
