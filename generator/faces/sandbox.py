"""The Jinja environment of templates: a sandbox with bounds on work and size.

A game folder is data from a stranger: it must not reach Python, read files, or
grow without bound.  Ceilings here end the honest mistakes and the plain bombs.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from jinja2 import StrictUndefined, Template, Undefined, nodes, pass_context
from jinja2.environment import TemplateModule
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing
from markupsafe import Markup

from generator.faces.faults import FaceError, LimitError, MissingNameError
from generator.faces.loader import FolderLoader
from generator.model.diagnostic import suggestion

MAX_STEPS = 300_000
MAX_TEXT = 4_000_000
MAX_BITS = 4096
MAX_LIST = 100_000

# Padding and formatting take a width from the text; templates have label() and n() for that.
_BANNED_TEXT_METHODS = frozenset(
    (
        "center",
        "expandtabs",
        "format",
        "format_map",
        "ljust",
        "rjust",
        "translate",
        "zfill",
        "join",
        "replace",
    )
)
_BANNED_FILTERS = (
    "center", "format", "indent", "pprint", "random", "urlize", "wordwrap", "xmlattr", "batch", "slice",
    "filesizeformat", "forceescape",
)  # fmt: skip
_BANNED_GLOBALS = ("lipsum", "cycler", "joiner")


class Record(dict[str, Any]):
    """A mapping whose keys templates read as attributes; `what` names it in messages."""

    __slots__ = ("what",)

    def __init__(self, what: str, values: Mapping[str, Any]) -> None:
        self.what = what
        super().__init__(values)


class Missing(StrictUndefined):
    """A name or field nobody defines; any use of it is an error with a suggestion."""

    __slots__ = ()

    def __init__(
        self, hint: str | None = None, obj: Any = missing, name: str | None = None, exc: Any = None
    ) -> None:
        del exc
        super().__init__(hint, obj, name)
        # Every forbidden use ends in `raise self._undefined_exception(message)`.
        self._undefined_exception = self._error  # type: ignore[assignment]

    def _error(self, message: str) -> MissingNameError:
        del message
        name, owner = str(self._undefined_name), self._undefined_obj
        if self._undefined_hint:
            return MissingNameError(self._undefined_hint)
        if owner is missing:
            return MissingNameError(f'"{name}" is not defined', name=name)
        if isinstance(owner, TemplateModule):
            macros = [key for key in vars(owner) if not key.startswith("_")]
            return MissingNameError(
                f'the template "{owner.__name__}" has no "{name}"', suggestion(name, macros)
            )
        if isinstance(owner, dict):
            what = owner.what if isinstance(owner, Record) else "a mapping"
            return MissingNameError(f'{what} has no "{name}"', suggestion(name, map(str, owner)))
        if isinstance(owner, (list, tuple)):
            return MissingNameError(f"a list of {len(owner)} has no number {name}; the first is 0")
        return MissingNameError(f'a value of kind {type(owner).__name__} has no "{name}"')


class FaceEnvironment(ImmutableSandboxedEnvironment):
    """A sandbox that reads mapping keys before methods, and counts loop turns and calls."""

    intercepted_binops = frozenset(("*", "**", "+", "%"))

    def __init__(self, loader: FolderLoader) -> None:
        super().__init__(
            loader=loader, autoescape=True, undefined=Missing, trim_blocks=True, lstrip_blocks=True,
            auto_reload=False, cache_size=-1, finalize=_written,
        )  # fmt: skip
        self.steps = 0
        for name in _BANNED_FILTERS:
            self.filters.pop(name, None)
        for name in _BANNED_GLOBALS:
            self.globals.pop(name, None)
        for name in ("join", "replace"):
            self.filters[name] = _bounded(self.filters[name])
        self.filters["counted"] = _counted
        self.filters["kept_short"] = _kept_short

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A mapping's own key wins over a method of the same name, such as `item.values`."""
        if isinstance(obj, dict) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Refuse what the sandbox refuses, and text methods that pad or format."""
        if isinstance(obj, str) and attr in _BANNED_TEXT_METHODS:
            return False
        if isinstance(obj, Template):
            return False
        return super().is_safe_attribute(obj, attr, value)

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        """Call as the sandbox does; every call is a step, and no result may be endless."""
        __self.step()
        result = super().call(__context, __obj, *args, **kwargs)
        return _kept_short(result) if isinstance(result, str) else result

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:  # noqa: ARG002
        """Refuse powers, repetitions and sums whose result would be huge."""
        _check_size(operator, left, right)
        return _OPERATORS[operator](left, right)

    def step(self) -> None:
        """Count one loop turn or call.  Raises LimitError when a face takes too many."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise LimitError(
                f"the template takes more than {MAX_STEPS} steps for one face",
                "is a loop inside a loop larger than meant?",
            )

    def get_template(self, name: Any, parent: str | None = None, globals: Any = None) -> Template:
        """Get a template, compiled once; an include is a step."""
        self.step()
        return super().get_template(name, parent, globals)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for loop in tree.find_all(nodes.For):
            loop.iter = nodes.Filter(loop.iter, "counted", [], [], None, None, lineno=loop.lineno)
        for block in tree.find_all(nodes.AssignBlock):
            block.filter = nodes.Filter(block.filter, "kept_short", [], [], None, None, lineno=block.lineno)
        for joined in list(tree.find_all(nodes.Concat)):
            inner = nodes.Concat(joined.nodes, lineno=joined.lineno)
            joined.nodes = [nodes.Filter(inner, "kept_short", [], [], None, None, lineno=joined.lineno)]
        tree.set_environment(self)
        return tree


