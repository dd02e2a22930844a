"""Nothing needs POSIX: games begin, build and export by Windows' rules for modules, names and line ends.

One process plays Windows: the program is imported where `os`, `signal` and `sys` are as there and modules of
POSIX are gone.  Links are refused; a text without an encoding is an error, and so is a path Windows has not.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WINDOWS = """
import importlib, os, pkgutil, re, signal, sys, types, warnings

import prancha
names = [each.name for each in pkgutil.walk_packages(prancha.__path__, "prancha.")]
names.remove("prancha.__main__")
for name in names:  # libraries are imported as they are
    importlib.import_module(name)
for name in [name for name in sys.modules if name.partition(".")[0] == "prancha"]:
    del sys.modules[name]

class Without(types.ModuleType):
    def __init__(self, real, gone, **own):
        self.__dict__.update(_real=real, _gone=re.compile(gone + r"\\Z"), **own)
    def __getattr__(self, name):
        if self._gone.match(name):
            raise AttributeError(name)
        return getattr(self._real, name)
    def __setattr__(self, name, value):
        setattr(self._real, name, value)

def refuse(*_, **__):
    raise OSError(1314, "A required privilege is not held by the client")

POSIX = "fork.*|p(read|write)v?|gete?[ug]id|waitid|W[A-Z]+|O_(NO|DIR|CLO|ASYNC).*|f?statvfs|ST_.*|killpg"
POSIX += "|[gs]etpg.*|setsid|f?chown|mkfifo|uname|register_at_fork|sched_.*"
os.link = os.symlink = refuse
sys.modules["os"] = Without(os, POSIX, name="nt", link=refuse, symlink=refuse)
sys.modules["sys"] = Without(sys, "getwindowsversion", platform="win32")
SIGNALS = "(?!SIG(INT|TERM|ABRT|FPE|ILL|SEGV)\\\\Z)SIG[A-Z]+[0-9]*|pthread.*|.*itimer|alarm|ITIMER.*|sigw.*"
sys.modules["signal"] = Without(signal, SIGNALS)
sys.modules["msvcrt"] = types.SimpleNamespace(locking=lambda *_: None, LK_NBLCK=2)
sys.modules.update(dict.fromkeys(("fcntl", "resource", "pwd", "grp", "termios", "tty", "syslog")))
warnings.filterwarnings("error", category=EncodingWarning, module="prancha")

for name in names:
    importlib.import_module(name)
from prancha.cli.command_line import main
from prancha.system.file_contents import is_device

def look(event, given):
    if event in ("open", "os.mkdir", "os.rename"):
        for path in given[:2]:
            for part in path.split("/") if isinstance(path, str) and len(path) > 3 else ():
                if re.search(r'[<>:"|?*\\\\]|[^.][. ]\\Z', part) or is_device(part):
                    sys.__stderr__.write(f"no name for Windows: {path}\\n")
                    os._exit(9)

sys.addaudithook(look)
for line in sys.stdin.read().splitlines():
    if main(line.split("|")):
        sys.exit(f"failed: {line}")
"""
LIST = "Name,Qty,Text\nCon,2,Draw: one?\nWhat?,1,C:\\path\nNul.txt,1,*All* win.\n"


def _as_windows(folder: Path, *commands: str) -> str:
    done = subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", "-c", WINDOWS],
        input="\n".join(commands), cwd=folder, capture_output=True, encoding="utf-8", check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT / "generator"), "PRANCHA_CACHE": str(folder / "cache")},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_games_begin_build_and_export_without_posix(tmp_path: Path) -> None:
    (tmp_path / "Deck list.csv").write_bytes(LIST.replace("\n", "\r\n").encode())
    said = _as_windows(
        tmp_path,
        "new|fox|--lang|en,pt-BR",
        "new|My Deck: one?|--from|Deck list.csv",
        "list",
        "check",
        "build|--lang|en|--proof",
        "printed|fox",
        "export|fox|--to|tts",
        "export|my-deck-one|--to|images",
        "export|my-deck-one|--to|mpc",
        "diff|printed|fox",
        "stats|fox",
    )
    assert len(re.findall(r"faults +0,", said)) == 2
    made = [path.relative_to(tmp_path).as_posix().casefold() for path in tmp_path.rglob("*")]
    assert len(made) == len(set(made))
    first = {path: path.read_bytes() for path in (tmp_path / "output").glob("*/*.pdf")}
    assert len(first) == 2

    for path in tmp_path.rglob("*"):
        if path.suffix in (".yaml", ".j2", ".svg", ".json") and "output" not in path.parts:
            path.write_bytes(re.sub(rb"\r?\n", b"\r\n", path.read_bytes()))
    _as_windows(tmp_path, "build|--lang|en|--no-cache|--out|again")
    for path, data in first.items():
        assert (tmp_path / "again" / path.parent.name / path.name).read_bytes() == data
