"""The kinds of rules with what they take, and every code with why it is raised."""

from inspect import cleandoc

from prancha.checks.explanations import rationales
from prancha.checks.rules.checks import CHECKS
from prancha.checks.rules.rule_reading import FACTS, HEAD, SEVERITIES


def kinds() -> str:
    """The page on the kinds of rules."""
    lines = [
        "# Kinds of rules",
        "",
        f"Made by `make reference` from the {len(CHECKS)} checks themselves; "
        "[how rules are written](../rules.md).",
        "",
        f"Every rule may have: {', '.join(f'`{name}`' for name in sorted(HEAD))}. "
        f"`fact` is {', '.join(FACTS)}; `severity` {' or '.join(SEVERITIES)}.",
    ]
    for name, check in sorted(CHECKS.items()):
        takes = ", ".join(f"`{each}`" for each in sorted(check.parameters))
        lines += [
            "",
            f"## {name}",
            "",
            check.rationale,
            "",
            f"Takes {takes}. Its code is `{check.code}`.",
        ]
    return "\n".join(lines) + "\n"


def codes() -> str:
    """The page on the codes of findings."""
    lines = [
        "# Codes",
        "",
        "Made by `make reference` from the registry and the checks; `prancha explain CODE` prints the same.",
    ]
    for code, why in rationales().items():
        lines += ["", f"## {code}", "", cleandoc(why)]
    return "\n".join(lines) + "\n"
