"""How a machine's program tells marks, folds and cuts apart: layers and colours, in the order of work."""

from __future__ import annotations

from msgspec import Struct


class Layer(Struct, frozen=True):
    """A layer of a drawing: its id and label, and the colour of its strokes (#rrggbb)."""

    id: str
    label: str
    colour: str


class Layers(Struct, frozen=True):
    """The layers of a cut file; `mark` is None where the file has no marks."""

    mark: Layer | None
    score: Layer
    cut: Layer


REGMARKS = Layer("regmark", "Regmarks", "#000000")
"""As inkscape-silhouette names it."""
PLAIN = Layers(
    Layer("mark", "Mark", "#808080"), Layer("score", "Score", "#0000FF"), Layer("cut", "Cut", "#FF0000")
)
