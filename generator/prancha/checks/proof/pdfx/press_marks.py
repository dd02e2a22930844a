"""Faults of what a page paints: colours, ink, black text, small text."""

from __future__ import annotations

from collections.abc import Iterator

import pikepdf
from msgspec import Struct

from prancha.checks.proof.pdf_geometry import Box, bounds, map_corners, overlap
from prancha.checks.proof.pdfx.press_walk import (
    UNKNOWN,
    PictureInk,
    PressMark,
    Space,
    measure_picture,
    measure_shading,
    read_space,
)
from prancha.checks.proof.proof_report import ProofFault, box_mm
from prancha.model.diagnostic import Severity
from prancha.model.units import PT_PER_MM

SMALL = 8.0
"""Points; smaller letters in four inks are doubled where plates are a little off."""
SEEN = 0.1
"""Share of an ink from which a plate that is off is seen."""
SLACK = 0.5
"""Percent of ink that rounding to 255 steps may add."""
FULL = 0.995
NEARLY, DARK, NEUTRAL = 0.5, 0.75, 0.25
"""Least share of each colour, of black, and how far colours may be apart, of what looks black."""


class Suspect(Struct, frozen=True):
    """A possible fault, to be confirmed by pixels: in `box` (None: anywhere) with this share of `black`.

    The box is in points from the page's lower left corner.
    """

    box: Box | None
    black: float
    fault: ProofFault


class Measured(Struct):
    """What was measured, for the report and for marks that follow."""

    pictures: int = 0
    texts: int = 0
    most: float = 0.0
    below: list[tuple[str, Box | None, float]] = []
    """Of the page so far: the item, the box where it is known, and percent of cyan, magenta and yellow."""
    suspects: list[Suspect] = []
    _inks: dict[tuple[int, int], PictureInk | None] = {}

    def ink_of(self, image: pikepdf.Object, limit: float) -> PictureInk | None:
        """The ink of a picture, counted once however often it is shown."""
        if image.objgen not in self._inks:
            self._inks[image.objgen] = measure_picture(image, limit)
            self.pictures += 1
        return self._inks[image.objgen]


