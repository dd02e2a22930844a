"""printers.yaml: read strictly, written whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from msgspec.structs import replace

from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion
from prancha.model.printer import Printer
from prancha.setup.printers.folder import config_folder
from prancha.setup.printers.readings import KINDS, format_reading, reading

if TYPE_CHECKING:
    from prancha.catalogue.yaml_document import Findings
    from prancha.setup.printers.schema import PrinterFile

FILE = "printers.yaml"
_HEAD = "# Printers as calibrated with `prancha calibrate`; change them with `prancha printer set`.\n"


def load() -> Mapping[str, Printer]:
    """The user's printers by name, none when none was ever kept; raises Failure for a wrong file."""
    from prancha.catalogue.game_folders import is_there, misnamed

    path = config_folder() / FILE
    wrong = misnamed(path.parent, Path(), ("printers",))
    if wrong:
        raise Failure(wrong)
    if not is_there(path):
        return MappingProxyType({})
    from prancha.catalogue import read_yaml
    from prancha.catalogue.validation_messages import validate
    from prancha.catalogue.yaml_document import Findings
    from prancha.setup.printers.schema import PrintersFile

    findings = Findings(read_yaml(path, Path()))
    file = validate(PrintersFile, findings)
    found = {}
    for name, one in sorted(file.printers.items()) if file is not None else ():
        found[name] = _printer(findings, name, one)
    if findings.found:
        raise Failure(findings.found)
    return MappingProxyType(found)


def _printer(findings: Findings, name: str, one: PrinterFile) -> Printer:
    from prancha.catalogue.validation import keys_of

    given = {key.name: getattr(one, key.attribute) for key in keys_of(type(one))}
    values: dict[str, float] = {}
    for key in KINDS:
        if given[key] is not None:
            try:
                values[key] = reading(key, given[key])
            except ValueError as problem:
                findings.error(("printers", name, key), "bad-reading", str(problem))
    return with_readings(Printer(name, paper=one.paper), values)


def with_readings(printer: Printer, values: Mapping[str, float], paper: str | None = None) -> Printer:
    """`printer` with readings, as `reading` returned them, in place of its own; and its paper if given."""
    printer = printer if paper is None else replace(printer, paper=paper)
    fields = {key.replace("-", "_"): round(value / 100, 8) if KINDS[key].unit == "%" else value
              for key, value in values.items()}  # fmt: skip
    return replace(printer, **fields)


def find(name: str) -> Printer:
    """The printer called `name`; raises Failure, with the likely one."""
    known = load()
    if name not in known:
        hint = suggestion(name, known) or "prancha calibrate, then prancha printer set NAME ..."
        raise Failure([Diagnostic(Place(""), "no-printer", f'there is no printer "{name}"', hint=hint)])
    return known[name]


def keep(printer: Printer) -> Path:
    """Write a printer down, in place of an older one of its name; returns the file.  Raises Failure."""
    import re

    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,63}", printer.name):
        message = f'"{printer.name}" is no name for a printer'
        hint = "use lower-case letters, digits and -"
        raise Failure([Diagnostic(Place(""), "bad-id", message, hint=hint)])
    return _write({**load(), printer.name: printer})


def remove(name: str) -> Path:
    """Forget a printer; returns the file.  Raises Failure when there is none of that name."""
    find(name)
    return _write({key: one for key, one in load().items() if key != name})


def _write(printers: Mapping[str, Printer]) -> Path:
    from prancha.system.atomic_files import write_whole

    path = config_folder() / FILE
    parts = [f"  {name}:\n{_entry(one)}" for name, one in sorted(printers.items())]
    body = "printers:\n" + "".join(parts) if parts else "printers: {}\n"
    write_whole(path, (_HEAD + body).encode())
    return path


def _entry(printer: Printer) -> str:
    lines = [f"{key}: {text}" for key, text in format_values(printer).items()]
    return "".join(f"    {line}\n" for line in lines)


def format_printer(printer: Printer) -> str:
    """A printer in one line."""
    return f"{printer.name}: " + ", ".join(f"{key} {value}" for key, value in format_values(printer).items())


def format_values(printer: Printer) -> Mapping[str, str]:
    """Every value with its unit, as the file has it."""
    found = {}
    for key, kind in KINDS.items():
        value = getattr(printer, key.replace("-", "_"))
        if value is not None:
            found[key] = format_reading(key, value * 100 if kind.unit == "%" else value)
    if printer.paper:
        found["paper"] = printer.paper
    return found
