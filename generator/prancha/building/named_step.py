"""Steps that have a name: what no code foresaw in one is told with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from prancha.model.game import Game
from prancha.system.unexpected import caught

P = ParamSpec("P")
R = TypeVar("R")


class OfGame(Protocol):
    """A value that has a game."""

    @property
    def game(self) -> Game:
        """Its game."""


G = TypeVar("G", bound=OfGame)
Step = Callable[Concatenate[G, P], R]


def named_step(name: str) -> Callable[[Step[G, P, R]], Step[G, P, R]]:
    """Decorate a function of a value with a game: what no code foresaw is told at the game, with `name`."""

    def named(step: Step[G, P, R]) -> Step[G, P, R]:
        @wraps(step)
        def run(opened: G, /, *args: P.args, **options: P.kwargs) -> R:
            with caught(opened.game.place, name):
                return step(opened, *args, **options)

        return run

    return named
