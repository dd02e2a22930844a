"""Which keys profiles.yaml has, and of what kind; units and geometry are checked elsewhere."""

from __future__ import annotations

from typing import Annotated, Literal

from prancha.catalogue.schema import Colour, Length, Name
from prancha.catalogue.validation import Field, Keys
from prancha.model.sheet import MarkStyle

Few = Annotated[int, Field(ge=1, le=100)]
SlotShape = Literal["rectangle", "rounded", "circle", "hexagon"]


class MarksFile(Keys):
    """How crop marks look."""

    style: MarkStyle = "corner"
    length: Length = "4 mm"
    distance: Length = "2.5 mm"
    weight: Length = "0.15 mm"
    colour: Colour = "#000000"
    backs: bool = True
    light: bool = False


class SlotFile(Keys):
    """One place of a label or die sheet."""

    x: Length
    y: Length
    size: Length
    shape: SlotShape = "rectangle"
    radius: Length | None = None


class GridFile(SlotFile):
    """Equal places in columns and rows; `step` is from corner to corner."""

    columns: Few
    rows: Few
    step: Length | None = None


class ProfileFile(Keys):
    """One sheet profile."""

    paper: str = ""
    margin: Length | None = None
    marks: MarksFile | None = None
    bleed: Length = "0 mm"
    grid: GridFile | None = None
    slots: Annotated[list[SlotFile], Field(min_length=1, max_length=500)] | None = None


class ProfilesFile(Keys):
    """profiles.yaml."""

    profiles: Annotated[dict[Name, ProfileFile], Field(min_length=1)]
