"""All art of a document in the inks of a press: faces, icons, gradients, pictures, transparencies."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping
from typing import Literal

from msgspec.structs import replace

from prancha.export.colour.gradients import shading_in_inks, shading_of_light
from prancha.export.colour.ink_pictures import is_picture, light_picture, picture_in_inks
from prancha.export.colour.inks import InkMixer
from prancha.export.colour.streams import FACE, FORM, GROUP, OVER, UNDER, InkStream, Level, light_stream
from prancha.model.art import Art, Portfolio, Resource
from prancha.model.press import Press
from prancha.system.contents import bytes_of

Use = Literal["ink", "light"]
"""What a resource is for: to be printed, or to say how much of something is."""
LIGHT = "g"
"""What the names of resources of light end with: the same one may be printed elsewhere."""
_GROUP = re.compile(r" /Group <<[^<>]*>>")
_STATES = (
    Resource(OVER, "ExtGState", "/Type /ExtGState /OP true /op true /OPM 1"),
    Resource(UNDER, "ExtGState", "/Type /ExtGState /OP false /op false /OPM 0"),
)


def separate(portfolio: Portfolio, press: Press, mixer: InkMixer) -> Portfolio:
    """The same art in the inks of `press`; resources that no face needs are left out."""
    return _Separation(portfolio, press, mixer).run()


class _Separation:
    """One portfolio on its way; call `run` once."""

    def __init__(self, portfolio: Portfolio, press: Press, mixer: InkMixer) -> None:
        self._portfolio, self._press, self._mixer = portfolio, press, mixer
        self._resources: Mapping[str, Resource] = {one.name: one for one in portfolio.resources}
        self._masks = {one.mask for one in portfolio.resources if is_picture(one) and one.mask}
        self._made: dict[tuple[str, Use], Resource] = {}

    def run(self) -> Portfolio:
        """All art, and the resources that it names."""
        arts = {digest: self._art(art) for digest, art in self._portfolio.arts.items()}
        made = sorted([*self._made.values(), *_STATES], key=lambda one: one.name)
        return replace(self._portfolio, arts=arts, resources=tuple(made))

    def _art(self, art: Art) -> Art:
        content = self._stream(art.content, FACE)
        return replace(art, source=content, check=zlib.crc32(content))

    def _stream(self, content: bytes, start: Level) -> bytes:
        return InkStream(self._mixer, self._press.rich, self._named).run(content, start)

    def _named(self, name: str) -> bool:
        """Make what a stream names; whether it is a picture."""
        self._need(name, "ink")
        return is_picture(self._resources[name])

    def _need(self, name: str, use: Use) -> None:
        """Make a resource, and those that it names."""
        if (name, use) in self._made:
            return
        resource = self._resources[name]
        if resource.kind == "ExtGState":
            use = "ink"  # it has no colour
        self._made[name, use] = resource
        if resource.mask:
            self._mask(resource)
            if resource.kind == "ExtGState":
                self._made[name, use] = replace(resource, mask=resource.mask + LIGHT)
                return
        self._made[name, use] = self._in_ink(resource) if use == "ink" else self._of_light(resource)

    def _mask(self, resource: Resource) -> None:
        """What masks: a group of light, or the opacity of a picture, which stays as it is."""
        if resource.kind == "ExtGState":
            self._need(resource.mask, "light")
        else:
            self._made[resource.mask, "ink"] = self._resources[resource.mask]

    def _in_ink(self, resource: Resource) -> Resource:
        if is_picture(resource):
            if "/DeviceCMYK" in resource.entries:  # a flattened face
                return resource
            return picture_in_inks(resource, self._mixer, self._press.limit)
        if resource.kind == "XObject":
            start = GROUP if "/Group" in resource.entries else FORM
            if self._press.standard == "x1a":  # nothing in it is seen through: it is flattened
                resource = replace(resource, entries=_GROUP.sub("", resource.entries))
            return self._form(
                resource, lambda content: self._stream(content, start), "DeviceCMYK", resource.name
            )
        if resource.kind in ("Shading", "Pattern"):
            return replace(resource, entries=shading_in_inks(resource.entries, self._mixer))
        return resource

    def _of_light(self, resource: Resource) -> Resource:
        name = resource.name + LIGHT
        if is_picture(resource):
            return light_picture(resource, name)
        if resource.kind == "XObject":
            return self._form(resource, self._light, "DeviceGray", name)
        return Resource(name, resource.kind, shading_of_light(resource.entries))

    def _light(self, content: bytes) -> bytes:
        return light_stream(content, self._lit)

    def _lit(self, name: str) -> str:
        """Make what a mask names; how it is called there."""
        self._need(name, "light")
        return name if self._resources[name].kind == "ExtGState" else name + LIGHT

    def _form(self, resource: Resource, change: Callable[[bytes], bytes], space: str, name: str) -> Resource:
        content = zlib.compress(change(zlib.decompress(bytes_of(resource.content or b""))), 9)
        entries = resource.entries.replace("/CS /DeviceRGB", f"/CS /{space}")
        return Resource(name, resource.kind, entries, content)
