"""A template as the sandbox reads it: what all its drawings see, and a module of its own for each face."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import Template
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, new_context


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
