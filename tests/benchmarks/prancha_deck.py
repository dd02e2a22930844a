"""Build the benchmark's deck with prancha: python prancha_deck.py DATA.yaml OUT.pdf.

Joins a side-by-side run as `--add 'prancha=python .../prancha_deck.py {data}.yaml {out}'`.
The data file becomes the family's `items:` as it is; the font is DejaVu Sans,
as for every tool in that run.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from deck_project import project


def main() -> int:
    data, out = Path(sys.argv[1]), Path(sys.argv[2])
    os.environ.setdefault("PRANCHA_CACHE", "off")  # every run is to be cold
    with tempfile.TemporaryDirectory(prefix="deck") as folder:
        where = Path(folder)
        project(where, data)
        # The other tools draw sheets only, so the cover stays out; PRANCHA_FLAGS= puts it back.
        flags = os.environ.get("PRANCHA_FLAGS", "--no-cover").split()
        child = os.fork()
        if child == 0:  # as users start it, but for one start of Python, which the other tools have not twice
            sys.argv = ["prancha", "build", "--project", str(where), "--out", str(where / "output"), *flags]
            from prancha.__main__ import main as prancha

            os._exit(prancha())
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code == 0:
            (pdf,) = (where / "output" / "deck").glob("*.pdf")
            shutil.move(pdf, out)
    return code


if __name__ == "__main__":
    sys.exit(main())
