"""Which layers of somebody else's PDF are shown when it is opened (ISO 32000-1, 8.11)."""

from __future__ import annotations

from typing import Any

import pikepdf

from prancha.graphics.svg.svg_markup import DrawingFault


class Layers:
    """The layers of a document that are not shown."""

    def __init__(self, document: pikepdf.Pdf) -> None:
        told: Any = document.Root.get("/OCProperties", pikepdf.Dictionary())
        state, groups = told.get("/D", pikepdf.Dictionary()), told.get("/OCGs", ())
        hidden = {one.objgen for one in groups} if str(state.get("/BaseState")) == "/OFF" else set()
        shown = {one.objgen for one in state.get("/ON", ())}
        self._hidden = (hidden - shown) | {one.objgen for one in state.get("/OFF", ())}

    def hide(self, group: Any) -> bool:
        """Return whether what belongs to a layer, or to several, is not shown; DrawingFault for formulas."""
        if not isinstance(group, pikepdf.Dictionary):
            return False
        if str(group.get("/Type")) != "/OCMD":
            return group.objgen in self._hidden
        if "/VE" in group:
            raise DrawingFault("a formula says which layers are shown")
        listed: Any = group.get("/OCGs", ())
        members = [listed] if isinstance(listed, pikepdf.Dictionary) else list(listed)
        off = [one.objgen in self._hidden for one in members]
        policy = str(group.get("/P", "/AnyOn"))
        shown = {"/AllOn": not any(off), "/AnyOff": any(off), "/AllOff": all(off)}.get(policy, not all(off))
        return bool(off) and not shown
