"""Trees of templates answer Jinja's searches at once, and what is made of them is what searching makes."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import nodes
from jinja2.compiler import generate

from prancha.faces.templates.bounds import bound_nodes
from prancha.faces.templates.loader import FolderLoader
from prancha.faces.templates.sandbox import FaceEnvironment

TEMPLATES = Path(__file__).parents[4] / "templates"


def environment() -> FaceEnvironment:
    return FaceEnvironment(FolderLoader([TEMPLATES]))


def all_of(node: nodes.Node) -> list[nodes.Node]:
    """A node and all that its fields hold."""
    found = [node]
    for name in node.fields:
        item = getattr(node, name, None)
        for each in item if isinstance(item, list) else [item]:
            if isinstance(each, nodes.Node):
                found += all_of(each)
    return found


def code(source: str, told: bool) -> str:
    """The Python that a template becomes, where its nodes were told what is below them or not."""
    made = environment()
    tree = made.parse(source, "a.svg.j2")
    bound_nodes(tree, made)
    if not told:
        for node in all_of(tree):
            vars(node).pop("iter_child_nodes", None)
    return generate(tree, made, "a.svg.j2", None)


@pytest.mark.parametrize("folder", sorted(folder.name for folder in TEMPLATES.iterdir() if folder.is_dir()))
def test_the_code_is_that_of_looking_everywhere(folder: str) -> None:
    for file in sorted((TEMPLATES / folder).rglob("*.j2")):
        source = file.read_text(encoding="utf-8")
        assert code(source, told=True) == code(source, told=False), file


@pytest.mark.parametrize("source", [
    "{% for a in b if a is odd %}{{ loop.index }}{% else %}{{ c|upper }}{% endfor %}",
    "{% macro m(a, b=c) %}{{ caller() }}{{ varargs }}{{ kwargs }}{% endmacro %}{% call(x) m(1) %}{{ x }}{% endcall %}",
    "{% extends 'x' %}{% block one scoped %}{{ super() }}{{ self.one() }}{% endblock %}",
    "{% set ns = namespace(a=1) %}{% set ns.a, b = 2, 3 %}{% set c %}{{ ns.a ~ b ~ c }}{% endset %}",
    "{% with a = b %}{% include a ~ '.j2' %}{% endwith %}{% filter upper %}{{ a }}{% endfilter %}",
    "{% for a in b recursive %}{{ loop(a) }}{% endfor %}{{ {'a': b}[c:d] if e is f(g) else h(*i, **j) }}",
    "{% from 'x' import a, b as c %}{% import 'y' as d with context %}{% autoescape e %}{{ f }}{% endautoescape %}",
])  # fmt: skip
def test_every_kind_of_node_is_found(source: str) -> None:
    assert code(source, told=True) == code(source, told=False)


def test_searches_go_past_what_only_reckons() -> None:
    made = environment()
    tree = made.parse("a{{ 1 + b[2].c * 'd' }}{{ e|upper }}")
    bound_nodes(tree, made)
    (output,) = tree.body
    assert [type(node).__name__ for node in output.iter_child_nodes()] == ["Name", "Filter"]
    assert [name.name for name in tree.find_all(nodes.Name)] == ["b", "e"]


def test_every_node_knows_its_environment() -> None:
    made = environment()
    tree = made.parse("{% for a in b %}{{ a ~ c }}{% endfor %}{% set d %}e{% endset %}")
    bound_nodes(tree, made)
    assert all(node.environment is made for node in all_of(tree))
