"""Icons that are drawn once for all places: of each use only the place is written anew."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.svg.boxes import ViewBox, fit, view_box
from prancha.graphics.svg.matrix import IDENTITY
from prancha.graphics.svg.numbers import length
from prancha.graphics.svg.plain import is_plain
from prancha.render.operators import FRESH_STATE, placed
from prancha.render.protocol import FragmentRenderer, State
from prancha.render.shared_parts import WORTH_SHARING


class IconDrawing(Struct, frozen=True):
    """What a use of an icon paints, but for the line `before` and `after` which its place is told.

    `box` is that of the icon, `width` and `height` those it is fitted into.  `shared`: it is a part of its
    own; with operators from a fresh state that take `rest` characters beside that line.  `state` is left.
    """

    box: ViewBox
    width: float
    height: float
    before: str
    after: str
    shared: bool
    rest: int
    state: State

    def at(self, x: float, y: float) -> str | None:
        """The operators of the icon with its top left corner at (x, y); None where others are drawn there."""
        matrix = fit(self.box, x, y, self.width, self.height)
        line = placed(matrix)
        if matrix == IDENTITY or (self.rest + len(line) >= WORTH_SHARING) != self.shared:
            return None
        return f"{self.before}{line}{self.after}"


def icon_drawing(renderer: FragmentRenderer, root: Element, state: State) -> IconDrawing | None:
    """The use that is alone in `root`, drawn from a state on; None where its place is not told once.

    Raises DrawingFault.
    """
    (use,) = root
    walked = renderer.walk(root, view_box(root), state) if is_plain(root) else None
    if walked is None:
        return None
    # What is noted apart is not painted once more.
    _, box = renderer.noted(lambda: renderer.symbol(use.attrib["href"].lstrip("#"))).made
    width, height = length(use.attrib, "width", box[2]), length(use.attrib, "height", box[3])
    line = placed(fit(box, length(use.attrib, "x"), length(use.attrib, "y"), width, height))
    shared = bool(walked.parts)
    operators = walked.parts[-1].operators if shared else "\n".join(walked.out)
    fresh = operators
    if not shared:
        anew = renderer.noted(lambda: renderer.walk(root, view_box(root), FRESH_STATE)).made
        fresh = "\n".join(anew.out) if anew is not None else ""
    if operators.count(line) != 1 or fresh.count(line) != 1 or (shared and walked.out):
        return None
    before, _, after = operators.partition(line)
    return IconDrawing(
        box, width, height=height, before=before, after=after, shared=shared, rest=len(fresh) - len(line),
        state=walked.state,
    )  # fmt: skip