# With the context passed, Jinja does not fold constants and so cannot bypass the check.
@pass_context
def _written(_context: Context, value: Any) -> Any:
    """What `{{ }}` writes: texts and numbers; anything else would print as Python sees it."""
    if isinstance(value, (str, int, float)) or hasattr(value, "__html__"):
        return value
    if isinstance(value, Undefined):
        return str(value)  # raises, naming what is missing; an `if` without `else` is nothing
    if value is None:
        raise FaceError("nothing (null) is written here", "give a value, or ask `is not none` first")
    if callable(value):
        raise FaceError("a call is written without its brackets", "add ( ) with its arguments")
    kind = "mapping" if isinstance(value, dict) else "list"
    raise FaceError(f"a {kind} is written here as if it were a text", "write its parts, or use |join")


_OPERATORS = {"*": operator.mul, "**": operator.pow, "+": operator.add, "%": operator.mod}


@pass_context
def _counted(context: Context, values: Iterable[Any]) -> Iterable[Any]:
    environment = context.environment
    assert isinstance(environment, FaceEnvironment)
    if isinstance(values, Missing):
        return iter(values)  # raises, naming what is missing
    if hasattr(values, "__len__"):
        return _Counted(values, environment)
    return _turns(values, environment)


class _Counted:
    """A loop's values with a length, so that loop.length and loop.last need not read ahead."""

    __slots__ = ("_environment", "_values")

    def __init__(self, values: Any, environment: FaceEnvironment) -> None:
        self._values, self._environment = values, environment

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Any]:
        return _turns(self._values, self._environment)


def _turns(values: Iterable[Any], environment: FaceEnvironment) -> Iterator[Any]:
    for value in values:
        environment.step()
        yield value


def _kept_short(text: Any) -> Any:
    if len(text) > MAX_TEXT:
        raise LimitError(f"the template writes a text of more than {MAX_TEXT} characters")
    return text


def _bounded(inner: Any) -> Any:
    def filtered(*args: Any, **kwargs: Any) -> Any:
        values = [arg for arg in args if isinstance(arg, (str, list, tuple))]
        if sum(len(v) for v in values) > MAX_LIST:
            raise LimitError("the template joins or replaces in too long a text")
        return _kept_short(inner(*args, **kwargs))

    for mark in ("jinja_pass_arg",):
        if hasattr(inner, mark):
            setattr(filtered, mark, getattr(inner, mark))
    return filtered


def _check_size(sign: str, left: Any, right: Any) -> None:
    if isinstance(left, Missing) or isinstance(right, Missing):
        return
    if sign == "%" and isinstance(left, (str, Markup)):
        raise LimitError(
            "texts are not formatted with % in templates", "write numbers with n(), join texts with ~"
        )
    if sign == "+":
        if isinstance(left, (str, list, tuple)) and isinstance(right, (str, list, tuple)):
            _room(len(left) + len(right), left)
        return
    if sign == "*":
        for value, times in ((left, right), (right, left)):
            if isinstance(value, (str, list, tuple, bytes)) and isinstance(times, int):
                _room(len(value) * max(0, times), value)
    if isinstance(left, int) and isinstance(right, int):
        bits = left.bit_length() + right.bit_length() if sign == "*" else left.bit_length() * abs(right)
        if sign in ("*", "**") and bits > MAX_BITS:
            raise LimitError(f"the number {sign} gives is too large")


def _room(length: int, kind: Any) -> None:
    most = MAX_TEXT if isinstance(kind, (str, bytes)) else MAX_LIST
    if length > most:
        raise LimitError(
            f"the template makes a text or list of {length} parts", f"at most {most} are allowed"
        )
