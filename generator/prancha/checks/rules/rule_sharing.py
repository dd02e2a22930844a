"""Rule sets that games share: `components/_rules/*.yaml`, with parameters that each game fills in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from prancha.checks.rules.scope import is_list, show
from prancha.model.diagnostic import Document, Path, Place, suggestion

USE = "use"
USED = ("set", "with", "prefix")
SET = ("parameters", "rules")
PARAMETER = re.compile(r"\$\{(\w+)\}|\$(\w+)")
NAME = re.compile(r"[a-z0-9][a-z0-9-]*\Z")

Report = Callable[[Document, Path, str, str, str], None]


class WrittenRule(Struct, frozen=True):
    """A rule as it is written: where, in which file, and by which `use` it came here, if by one."""

    document: Document
    path: Path
    given: Any
    used: Place | None = None


def uses_sets(document: Document) -> bool:
    """Return whether a rules file asks for shared sets."""
    return any(isinstance(given, Mapping) and USE in given for given in _entries(document))


def written_rules(document: Document, sets: Mapping[str, Document], report: Report) -> Iterator[WrittenRule]:
    """Every rule of `document`, those of the sets it uses in the place of their `use`."""
    for number, given in enumerate(_entries(document)):
        path = ("rules", number)
        if isinstance(given, Mapping) and USE in given:
            yield from _Use(document, path, sets, report).rules(given)
        else:
            yield WrittenRule(document, path, given)


def _entries(document: Document) -> Any:
    data = document.data
    rules = data.get("rules") if isinstance(data, Mapping) else None
    return rules if is_list(rules) else ()


class _Use(Struct, frozen=True):
    document: Document
    path: Path
    sets: Mapping[str, Document]
    report: Report

    def rules(self, entry: Mapping[Any, Any]) -> Iterator[WrittenRule]:
        for key in entry:
            if key != USE:
                hint = 'write parameters inside "with:"'
                self._wrong((key,), "unknown-key", f'"{key}" cannot stand beside "use"', hint)
        given = entry[USE]
        if not isinstance(given, Mapping) or "set" not in given:
            hint = "write use: {set: name, with: {parameter: value}}"
            self._wrong((USE,), "bad-value", f'"use" must name a set, found {show(given)}', hint)
            return
        for key in given:
            if key not in USED:
                hint = suggestion(str(key), USED)
                self._wrong((USE, key), "unknown-key", f'"use" has no "{key}"', hint)
        prefix = given.get("prefix", "")
        if prefix != "" and not (isinstance(prefix, str) and NAME.match(prefix)):
            message = f"prefix {show(prefix)} must be lower case letters, digits and hyphens"
            self._wrong((USE, "prefix"), "bad-value", message, "")
            return
        name = str(given["set"])
        if name not in self.sets:
            message = f'there is no rule set "{name}"'
            hint = suggestion(name, self.sets) or "put it in components/_rules/, as a file NAME.yaml"
            self._wrong((USE, "set"), "rule-unknown-set", message, hint)
            return
        yield from self._filled(self.sets[name], name, given.get("with", {}), prefix)

    def _filled(self, shared: Document, name: str, given: Any, prefix: str) -> Iterator[WrittenRule]:
        data = shared.data
        if not isinstance(data, Mapping) or not is_list(data.get("rules")):
            message, hint = 'a rule set must hold a list "rules:"', "write rules: and a list below"
            self.report(shared, (), "bad-value", message, hint)
            return
        for key in data:
            if key not in SET:
                hint = suggestion(str(key), SET)
                self.report(shared, (key,), "unknown-key", f'unknown key "{key}"', hint)
        values = self._parameters(shared, name, given)
        if values is None:
            return
        used = self.document.place((*self.path, USE))
        for number, rule in enumerate(data["rules"]):
            path: Path = ("rules", number)
            if isinstance(rule, Mapping) and USE in rule:
                hint = "write its rules here, or use both in the game"
                self.report(shared, (*path, USE), "bad-value", "a rule set cannot use another", hint)
                continue
            filled = self._fill(shared, path, rule, values)
            if prefix and isinstance(filled, dict) and isinstance(filled.get("id"), str):
                filled["id"] = f"{prefix}-{filled['id']}"
            yield WrittenRule(shared, path, filled, used)

    def _parameters(self, shared: Document, name: str, given: Any) -> dict[str, Any] | None:
        """The set's parameters: those given over those it proposes; None after telling what is wrong."""
        known = shared.data.get("parameters", {})
        if not isinstance(known, Mapping) or not isinstance(given, Mapping):
            message, hint = "parameters must be names and values", "write {name: value}; null for one to give"
            if isinstance(given, Mapping):
                self.report(shared, ("parameters",), "bad-value", message, hint)
            else:
                self._wrong((USE, "with"), "bad-value", message, hint)
            return None
        fine = True
        for key in given:
            if key not in known:
                message = f'the set {name} has no parameter "{key}"'
                hint = suggestion(str(key), map(str, known))
                self._wrong((USE, "with", key), "unknown-key", message, hint)
                fine = False
        values = {str(key): value for key, value in {**known, **given}.items()}
        missing = [key for key, value in values.items() if value is None]
        if missing:
            message = f"the set {name} needs {', '.join(missing)}"
            hint = f"add with: {{{missing[0]}: ...}}"
            self._wrong((USE, "with"), "missing-key", message, hint)
            fine = False
        return values if fine else None

    def _fill(self, shared: Document, path: Path, value: Any, values: Mapping[str, Any]) -> Any:
        """`value` with `$name` replaced: by the parameter itself where it stands alone, else by its text."""
        if isinstance(value, Mapping):
            return {
                self._key(shared, (*path, key), key, values): self._fill(shared, (*path, key), inner, values)
                for key, inner in value.items()
            }
        if is_list(value):
            return [self._fill(shared, (*path, number), part, values) for number, part in enumerate(value)]
        if not isinstance(value, str) or "$" not in value:
            return value
        unknown = {a or b for a, b in PARAMETER.findall(value)} - values.keys()
        for name in sorted(unknown):
            hint = suggestion(name, values) or "add it to parameters:"
            self.report(shared, path, "bad-value", f'this set has no parameter "{name}"', hint)
        if unknown:
            return value
        alone = PARAMETER.fullmatch(value)
        if alone:
            return values[alone[1] or alone[2]]
        return PARAMETER.sub(lambda found: show(values[found[1] or found[2]]), value)

    def _key(self, shared: Document, path: Path, key: Any, values: Mapping[str, Any]) -> Any:
        filled = self._fill(shared, path, key, values)
        if not isinstance(filled, Mapping) and not is_list(filled):
            return filled
        message, hint = f'"{key}" is the name of a key here, found {show(filled)}', "give one word or number"
        self.report(shared, path, "bad-value", message, hint)
        return key

    def _wrong(self, path: Path, code: str, message: str, hint: str) -> None:
        self.report(self.document, (*self.path, *path), code, message, hint)
