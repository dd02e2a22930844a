"""Why each code is raised, from the registry and from the checks that bring their own rationale."""

from __future__ import annotations

from collections.abc import Mapping

from prancha.checks.codes import CODES


def rationale(code: str) -> str:
    """The paragraph on one code; empty when there is no such code."""
    return CODES.get(code) or _of_rules().get(code) or _of_proofs().get(code, "")


def rationales() -> Mapping[str, str]:
    """Every code with its rationale, sorted by code."""
    return dict(sorted({**_of_proofs(), **_of_rules(), **CODES}.items()))


def _of_rules() -> dict[str, str]:
    from prancha.checks import artwork, rules

    own = {rules.code(kind): rules.explain(kind) for kind in rules.kinds()}
    return {**own, **{code: artwork.explain(code) for code in artwork.codes()}}


def _of_proofs() -> dict[str, str]:
    from prancha.checks.proof.checks import CHECKS  # reads PDFs, which takes long to import

    return {code: check.rationale for check in CHECKS for code in check.codes}
