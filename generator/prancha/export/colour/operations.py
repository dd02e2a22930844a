"""Content streams of faces as operations, one at a time: operands and operator (ISO 32000-1, 7.8.2).

Only what `prancha.render` writes is known; a whole text object, and a whole path, is one operation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

TEXT, PATH = b"BT", b"m"
"""The operators that stand for a whole text object, and for all that builds a path."""
_STRING = rb"\((?:[^()\\]+|\\.)*\)"
_NUMBER = rb"-?[\d.]+"
_OPERATION = re.compile(
    rb"""\s*(?:
      (?P<text>BT\s(?:[^()E]+|E(?!T(?:\s|$))|(?<=\S)E|STRING)*ET(?=\s|$))
    | (?P<path>(?:(?:NUMBER\s+){2,6}(?:m|l|c|v|y|re)(?=\s|$)\s*|h(?=\s|$)\s*)+)
    | (?P<operands>(?:(?:NUMBER|/[^\s/<>\[\]()]+|\[[^\[\]]*\])\s+)*)(?P<operator>[A-Za-z]+\*?)(?=\s|$)
    )""".replace(b"STRING", _STRING).replace(b"NUMBER", _NUMBER),
    re.VERBOSE | re.DOTALL,
)
PAINTS = frozenset((b"f", b"f*", b"B", b"B*", b"S"))
"""What paints a path."""
KNOWN = PAINTS | frozenset(b"q Q cm w J j M d gs rg RG cs CS scn SCN W W* n Do sh".split())


class Operation(NamedTuple):
    """One operation; `source` is all of it as it stands in the stream."""

    operator: bytes
    operands: tuple[bytes, ...]
    source: bytes

    def numbers(self) -> tuple[float, ...]:
        """Its operands as numbers."""
        return tuple(map(float, self.operands))

    @property
    def name(self) -> str:
        """The resource that it names."""
        return self.operands[-1][1:].decode()


def operations(content: bytes) -> Iterator[Operation]:
    """The operations of a content stream.

    Raises ValueError for what `prancha.render` does not write, which nothing may pass over.
    """
    at = 0
    end = len(content.rstrip())
    while at < end:
        found = _OPERATION.match(content, at)
        if found is None:
            raise ValueError(f"an operation that is not known: {content[at : at + 60]!r}")
        at = found.end()
        if (text := found["text"]) is not None:
            yield Operation(TEXT, (), text)
        elif (path := found["path"]) is not None:
            yield Operation(PATH, (), path.rstrip())
        else:
            operator = found["operator"]
            if operator not in KNOWN:
                raise ValueError(f"an operator that is not known: {operator.decode('latin-1')}")
            operands = _OPERAND.findall(found["operands"])
            yield Operation(operator, tuple(operands), found["operands"] + operator)


_OPERAND = re.compile(rb"\[[^\[\]]*\]|[^\s\[\]]+")


def scale_of(numbers: tuple[float, ...]) -> float:
    """How many times a matrix enlarges lengths, both ways taken together."""
    a, b, c, d, *_ = numbers
    return float(abs(a * d - b * c) ** 0.5)
