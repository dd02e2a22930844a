"""Pictures of a game in play, for its cover and wherever a picture of the whole game is wanted."""

from __future__ import annotations

from msgspec.structs import replace

from prancha.building.components import component_kit
from prancha.building.face_drawing import render_settings
from prancha.building.step_values import DrawnGame
from prancha.export.face_pictures import FacePictures
from prancha.export.pixels_and_bytes import Size
from prancha.export.scenes.solids import Colour
from prancha.export.scenes.table_scene import table_picture
from prancha.model.diagnostic import Failure
from prancha.model.face import Portfolio
from prancha.model.game import Game
from prancha.model.play_table import SCENE
from prancha.model.table_layout import lay_out
from prancha.render import render


def scene_picture(
    game: Game,
    drawing: DrawnGame,
    lang: str,
    size: Size,
    players: int = SCENE,
    ground: Colour | None = None,
    seed: int = 1,
) -> bytes:
    """Return a PNG of `size` pixels of the scene of a game, or its set-up for `players`, in perspective.

    On `ground`, or transparent with soft shadows.  The same game gives the same bytes.  Raises KeyError where
    the game has no such set-up, and Failure where that cannot be laid, or where a face cannot be drawn.
    """
    kit = component_kit(game, drawing, lang)
    laid = lay_out(game, players, seed, kit.spaces)
    if laid.faults:
        raise Failure(laid.faults)
    shown = {piece.key for piece in laid.pieces}
    kept = (
        replace(family, components=tuple(one for one in family.components if one.key in shown))
        for family in kit.families
    )
    kit = replace(kit, families=tuple(family for family in kept if family.components))
    needed = {face.digest for one in kit.components for face in one.faces}
    toned = drawing.toned
    faces = {face.digest: face for face in (*toned.fronts.values(), *toned.backs.values())}

    def drawn(*digests: str) -> Portfolio:
        return render(
            [faces[digest] for digest in digests],
            drawing.maker.symbols,
            drawing.book,
            drawing.folders,
            pack=drawing.pack,
            where=drawing.maker,
            settings=render_settings(game, lang),
        )

    with FacePictures(kit, drawn(*sorted(needed)), drawing.book, drawn) as pictures:
        return table_picture(pictures, kit, laid, size, ground)
