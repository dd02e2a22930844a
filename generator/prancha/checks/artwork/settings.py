"""`checks:` and `waive:` of rules.yaml: limits of this game, and findings it accepts, each with its why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from msgspec import Struct

from prancha.checks.artwork.subject import FaceFinding
from prancha.model.diagnostic import Diagnostic, Document, Path, Place, Severity, make_warning, suggestion
from prancha.model.values import is_list, show

KEYS = ("checks", "waive")
SELECTORS = ("family", "item", "template", "side", "text", "icon")
SEVERITIES: tuple[Severity, ...] = ("error", "warning")


class Waiver(Struct, frozen=True):
    """Findings of one check that are accepted, where every selector matches (`*` stands for anything)."""

    check: str
    selectors: Mapping[str, str]
    why: str
    place: Place

    def covers(self, spot: FaceFinding) -> bool:
        """Return whether the waiver is about `spot`."""
        return spot.check == self.check and all(
            any(fnmatchcase(value, wanted) for value in _values(spot, name))
            for name, wanted in self.selectors.items()
        )


def _values(spot: FaceFinding, name: str) -> tuple[str, ...]:
    if name == "item":
        return spot.item, spot.item.rpartition("/")[2]
    return (str(getattr(spot, name)),)


class Settings:
    """The options of every check, severities that are other than usual, waivers, and what was wrong."""

    def __init__(
        self, document: Document | None, known: Mapping[str, Mapping[str, Any]], languages: Sequence[str]
    ) -> None:
        """Read a game's settings; `known` are the checks with their options and usual values."""
        self._document, self._known, self._languages = document, known, languages
        self.options = {name: dict(options) for name, options in known.items()}
        self.severities: dict[str, Severity] = {}
        self.waivers: list[Waiver] = []
        self.wrong: list[Diagnostic] = []
        if document is not None and isinstance(document.data, Mapping):
            self._read_checks(document.data.get("checks", {}))
            self._read_waivers(document.data.get("waive", []))

    def _report_at(self, path: Path, code: str, message: str, hint: str = "") -> None:
        self.wrong.append(Diagnostic(self._place(path), code, message, "", hint))

    def _place(self, path: Path) -> Place:
        return self._document.place(path) if self._document is not None else Place("rules.yaml")

    def _read_checks(self, given: Any) -> None:
        if not isinstance(given, Mapping):
            message = f'"checks" must be a mapping, found {show(given)}'
            self._report_at(("checks",), "bad-value", message, "write checks: {text-size: {error: 6}}")
            return
        for name, options in given.items():
            if name not in self._known:
                hint = suggestion(str(name), self._known)
                self._report_at(("checks", name), "unknown-key", f'there is no check "{name}"', hint)
            elif not isinstance(options, Mapping):
                message = f"{name} must be a mapping, found {show(options)}"
                hint = "to accept findings, waive them with a why"
                self._report_at(("checks", name), "bad-value", message, hint)
            else:
                for key, value in options.items():
                    self._option(str(name), str(key), value)

    def _option(self, name: str, key: str, value: Any) -> None:
        path = ("checks", name, key)
        if key == "severity":
            if value in SEVERITIES:
                self.severities[name] = "error" if value == "error" else "warning"
            else:
                self._report_at(path, "bad-value", f"{name}: severity is {show(value)}, not error or warning")
        elif key not in self._known[name]:
            hint = suggestion(key, [*self._known[name], "severity"])
            self._report_at(path, "unknown-key", f'{name} has no option "{key}"', hint)
        elif isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
            self._report_at(path, "bad-value", f"{name}: {key} is {show(value)}, not a number from 0")
        else:
            self.options[name][key] = value

    def _read_waivers(self, given: Any) -> None:
        if not is_list(given):
            message = f'"waive" must be a list, found {show(given)}'
            self._report_at(("waive",), "bad-value", message, "write waive: and a list below")
            return
        for number, entry in enumerate(given):
            self._waiver(("waive", number), entry)

    def _waiver(self, path: Path, given: Any) -> None:
        before = len(self.wrong)
        if not isinstance(given, Mapping):
            self._report_at(path, "bad-value", f"a waiver must be a mapping, found {show(given)}")
            return
        for key, value in given.items():
            if key not in ("check", "why", *SELECTORS):
                hint = suggestion(str(key), ["check", "why", *SELECTORS])
                self._report_at((*path, key), "unknown-key", f'a waiver has no "{key}"', hint)
            elif key in SELECTORS and (isinstance(value, bool) or not isinstance(value, str | int)):
                self._report_at((*path, key), "bad-value", f"{key} is {show(value)}, not a name")
        name = given.get("check")
        if name not in self._known:
            message, hint = f"there is no check {show(name)} to waive", suggestion(str(name), self._known)
            self._report_at((*path, "check"), "unknown-word", message, hint)
        why = self._why(path, given.get("why"))
        if len(self.wrong) == before:
            selectors = {key: str(given[key]) for key in SELECTORS if key in given}
            self.waivers.append(Waiver(str(name), selectors, why, self._place(path)))

    def _why(self, path: Path, given: Any) -> str:
        texts = list(given.values()) if isinstance(given, Mapping) else [given]
        lacking = set(self._languages) - set(map(str, given)) if isinstance(given, Mapping) else set()
        if lacking or not texts or not all(isinstance(text, str) and text.strip() for text in texts):
            hint = "add why: and a text, or one for every language"
            self._report_at((*path, "why"), "bad-value", "a waiver needs its reason", hint)
            return ""
        return str(given.get("en", texts[0]) if isinstance(given, Mapping) else given)


class Waived(Struct, frozen=True):
    """The number of findings that one waiver covers, and its reason."""

    check: str
    count: int
    why: str
    place: Place

    def __str__(self) -> str:
        return f"{self.place}: waived {self.check} ({self.count}): {self.why}"


def waive(spots: Iterable[FaceFinding], waivers: Sequence[Waiver]) -> tuple[list[FaceFinding], list[int]]:
    """The findings that no waiver covers, and how many each waiver does."""
    kept, counts = [], [0] * len(waivers)
    for spot in spots:
        covering = [k for k, waiver in enumerate(waivers) if waiver.covers(spot)]
        for k in covering[:1]:
            counts[k] += 1
        if not covering:
            kept.append(spot)
    return kept, counts


def unused_waiver(waiver: Waiver) -> Diagnostic:
    """The finding about a waiver that covers nothing."""
    message = f"nothing is found that this waiver of {waiver.check} covers"
    return make_warning(waiver.place, "unused-waiver", message, "remove it, or correct what it selects")
