"""Python that templates become: Jinja's, with less between a template and what it asks for.

What a face writes, reckons and calls it asks of its environment some thousand times.  Jinja asks twice for
each value written (to look at it, and to escape it), finds an operator by its name at every sum, and tells
each call in a loop the loop's variables, which no word of ours takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame

WRITTEN, ADDED, MULTIPLIED, REMAINDER = "written", "added", "multiplied", "remainder"
"""What an environment has for values that are written, and for sums, products and remainders."""


class TemplateCode(CodeGenerator):
    """Writes the code of a template for an environment that has the names above."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if _escapes(node, frame):
            self.write(f"environment.{WRITTEN}(context, ")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if _escapes(node, frame):
            self.write(")")
        else:
            super()._output_child_post(node, frame, finalize)

    def _binary(self, name: str, node: nodes.BinExpr, frame: Frame) -> None:
        self.write(f"environment.{name}(")
        self.visit(node.left, frame)
        self.write(", ")
        self.visit(node.right, frame)
        self.write(")")

    def visit_Add(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        """A sum."""
        self._binary(ADDED, node, frame)

    def visit_Mul(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        """A product."""
        self._binary(MULTIPLIED, node, frame)

    def visit_Mod(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        """A remainder."""
        self._binary(REMAINDER, node, frame)

    def signature(
        self,
        node: nodes.Call | nodes.Filter | nodes.Test,
        frame: Frame,
        extra_kwargs: Mapping[str, Any] | None = None,
    ) -> None:
        """The arguments of a call, without the variables of a loop or block around it."""
        extra = {name: value for name, value in (extra_kwargs or {}).items() if name == "caller"}
        super().signature(node, frame, extra)


def _escapes(node: nodes.Expr, frame: Frame) -> bool:
    """Whether what a node writes is escaped, which no template may change."""
    settled = frame.eval_ctx.autoescape and not frame.eval_ctx.volatile
    return bool(settled) and not isinstance(node, nodes.TemplateData)
