"""Pictures of every kind that needs no Pillow, put on the tokens of a tiny game."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

PICTURES = ("photo.jpg", "round.png", "palette.png", "plain.png", "deep.png", "held.jpg")


def add_pictures(project: Path) -> None:
    """Show photographs upright and turned, and PNGs with alpha, a palette and 16 bits."""
    folder = project / "templates/lume"
    photo = Image.merge("RGB", [Image.effect_noise((90, 60), 40 + 30 * k) for k in range(3)])
    photo.save(folder / "photo.jpg")
    exif = Image.Exif()
    exif[0x0112] = 6
    photo.save(folder / "held.jpg", exif=exif)
    clear = photo.copy()
    clear.putalpha(Image.radial_gradient("L").resize((90, 60)))
    clear.save(folder / "round.png")
    photo.quantize(30).save(folder / "palette.png")
    photo.save(folder / "plain.png")
    Image.linear_gradient("L").convert("I;16").save(folder / "deep.png")
    clear.save(folder / "art.webp", lossless=True)
    places = ((name, 3 * k, 2 * k) for k, name in enumerate(PICTURES))
    insert(
        project,
        "".join(f'<image href="{name}" x="{x}" y="{y}" width="9" height="6"/>' for name, x, y in places),
    )


def insert(project: Path, drawn: str) -> None:
    """Draw something below the path of the tokens."""
    template = project / "templates/lume/token.svg.j2"
    text = template.read_text(encoding="utf-8")
    assert "<path" in text
    template.write_text(text.replace("<path", f"{drawn}<path", 1), encoding="utf-8")
