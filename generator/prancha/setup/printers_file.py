"""printers.yaml, the printers a user calibrated: parse readings, read strictly, write whole or not at all."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from prancha.catalogue import read_yaml
from prancha.catalogue.file_keys import Name
from prancha.catalogue.game_folders import find_misnamed, is_there
from prancha.catalogue.validation import Field, Keys
from prancha.catalogue.validation_messages import validate
from prancha.catalogue.yaml_document import Findings
from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion
from prancha.model.printing import Printer
from prancha.model.units import Mm, parse_length
from prancha.setup.user_settings import config_folder
from prancha.system.atomic_files import write_whole

RULED: Mm = 150.0
"""Length of the scales on the calibration sheet."""
_NUMBER = re.compile(r"\s*([-+]?\d+(?:[.,]\d+)?)\s*(mm|cm|in|%|deg|°)?\s*\Z")


class ReadingKind(Struct, frozen=True):
    """A reading: its limits, its name, its unit in a file."""

    name: str
    unit: str
    low: float
    high: float
    refusal: str


KINDS: dict[str, ReadingKind] = {
    kind.name: kind
    for kind in (
        ReadingKind("scale-x", "%", 95.0, 105.0, "a scale off by more than 5 %"),
        ReadingKind("scale-y", "%", 95.0, 105.0, "a scale off by more than 5 %"),
        ReadingKind("back-dx", "mm", -10.0, 10.0, "an offset over 10 mm"),
        ReadingKind("back-dy", "mm", -10.0, 10.0, "an offset over 10 mm"),
        ReadingKind("back-angle", "deg", -5.0, 5.0, "an angle over 5 degrees"),
        ReadingKind("margin", "mm", 0.0, 30.0, "a margin that is not from 0 to 30 mm"),
    )
}
_WHY = {
    "%": "print the calibration sheet at 100 %, without fit to page, and measure again",
    "mm": "read the sheet again: a printer that is off so far needs repair, not a profile",
    "deg": "read the sheet again: is the paper guide of the tray set?",
}


def parse_reading(name: str, text: str) -> float:
    """Parse one value: `99.8 %` or the length measured for the scale's 150 mm, `0.4 mm`, `0.1 deg`.

    Returns percent, mm or degrees; without a unit a scale is a factor near 1, percent near 100 or
    else mm, others are what they are kept in.  Raises ValueError, in plain words, for nonsense.
    """
    kind = KINDS[name]
    found = _NUMBER.match(text)
    if not found:
        raise ValueError(f'{name}: "{text}" is not a number, such as {_example(kind)}')
    value, unit = float(found[1].replace(",", ".")), found[2] or {"%": "mm"}.get(kind.unit, kind.unit)
    unit = "deg" if unit == "°" else unit
    if kind.unit == "%" and found[2] is None and abs(value - 1) <= 0.5:
        value, unit = 100 * value, "%"
    elif kind.unit == "%" and found[2] is None and abs(value - 100) <= 10:
        unit = "%"  # nobody measures so little of 150 mm
    if unit in ("mm", "cm", "in") and kind.unit in ("mm", "%"):
        value = parse_length(f"{value:.6f} {unit}")
        if kind.unit == "%":
            value = value / RULED * 100
    elif unit != kind.unit:
        raise ValueError(f'{name}: "{text}" is not in {kind.unit}; write {_example(kind)}')
    if not (math.isfinite(value) and kind.low <= value <= kind.high):
        hint = _WHY[kind.unit] if name != "margin" else "the smallest number whose step is printed whole"
        raise ValueError(f'{name}: "{text.strip()}" is {kind.refusal}; {hint}')
    return round(value, 4)


def _example(kind: ReadingKind) -> str:
    """Return how a reading may be written."""
    shown = {"%": '"149.6 mm" for the 150 mm scale, or "99.7 %"', "mm": '"0.4 mm"', "deg": '"0.1 deg"'}
    return shown[kind.unit]


FILE = "printers.yaml"
_HEAD = "# Printers as calibrated with `prancha calibrate`; change them with `prancha printer set`.\n"


def load_printers() -> Mapping[str, Printer]:
    """Return the user's printers by name, none when none was kept; raises Failure for a wrong file."""
    path = config_folder() / FILE
    wrong = find_misnamed(path.parent, Path(), ("printers",))
    if wrong:
        raise Failure(wrong)
    if not is_there(path):
        return MappingProxyType({})
    findings = Findings(read_yaml(path, Path()))
    file = validate(PrintersFile, findings)
    found = {}
    for name, one in sorted(file.printers.items()) if file is not None else ():
        values: dict[str, float] = {}
        for key in KINDS:
            given = getattr(one, key.replace("-", "_"))
            if given is not None:
                try:
                    values[key] = parse_reading(key, given)
                except ValueError as problem:
                    findings.error(("printers", name, key), "bad-reading", str(problem))
        found[name] = with_readings(Printer(name, paper=one.paper), values)
    if findings.found:
        raise Failure(findings.found)
    return MappingProxyType(found)


