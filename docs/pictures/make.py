"""Pieces of games as pictures, cut out and with shadows, for the scripts beside this one.

Every piece is drawn by the program itself: its face goes into a PDF, pypdfium2 makes pixels of it, and only
the shadows are ours.
"""

import io
from collections.abc import Sequence
from pathlib import Path

import pypdfium2
from PIL import Image, ImageDraw, ImageFilter

from prancha.building import game_loading
from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.faces import FaceMaker
from prancha.graphics.fonts import FontBook
from prancha.model.face import Face
from prancha.render import render
from prancha.system.program_folders import TEMPLATES

ROOT = Path(__file__).resolve().parents[2]
DPMM = 5.0
"""Pixels per millimetre while drawing, before pictures are scaled down."""
CLOTH = "#e7e1d5"
"""Colour of the table under the pieces."""


def pieces(game_name: str, project: Path = ROOT) -> dict[tuple[str, str], Image.Image]:
    """Every face of a game, cut along its outline, transparent outside."""
    game = game_loading.load(project, game_name)
    folders = (project / "templates" / game_name, TEMPLATES)
    book = FontBook((folders[0], TEMPLATES / "_library"))
    maker = FaceMaker(game, game.languages[0], folders, book)
    drawn = maker.draw()
    faces = {("front", key): face for key, face in drawn.fronts.items()}
    faces |= {("back", key): face for key, face in drawn.backs.items()}
    art = render({f.digest: f for f in faces.values()}.values(), maker.symbols, book, folders)
    pages = [
        PdfPage(face.outline.width, face.outline.height, faces=((face.digest, 0.0, 0.0),))
        for face in faces.values()
    ]
    document = pypdfium2.PdfDocument(io.BytesIO(write_pdf(pages, art, book, About(""), "none")))
    return {
        key: cut(document[k].render(scale=DPMM * 25.4 / 72).to_pil().convert("RGBA"), face)
        for k, (key, face) in enumerate(faces.items())
    }


def cut(picture: Image.Image, face: Face) -> Image.Image:
    """Make transparent what scissors would take away."""
    big = Image.new("L", (picture.width * 4, picture.height * 4), 0)
    draw = ImageDraw.Draw(big)
    if face.outline.shape == "rounded":
        draw.rounded_rectangle(
            (0, 0, big.width - 1, big.height - 1), face.outline.radius * DPMM * 4, fill=255
        )
    else:
        draw.polygon([(x * DPMM * 4, y * DPMM * 4) for x, y in face.outline.polygon()], fill=255)
    picture.putalpha(big.resize(picture.size, Image.Resampling.LANCZOS))
    return picture


def lay(scene: Image.Image, piece: Image.Image, x: float, y: float, turn: float, scale: float) -> None:
    """Put a piece on the table with its shadow; (x, y) is its centre."""
    # At twice the scene's 2.5 px/mm a face is as large as it was drawn.
    size = (round(piece.width * scale), round(piece.height * scale))
    turned = piece.resize(size, Image.Resampling.LANCZOS).rotate(-turn, Image.Resampling.BICUBIC, expand=True)
    corner = (round(x - turned.width / 2), round(y - turned.height / 2))
    for blur, drop, dark in ((14, 12, 90), (4, 4, 110)):
        shadow = Image.new("L", (turned.width + 60, turned.height + 60), 0)
        shadow.paste(turned.getchannel("A").point(lambda v, d=dark: v * d // 255), (30, 30))
        shadow = shadow.filter(ImageFilter.GaussianBlur(blur))
        scene.paste((12, 12, 18), (corner[0] - 30 + drop, corner[1] - 30 + drop), shadow)
    scene.paste(turned, corner, turned)


def save_within(picture: Image.Image, path: Path, most: int, qualities: Sequence[int]) -> None:
    """Write a JPEG in the first of the `qualities` that takes at most `most` bytes, else in the last."""
    for quality in qualities:
        picture.save(path, quality=quality, optimize=True, progressive=True)
        if path.stat().st_size <= most:
            break
    print(path.name, path.stat().st_size)
