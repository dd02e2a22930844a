"""Which keys printers.yaml has; what the readings mean is checked by `readings`."""

from __future__ import annotations

from typing import Annotated

from prancha.catalogue.file_keys import Name
from prancha.catalogue.validation import Field, Keys

Reading = Annotated[str | None, Field(min_length=1)]


class PrinterFile(Keys):
    """One printer."""

    scale_x: Annotated[str, Field(alias="scale-x")] = "100 %"
    scale_y: Annotated[str, Field(alias="scale-y")] = "100 %"
    back_dx: Annotated[str, Field(alias="back-dx")] = "0 mm"
    back_dy: Annotated[str, Field(alias="back-dy")] = "0 mm"
    back_angle: Annotated[str, Field(alias="back-angle")] = "0 deg"
    margin: str | None = None
    paper: str = ""


class PrintersFile(Keys):
    """printers.yaml."""

    printers: dict[Name, PrinterFile]
