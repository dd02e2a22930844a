"""Read rules.yaml: every rule with its one check, the values it leaves free, or what is wrong with it.

Values that a rules file leaves free are no facts, so no rule is asked to hold them:

    free:
      modifiers.board: "an example position, arranged for the picture"
      tables.wall: "how wide the joints are"
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from prancha.checks.rules.checks import CHECKS
from prancha.checks.rules.rule import Rule
from prancha.checks.rules.rule_sharing import written_rules
from prancha.checks.rules.scope import GAME, MISSING, RuleScope, is_list, reach, reader, show
from prancha.model.diagnostic import Diagnostic, Document, Path, Place, Severity, make_warning, suggestion
from prancha.model.game import Game
from prancha.model.values import line

FREE = "free"


def free(document: Document) -> tuple[str, ...]:
    """The dotted paths left free: `family.field`, `family.tables.x` or `tables.x`, with `*` for any."""
    given = document.data.get(FREE, {}) if isinstance(document.data, Mapping) else {}
    return tuple(map(str, given)) if isinstance(given, Mapping) else ()


def wrong_free(game: Game, document: Document) -> Iterator[Diagnostic]:
    """Yield what is wrong with the part: a path that leads nowhere hides nothing and reads as if it did."""
    given: Any = document.data.get(FREE, {}) if isinstance(document.data, Mapping) else {}
    at: Path = (FREE,)
    if not isinstance(given, Mapping):
        message = f'"free" must be paths and reasons, found {show(given)}'
        hint = 'write free: {family.field: "why"}'
        yield Diagnostic(document.place(at), "bad-value", message, "", hint)
        return
    for path, why in given.items():
        place = document.place((*at, path))
        if not _reasoned(why, game.languages):
            message = f'"{path}" needs a reason as text, found {show(why)}'
            yield Diagnostic(place, "bad-value", message, "", "say why no rulebook fixes it")
        if not _leads(game, str(path)):
            message = f'nothing in the catalogue is called "{path}"'
            yield Diagnostic(place, "rule-unknown-field", message, "", suggestion(str(path), _known(game)))


def _reasoned(why: Any, languages: Collection[str]) -> bool:
    texts = why.values() if isinstance(why, Mapping) and set(why) == set(languages) else [why]
    return all(isinstance(text, str) and text.strip() for text in texts)


def _leads(game: Game, path: str) -> bool:
    head, _, rest = path.partition(".")
    if head == "tables":
        return reach(game.tables, rest.split(".")) is not MISSING
    family = next((family for family in game.families if family.id == head), None)
    if family is None or not rest:
        return False
    if rest.startswith("tables."):
        return reach(family.tables, rest.split(".")[1:]) is not MISSING
    return any(reader(rest)(item) is not MISSING for item in family.items)


def _known(game: Game) -> list[str]:
    fields = {
        f"{family.id}.{name}" for family in game.families for item in family.items for name in item.fields
    }
    tables = {f"{family.id}.tables.{name}" for family in game.families for name in family.tables}
    return [*fields, *tables, *(f"tables.{name}" for name in game.tables)]


SAID = re.compile(r"(?<![\w.,])\d{1,18}(?!\w|[.,]\d)")
"""A whole number that stands alone: neither 1d6 nor 0.3.  One beyond 10^18 counts nothing."""
WRITTEN = re.compile(r"(?<!\d)\d{1,18}(?!\d)")


def unknown_numbers(sentence: str, given: Mapping[Any, Any], kind: str) -> list[int]:
    """Numbers of the sentence that neither the check `kind` of the rule nor its `why` holds, in their order.

    What a list or mapping of the check counts or adds up to is known, too: 4 entries, or 35 + 15 pieces.
    """
    known = _numbers(given[kind]) | _numbers(given.get("why", ""))
    return [number for number in dict.fromkeys(map(int, SAID.findall(sentence))) if number not in known]


def _numbers(value: Any) -> set[int]:
    if isinstance(value, bool) or value is None:
        return set()
    if isinstance(value, int):
        return {abs(value)}
    if isinstance(value, Mapping):
        inside = [*value, *value.values()]
        return {len(value), _total(list(value.values()))}.union(*map(_numbers, inside))
    if is_list(value):
        return {len(value), _total(value)}.union(*map(_numbers, value))
    return set(map(int, WRITTEN.findall(str(value))))


def _total(values: list[Any]) -> int:
    return sum(abs(value) for value in values if isinstance(value, int))


TOP = ("game", "rules", "free", "checks", "waive")
"""Keys of the file; the last two are settings of the checks of the printed face."""
HEAD = ("id", "says", "source", "fact", "why", "severity")
FACTS = ("stated", "derived", "assumed")
SEVERITIES: tuple[Severity, ...] = ("error", "warning")
ID = re.compile(r"[a-z0-9][a-z0-9-]*\Z")


def read(
    document: Document, scope: RuleScope, sets: Mapping[str, Document]
) -> tuple[list[Rule], list[Diagnostic]]:
    """The rules that can be checked, those of shared `sets` too, and a diagnostic for everything else."""
    return _RuleReader(document, scope, sets).read()


class _RuleReader:
    def __init__(self, document: Document, scope: RuleScope, sets: Mapping[str, Document]) -> None:
        self.main, self.scope, self.sets = document, scope, sets
        self.document = document
        self.used: Place | None = None
        self.wrong: list[Diagnostic] = []
        self.ids: dict[str, Place] = {}

    def read(self) -> tuple[list[Rule], list[Diagnostic]]:
        data = self.document.data
        # A game may have nothing but settings of the checks of its faces.
        if isinstance(data, Mapping) and "rules" not in data and any(key in TOP for key in data):
            data = {**data, "rules": []}
        if not isinstance(data, Mapping) or not is_list(data.get("rules")):
            message = 'a rules file must hold a list "rules:"'
            self.report((), "bad-value", message, "write rules: and a list below")
            return [], self.wrong
        for key in data:
            if key not in TOP:
                self.report((key,), "unknown-key", f'unknown key "{key}"', suggestion(str(key), TOP))
        game = data.get("game", self.scope.game.id)
        if game != self.scope.game.id:
            message = f"these are the rules of {show(game)}, in the folder of {self.scope.game.id}"
            self.report(("game",), "rule-other-game", message, "move the file, or correct its game:")
            return [], self.wrong
        found: list[Rule] = []
        for one in written_rules(self.main, self.sets, self.report_in):
            self.document, self.used = one.document, one.used
            if rule := self.rule(one.path, one.given):
                found.append(rule)
        self.document, self.used = self.main, None
        self.wrong += [*_of_another_game(found, self.main), *wrong_free(self.scope.game, self.main)]
        return found, self.wrong

    def report(self, path: Path, code: str, message: str, hint: str = "") -> None:
        if self.used:
            hint = f"{hint}; used at {line(self.used)}".removeprefix("; ")
        self.report_in(self.document, path, code, message, hint)

    def report_in(self, document: Document, path: Path, code: str, message: str, hint: str) -> None:
        self.wrong.append(Diagnostic(document.place(path), code, message, "", hint))

    def rule(self, path: Path, given: Any) -> Rule | None:
        if not isinstance(given, Mapping):
            self.report(path, "bad-value", f"a rule must be a mapping, found {show(given)}")
            return None
        before = len(self.wrong)
        name = self.identifier(path, given)
        says, source = self.says(path, given, name), self.words(path, given, name, "source")
        fact = self.one_of(path, given, name, "fact", FACTS)
        severity: Severity = (
            "warning" if self.one_of(path, given, name, "severity", SEVERITIES) == "warning" else "error"
        )
        if "why" in given:
            self.words(path, given, name, "why")
        kind = self.kind(path, given, name)
        parameters = self.parameters(path, given, name, kind) if kind else {}
        if len(self.wrong) > before or not kind:
            return None
        self.numbers(path, given, name, kind)
        code = CHECKS[kind].code
        return Rule(
            name,
            says,
            source=source,
            fact=fact,
            severity=severity,
            kind=kind,
            code=code,
            given=parameters,
            path=(*path, kind),
            document=self.document,
            scope=self.scope,
            used=self.used,
        )

    def identifier(self, path: Path, given: Mapping[Any, Any]) -> str:
        name = given.get("id")
        if "id" not in given:
            self.report(path, "missing-key", 'a rule needs "id"', "add id: and a short name")
        elif not isinstance(name, str) or not ID.match(name):
            message = f"id {show(name)} must be lower case letters, digits and hyphens"
            self.report((*path, "id"), "bad-value", message)
        elif name in self.ids:
            hint = "rename one of them" + (", or give the use of its set a prefix:" if self.used else "")
            message = f'a rule "{name}" is already at {self.ids[name]}'
            self.report((*path, "id"), "duplicate-id", message, hint)
        else:
            self.ids[name] = self.document.place((*path, "id"))
        return name if isinstance(name, str) else str(path[-1])

    def says(self, path: Path, given: Mapping[Any, Any], name: str) -> str:
        says = given.get("says")
        if not isinstance(says, Mapping):
            return self.words(path, given, name, "says")
        languages = self.scope.game.languages
        if self.used:  # a shared set may speak more languages than a game, or fewer
            return str(says.get("en") or next(iter(says.values()), ""))
        for key in sorted({*map(str, says), *languages}):
            if key not in says:
                self.report((*path, "says"), "missing-key", f'rule {name}: "says" lacks {key}', f"add {key}:")
            elif key not in languages:
                hint = suggestion(key, languages)
                message = f'rule {name}: the game has no language "{key}"'
                self.report((*path, "says"), "unknown-key", message, hint)
        return str(says.get("en") or next(iter(says.values()), ""))

    def numbers(self, path: Path, given: Mapping[Any, Any], name: str, kind: str) -> None:
        """Warn of a number in `says` that the check does not have: one was changed, the other forgotten."""
        says = given["says"]
        for key, sentence in says.items() if isinstance(says, Mapping) else [("", says)]:
            if unknown := unknown_numbers(str(sentence), given, kind):
                where = (*path, "says", key) if key else (*path, "says")
                message = (
                    f'rule {name}: "says" speaks of {" and ".join(map(str, unknown))}, its {kind} does not'
                )
                hint = "correct the sentence or the check, or tell in why: how the number follows"
                place = self.document.place(where)
                self.wrong.append(make_warning(place, "rule-sentence", message, hint))

    def words(self, path: Path, given: Mapping[Any, Any], name: str, key: str) -> str:
        text = given.get(key)
        if key not in given:
            self.report(path, "missing-key", f'rule {name}: a rule needs "{key}"', f"add {key}:")
        elif not isinstance(text, str) or not text.strip():
            self.report((*path, key), "bad-value", f'rule {name}: "{key}" must be a text, found {show(text)}')
        return str(text)

    def one_of(
        self, path: Path, given: Mapping[Any, Any], name: str, key: str, allowed: tuple[str, ...]
    ) -> str:
        word = given.get(key, allowed[0])
        if word not in allowed:
            message = f'rule {name}: "{key}" is {show(word)}, not one of {", ".join(allowed)}'
            self.report((*path, key), "bad-value", message, suggestion(str(word), allowed))
        return str(word)

    def kind(self, path: Path, given: Mapping[Any, Any], name: str) -> str:
        """The one check of the rule, or an empty text."""
        kinds = [str(key) for key in given if key in CHECKS]
        unknown = [key for key in given if key not in CHECKS and key not in HEAD]
        for key in unknown:
            code = "unknown-key" if kinds else "rule-unknown-kind"
            what = "unknown key" if kinds else "unknown check"
            hint = suggestion(str(key), [*CHECKS, *HEAD])
            self.report((*path, key), code, f'rule {name}: {what} "{key}"', hint)
        if not kinds and not unknown:
            hint = "known: " + ", ".join(CHECKS)
            self.report(path, "missing-key", f"rule {name}: a rule needs a check", hint)
        if len(kinds) > 1:
            message = f"rule {name}: a rule has one check, found {' and '.join(kinds)}"
            self.report((*path, kinds[1]), "unknown-key", message, "write a rule for each")
        return kinds[0] if len(kinds) == 1 else ""

    def parameters(self, path: Path, given: Mapping[Any, Any], name: str, kind: str) -> Mapping[str, Any]:
        parameters = given[kind]
        if kind == "expression" and isinstance(parameters, str):
            return {"holds": parameters}
        if not isinstance(parameters, Mapping):
            message = f'rule {name}: "{kind}" must be a mapping, found {show(parameters)}'
            self.report((*path, kind), "bad-value", message, f"write {kind}: {{family: ..., ...}}")
            return {}
        for key in parameters:
            if key not in CHECKS[kind].parameters:
                hint = suggestion(str(key), CHECKS[kind].parameters)
                self.report((*path, kind, key), "unknown-key", f'rule {name}: {kind} has no "{key}"', hint)
        if "where" in parameters and "family" in CHECKS[kind].parameters and "family" not in parameters:
            message = f'rule {name}: "where" chooses from a family, but there is none'
            self.report((*path, kind, "where"), "missing-key", message, 'add "family:"')
        return parameters


def _of_another_game(rules: list[Rule], document: Document) -> list[Diagnostic]:
    """One finding, at the top, for a rules file written for another game."""
    scope = rules[0].scope if rules else None
    given = [rule.given.get("family", ()) for rule in rules]
    asked = (name for one in given for name in (one if is_list(one) else [one]))
    names = {name for name in asked if isinstance(name, str)} - {GAME}
    if scope is None or len(names) < 2 or any(scope.entries(name) is not None for name in names):
        return []
    game = rules[0].scope.game
    message = f"none of the families of these rules is in {game.id}: they seem to be of another game"
    hint = f"the families here are {', '.join(family.id for family in game.families)}"
    return [Diagnostic(document.place(("rules",)), "rule-other-game", message, "", hint)]
