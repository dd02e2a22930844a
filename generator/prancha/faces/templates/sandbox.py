"""The Jinja environment of templates: a sandbox with bounds on work and size.

A game folder is data from a stranger: it must not reach Python, read files, or
grow without bound.  The ceilings end honest mistakes and plain bombs.
"""

from __future__ import annotations

import operator
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from functools import wraps
from types import CodeType, TracebackType
from typing import Any

from jinja2 import Template, Undefined, nodes, pass_context
from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context, LoopContext
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace
from markupsafe import Markup

from prancha.faces.faults import FaceError, LimitError
from prancha.faces.python_words import lacks_method, translate_call_error
from prancha.faces.templates.context_values import (
    MissingName,
    Record,
    case_filters,
    find_lost_argument,
    refuse_change,
    refuse_value,
)
from prancha.faces.templates.loader import LIBRARY, CompiledTemplates, FolderLoader

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


# Padding and formatting take a width from the text; templates have label() and n() for that.
_BANNED_TEXT_METHODS = frozenset(
    "center expandtabs format format_map join ljust replace rjust translate zfill".split()
)
_BANNED_FILTERS = (
    "batch center filesizeformat forceescape format indent pprint random slice urlize wordwrap xmlattr"
).split()
_BANNED_GLOBALS = ("lipsum", "cycler", "joiner")
_RECORD_METHODS = ("get", "items", "keys", "values")

MOST_NOTED = 20
"""Mistakes reported for one face at most."""
TAKES = "prancha help templates tells what it takes"
_PICTURES = ("png", "jpg", "jpeg", "webp", "svg")
_AMISS = (TypeError, AttributeError, ZeroDivisionError, OverflowError)
_PLAIN = (LoopContext, TemplateModule, Namespace)
"""What has nothing to hide but what begins with `_`."""
_NONE = object()
_FATAL = (LimitError, MemoryError, RecursionError, SecurityError)


class FaceTemplate(Template):
    """A template whose module, when others import it, is made anew for each face.

    A face must not depend on which were drawn before it: a module may hold a counter, or a list that the
    first reading uses up.
    """

    _made_for = -1

    # Jinja has no public hook for this: pyproject.toml bounds its version, and test_sandbox.py tests it.
    # It passes `ctx` for globals that only the importing template has; here all have the same.
    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:  # noqa: ARG002
        environment: Any = self.environment  # a FaceEnvironment, which makes these
        if self._made_for != environment.face:
            self._module, self._made_for = None, environment.face
        return super()._get_default_module()


