"""`checks:` and `waive:` of rules.yaml: limits of this game, and findings it accepts, each with its why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from msgspec import Struct

from prancha.checks.artwork.subject import FaceFinding
from prancha.model.diagnostic import Diagnostic, Document, Path, Place, Severity, suggestion
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


class Settings(Struct, frozen=True):
    """The options of every check, severities that are other than usual, waivers, and what was wrong."""

    options: Mapping[str, Mapping[str, Any]]
    severities: Mapping[str, Severity]
    waivers: tuple[Waiver, ...]
    wrong: tuple[Diagnostic, ...]


def read_settings(
    document: Document | None, known: Mapping[str, Mapping[str, Any]], languages: Sequence[str]
) -> Settings:
    """Read a game's settings; `known` are the checks with their options and usual values."""
    reader = _SettingsReader(document, known, languages)
    if document is not None and isinstance(document.data, Mapping):
        reader.checks(document.data.get("checks", {}))
        reader.waive(document.data.get("waive", []))
    return Settings(reader.options, reader.severities, tuple(reader.waivers), tuple(reader.wrong))


def _values(spot: FaceFinding, name: str) -> tuple[str, ...]:
    if name == "item":
        return spot.item, spot.item.rpartition("/")[2]
    return (str(getattr(spot, name)),)


class _SettingsReader:
    def __init__(
        self, document: Document | None, known: Mapping[str, Mapping[str, Any]], languages: Sequence[str]
    ) -> None:
        self.document, self.known, self.languages = document, known, languages
        self.options = {name: dict(options) for name, options in known.items()}
        self.severities: dict[str, Severity] = {}
        self.waivers: list[Waiver] = []
        self.wrong: list[Diagnostic] = []

    def report(self, path: Path, code: str, message: str, hint: str = "") -> None:
        self.wrong.append(Diagnostic(self.place(path), code, message, "", hint))

    def place(self, path: Path) -> Place:
        return self.document.place(path) if self.document is not None else Place("rules.yaml")

    def checks(self, given: Any) -> None:
        if not isinstance(given, Mapping):
            self.report(
                ("checks",),
                "bad-value",
                f'"checks" must be a mapping, found {show(given)}',
                "write checks: {text-size: {error: 6}}",
            )
            return
        for name, options in given.items():
            if name not in self.known:
                self.report(
                    ("checks", name),
                    "unknown-key",
                    f'there is no check "{name}"',
                    suggestion(str(name), self.known),
                )
            elif not isinstance(options, Mapping):
                self.report(
                    ("checks", name),
                    "bad-value",
                    f"{name} must be a mapping, found {show(options)}",
                    "to accept findings, waive them with a why",
                )
            else:
                for key, value in options.items():
                    self.option(str(name), str(key), value)

    def option(self, name: str, key: str, value: Any) -> None:
        path = ("checks", name, key)
        if key == "severity":
            if value in SEVERITIES:
                self.severities[name] = "error" if value == "error" else "warning"
            else:
                self.report(path, "bad-value", f"{name}: severity is {show(value)}, not error or warning")
        elif key not in self.known[name]:
            hint = suggestion(key, [*self.known[name], "severity"])
            self.report(path, "unknown-key", f'{name} has no option "{key}"', hint)
        elif isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
            self.report(path, "bad-value", f"{name}: {key} is {show(value)}, not a number from 0")
        else:
            self.options[name][key] = value

    def waive(self, given: Any) -> None:
        if not is_list(given):
            self.report(
                ("waive",),
                "bad-value",
                f'"waive" must be a list, found {show(given)}',
                "write waive: and a list below",
            )
            return
        for number, entry in enumerate(given):
            self.waiver(("waive", number), entry)

    def waiver(self, path: Path, given: Any) -> None:
        before = len(self.wrong)
        if not isinstance(given, Mapping):
            self.report(path, "bad-value", f"a waiver must be a mapping, found {show(given)}")
            return
        for key, value in given.items():
            if key not in ("check", "why", *SELECTORS):
                hint = suggestion(str(key), ["check", "why", *SELECTORS])
                self.report((*path, key), "unknown-key", f'a waiver has no "{key}"', hint)
            elif key in SELECTORS and (isinstance(value, bool) or not isinstance(value, str | int)):
                self.report((*path, key), "bad-value", f"{key} is {show(value)}, not a name")
        name = given.get("check")
        if name not in self.known:
            self.report(
                (*path, "check"),
                "unknown-word",
                f"there is no check {show(name)} to waive",
                suggestion(str(name), self.known),
            )
        why = self.why(path, given.get("why"))
        if len(self.wrong) == before:
            selectors = {key: str(given[key]) for key in SELECTORS if key in given}
            self.waivers.append(Waiver(str(name), selectors, why, self.place(path)))

    def why(self, path: Path, given: Any) -> str:
        texts = list(given.values()) if isinstance(given, Mapping) else [given]
        lacking = set(self.languages) - set(map(str, given)) if isinstance(given, Mapping) else set()
        if lacking or not texts or not all(isinstance(text, str) and text.strip() for text in texts):
            self.report(
                (*path, "why"),
                "bad-value",
                "a waiver needs its reason",
                "add why: and a text, or one for every language",
            )
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


def waive(spots: Iterable[FaceFinding], waivers: tuple[Waiver, ...]) -> tuple[list[FaceFinding], list[int]]:
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
    return Diagnostic(
        waiver.place,
        "unused-waiver",
        message=f"nothing is found that this waiver of {waiver.check} covers",
        item="",
        hint="remove it, or correct what it selects",
        severity="warning",
    )
