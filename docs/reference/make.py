"""Make the reference: pages and schemas from the models, and a picture of every macro of the library.

make reference.  Nothing here is written by hand but macros.yaml, the examples that are drawn;
tests/acceptance/test_reference.py says which page is stale.
"""

from pathlib import Path

from commands import commands
from fields import fields
from findings import codes, kinds
from macros import draw, macros
from svg_table import svg

from prancha.setup.schemas import FILES, json_schema

ROOT = Path(__file__).resolve().parents[2]


def pages() -> dict[str, str]:
    """Every generated text by its path below docs/."""
    made = {f"schema/{name}.schema.json": json_schema(name) for name in FILES}
    made |= {f"reference/fields-{name}.md": fields(name) for name in FILES if name != "rules"}
    made["reference/rules.md"] = kinds()
    made["reference/codes.md"] = codes()
    made["reference/command-line.md"] = commands()
    made["reference/macros.md"] = macros()
    made["reference/svg.md"] = svg()
    return made


def main() -> None:
    """Write all pages, and draw the macros whose drawing changed."""
    for name, text in pages().items():
        path = ROOT / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    draw()


if __name__ == "__main__":
    main()
