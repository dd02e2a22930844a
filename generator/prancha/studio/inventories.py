"""What a kit holds and what to buy for it, by `prancha manifest` in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from prancha.system import signals


class Inventories:
    """Counts kits, one at a time: each count builds the kit, and measures what is in its PDF."""

    def __init__(self, project: Path) -> None:
        self._project = project
        self._one = threading.Lock()

    def count(self, game: str, lang: str, paper: str) -> dict[str, Any]:
        """The inventory as `prancha manifest --format json` has it, and as `wrong` what the command says.

        Without an inventory, `wrong` is why there is none.
        """
        given = ["manifest", game, "--format", "json", "--lang", lang, "--paper", paper]
        command = [sys.executable, "-m", "prancha", *given, "--project", str(self._project)]
        with (
            self._one,
            subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                encoding="utf-8", errors="replace",
            ) as process,
            signals.attended(process),
        ):  # fmt: skip
            out, wrong = process.communicate()
        counted: dict[str, Any] = json.loads(out) if out.strip() else {}
        return {**counted, "wrong": wrong.strip()}
