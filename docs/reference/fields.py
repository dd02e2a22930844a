"""The keys of the YAML files as tables, from their JSON Schemas."""

import json
from collections.abc import Mapping
from typing import Any

from prancha.setup.schemas import json_schema

TITLES = {
    "game": "Fields of game.yaml",
    "family": "Fields of a family's file",
    "papers": "Fields of papers.yaml",
    "profiles": "Fields of profiles.yaml",
    "services": "Fields of services.yaml",
    "table": "Fields of table.yaml",
}
PAGES = {
    "game": "catalogue.md",
    "family": "catalogue.md",
    "papers": "printing.md",
    "profiles": "printing.md",
    "services": "print-shops.md",
    "table": "table.md",
}
SHARED = "a text, or one per language"


def fields(name: str) -> str:
    """The page on one file."""
    schema = json.loads(json_schema(name))
    lines = [
        f"# {TITLES[name]}",
        "",
        f"Made by `make reference` from what reads the file; [what they mean](../{PAGES[name]}). "
        f"For editors: [{name}.schema.json](../schema/{name}.schema.json). Keys in bold must be given.",
        "",
        *_table(schema),
    ]
    for inner, part in sorted(schema.get("$defs", {}).items()):
        lines += ["", f"## {inner}", ""]
        if part.get("description"):
            lines += [_one_line(part["description"]), ""]
        lines += _table(part)
    return "\n".join(lines) + "\n"


def _table(schema: Mapping[str, Any]) -> list[str]:
    lines = ["| key | value | default |", "|---|---|---|"]
    required = schema.get("required", ())
    for key, value in schema.get("properties", {}).items():
        shown = f"**`{key}`**" if key in required else f"`{key}`"
        default = f"`{json.dumps(value['default'], ensure_ascii=False)}`" if "default" in value else ""
        lines.append(f"| {shown} | {_cell(value)} | {default if default != '`null`' else ''} |")
    return lines


def _cell(value: Mapping[str, Any]) -> str:
    said = _one_line(value.get("description", ""))
    if said.startswith(SHARED):
        return SHARED
    kind = _kind(value)
    return ": ".join(part for part in (kind, said) if part).replace("|", "\\|")


def _kind(value: Mapping[str, Any]) -> str:
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "enum" in value:
        return ", ".join(f"`{one}`" for one in value["enum"])
    if "const" in value:
        return f"`{value['const']}`"
    if "anyOf" in value:
        kinds = [_kind(one) for one in value["anyOf"] if one.get("type") != "null"]
        return " or ".join(dict.fromkeys(kind for kind in kinds if kind))
    found = value.get("type", "")
    if isinstance(found, list):
        return " or ".join(_kind({"type": one}) for one in found if one != "null")
    if found == "array":
        inner = _kind(value.get("items", {}))
        return f"list of {inner}" if inner else "list"
    if found == "object":
        inside = next(iter(value.get("patternProperties", {}).values()), value.get("additionalProperties"))
        inner = _kind(inside) if isinstance(inside, dict) else ""
        return f"names, each with {inner}" if inner else "mapping"
    return (
        _number(found, value) if found in ("integer", "number") else {"string": "text"}.get(found, str(found))
    )


def _number(found: str, value: Mapping[str, Any]) -> str:
    low, high = value.get("minimum", value.get("exclusiveMinimum")), value.get("maximum")
    kind = "whole number" if found == "integer" else "number"
    if low is None:
        return kind
    return f"{kind} from {low}" if high is None else f"{kind}, {low} to {high}"


def _one_line(text: str) -> str:
    return " ".join(text.split())
