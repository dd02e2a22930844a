"""One rule of rules.yaml, its parameters read with care, and the findings it makes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from textwrap import dedent
from typing import Any, Literal

from msgspec import Struct, field

from prancha.checks.rules.scope import (
    GAME,
    NAMED,
    NOT_PRINTED,
    RuleScope,
    at_place,
    is_list,
    is_number,
    place,
    show,
)
from prancha.expression import (
    Environment,
    ExpressionError,
    FalsePart,
    Origin,
    find_fault,
    places_read,
    translate,
)
from prancha.model.diagnostic import Diagnostic, Document, Path, Place, Severity, UserError, suggestion
from prancha.model.game import Item
from prancha.model.values import line

Number = int | float
Of = Literal["copies", "items"]
Program = Callable[[Mapping[str, Any]], Any]


class BadRuleError(UserError):
    """A rule that cannot be checked as it is written."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        """Carry the diagnostic that takes the place of the rule's findings."""
        super().__init__(diagnostic.message, diagnostic.hint)
        self.diagnostic = diagnostic


class Rule(Struct, frozen=True):
    """A rule and its one check: `kind` with the parameters `given`, written at `path`.

    `says`, `source` and `fact` are for people; `code` is the code of its findings.  A rule of a shared
    set stands in the set's document and is `used` by the game's.
    """

    id: str
    says: str
    source: str
    fact: str
    severity: Severity
    kind: str
    code: str
    given: Mapping[str, Any]
    path: Path
    document: Document
    scope: RuleScope
    used: Place | None = None
    read: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)

    @property
    def place(self) -> Place:
        """The place of the rule's check in rules.yaml."""
        return self.document.place(self.path)

    def finding(
        self, message: str, items: Iterable[Item] = (), field: str = "", hint: str = ""
    ) -> Diagnostic:
        """A finding at the one item at fault (at its `field`), else at the rule."""
        items = tuple(items)
        tables = self._tables()
        if len(items) == 1:
            at, key = place(items[0], field), "" if items[0].family in NOT_PRINTED else items[0].key
        elif not items and len(set(tables.values())) == 1 and "family" not in self.given:
            at, key = next(iter(tables.values())), ""
        else:
            at, key = self.used or self.place, ""
        told = self._hint(message, tables)
        if not items:
            told += self._files()
        return Diagnostic(
            at,
            self.code,
            message=message,
            item=key,
            hint=f"{hint}; {told}" if hint else told,
            severity=self.severity,
        )

    def bad(self, code: str, key: str, message: str, hint: str = "") -> BadRuleError:
        """The rule itself is wrong, at its parameter `key`."""
        path = (*self.path, key) if key in self.given else self.path
        if self.used:
            hint = f"{hint}; used at {line(self.used)}".removeprefix("; ")
        return BadRuleError(
            Diagnostic(self.document.place(path), code, f"rule {self.id}: {message}", "", hint)
        )

    def need(self, key: str) -> Any:
        """The value of a parameter that must be there."""
        if key not in self.given:
            raise self.bad("missing-key", key, f'{self.kind} needs "{key}"', f'add "{key}:"')
        return self.given[key]

    def text(self, key: str) -> str:
        """A parameter that is a text, such as the name of a field."""
        value = self.need(key)
        if not isinstance(value, str) or not value:
            raise self._unfit(key, "a text", value)
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A parameter that is one text or a list of texts."""
        value = self.need(key)
        texts = tuple(value) if is_list(value) else (value,)
        if not texts or not all(isinstance(text, str) and text for text in texts):
            raise self._unfit(key, "a text or a list of texts", value)
        return texts

    def flag(self, key: str, default: bool) -> bool:
        """A parameter that is true or false."""
        value = self.given.get(key, default)
        if not isinstance(value, bool):
            raise self._unfit(key, "true or false", value)
        return value

    def choice(self, key: str, allowed: Sequence[str], default: str) -> str:
        """A parameter that is one of a few words."""
        value = self.given.get(key, default)
        if value not in allowed:
            hint = suggestion(str(value), allowed)
            raise self.bad(
                "bad-value", key, f'"{key}" is {show(value)}, not one of {", ".join(allowed)}', hint
            )
        return str(value)

    def of(self, default: Of = "copies") -> Of:
        """Return whether printed pieces or designs are counted."""
        return "items" if self.choice("of", ("copies", "items"), default) == "items" else "copies"

    def list(self, key: str) -> tuple[Any, ...]:
        """A parameter that is a list of values with at least one element."""
        value = self.need(key)
        if not is_list(value) or not value:
            raise self._unfit(key, "a list", value)
        return tuple(value)

    def mapping(self, key: str) -> Mapping[Any, Any]:
        """A parameter that is a mapping."""
        value = self.need(key)
        if not isinstance(value, Mapping):
            raise self._unfit(key, "a mapping", value)
        return value

    def number(self, key: str, extra: Mapping[str, Any] | None = None) -> Number:
        """A parameter that is a number or an expression that gives one."""
        return self.as_number(key, self.need(key), extra)

    def optional(self, key: str) -> Number | None:
        """A number that may be absent."""
        return self.number(key) if key in self.given else None

    def as_number(self, key: str, value: Any, extra: Mapping[str, Any] | None = None) -> Number:
        """`value`, found under the parameter `key`, as a number."""
        if isinstance(value, str):
            worked_out = self.evaluate(key, value, extra)
            if not is_number(worked_out):
                raise self.bad("bad-value", key, f'"{value}" gives {show(worked_out)}, not a number')
            return worked_out
        if not is_number(value):
            raise self._unfit(key, "a number or an expression", value)
        return value

    def evaluate(self, key: str, text: str, extra: Mapping[str, Any] | None = None) -> Any:
        """The value of an expression under the parameter `key`."""
        value = self.program(key, text, tuple(extra or ()))(extra or {})
        self.read.append((text, dict(extra or {})))
        return value

    def program(self, key: str, text: str, extra: Collection[str]) -> Program:
        """The expression `text`, compiled once, to be evaluated for many values of the names `extra`."""
        names = self.scope.names
        try:
            ready = translate(text, {*names, *extra})
        except ExpressionError as error:
            raise self._ill(key, text, error) from None

        def work_out(values: Mapping[str, Any]) -> Any:
            try:
                return ready.value(Environment({**names, **values}))
            except ExpressionError as error:
                raise self._ill(key, text, error) from None

        return work_out

    def fault(self, text: str, extra: Mapping[str, Any]) -> FalsePart | None:
        """Why the expression `text`, which is false, is so; None when looking for it fails."""
        names = {**self.scope.names, **extra}
        try:
            return find_fault(translate(text, names), names, self.scope.origins)
        except (ExpressionError, TypeError, ValueError, ArithmeticError):
            return None

    def _ill(self, key: str, text: str, error: ExpressionError) -> BadRuleError:
        spot = self.scope.origins.of(error.about)
        where = f"; look at {at_place(*spot)}" if spot else ""
        return self.bad("rule-bad-expression", key, f'in "{text}": {error}{where}', error.hint)

    def _unfit(self, key: str, expected: str, value: Any) -> BadRuleError:
        return self.bad("bad-value", key, f'"{key}" must be {expected}, found {show(value)}')

    def _hint(self, message: str, tables: Mapping[str, Place]) -> str:
        at = line(self.document.place(self.path))
        seen = [f"{path} ({line(where)})" for path, where in tables.items() if line(where) not in message]
        rule = f"{self.says} [{self.source}; {self.fact}] rule {self.id}" + (f" at {at}" if at else "")
        rule += f", used at {line(self.used)}" if self.used else ""
        return rule + (f"; see {', '.join(seen[:NAMED])}" if seen else "")

    def _files(self) -> str:
        """The places of the family files, for a finding about something absent."""
        names = self.texts("family") if "family" in self.given else ()
        families = [self.scope.families[name] for name in names if name in self.scope.families]
        return "".join(f"; {family.id} is at {line(family.place)}" for family in families)

    def _tables(self) -> dict[str, Place]:
        """The fields and tables that the rule's expressions read, with their places."""
        found = {
            path if item.family == GAME else f"{item.id}.{path}": place(item, path)
            for item, path in self._spots()
        }
        for path, where in self.scope.table_places(" ".join(_texts(self.given))).items():
            if not any(name == path or name.startswith(path + ".") for name in found):
                found[path] = where
        return found

    def _spots(self) -> Iterator[Origin]:
        for text, extra in self.read:
            names = {**self.scope.names, **extra}
            try:
                yield from places_read(translate(text, names), names, self.scope.origins)
            except ExpressionError:
                continue


class RuleCheck(Struct, frozen=True):
    """A kind of rule: the code of its findings, the parameters it knows, and why it is there.

    `check` yields what is wrong; it raises BadRuleError when the rule cannot be checked.
    """

    code: str
    parameters: frozenset[str]
    rationale: str
    check: Callable[[Rule], Iterator[Diagnostic]]


def rule_check(
    kind: str, parameters: frozenset[str]
) -> Callable[[Callable[[Rule], Iterator[Diagnostic]]], RuleCheck]:
    """Decorator: make the check of a kind of rule of a function whose docstring is the rationale."""
    code = f"rule-{kind.replace('_', '-')}"
    return lambda run: RuleCheck(code, parameters, dedent(f"    {(run.__doc__ or '').rstrip()}"), run)


def _texts(value: Any) -> Iterator[str]:
    """Every text inside a rule's parameters."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif is_list(value):
        for inner in value:
            yield from _texts(inner)
