"""CPU seconds, peak memory and bytes of the whole program on the five games, cold.

python tests/benchmarks/kits.py   (make bench)
"""

import tempfile
from pathlib import Path

from measured import ROOT, run


def main() -> None:
    games = sorted(p.parent.name for p in ROOT.glob("components/*/game.yaml"))
    print("| command | wall s | CPU s | peak MiB | KB |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as out:
        for arguments in (
            ["--help"],
            ["check", "--no-faces"],
            ["check"],
            *(["build", g, "--out", out] for g in games),
            ["build", "--out", out],
        ):
            runs = sorted(run(*arguments) for _ in range(3))
            wall, cpu, peak = runs[1]
            pdfs = sorted(Path(out).glob(f"{arguments[1]}/*.pdf" if len(arguments) == 4 else "*/*.pdf"))
            size = sum(p.stat().st_size for p in pdfs) / 1000 if arguments[0] == "build" else 0
            shown = " ".join(a for a in arguments if a not in ("--out", out))
            print(f"| prancha {shown} | {wall:.2f} | {cpu:.2f} | {peak:.0f} | {size:.0f} |")


if __name__ == "__main__":
    main()
