"""JSON Schemas of the YAML files, made from what reads them, for editors that complete and check."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

from prancha.catalogue.validation import Schema, schema_of
from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TEXT: Schema = {
    "description": "a text, or one per language: {en: Fox, pt-BR: Raposa}",
    "anyOf": [{"type": "string"}, {"type": "object", "additionalProperties": {"type": ["string", "null"]}}],
}
_TEXTS = "title subtitle pitch time age publisher licence rulebook note why name".split()
_SOURCE: Schema = {"enum": ["stated", "derived", "assumed"]}


def json_schema(file: str) -> str:
    """Return the schema of the YAML file called `file` as JSON; raises Failure for an unknown one."""
    if file not in FILES:
        message = f'there is no schema "{file}"'
        raise Failure([Diagnostic(Place(""), "no-schema", message, hint=suggestion(file, FILES))])
    schema = {"$schema": _DIALECT, **FILES[file]()}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _game() -> Schema:
    from prancha.catalogue.file_keys import GameFile
    from prancha.catalogue.spreadsheet import TableSource

    schema = schema_of(GameFile)
    for name in ("texts", "assumed"):
        schema["properties"][name]["patternProperties"] = {r"\S": _TEXT}
    # A game's own title is not translated.
    return {**_allow_languages(schema, keep=("title",)), **_allow_files(schema, schema_of(TableSource))}


def _family() -> Schema:
    from prancha.catalogue.file_keys import MOST_COPIES, FamilyFile
    from prancha.catalogue.kind_families import KindFile
    from prancha.catalogue.spreadsheet import ItemSource, TableSource

    schema = schema_of(KindFile)
    bound = sorted(key for key in schema_of(FamilyFile)["required"] if key not in schema["required"])
    schema["required"].remove("kind")
    schema["anyOf"] = [{"required": ["kind"]}, {"required": bound}]
    schema["title"] = "FamilyFile"
    reserved: Schema = {
        "id": {"type": ["string", "integer"], "description": "stable, unique in the family"},
        "copies": {"type": "integer", "minimum": 0, "maximum": MOST_COPIES, "default": 1},
        "source": _SOURCE,
        "why": _TEXT,
        "assumed": {"type": "object", "additionalProperties": _TEXT},
    }
    schema["properties"]["items"]["items"] = {"type": "object", "properties": reserved, "required": ["id"]}
    source = schema_of(ItemSource)
    inner = source.pop("$defs", {})
    one = [{"type": "string", "description": "a .csv, .tsv, .xlsx, .ods or .json beside this file"}, source]
    schema["properties"]["from"] = {"anyOf": [*one, {"type": "array", "items": {"anyOf": one}}]}
    schema.setdefault("$defs", {}).update(inner)
    return {**_allow_languages(schema), **_allow_files(schema, schema_of(TableSource))}


def _rules() -> Schema:
    from prancha.checks.rules.checks import CHECKS
    from prancha.checks.rules.rule_reading import FACTS, HEAD, SEVERITIES, TOP

    head: Schema = {name: {} for name in HEAD}
    head |= {
        "says": _TEXT,
        "why": _TEXT,
        "fact": {"enum": list(FACTS)},
        "severity": {"enum": list(SEVERITIES)},
    }
    kinds = {
        name: {
            "description": check.rationale.partition("\n")[0],
            # Some kinds take a single text, such as expression: "...".
            "anyOf": [
                {"type": "string"},
                {"type": "object", "properties": {key: {} for key in sorted(check.parameters)}},
            ],
        }
        for name, check in sorted(CHECKS.items())
    }
    top: Schema = {name: {} for name in TOP}
    top["rules"] = {"type": "array", "items": {"type": "object", "properties": {**head, **kinds}}}
    return {"title": "rules.yaml", "type": "object", "properties": top, "additionalProperties": False}


def _table() -> Schema:
    from prancha.catalogue.file_keys import TableFile

    return _allow_languages(schema_of(TableFile))


def _plain(name: str) -> Schema:
    """Return the schema of a class of `file_keys`."""
    from prancha.catalogue import file_keys

    return schema_of(getattr(file_keys, name))


FILES: dict[str, Callable[[], Schema]] = {
    "game": _game,
    "family": _family,
    "papers": partial(_plain, "PapersFile"),
    "profiles": partial(_plain, "ProfilesFile"),
    "services": partial(_plain, "ServicesFile"),
    "rules": _rules,
    "table": _table,
}


def _allow_languages(schema: Schema, keep: tuple[str, ...] = ()) -> Schema:
    """Allow each text to be one per language."""
    parts = [schema, *schema.get("$defs", {}).values()]
    for part in parts:
        for name, value in part.get("properties", {}).items():
            if name in _TEXTS and not (part is schema and name in keep):
                value.pop("type", None)
                value.pop("anyOf", None)
                value.update(_TEXT)
    return schema


def _allow_files(schema: Schema, source: Schema) -> Schema:
    """Allow tables to come from a data file."""
    inner = source.pop("$defs", {})
    read = {"type": "object", "properties": {"from": {"anyOf": [{"type": "string"}, source]}}}
    schema["properties"]["tables"]["patternProperties"] = {r"\S": {"anyOf": [read, {}]}}
    schema.setdefault("$defs", {}).update(inner)
    return schema
