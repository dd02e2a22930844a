"""Clips and masks of plain drawings in content streams."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Self
from xml.etree.ElementTree import Element

from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.matrix import parse_transform
from prancha.graphics.svg.paths import SHAPES
from prancha.graphics.svg.style import START, Style, inherit
from prancha.render.clips import one_path
from prancha.render.operators import Operators
from prancha.render.protocol import RendererProtocol

EFFECTS = frozenset("transform clip-path mask opacity mix-blend-mode isolation filter".split())
WHITE: Style = {**START, "fill": "#ffffff"}


class MaskingStream(Operators):
    """A content stream that clips and masks; `ids` are the elements that may be referred to."""

    def __init__(
        self,
        renderer: RendererProtocol,
        ids: Mapping[str, Element],
        floating: bool = False,
        luminance: bool = False,
    ) -> None:
        super().__init__(renderer, floating, luminance)
        self._ids = ids
        self._made: dict[tuple[object, ...], tuple[str, int]] = {}
        """Masks and tiles by what they are made of, and how many elements they paint; alike anywhere."""

    @abstractmethod
    def shape(self, tag: str, attributes: dict[str, str], style: Style) -> None:
        """Draw a shape."""

    @abstractmethod
    def text(self, element: Element, attributes: dict[str, str], style: Style, depth: int) -> None:
        """Draw a text."""

    @abstractmethod
    def children(self, element: Element, attributes: dict[str, str], style: Style, depth: int) -> None:
        """Draw what is in an element."""

    def find(self, reference: str, attribute: str, tags: tuple[str, ...]) -> Element:
        """The element that `url(#id)` names.

        Raises DrawingFault when it is not there, or not one of `tags`.
        """
        name = reference[5:-1] if reference.startswith("url(#") and reference.endswith(")") else ""
        found = self._ids.get(name)
        if found is None:
            raise DrawingFault(f'{attribute}="{reference}" refers to an element that does not exist')
        if found.tag not in tags:
            raise DrawingFault(f'{attribute}="{reference}" refers to a <{found.tag}>, not to a <{tags[0]}>')
        return found

    def beside(self, luminance: bool) -> Self:
        """A stream for a form of its own, in which a drawing's parts are looked up as here."""
        stream = type(self)(self._renderer, self._ids, luminance=luminance)
        stream._made = self._made
        stream.begin_form()
        return stream

    def once(self, key: tuple[object, ...], make: Callable[[], str], times: int = 1) -> str:
        """The name of what `make` makes of `key` when first asked for, to be painted so many `times`."""
        if key in self._made:
            name, elements = self._made[key]
        else:
            before = self._renderer.painted
            name = make()
            elements = self._renderer.painted - before
            self._made[key] = name, elements
            times -= 1
        self._renderer.paint_again(elements * times)
        return name

    def clip(self, reference: str) -> list[str]:
        """Clip to the union of a clip's shapes; what no path of PDF can be is given back as masks."""
        clip = self.find(reference, "clip-path", ("clipPath",))
        masks = self.clip(clip.attrib["clip-path"]) if "clip-path" in clip.attrib else []
        path = one_path(clip)
        if path is None:
            whole = self.once(
                ("clip", clip), lambda: self.masked_by(lambda stream: stream.silhouettes(clip), "Luminosity")
            )
            return [*masks, whole]
        self._concat(path.matrix)
        self.out += [path.operators, f"{path.operator} n"]
        self._concat(path.back)
        return masks

    def silhouettes(self, parent: Element) -> None:
        """Draw the parts of a clip in white, whatever their own colours are."""
        for element in parent:
            self._renderer.count_element()
            attributes = element.attrib
            saved = self._save()
            if "transform" in attributes:
                self._concat(parse_transform(attributes["transform"]))
            clipped = attributes.get("clip-path", "none")
            masks = self.clip(clipped) if clipped != "none" else []
            style = {**WHITE, "fill-rule": attributes.get("clip-rule", "nonzero")}
            if masks:
                self._group(lambda style, e=element: self._silhouette(e, style), style, 1.0, masks)  # type: ignore[misc]
            else:
                self._silhouette(element, style)
            self._restore(saved)

    def _silhouette(self, element: Element, style: Style) -> None:
        inner = {k: v for k, v in element.attrib.items() if k not in EFFECTS and k not in START}
        if element.tag == "g":
            self.silhouettes(element)
        elif element.tag == "text":
            self.text(element, inner, inherit(style, inner), 0)
        elif element.tag in SHAPES:
            self.shape(element.tag, inner, style)
        else:
            raise DrawingFault(
                f"a clip with a <{element.tag}> in it cannot be printed truly", "clip with shapes"
            )

    def mask(self, reference: str) -> str:
        """The graphics state that masks by a `<mask>`."""
        mask = self.find(reference, "mask", ("mask",))
        kind = "Alpha" if mask.get("mask-type") == "alpha" else "Luminosity"
        return self.once(
            ("mask", mask),
            lambda: self.masked_by(lambda stream: stream.children(mask, {}, {**START}, 0), kind),
        )

    def masked_by(self, draw: Callable[[Self], None], kind: str) -> str:
        """The graphics state that masks by what `draw` draws, by its luminance or its opacity."""
        stream = self.beside(luminance=kind == "Luminosity")
        draw(stream)
        return self._renderer.mask("\n".join(stream.out), kind)
