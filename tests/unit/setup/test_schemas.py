"""JSON Schemas for editors: they know every key that the shipped files use."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from prancha.catalogue import read_yaml
from prancha.cli import command_line
from prancha.setup.schemas import json_schema

ROOT = Path(__file__).resolve().parents[3]

KINDS = ("game", "rules", "table", "papers", "profiles", "services")
"""Names of files with a schema of their own; all others describe families."""


def schema(name: str) -> dict:
    return json.loads(json_schema(name))


@pytest.mark.parametrize("name", ["family", *KINDS])
def test_schema_is_whole(name: str) -> None:
    one = schema(name)
    assert one["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert one["additionalProperties"] is False
    references = [part.split('"')[1] for part in json.dumps(one).split('"$ref": ')[1:]]
    for reference in references:
        assert reference.removeprefix("#/$defs/") in one["$defs"]


@pytest.mark.parametrize("name", ["game", "family", "rules", "table"])
def test_schema_knows_the_keys_of_the_shipped_games(name: str) -> None:
    known = set(schema(name)["properties"])
    files = [path for path in ROOT.glob("components/[a-z]*/*.yaml") if (path.parent / "game.yaml").exists()]
    files = [
        path for path in files if (path.stem if path.stem in ("game", "rules", "table") else "family") == name
    ]
    assert files
    for path in files:
        assert set(read_yaml(path, ROOT).data) <= known, path


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("components/*/*.yaml")), ids=lambda p: f"{p.parent.name}-{p.stem}"
)
def test_shipped_files_tell_editors_their_schema(path: Path) -> None:
    if path.parent.name == "_rules":
        return  # rules with parameters, which no schema describes
    named = path.read_text().partition("\n")[0].removeprefix("# yaml-language-server: $schema=")
    kind = path.stem if path.stem in KINDS else "family"
    assert (path.parent / named).resolve() == ROOT / f"docs/schema/{kind}.schema.json"


def test_a_new_game_has_its_schemas_beside(tmp_path: Path) -> None:
    for game in ("fox", "hen"):
        assert command_line.main(["new", game, "--project", str(tmp_path)]) == 0
        for path in sorted((tmp_path / "components" / game).glob("*.yaml")):
            named = path.read_text().partition("\n")[0].removeprefix("# yaml-language-server: $schema=")
            kind = path.stem if path.stem in ("game", "rules") else "family"
            assert (path.parent / named).read_text() == json_schema(kind)


def test_family_says_where_items_come_from() -> None:
    family = schema("family")["properties"]
    assert "from_" not in family
    source = family["from"]["anyOf"][1]["properties"]
    assert {"file", "sheet", "columns", "where", "sort", "id", "fields", "decimal", "merged"} <= set(source)
    assert [kind["type"] for kind in source["sheet"]["anyOf"]] == ["string", "integer"]
    assert [kind["type"] for kind in source["where"]["anyOf"]] == ["string", "array"]
    assert family["items"]["items"]["required"] == ["id"]
    assert "a text, or one per language" in family["title"]["description"]


def test_rules_come_from_the_checks() -> None:
    rule = schema("rules")["properties"]["rules"]["items"]["properties"]
    assert {"id", "says", "total", "unique"} <= set(rule)
    assert "is" in rule["total"]["anyOf"][1]["properties"]


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["schema", "game"]) == 0
    assert json.loads(capsys.readouterr().out)["properties"]["languages"]
    assert command_line.main(["schema", "gam"]) == 1
    assert 'there is no schema "gam"\n    did you mean "game"?' in capsys.readouterr().err
