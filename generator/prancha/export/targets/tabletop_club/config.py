"""Files of settings as the Godot engine reads them: sections, keys, strings, numbers, vectors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from prancha.model.units import number

Vector = tuple[float, ...]
"""Two numbers or three."""
Setting = str | bool | float | Vector | list[str] | Mapping[int, Vector]


def config_file(sections: Iterable[tuple[str, Mapping[str, Setting]]]) -> bytes:
    """The sections in their order, each with its keys."""
    lines: list[str] = []
    for name, keys in sections:
        lines.append(f"[{name}]\n")
        lines += (f"{key} = {_written(value)}" for key, value in keys.items())
        lines.append("")
    return "\n".join(lines).encode()


def _written(value: Setting) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"Vector{len(value)}({', '.join(_number(each) for each in value)})"
    if isinstance(value, list):
        return "[" + ",".join(f"\n\t{_quoted(each)}" for each in value) + "\n]"
    if isinstance(value, Mapping):
        return "{\n" + ",\n".join(f"\t{key}: {_written(each)}" for key, each in value.items()) + "\n}"
    return _number(value)


def _number(value: float) -> str:
    """Always with a point: a whole number is of another type, and refused."""
    text = number(round(value, 4))
    return text if "." in text else f"{text}.0"


def _quoted(text: str) -> str:
    plain = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'


class EntryNames:
    """Names by which entries are found, each once in its folder, without signs that end a name."""

    def __init__(self) -> None:
        self._given: dict[str, set[str]] = {}

    def give(self, folder: str, wanted: str, others: Sequence[str]) -> str:
        """`wanted`, or with the first of `others` in brackets that makes it free, or with a number."""
        given = self._given.setdefault(folder, set())
        tried = [wanted, *(f"{wanted} ({other})" for other in others)]
        tried += (f"{wanted} {k}" for k in range(2, len(given) + 3))
        name = next(made for made in map(_plain, tried) if made.casefold() not in given)
        given.add(name.casefold())
        return name


def _plain(name: str) -> str:
    kept = "".join(" " if sign in '[]/\\"*' else sign for sign in name)
    return " ".join(kept.split()) or "?"
