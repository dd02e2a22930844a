"""One list, and what must become of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Case:
    """Files by their names (the first are what `--from` is given), and what is printed of them.

    `pieces` are the cards printed, 0 where `new` must ask which column says how many; `told` are words that
    `new` must say; `printed` stand on the cards,
    `absent` do not; `options` go to `new` besides.
    """

    files: dict[str, bytes | str]
    pieces: int
    told: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    sources: int = 1
    guesses: dict[str, str] = field(default_factory=dict)

    def write(self, folder: Path) -> list[Path]:
        """Write the files into `folder`; returns those that are given to `--from`."""
        written = []
        for name, data in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data.encode() if isinstance(data, str) else data)
            written.append(path)
        return written[: self.sources]


def csv(text: str) -> dict[str, bytes | str]:
    """A list in one CSV file."""
    return {"deck.csv": text.lstrip("\n")}
