"""What can be wrong with a font, before anyone knows which card asked for it."""

from __future__ import annotations

from prancha.model.user_error import UserError


class FontError(UserError):
    """A font cannot be used."""

    code = "font"
