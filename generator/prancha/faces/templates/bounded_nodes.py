"""Templates as trees: what loops, gathers or joins is wrapped in what counts and bounds it.

Jinja looks through a tree a dozen times for what it is to declare: names, filters, tests, blocks.  None of
that is in the constants, sums and calls of an expression, but below them.  So while the tree is walked for
its wrapping, each expression is told what below it can be looked for, and the searches go there at once.
"""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, nodes

COUNTED, SHORT = "counted", "kept_short"
"""The filters: one counts the turns of a loop, one refuses text that grows without bound."""
_SOUGHT = (nodes.Name, nodes.NSRef, nodes.Filter, nodes.Test, nodes.ImportedName)
"""What Jinja looks for within expressions."""
_WITHOUT_BODY = (nodes.Expr, nodes.Helper, nodes.Output, nodes.Assign)
"""What is told: of a statement with a body Jinja looks at some parts only."""


def bound_nodes(tree: nodes.Template, environment: Environment) -> None:
    """Wrap loops, blocks that are assigned, and texts that are joined; give all nodes their environment."""
    _bound(tree, environment)


def _bound(node: nodes.Node, environment: Environment) -> list[nodes.Node]:
    """Wrap what is in a node and the node; returns itself, or what is sought below an expression."""
    node.environment = environment
    below: list[nodes.Node] = []
    for name in node.fields:
        item = getattr(node, name, None)
        if isinstance(item, nodes.Node):
            below += _bound(item, environment)
        elif isinstance(item, list):
            for each in item:
                if isinstance(each, nodes.Node):
                    below += _bound(each, environment)
    if isinstance(node, nodes.For):
        node.iter = _filtered(node.iter, COUNTED, node)
    elif isinstance(node, nodes.AssignBlock):
        node.filter = _filtered(node.filter, SHORT, node)
    elif isinstance(node, nodes.Concat):
        inner = nodes.Concat(node.nodes, lineno=node.lineno, environment=environment)
        _tell(inner, below)
        node.nodes = [_filtered(inner, SHORT, node)]
        below = [*node.nodes]
    if not isinstance(node, _WITHOUT_BODY):
        return [node]
    _tell(node, below)
    return [node] if isinstance(node, _SOUGHT) else below


def _filtered(inner: Any, name: str, node: nodes.Node) -> nodes.Filter:
    """What is inside a node, in a filter."""
    wrapped = nodes.Filter(inner, name, [], [], None, None, lineno=node.lineno, environment=node.environment)
    _tell(wrapped, [] if inner is None else [inner])
    return wrapped


def _tell(node: nodes.Node, below: list[nodes.Node]) -> None:
    """Let a node answer Jinja's searches with what is sought below it."""
    vars(node)["iter_child_nodes"] = tuple(below).__iter__