def with_readings(printer: Printer, values: Mapping[str, float], paper: str | None = None) -> Printer:
    """Return `printer` with these readings, and its paper if given, in place of its own."""
    printer = printer if paper is None else replace(printer, paper=paper)
    fields = {
        key.replace("-", "_"): round(value / 100, 8) if KINDS[key].unit == "%" else value
        for key, value in values.items()
    }
    return replace(printer, **fields)


def find_printer(name: str) -> Printer:
    """Return the printer called `name`; raises Failure, with the likely one."""
    known = load_printers()
    if name not in known:
        hint = suggestion(name, known) or "prancha calibrate, then prancha printer set NAME ..."
        raise Failure([Diagnostic(Place(""), "no-printer", f'there is no printer "{name}"', hint=hint)])
    return known[name]


def keep_printer(printer: Printer) -> Path:
    """Write a printer, in place of an older one of its name; returns the file.  Raises Failure."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,63}", printer.name):
        message = f'"{printer.name}" is not a name for a printer'
        hint = "use lower-case letters, digits and -"
        raise Failure([Diagnostic(Place(""), "bad-id", message, hint=hint)])
    return _write({**load_printers(), printer.name: printer})


def remove_printer(name: str) -> Path:
    """Remove a printer; returns the file.  Raises Failure when there is none of that name."""
    find_printer(name)
    return _write({key: one for key, one in load_printers().items() if key != name})


def _write(printers: Mapping[str, Printer]) -> Path:
    path = config_folder() / FILE
    lines = ["printers:\n"] if printers else ["printers: {}\n"]
    for name, one in sorted(printers.items()):
        lines.append(f"  {name}:\n")
        lines += [f"    {key}: {text}\n" for key, text in format_values(one).items()]
    write_whole(path, (_HEAD + "".join(lines)).encode())
    return path


def format_printer(printer: Printer) -> str:
    """Return a printer in one line."""
    return f"{printer.name}: " + ", ".join(f"{key} {value}" for key, value in format_values(printer).items())


def format_values(printer: Printer) -> Mapping[str, str]:
    """Return each value with its unit, as the file has it."""
    found = {}
    for key, kind in KINDS.items():
        value = getattr(printer, key.replace("-", "_"))
        if value is not None:
            text = f"{value * 100 if kind.unit == '%' else value:.4f}".rstrip("0").rstrip(".")
            found[key] = f"{'0' if text in ('-0', '') else text} {kind.unit}"
    if printer.paper:
        found["paper"] = printer.paper
    return found


class PrinterFile(Keys):
    """One printer."""

    scale_x: Annotated[str, Field(alias="scale-x")] = "100 %"
    scale_y: Annotated[str, Field(alias="scale-y")] = "100 %"
    back_dx: Annotated[str, Field(alias="back-dx")] = "0 mm"
    back_dy: Annotated[str, Field(alias="back-dy")] = "0 mm"
    back_angle: Annotated[str, Field(alias="back-angle")] = "0 deg"
    margin: str | None = None
    paper: str = ""


class PrintersFile(Keys):
    """printers.yaml."""

    printers: dict[Name, PrinterFile]
