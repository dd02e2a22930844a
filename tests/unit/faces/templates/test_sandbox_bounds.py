"""What templates loop over, gather and join is bounded, wherever it stands."""

from __future__ import annotations

import pytest
from jinja2 import nodes
from jinja2.compiler import generate

from prancha.faces.templates.loader import FolderLoader
from prancha.faces.templates.sandbox import COUNTED, SHORT, FaceEnvironment, bound_nodes


def bounded(source: str) -> nodes.Template:
    made = FaceEnvironment(FolderLoader([]))
    tree = made.parse(source, "a.svg.j2")
    bound_nodes(tree)
    assert generate(tree, made, "a.svg.j2", None)
    return tree


@pytest.mark.parametrize(
    ("source", "filters"),
    [
        ("{% for a in b %}{% for c in a %}{{ c }}{% endfor %}{% endfor %}", [COUNTED, COUNTED]),
        ("{% macro m(a, b=c ~ d) %}{% for e in a %}{% endfor %}{% endmacro %}", [SHORT, COUNTED]),
        ("{% set a %}{{ b ~ (c ~ d) }}{% endset %}", [SHORT, SHORT, SHORT]),
        ("{{ label(a ~ b, [c ~ d][0], e={'f': g ~ h}) }}", [SHORT, SHORT, SHORT]),
        ("{% call(x) m(a ~ b) %}{% for c in x %}{% endfor %}{% endcall %}", [SHORT, COUNTED]),
    ],
)
def test_every_loop_and_every_join_is_bounded(source: str, filters: list[str]) -> None:
    tree = bounded(source)
    assert sorted(node.name for node in tree.find_all(nodes.Filter)) == sorted(filters)


def test_every_node_knows_its_environment() -> None:
    tree = bounded("{% for a in b %}{{ a ~ c }}{% endfor %}{% set d %}e{% endset %}")
    assert all(node.environment is tree.environment for node in tree.find_all(nodes.Node))
