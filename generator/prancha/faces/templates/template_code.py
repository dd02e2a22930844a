"""Generate Python from templates, and the template class that runs it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from jinja2 import Template, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.environment import TemplateModule
from jinja2.idtracking import VAR_LOAD_RESOLVE
from jinja2.runtime import Context, new_context

WRITTEN, ADDED, MULTIPLIED, REMAINDER = "written", "added", "multiplied", "remainder"
"""What an environment has for values that are written, and for sums, products and remainders."""


class TemplateCode(CodeGenerator):
    """Writes the code of a template for an environment that has the names above."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._sure: set[str] = set()  # the variables that have a value wherever the writing has got to

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

    def visit_Add(self, node: nodes.BinExpr, frame: Frame) -> None:
        """A sum."""
        self._binary(ADDED, node, frame)

    def visit_Mul(self, node: nodes.BinExpr, frame: Frame) -> None:
        """A product."""
        self._binary(MULTIPLIED, node, frame)

    def visit_Mod(self, node: nodes.BinExpr, frame: Frame) -> None:
        """A remainder."""
        self._binary(REMAINDER, node, frame)

    def get_resolve_func(self) -> str:
        """What finds a name's value: where there is none, what says so when it is used."""
        return f"{self.get_context_ref()}.resolve"

    def leave_frame(self, frame: Frame, with_python_scope: bool = False) -> None:
        """Let go what a loop has set; what it had found is the same outside."""
        if not with_python_scope:
            loads = frame.symbols.loads.items()
            gone = [name for name, (kind, _) in loads if kind != VAR_LOAD_RESOLVE]
            if gone:
                self.writeline(f"{' = '.join(gone)} = missing")

    def visit_Name(self, node: nodes.Name, frame: Frame) -> None:
        """A name: one that surely has a value, or what says that it has none, is not looked at."""
        ref = frame.symbols.ref(node.name)
        load = frame.symbols.find_load(ref)
        if node.ctx == "load" and (ref in self._sure or (load and load[0] == VAR_LOAD_RESOLVE)):
            self.write(ref)
        else:
            super().visit_Name(node, frame)

    def visit_Assign(self, node: nodes.Assign, frame: Frame) -> None:
        """`{% set %}` of an expression."""
        super().visit_Assign(node, frame)
        self._are_set(node.target, frame)

    def visit_AssignBlock(self, node: nodes.AssignBlock, frame: Frame) -> None:
        """`{% set %}` of what is drawn."""
        super().visit_AssignBlock(node, frame)
        self._are_set(node.target, frame)

    def visit_Import(self, node: nodes.Import, frame: Frame) -> None:
        """`{% import %}`."""
        super().visit_Import(node, frame)
        self._sure.add(frame.symbols.ref(node.target))

    def visit_Macro(self, node: nodes.Macro, frame: Frame) -> None:
        """`{% macro %}`."""
        super().visit_Macro(node, frame)
        self._sure.add(frame.symbols.ref(node.name))

    def _are_set(self, target: nodes.Node, frame: Frame) -> None:
        names = (name for name in (target, *target.find_all(nodes.Name)) if isinstance(name, nodes.Name))
        self._sure.update(frame.symbols.ref(name.name) for name in names)

    def blockvisit(self, nodes: Iterable[nodes.Node], frame: Frame) -> None:
        """Nodes that may be passed over together: what they set is not sure behind them."""
        before = self._sure.copy()
        super().blockvisit(nodes, frame)
        self._sure = before

    def macro_body(self, node: nodes.Macro | nodes.CallBlock, frame: Frame) -> tuple[Frame, MacroRef]:
        """What may be called when the loop around it is over: sure is only what the whole template has."""
        before, self._sure = self._sure, {name for name in self._sure if name.startswith("l_0_")}
        body = super().macro_body(node, frame)
        self._sure = before
        return body

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


class FaceTemplate(Template):
    """A template whose module, when others import it, is made anew for each face.

    A face must not depend on which were drawn before it: a module may hold a
    counter, or a list that the first reading uses up.
    """

    _made_for = -1
    _words: dict[str, Any] | None = None
    _words_of = -1

    def new_context(
        self, vars: dict[str, Any] | None = None, shared: bool = False,
        locals: Mapping[str, Any] | None = None,
    ) -> Context:  # fmt: skip
        """The names a drawing sees; those that every one sees are gathered once."""
        return new_context(
            self.environment,
            self.name,
            self.blocks,
            vars=vars,
            shared=shared,
            globals=self.words,
            locals=locals,
        )

    @property
    def words(self) -> dict[str, Any]:
        """What every drawing of this template sees."""
        environment: Any = self.environment  # a FaceEnvironment, which makes these
        if self._words is None or self._words_of != environment.given:
            self._words, self._words_of = dict(self.globals), environment.given
        return self._words

    # Jinja passes `ctx` for globals that only the importing template has; here all have the same.
    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:  # noqa: ARG002
        environment: Any = self.environment  # a FaceEnvironment, which makes these
        if self._made_for != environment.face:
            self._module, self._made_for = None, environment.face
        return super()._get_default_module()
