"""Make the landscapes of the example `storytelling`, templates/_examples/storytelling/art/*.jpg.

.venv/bin/python docs/pictures/landscapes.py.  Skies, ridges and water are worked out with noise; nothing
is copied from anywhere, so they are free for any use (CC0).
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

FOLDER = Path(__file__).resolve().parents[2] / "templates" / "_examples" / "storytelling" / "art"
WIDTH, HEIGHT = 720, 900
"""Pixels: 61 x 76 mm at 300 to the inch."""
LARGEST = 25_000
"""Bytes of a file."""

Field = NDArray[np.float64]
Colour = tuple[int, int, int]

SCENES: dict[str, tuple[int, str, Colour, Colour, Colour, tuple[float, float, float, Colour]]] = {
    # seed, what lies below, sky above, sky at the horizon, land; sun or moon: x, y, radius, colour
    "dunes": (3, "dunes", (58, 92, 140), (247, 202, 140), (150, 82, 44), (0.7, 0.36, 0.05, (255, 244, 214))),
    "peaks": (11, "ridges", (22, 36, 74), (232, 152, 132), (34, 40, 70), (0.3, 0.4, 0.04, (255, 226, 190))),
    "lake": (5, "water", (12, 22, 48), (92, 128, 160), (12, 24, 38), (0.55, 0.2, 0.055, (246, 242, 222))),
    "forest": (
        8,
        "trees",
        (196, 208, 200),
        (238, 232, 208),
        (24, 46, 40),
        (0.62, 0.24, 0.06, (255, 252, 236)),
    ),
    "coast": (21, "water", (232, 120, 72), (255, 214, 140), (64, 32, 52), (0.42, 0.5, 0.07, (255, 246, 206))),
    "snow": (14, "trees", (38, 62, 104), (198, 206, 224), (28, 40, 66), (0.76, 0.18, 0.04, (250, 250, 255))),
    "valley": (
        30,
        "ridges",
        (126, 172, 190),
        (252, 238, 196),
        (30, 74, 58),
        (0.5, 0.28, 0.06, (255, 250, 226)),
    ),
    "night": (17, "ridges", (6, 8, 26), (44, 52, 104), (8, 10, 22), (0.22, 0.2, 0.05, (236, 232, 214))),
}


def noise(rng: np.random.Generator, points: int, octaves: int, rough: float = 0.5) -> Field:
    """A wandering line of `points` values about 0, within about one either way."""
    line = np.zeros(points)
    for octave in range(octaves):
        knots = 2 ** (octave + 1) + 2
        heights = rng.uniform(-1, 1, knots)
        line += rough**octave * np.interp(np.linspace(0, knots - 1, points), np.arange(knots), heights)
    return line


def cloud(rng: np.random.Generator) -> Field:
    """Soft clouds over the whole picture, 0 to 1, wider than high."""
    total = np.zeros((HEIGHT, WIDTH))
    for octave, weight in enumerate((1.0, 0.6, 0.35, 0.18)):
        cells = rng.uniform(0, 255, (5 * 2**octave, 2 * 2**octave)).astype(np.uint8)
        grown = Image.fromarray(cells).resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC)
        total += weight * np.asarray(grown) / 255
    return (total - total.min()) / (total.max() - total.min())


def mix(one: Field, other: Field, share: Field) -> Field:
    """Two pictures or colours, `share` of the second."""
    return one + (other - one) * share[..., None]


def paint(name: str) -> Image.Image:
    """The landscape called `name`."""
    seed, below, top, low, land, (sun_x, sun_y, radius, light) = SCENES[name]
    rng = np.random.default_rng(seed)
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH].astype(float)
    y, x = rows / HEIGHT, columns / WIDTH
    high, horizon, ground, glow = (np.array(each, float) for each in (top, low, land, light))
    picture = mix(high, horizon, np.clip(y / 0.62, 0, 1) ** 1.3)
    far = np.hypot(x - sun_x, (y - sun_y) * HEIGHT / WIDTH)
    picture = mix(picture, glow, 0.55 * np.exp(-((far / (radius * 4.2)) ** 2)))
    if sum(top) < 160:
        stars = rng.uniform(size=(HEIGHT, WIDTH)) > 0.9991
        dots = Image.fromarray((stars * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(0.9))
        picture = mix(
            picture, np.full(3, 255.0), np.clip(np.asarray(dots) / 60, 0, 1) * np.clip(1 - 2 * y, 0, 1)
        )
    picture = mix(picture, glow, np.clip((radius - far) * 240, 0, 1))
    veil = np.clip(cloud(rng) - 0.5, 0, 1) * np.clip(1.1 - 1.5 * y, 0, 1) * 1.1
    picture = mix(picture, mix(horizon, glow, np.array(0.4)), np.clip(veil, 0, 0.6))
    picture = LAND[below](rng, picture, horizon, ground, y, x)
    if below == "water":
        picture = mirrored(rng, picture, ground, sun_x, glow, y, x)
    shade = 1 - 0.35 * np.clip(np.hypot(x - 0.5, y - 0.5) - 0.35, 0, 1)
    return Image.fromarray(np.clip(picture * shade[..., None], 0, 255).astype(np.uint8))


def ridges(
    rng: np.random.Generator, picture: Field, horizon: Field, ground: Field, y: Field, _: Field
) -> Field:
    """Mountain behind mountain, paler the further, with mist in the valleys."""
    for k in range(6):
        near = k / 5
        line = 0.5 + 0.1 * k + (0.11 - 0.008 * k) * noise(rng, WIDTH, 7, 0.52)
        colour = mix(horizon * 0.92, ground, np.array(0.18 + 0.82 * near))
        depth = y - line[None, :]
        body = mix(colour, horizon, np.clip(depth * 3.2, 0, 0.45 * (1 - near)))
        picture = mix(picture, body, np.clip(depth * HEIGHT, 0, 1))
    return picture


def dunes(
    rng: np.random.Generator, picture: Field, horizon: Field, ground: Field, y: Field, x: Field
) -> Field:
    """Soft crests, lit from one side, dark on the other."""
    for k in range(5):
        line = 0.55 + 0.1 * k + (0.05 + 0.012 * k) * noise(rng, WIDTH, 3, 0.3)
        kernel = np.hanning(81) / np.hanning(81).sum()
        line = np.convolve(np.pad(line, 40, "edge"), kernel, "valid")
        slope = np.gradient(line)[None, :] * WIDTH
        depth = y - line[None, :]
        lit = np.clip(0.45 - slope * 0.9, 0, 1) * np.exp(-depth * 4)
        colour = mix(
            mix(horizon * 0.9, ground, np.array(0.45 + 0.13 * k)), horizon, np.clip(lit, 0, 1) * 0.75
        )
        ripple = 1 + 0.03 * np.sin((depth * 90 + x * 14) * (1 + k * 0.2))
        picture = mix(picture, colour * ripple[..., None], np.clip(depth * HEIGHT, 0, 1))
    return picture


def trees(
    rng: np.random.Generator, picture: Field, horizon: Field, ground: Field, y: Field, _: Field
) -> Field:
    """Rows of firs in mist, larger the nearer."""
    columns = np.arange(WIDTH)
    for k in range(5):
        near = k / 4
        line = np.full(WIDTH, 0.58 + 0.1 * k) + 0.04 * noise(rng, WIDTH, 4)
        tops = line.copy()
        size = 0.06 + 0.075 * k
        for _ in range(100 - 14 * k):
            at, tall = rng.integers(0, WIDTH), size * rng.uniform(0.5, 1.25)
            away = np.abs(columns - at) / (tall * HEIGHT * 0.17)
            jag = 0.12 * np.abs((away * 7) % 1 - 0.5)
            fir = line[at] + 0.01 - tall * np.clip(1 - away - jag, 0, 1)
            tops = np.where(away < 1, np.minimum(tops, fir), tops)
        depth = y - tops[None, :]
        colour = mix(horizon * 0.9, ground, np.array(0.2 + 0.8 * near))
        body = mix(colour, horizon, np.clip(depth * 2.4, 0, 0.6 * (1 - near)))
        picture = mix(picture, body, np.clip(depth * HEIGHT, 0, 1))
    return picture


def shore(
    rng: np.random.Generator, picture: Field, horizon: Field, ground: Field, y: Field, _: Field
) -> Field:
    """Hills on the far side of water, which begins at 0.6 of the height."""
    for k in range(3):
        line = 0.54 + 0.02 * k + (0.07 - 0.015 * k) * noise(rng, WIDTH, 6)
        colour = mix(horizon * 0.8, ground, np.array(0.35 + 0.3 * k))
        picture = mix(picture, colour, np.clip((y - line[None, :]) * HEIGHT, 0, 1))
    return picture


def mirrored(
    rng: np.random.Generator, picture: Field, ground: Field, sun: float, glow: Field, y: Field, x: Field
) -> Field:
    """The picture with water below 0.6 of its height: what is above, turned over and broken by waves."""
    edge = int(0.6 * HEIGHT)
    rows = np.arange(edge, HEIGHT)
    depth = (rows - edge) / (HEIGHT - edge)
    picture = picture.copy()
    for row, deep in zip(rows, depth, strict=True):
        wave = np.sin(np.arange(WIDTH) * 0.04 / (0.2 + deep) + rng.uniform(0, 6)) * (2 + 10 * deep)
        source = np.clip(2 * edge - row + wave - 6 * deep, 0, edge - 1).astype(int)
        picture[row] = picture[source, np.arange(WIDTH)]
    water = np.clip((y - 0.6) * 2.5, 0, 1)
    picture = mix(picture, ground * 0.9, 0.15 * (y >= 0.6) + 0.55 * water)
    path = np.exp(-(((x - sun) / (0.03 + 0.16 * water)) ** 2)) * (y >= 0.602)
    glint = np.repeat(rng.uniform(0, 1, (HEIGHT // 3 + 1, 1)), 3, axis=0)[:HEIGHT]
    return mix(picture, glow, path * np.clip(glint * 1.6 - 0.7, 0, 0.75))


LAND = {"ridges": ridges, "dunes": dunes, "trees": trees, "water": shore}


def main() -> None:
    """Write every landscape, as good as fits the size of a file."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in SCENES:
        picture, path = paint(name), FOLDER / f"{name}.jpg"
        for quality in range(88, 20, -3):
            picture.save(path, quality=quality, optimize=True, progressive=True, subsampling=2)
            if path.stat().st_size <= LARGEST:
                break
        print(name, quality, path.stat().st_size)


if __name__ == "__main__":
    main()
