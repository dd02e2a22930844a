"""Templates are cut into the tokens that Jinja cuts them into, or left to it."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import random
from pathlib import Path

import pytest
from jinja2 import Environment, TemplateSyntaxError
from jinja2.lexer import Lexer, Token

from prancha.faces.templates.loader import FolderLoader
from prancha.faces.templates.sandbox import FaceEnvironment
from prancha.faces.templates.tokens import usual_tokens

TEMPLATES = Path(__file__).parents[4] / "templates"
LEXER = Lexer(FaceEnvironment(FolderLoader([TEMPLATES])))


def by_jinja(source: str) -> list[Token] | None:
    """What Jinja cuts; None where it refuses to."""
    try:
        return list(LEXER.wrap(LEXER.tokeniter(source, "a", "a"), "a", "a"))
    except TemplateSyntaxError:
        return None


@pytest.mark.parametrize("file", sorted(TEMPLATES.rglob("*.j2")), ids=lambda file: file.name)
def test_shipped_templates_are_usual(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    assert usual_tokens(source) == by_jinja(source)


@pytest.mark.parametrize("source", [
    "", "\n", "a", "a\n", "a\n\n", "  {% if a %}  \n  {% endif %}\nb", "a {%- if b -%} \n c {%- endif +%}\nd", "  {%+ if a %}x{% endif %}",
    "  {{- a -}}  \n b", "{{+ 1 }}", "  {# c #}\n  {#- d -#}  e", "{# a\nb #}\n\n{{ c }}", "{# a +#}\nb", "{#-#}{##}", "{{}}", "{%%}",
    "{{ {'a': {'b': 1}} }}", "{{ {'a': {'b': 1}}}}", "{{ a[b(c, {})] }}", "{{ '}}' ~ \"%}\" }}", "{% set a = '%}' %}\nb",
    "{{ 1 }}{{ 1.5 }}{{ 1e3 }}{{ 1_000 }}{{ 0x1F }}{{ 0b1 }}{{ 0o7 }}{{ a.1.b }}{{ 1.b }}{{ 1..b }}{{ .5 }}{{ 12abc }}",
    "{{ a\n  + b\n}}\n{{ c }}", "{{ a // b ** c != d == e >= f <= g ~ h | i }}", "{{ 'a\\'b\\n\\u00e9\u00e9' }}", "{{ 'a\nb' }}{{ c }}",
    "{{ \u00e9t\u00e9 }}{{ \u540d }}", "{{ \u0663 }}", "{{ a\u0301 }}", "{{ \u00b2 }}", "{% raw %}{{ a }}{% endraw %}", "{%- raw -%} a {% endraw %}", "{{ raw }}",
    "a\r\nb{{ c }}", "{{ a", "{% if", "{# a", "{{ ) }}", "{{ (] }}", "{{ (a }}", "{{ 'a }}", "{{ ? }}", "{{ '\\x' }}", "{{ a -}}\n\n{{ b }}", "{ {% a %} }",
    "{{ 99999999999999999999 }}{{ 1e400 }}", "\x0b {% a %}", "\u2003{% a %}x", "a\u2028{% b %}", "{{\x0b a\u2003}}",
])  # fmt: skip
def test_tokens_are_those_of_jinja_or_none(source: str) -> None:
    assert usual_tokens(source) in (None, by_jinja(source))


def test_so_are_those_of_whatever_is_put_together() -> None:
    dice = random.Random(7)
    parts = [
        *"ab \n{}()[]'\"-+%#.1_,|~=",
        "{{",
        "}}",
        "{%",
        "%}",
        "{#",
        "#}",
        "{%-",
        "-%}",
        "raw",
        "  ",
        "1.5",
        "in",
        "é",
    ]
    for _ in range(20_000):
        source = "".join(dice.choices(parts, k=dice.randrange(1, 14)))
        for written in (source, "{{ " + source + " }}", "  {% if " + source + " %}\n x {% endif %}"):
            assert usual_tokens(written) in (None, by_jinja(written)), written


@pytest.mark.parametrize(
    "source", ["a\n{{ (b] }}", "{{ b ? c }}", "{# a", "{{ a b }}", "{% if a %}", "{{ '\\x' }}"]
)
def test_mistakes_are_told_in_the_words_of_jinja(source: str) -> None:
    told = []
    for environment in (FaceEnvironment(FolderLoader([TEMPLATES])), Environment(autoescape=True)):
        with pytest.raises(TemplateSyntaxError) as fault:
            environment.from_string(source)
        told.append((fault.value.message, fault.value.lineno))
    assert told[0] == told[1]
