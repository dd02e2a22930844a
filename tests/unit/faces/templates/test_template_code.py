"""Names that surely have a value are not looked at, and what templates draw and refuse stays the same."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from jinja2 import DictLoader
from jinja2.compiler import CodeGenerator

from prancha.faces.templates.loader import FolderLoader
from prancha.faces.templates.sandbox import FaceEnvironment
from prancha.faces.templates.template_code import TemplateCode

_OTHERS = {
    "macros": "{% set edge = 3 %}{% macro wide(a) %}{{ a + edge }}{% endmacro %}",
    "base": "{% set a = 'base' %}<{% block one %}{{ b }}{% endblock %}>",
    "part": "{{ a is defined }}{{ b }}",
}


class _LooksAtAll(TemplateCode):
    """Looks at every name, as Jinja does."""

    visit_Name = CodeGenerator.visit_Name  # noqa: N815 - Jinja calls it so
    leave_frame = CodeGenerator.leave_frame
    get_resolve_func = CodeGenerator.get_resolve_func


def _environment(kind: type[CodeGenerator] = TemplateCode) -> FaceEnvironment:
    environment = FaceEnvironment(FolderLoader([Path(__file__).parent]))
    environment.bytecode_cache = None
    environment.code_generator_class = kind
    environment.loader = DictLoader(_OTHERS)
    return environment


def _outcome(source: str, kind: type[CodeGenerator]) -> tuple[str, Any]:
    environment = _environment(kind)
    try:
        drawn = environment.from_string(source).render(b="B", items=[1, 2, 3])
    except Exception as error:  # whatever it is, it must be the same
        return type(error).__name__, str(error)
    return drawn, [str(error) for error in environment.noted]


@pytest.mark.parametrize("source", [
    "{{ b }}{% set a = b ~ 1 %}{{ a }}{% set a = a ~ 2 %}{{ a }}",
    "{{ a }}", "{{ a.b }}", "{{ a is defined }}{{ a|default('none') }}", "{{ a + 1 }}", "{% for x in a %}{% endfor %}",
    "{% if b %}{% set a = 1 %}{% endif %}{{ a }}",
    "{% if not b %}{% set a = 1 %}{% endif %}{{ a }}",
    "{% if not b %}{% set b = 1 %}{% endif %}{{ b }}",
    "{% if not b %}{% set a = 1 %}{% endif %}{% include 'part' %}",
    "{% for x in items %}{% set a = x %}{{ a }}{% endfor %}{{ a }}",
    "{% for x in [] %}{% set a = x %}{% endfor %}{{ a is defined }}",
    "{% for x in items %}{% if x > 1 %}{% set a = x %}{% endif %}{{ a is defined }}{% endfor %}",
    "{% for x in items %}{{ y is defined }}{% set y = x %}{{ y }}{% endfor %}",
    "{% for x in items if x != c %}{{ x }}{% endfor %}", "{% for x in items %}{{ loop.index ~ b ~ c }}{% endfor %}",
    "{% macro m(x, y=a) %}{{ x ~ y }}{% endmacro %}{% set a = 1 %}{{ m(2) }}",
    "{% macro m(x, y=a) %}{{ x ~ y }}{% endmacro %}{{ m(2) }}{% set a = 1 %}",
    "{% macro m(x, y=x) %}{{ x ~ y }}{% endmacro %}{{ m(2) }}{{ m() }}",
    "{% macro m(x=y, y=1) %}{{ x }}{% endmacro %}{{ m() }}",
    "{% macro m() %}{{ a }}{% endmacro %}{{ m() }}{% set a = 1 %}", "{{ m() }}{% macro m() %}{% endmacro %}",
    "{% macro m() %}{{ later() }}{% endmacro %}{% macro later() %}{{ b }}{% endmacro %}{{ m() }}",
    "{% set ns = namespace() %}{% for x in items %}{% set a = x %}{% macro m() %}{{ a ~ x }}{% endmacro %}{% set ns.m = m %}{{ m() }}{% endfor %}{{ ns.m() }}",
    "{% import 'macros' as w %}{{ w.wide(2) }}{{ w.lost(2) }}", "{% from 'macros' import wide, lost %}{{ wide(1) }}{{ lost }}",
    "{% extends 'base' %}{% set a = 1 %}{% block one %}{{ a }}{{ super() }}{% endblock %}",
    "{% set a %}{{ b }}{% endset %}{{ a }}{% with b = a, c = 2 %}{{ b ~ c }}{% set d = 1 %}{{ d }}{% endwith %}{{ c }}",
    "{% set a, c = 1, 2 %}{{ a ~ c }}{% set ns = namespace(a=1) %}{% set ns.a = c %}{{ ns.a }}",
    "{% macro m() %}{{ caller() }}{% endmacro %}{% set a = 1 %}{% call m() %}{{ a }}{{ c }}{% endcall %}",
    "{% for x in items recursive %}{{ x }}{% set a = x %}{{ a }}{{ loop(c) }}{% endfor %}",
    "{{ a if c is defined else b }}{{ (a or b) if a is defined }}",
])  # fmt: skip
def test_what_is_drawn_or_refused_is_the_same(source: str) -> None:
    assert _outcome(source, TemplateCode) == _outcome(source, _LooksAtAll)


def _code(source: str) -> str:
    environment = _environment()
    return environment._generate(environment._parse(source, "a", None), "a", None)


@pytest.mark.parametrize(
    "source",
    [
        "{{ n(b) }}{% for x in items %}{{ n(x) }}{% endfor %}",
        "{% set a = 1 %}{{ a }}{% macro m() %}{{ a }}{% endmacro %}{{ m() }}",
        "{% if b %}{% set a = 1 %}{{ a }}{% endif %}",
        "{% import 'macros' as w %}{{ w.wide(b) }}",
    ],
)
def test_sure_names_are_not_looked_at(source: str) -> None:
    assert " is missing else " not in _code(source)


@pytest.mark.parametrize(
    "source",
    [
        "{% macro m() %}{{ a }}{% endmacro %}{% set a = 1 %}",
        "{% for x in items %}{% set a = 1 %}{% macro m() %}{{ a }}{% endmacro %}{% endfor %}",
    ],
)
def test_others_are(source: str) -> None:
    assert re.search(r"undefined\(name='a'\) if l_\d_a is missing else l_\d_a", _code(source))
