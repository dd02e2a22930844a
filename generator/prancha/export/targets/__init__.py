"""All targets: those of the program, as `module:NAME` of a `Target` or a tuple, then those of packages.

An installed package gives targets by entry points of the group `prancha.targets` (docs/new-target.md).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, distributions

from prancha.export.target import Target
from prancha.model.diagnostic import Diagnostic, Failure, Place

GROUP = "prancha.targets"
_TARGETS = (
    "picture_files:IMAGES gallery:TARGET web:TARGET overviews:CONTACT overviews:SPRITES "
    "picture_files:CUT_OUTS scenes:TARGET itch:TARGET tts:TARGET vtt_room:VTT pcio_room:PCIO "
    "tabletop_club:TARGET cgs:TARGET playground:TARGET uploads:TABLETOPIA uploads:SCREENTOP "
    "cutters:SILHOUETTE cricut:TARGET cutters:TARGETS print_shops:TGC mpc:TARGETS print_shops:TARGETS".split()
)


def load_targets() -> Mapping[str, Target]:
    """Load all targets by name, in the order they are listed; raises Failure for an unusable package."""
    found: dict[str, Target] = {}
    for entry in _TARGETS:
        module, _, name = entry.partition(":")
        value = getattr(import_module(f"{__name__}.{module}"), name)
        found.update({one.name: one for one in (value if isinstance(value, tuple) else (value,))})
    for point in sorted(_entry_points(), key=lambda point: (point.name, point.value)):
        for target in _targets_of(point):
            if target.name in found:
                raise _useless(point, f'there is a target "{target.name}" already')
            found[target.name] = target
    return found


def _entry_points() -> Iterator[EntryPoint]:
    """Yield those of installed packages, never of the current folder, which may be a stranger's."""
    here = os.path.realpath(os.curdir)
    path = [folder for folder in sys.path if folder and os.path.realpath(folder) != here]
    seen: set[tuple[str, str]] = set()
    for package in distributions(path=path):
        for point in package.entry_points:
            if point.group == GROUP and (point.name, point.value) not in seen:
                seen.add((point.name, point.value))
                yield point


def _targets_of(point: EntryPoint) -> tuple[Target, ...]:
    """Load what an entry point names; raises Failure unless that is a target."""
    try:
        value = point.load()
    except Exception as error:  # foreign code may fail in any way
        raise _useless(point, f"{type(error).__name__}: {error}") from error
    targets = value if isinstance(value, tuple) else (value,)
    if not all(isinstance(target, Target) for target in targets):
        raise _useless(point, f"{point.value} is neither a Target nor a tuple of them")
    return targets


def _useless(point: EntryPoint, why: str) -> Failure:
    package = point.dist.name if point.dist is not None else point.module
    hint = f"pip install --upgrade {package}, or pip uninstall {package}"
    message = f'the target "{point.name}" of the installed package {package} cannot be used: {why}'
    return Failure([Diagnostic(Place(""), "target-package", message, hint=hint)])