class MarkRules(Struct, frozen=True):
    """Rules for marks: a limit of ink in percent, "x4" or "x1a", the height of the page in points."""

    limit: float
    standard: str
    height: float
    seen: Measured

    def faults(self, mark: PressMark) -> Iterator[ProofFault]:
        """Faults of one mark."""
        if mark.kind in ("fill", "stroke", "text"):
            yield from self._overprinted(mark)
            yield from self._coloured(mark)
        elif mark.kind == "picture":
            yield from self._picture(mark)
        elif mark.kind == "shading":
            yield from self._shading(mark)
        else:
            what = "an inline image" if mark.kind == "inline" else "a PostScript object"
            yield self._fault(mark, "pdfx-object", f"{what} is on the page", what, "pictures and forms alone")
        if mark.kind == "text":
            self.seen.texts += 1
            yield from self._text(mark)

    def _coloured(self, mark: PressMark) -> Iterator[ProofFault]:
        colour = mark.colour
        assert colour is not None
        yield from self._space(mark, colour.space, f"a {mark.kind}")
        if colour.total is not None:
            yield from self._ink(mark, colour.total, f"a {mark.kind}", mark.box)

    def _overprinted(self, mark: PressMark) -> Iterator[ProofFault]:
        """Black that overprints adds to the colours below it; boxes tell where that may be too much.

        Other colours that overprint keep the inks below where they have none: white would not show.
        """
        inks = mark.colour.inks if mark.colour else None
        if inks is None:
            return
        over = mark.state.fill_overprints and mark.state.mode == 1
        if over and (any(inks[:3]) or not inks[3]):
            message = "what overprints lets the inks below it be, where it has none of them itself"
            shown = "/".join(f"{100 * ink:.0f}" for ink in inks)
            yield self._fault(mark, "overprint-wrong", message, shown, "black alone")
        if not over or any(inks[:3]):
            self._covers(mark, 100 * sum(inks[:3]))
            return
        # The box of a text is that of its first letter: the rest may lie on whatever the item has.
        lies = [
            (box, ink)
            for item, box, ink in self.seen.below
            if item == mark.item and (mark.kind == "text" or _meets(box, mark.box))
            if ink + 100 * inks[3] > self.limit + SLACK
        ]
        if lies:
            fault = self._fault(
                mark,
                "ink-overprint",
                "black that overprints has too much ink with what lies below",
                f"up to {max(ink for _, ink in lies) + 100 * inks[3]:.0f} %",
                f"at most {self.limit:g} %",
                warning=True,
            )
            box = mark.box
            if mark.kind == "text":
                known = [at for at, _ in lies if at is not None]
                whole = bounds([end for at in known for end in (at[:2], at[2:])]) if known else None
                box = whole if len(known) == len(lies) else None
            self.seen.suspects.append(Suspect(box, inks[3], fault))

    def _covers(self, mark: PressMark, colours: float) -> None:
        if colours:
            self.seen.below.append((mark.item, mark.box, colours))

    def _space(self, mark: PressMark, space: Space, what: str) -> Iterator[ProofFault]:
        if space.is_inks:
            return
        calibrated = space.family in ("ICCBased", "CalRGB", "CalGray", "Lab") or (
            space.family == "Indexed" and space.base in ("ICCBased", "CalRGB", "Lab")
        )
        name = space.family + (f" over {space.base}" if space.base else "")
        if calibrated and self.standard == "x4":
            message = f"the inks of {what} are made at the press"
            yield self._fault(mark, "ink-unknown", message, name, "DeviceCMYK", warning=True)
            return
        yield self._fault(mark, "pdfx-colour", f"{what} is not in inks", name, "DeviceCMYK or DeviceGray")

    def _ink(self, mark: PressMark, total: float, what: str, box: Box | None) -> Iterator[ProofFault]:
        self.seen.most = max(self.seen.most, total)
        if total > self.limit + SLACK:
            where = f" in {box_mm(self._on_page(box))}" if box is not None else ""
            wanted = f"at most {self.limit:g} %"
            yield self._fault(mark, "ink-limit", f"{what} has too much ink", f"{total:.0f} %{where}", wanted)

    def _picture(self, mark: PressMark) -> Iterator[ProofFault]:
        image = mark.thing
        if not bool(image.get("/ImageMask", False)):
            space = read_space(image.get("/ColorSpace")) if "/ColorSpace" in image else UNKNOWN
            yield from self._space(mark, space, "a picture")
            if not space.is_inks:
                return
        elif mark.colour is not None:
            yield from self._coloured(mark)
        yield from self._stored(mark)
        found = self.seen.ink_of(image, self.limit + SLACK)
        self._covers(mark, min(found.most, 300.0) if found is not None else 300.0)
        if found is None:
            message = "how much ink a picture has cannot be measured"
            seen = "a kind not read here"
            yield self._fault(mark, "ink-unknown", message, seen, "8 bits of DeviceCMYK", warning=True)
            return
        box = mark.box
        if found.over is not None:
            left, top, right, bottom = found.over
            box = bounds(map_corners(mark.matrix, left, 1 - bottom, right, 1 - top))
        yield from self._ink(mark, found.most, "a picture", box)

    def _stored(self, mark: PressMark) -> Iterator[ProofFault]:
        image = mark.thing
        filters = image.get("/Filter", pikepdf.Array())
        names = [str(one) for one in filters] if isinstance(filters, pikepdf.Array) else [str(filters)]
        forbidden = ("/LZWDecode",) if self.standard == "x4" else ("/LZWDecode", "/JBIG2Decode", "/JPXDecode")
        for name in names:
            if name in forbidden:
                message = "a picture is stored as no press reads it"
                yield self._fault(mark, "pdfx-object", message, name[1:], "Flate")
        for key in ("/Alternates", "/OPI"):
            if key in image:
                yield self._fault(mark, "pdfx-object", "a picture has a substitute", key[1:], "none")
        if self.standard == "x1a" and "/SMask" in image:
            message = "a picture has a soft mask"
            yield self._fault(mark, "pdfx-transparency", message, "SMask", "no transparency")

    def _shading(self, mark: PressMark) -> Iterator[ProofFault]:
        if mark.thing is None:
            return
        space = read_space(mark.thing.get("/ColorSpace"))
        yield from self._space(mark, space, "a gradient")
        if not space.is_inks:
            return
        total = measure_shading(mark.thing)
        self._covers(mark, min(total, 300.0) if total is not None else 300.0)
        if total is None:
            message = "how much ink a gradient has cannot be measured"
            wanted = "functions of type 2 and 3"
            yield self._fault(mark, "ink-unknown", message, "its function", wanted, warning=True)
        else:
            yield from self._ink(mark, total, "a gradient", None)

    def _text(self, mark: PressMark) -> Iterator[ProofFault]:
        inks = mark.colour.inks if mark.colour else None
        if inks is None or mark.state.shown == 3:
            return
        *colours, black = inks
        if mark.size < SMALL and min(*colours, black) >= SEEN:
            shown = "/".join(f"{100 * ink:.0f}" for ink in inks)
            message = f"text under {SMALL:g} pt is in four inks"
            yield self._fault(mark, "text-inks", message, f"{shown} at {mark.size:.1f} pt", "three at most")
        elif min(colours) >= NEARLY and black >= DARK and max(colours) - min(colours) <= NEUTRAL:
            shown = "/".join(f"{100 * ink:.0f}" for ink in inks)
            yield self._fault(mark, "text-inks", "black text is in four inks", shown, "black alone")
        # Faded text cannot overprint, and outlined text need not.
        alone = black >= FULL and not any(colours) and mark.state.clear and mark.state.shown == 0
        over = mark.state.fill_overprints and mark.state.mode == 1
        if alone and not (over and mark.colour and mark.colour.space.family == "DeviceCMYK"):
            message = "black text leaves a hole in the inks below it"
            wanted = "op true and OPM 1, in DeviceCMYK"
            yield self._fault(mark, "black-knockout", message, self._how(mark), wanted)

    def _how(self, mark: PressMark) -> str:
        state = mark.state
        space = mark.colour.space.family if mark.colour else ""
        return f"op {'true' if state.fill_overprints else 'false'}, OPM {state.mode}, {space}"

    def _on_page(self, box: Box) -> Box:
        """Points from the bottom as mm from the top."""
        left, bottom, right, top = box
        k = PT_PER_MM
        return left / k, (self.height - top) / k, right / k, (self.height - bottom) / k

    def _fault(
        self, mark: PressMark, code: str, message: str, found: str, expected: str, warning: bool = False
    ) -> ProofFault:
        severity: Severity = "warning" if warning else "error"
        return ProofFault(mark.page, code, mark.item, message, found, expected, severity=severity)


def _meets(box: Box | None, other: Box | None) -> bool:
    """Return whether two boxes overlap; one that is not known may lie anywhere."""
    return box is None or other is None or overlap(box, other)
