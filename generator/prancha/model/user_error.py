"""The base of all errors that a user is told in words."""

from __future__ import annotations


class UserError(Exception):
    """What is wrong, and the likely fix; the caller that catches it adds the place.

    `Failure` carries finished diagnostics, with their places.  Errors of templates that Jinja must know
    as its own have a message and a hint as well, but cannot have this base.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.hint = message, hint