class FaceEnvironment(ImmutableSandboxedEnvironment):
    """A sandbox that reads mapping keys before methods, and counts loop turns and calls."""

    template_class = FaceTemplate
    intercepted_binops = frozenset(("*", "**", "+", "%"))

    def __init__(self, loader: FolderLoader, language: str = "") -> None:
        super().__init__(
            loader=loader,
            autoescape=True,
            undefined=MissingName,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            cache_size=-1,
            finalize=_write_value,
            bytecode_cache=CompiledTemplates(LIBRARY),
            optimized=False,  # a constant is worked out when it is drawn: reading takes a fifth less
        )
        self.steps = 0
        self.face = 0
        self.used: set[str] = set()
        self.noted: list[Exception] = []
        self._drawing: tuple[Callable[..., Any], ...] = ()
        self._own: dict[int, Callable[..., Any]] = {}
        for name in _BANNED_FILTERS:
            self.filters.pop(name, None)
        for name in _BANNED_GLOBALS:
            self.globals.pop(name, None)
        for name in ("join", "replace"):
            self.filters[name] = bound_filter(self.filters[name])
        self.filters[COUNTED] = _count_loop
        self.filters[SHORT] = check_length
        self.filters.update(case_filters(language))

    def give(self, words: Mapping[str, Any]) -> None:
        """Let all templates see `words`."""
        self.globals.update(words)
        # Our own are safe, and want no context: the sandbox need not look at them at every call.
        self._own.update((id(word), word) for word in words.values() if callable(word))

    def let_draw(self, calls: Mapping[str, Callable[..., Any]]) -> None:
        """Give templates calls that only draw: where one fails, that is noted, and the template goes on."""
        self.give(calls)
        self._drawing += tuple(calls.values())

    def note(self, error: Exception) -> None:
        """Keep what is wrong with a face, with the lines of templates that led to it.

        Raises it where going on is no use, or was for long enough.
        """
        if isinstance(error, _FATAL):
            raise error
        # What is caught here would know the way down alone.
        way, frame = error.__traceback__, sys._getframe(1)
        while frame.f_back is not None:
            if "__jinja_template__" in frame.f_globals:
                way = TracebackType(way, frame, frame.f_lasti, frame.f_lineno)
            frame = frame.f_back
        self.noted.append(error.with_traceback(way))
        if len(self.noted) == MOST_NOTED:
            raise error

    def _in_words(
        self, error: Exception, call: Any, args: Sequence[Any], named: Mapping[str, Any]
    ) -> Exception:
        """Translate an error of one of our own calls, using the name templates know it by."""
        name = next((name for name, each in self.globals.items() if each is call), "")
        if not name:
            return error
        lost = find_lost_argument(args, named)
        if lost is not None:
            return lost.with_traceback(error.__traceback__)
        if not isinstance(error, _AMISS):
            return error
        said = str(error).replace(f"{getattr(call, '__qualname__', name)}() ", "")
        words, hint = translate_call_error(said, call)
        told = FaceError(f"{name}() cannot use what it is given: {words or said}", hint or TAKES)
        return told.with_traceback(error.__traceback__)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A mapping's own key wins over a method of the same name, such as `item.values`."""
        kind = type(obj)
        if kind in _PLAIN and not attribute.startswith("_"):
            value = getattr(obj, attribute, _NONE)
            if value is not _NONE:
                return value
        if isinstance(obj, dict) and dict.__contains__(obj, attribute):
            return obj[attribute]
        if isinstance(obj, MissingName) and attribute in _PICTURES:
            raise obj.file_name(attribute)
        if isinstance(obj, Record) and attribute not in _RECORD_METHODS:
            return self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Refuse what the sandbox refuses, and text methods that pad or format."""
        if isinstance(obj, str) and attr in _BANNED_TEXT_METHODS:
            return False
        if isinstance(obj, Template):
            return False
        return super().is_safe_attribute(obj, attr, value)

    def unsafe_undefined(self, obj: Any, attribute: str) -> Undefined:
        """Tell who gathers values in a list how that is done where values do not change."""
        refuse_change(obj, attribute)
        return self.undefined(lacks_method(obj, attribute), name=attribute, obj=obj)

    def wrap_str_format(self, value: Any) -> None:
        """Give no safer `format`: even that pads to any width."""

    def call(self, context: Context, called: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call as the sandbox does; every call is a step, and no result may be endless."""
        self.step()
        try:
            if id(called) in self._own:
                kwargs.pop("_loop_vars", None)
                kwargs.pop("_block_vars", None)
                result = called(*args, **kwargs)
            else:
                result = super().call(context, called, *args, **kwargs)
        except Exception as error:  # whatever a call raises, the template asked for it
            told = self._in_words(error, called, args, kwargs)
            if not any(called is each for each in self._drawing):
                raise told from None
            self.note(told)
            return Markup()
        return check_length(result) if isinstance(result, str) and len(result) > MAX_TEXT else result

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:  # noqa: ARG002
        """Refuse powers, repetitions and sums whose result would be huge."""
        return calculated(operator, left, right)

    def step(self) -> None:
        """Count one loop turn or call.  Raises LimitError when a face takes too many."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise LimitError(
                f"the template takes more than {MAX_STEPS} steps for one face",
                "is a loop inside a loop larger than meant?",
            )

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Give templates the globals as they are: a face reads all of them, and a ChainMap one by one."""
        return super().make_globals(d) if d else self.globals

    def get_template(self, name: Any, parent: str | None = None, globals: Any = None) -> Template:
        """Get a template, compiled once; an include is a step."""
        self.step()
        if isinstance(name, str):
            self.join_path(name, "")
        return super().get_template(name, parent, globals)

    def join_path(self, template: str, parent: str) -> str:  # noqa: ARG002
        """Note a name that is looked for, whether there is such a template or not."""
        if isinstance(template, str):
            self.used.add(template)
        return template

    def _generate(
        self, source: nodes.Template, name: str | None, filename: str | None, defer_init: bool = False
    ) -> str:
        bound_nodes(source)
        return super()._generate(source, name, filename, defer_init)

    def _compile(self, source: str, filename: str) -> CodeType:
        with warnings.catch_warnings(action="ignore"):  # what Python says of `3[1]` is told in a drawing
            return super()._compile(source, filename)


# With the context passed, Jinja does not fold constants and so cannot bypass the check.
@pass_context
def _write_value(context: Context, value: Any) -> Any:
    """Return what `{{ }}` writes: texts and numbers; anything else would print as Python sees it."""
    if isinstance(value, (str, int, float)) or hasattr(value, "__html__"):
        return value
    environment = context.environment
    assert isinstance(environment, FaceEnvironment)
    try:
        return refuse_value(value)
    except Exception as error:  # of what is missing, whatever its name says
        environment.note(error)
        return ""


@pass_context
def _count_loop(context: Context, values: Iterable[Any]) -> Iterable[Any]:
    environment = context.environment
    assert isinstance(environment, FaceEnvironment)
    return CountedLoop(values, environment.step)
