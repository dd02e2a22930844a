"""Why each code is raised, from the registry and from the checks that bring their own rationale."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def registry() -> Mapping[str, str]:
    """The rationales of codes.toml: of what no check raises."""
    text = files(__package__ or "").joinpath("codes.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def rationale(code: str) -> str:
    """The paragraph on one code; empty when there is no such code."""
    return registry().get(code) or _of_rules().get(code) or _of_proofs().get(code, "")


def rationales() -> Mapping[str, str]:
    """Every code with its rationale, sorted by code."""
    return dict(sorted({**_of_proofs(), **_of_rules(), **registry()}.items()))


def _of_rules() -> dict[str, str]:
    from inspect import cleandoc  # slow to import, and needed here only

    from prancha.checks.artwork import CHECKS as ARTWORK
    from prancha.checks.rules.checks import CHECKS as RULES

    rules = {check.code: check.rationale for check in RULES.values()}
    return {**rules, **{code: cleandoc(check.__doc__ or "") for code, check in ARTWORK.items()}}


def _of_proofs() -> dict[str, str]:
    from prancha.checks.proof.checks import CHECKS  # reads PDFs, which takes long to import

    return {code: check.rationale for check in CHECKS for code in check.codes}
