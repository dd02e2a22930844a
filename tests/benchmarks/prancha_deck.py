"""Build the benchmark's deck with prancha: python prancha_deck.py DATA.yaml OUT.pdf.

Joins a side-by-side run as `--add 'prancha=python .../prancha_deck.py {data}.yaml {out}'`.
The data file becomes the family's `items:` as it is; the font is DejaVu Sans,
as for every tool in that run.
"""

import os
import shutil
import subprocess
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
        command = [sys.executable, "-m", "prancha", "build", "--project", where, "--out", where / "output"]
        code = subprocess.run([*command, *flags]).returncode
        if code == 0:
            (pdf,) = (where / "output" / "deck").glob("*.pdf")
            shutil.move(pdf, out)
    return code


if __name__ == "__main__":
    sys.exit(main())
