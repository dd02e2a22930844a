"""What should be known about a text or picture that is printed all the same."""

from __future__ import annotations

from msgspec import Struct


class Remark(Struct, frozen=True):
    """What should be known about picture or text `path`, as the template named it."""

    code: str
    path: str
    message: str
    hint: str
