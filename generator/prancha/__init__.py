"""prancha: YAML catalogues of game components become printable PDF sheets.

What other programs need is here by a name that stays, and loaded when it is first asked for: docs/python.md.
"""

from typing import Any

__version__ = "0.1.0"

PUBLIC = {
    "Diagnostic": "prancha.model.diagnostic",
    "Failure": "prancha.model.diagnostic",
    "Kit": "prancha.building.order",
    "Order": "prancha.building.order",
    "Workers": "prancha.building.workers",
    "build": "prancha.building.pipeline",
    "check": "prancha.building.game_loading",
    "check_faces": "prancha.building.pipeline",
    "compare": "prancha.changes.difference",
    "count_inventory": "prancha.building.kit_inventory",
    "current_states": "prancha.changes.snapshot_store",
    "find_states": "prancha.changes.snapshot_store",
    "load": "prancha.building.game_loading",
    "proof": "prancha.checks.proof.proofing",
}
"""Each public name with the module that has it."""


def __getattr__(name: str) -> Any:
    if name not in PUBLIC:
        raise AttributeError(f"module 'prancha' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(PUBLIC[name]), name)


def __dir__() -> list[str]:
    return sorted([*PUBLIC, "__version__"])
