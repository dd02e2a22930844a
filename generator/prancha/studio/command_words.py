"""Words of the commands that the page may run: known options, each with values of a known form."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, get_args

from prancha.export.target import Target
from prancha.export.targets import load_targets
from prancha.model.face import Ink
from prancha.model.printing import DUPLEX
from prancha.studio.guard import RefusalError
from prancha.studio.page_values import Json

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,60}")
_ITEMS = re.compile(r"\w[\w./+-]*(?:,[\w./+-]+)*")
_SETS = re.compile(r"[1-9]\d{0,2}")
_VALUE = re.compile(r"[^\x00-\x1f\x7f]{1,200}")
_BUILD: Mapping[str, Callable[[str], object]] = {
    "paper": _NAME.fullmatch,
    "lang": _NAME.fullmatch,
    "duplex": DUPLEX.__contains__,
    "ink": get_args(Ink).__contains__,
    "printer": _NAME.fullmatch,
    "sets": _SETS.fullmatch,
    "items": lambda text: len(text) < 20_000 and _ITEMS.fullmatch(text),
    "only": lambda text: len(text) < 500 and _ITEMS.fullmatch(text),
    "changed-since": _NAME.fullmatch,
}
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "area": ("trim", "bleed", "rounded"),
    "format": ("png", "jpeg", "webp", "pdf", "svg", "dxf"),
    "stock": ("S27", "S30", "S33", "M31", "P10"),
    "duplex": ("long", "short", "none"),
    "marks": ("3", "4"),
    "colour": ("rgb", "cmyk"),
}
"""Values of options of exports that take no others, as the command line has them."""
_NO_FILE = "profile"
"""The option that names a file: the page names none."""


def build_words(game: str, asked: Mapping[str, Any]) -> list[str]:
    """Return the words after `prancha` that build a kit as the page asks for it; raises RefusalError."""
    given = ["build", game]
    for name in _BUILD:
        value = _value(asked, name)
        given += [f"--{name}", value] if value else []
    return given + [f"--{name}" for name in ("draft", "no-cover", "proof") if asked.get(name) is True]


def export_words(game: str, asked: Mapping[str, Any]) -> list[str]:
    """Return the words that export a game as the page asks for it; raises LookupError, RefusalError."""
    target = load_targets()[_text(asked, "to")]
    given = ["export", game, "--to", target.name]
    for name in ("lang", "items", "only"):
        value = _value(asked, name)
        given += [f"--{name}={value}"] if value else []
    return given + _option_words(target, asked)


def chosen_names(asked: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Return the families and the items that the page asks for, none for all; raises RefusalError."""
    only, items = (_value(asked, name) for name in ("only", "items"))
    return only.split(",") if only else [], items.split(",") if items else []


def shop_words(asked: Mapping[str, Any]) -> list[str]:
    """Return the options of `prancha check` for the shop of a target; raises LookupError, RefusalError."""
    target = load_targets()[_text(asked, "to")]
    if not target.service:
        raise LookupError(target.name)
    return [f"--for={target.service}", *_option_words(target, asked)]


def snapshot_name(asked: Mapping[str, Any]) -> str:
    """Return the name that a snapshot is asked for; raises RefusalError for what cannot be one."""
    name = _text(asked, "name")
    if not _NAME.fullmatch(name):
        raise RefusalError(HTTPStatus.BAD_REQUEST, "name: letters, digits, . - and _ were expected")
    return name


def _option_words(target: Target, asked: Mapping[str, Any]) -> list[str]:
    given = []
    options = asked.get("options") or {}
    if not isinstance(options, dict):
        raise _refusal("options")
    for option in target.options:
        name, value = option.replace("_", "-"), options.get(option, "")
        if value is True and target.options[option] is False:
            given.append(f"--{name}")
        elif value not in ("", False, None):
            if not isinstance(value, str) or not _VALUE.fullmatch(value) or option == _NO_FILE:
                raise _refusal(name)
            if option in _CHOICES and value not in _CHOICES[option]:
                raise _refusal(name)
            given.append(f"--{name}={value}")
    return given


def list_targets() -> list[Json]:
    """Return the targets of exports with their options, as the page shows them."""
    return [
        {
            "name": target.name,
            "about": target.summary,
            "shop": target.service,
            "machine": target.machine is not None,
            "options": [
                {
                    "name": option,
                    "usual": usual if isinstance(usual, bool) else "" if usual in (None, ()) else str(usual),
                    "flag": usual is False,
                    "choices": list(target.choices.get(option, _CHOICES.get(option, ()))),
                }
                for option, usual in target.options.items()
                if option != _NO_FILE
            ],
        }
        for target in load_targets().values()
    ]


def _value(asked: Mapping[str, Any], name: str) -> str:
    """Return the value of an option, "" for none; raises RefusalError for one of another form."""
    value = _text(asked, name)
    if value and not _BUILD[name](value):
        raise _refusal(name)
    return value


def _text(asked: Mapping[str, Any], name: str) -> str:
    value = asked.get(name) or ""
    if not isinstance(value, str):
        raise _refusal(name)
    return value


def _refusal(name: str) -> RefusalError:
    return RefusalError(HTTPStatus.BAD_REQUEST, f"{name}: this cannot be ordered")
