"""What was done to each page for one printer, so that it can be undone before anything is compared.

What is sent to a calibrated printer is not what was designed: it is shifted and scaled so that what
comes out is.  The manifest says how; a page in which just that is undone must agree with the design,
and will not when it was made otherwise than the manifest says.
"""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from prancha.checks.proof.matrix import Matrix

FLAT = 1e-9


def sent_as(manifest: Path, backs: bool) -> tuple[Matrix, ...]:
    """What was done to each page; nothing for a file that was made for no printer.

    A manifest that cannot be read says nothing here; reading the design tells what is wrong.
    """
    try:
        sent = json.loads(manifest.read_text(encoding="utf-8"))["placed"]["sent"]
        matrices: list[Matrix] = msgspec.convert(sent["matrices"], list[Matrix])
        found = tuple(matrices[number] for number in sent["behind" if backs else "pages"])
    except (OSError, ArithmeticError, ValueError, KeyError, TypeError, IndexError, msgspec.ValidationError):
        return ()
    # One that squeezes everything flat cannot be undone.
    return found if all(abs(a * d - b * c) > FLAT for a, b, c, d, _, _ in found) else ()
