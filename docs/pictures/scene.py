"""Where each piece lies in kits.jpg: game, item, side, centre x and y (px), turn (degrees), scale."""

import math

from prancha.model.outline import HAT_LATTICE, SQRT3

PX_PER_MM = 2.5
Spot = tuple[str, str, str, float, float, float, float]


def hats(x: float, y: float, turn: float, poses: list[tuple[str, int, int, int]]) -> list[Spot]:
    """Hats that fit together: (item, lattice x, lattice y, sixths of a turn) about (x, y) px."""
    unit = 55 / 6 * PX_PER_MM
    plain = [(a + b / 2, b * SQRT3 / 2) for a, b in HAT_LATTICE]
    cx = (min(p[0] for p in plain) + max(p[0] for p in plain)) / 2
    cy = (min(p[1] for p in plain) + max(p[1] for p in plain)) / 2
    spots: list[Spot] = []
    tilt = math.radians(turn)
    for item, a, b, k in poses:
        angle = math.radians(60 * k)
        px = a + b / 2 + cx * math.cos(angle) - cy * math.sin(angle)
        py = b * SQRT3 / 2 + cx * math.sin(angle) + cy * math.cos(angle)
        dx, dy = px * unit, -py * unit
        spots.append((
            "aperiodik", f"tiles/{item}", "front",
            x + dx * math.cos(tilt) - dy * math.sin(tilt), y + dx * math.sin(tilt) + dy * math.cos(tilt),
            turn - 60 * k, 1.0,
        ))  # fmt: skip
    return spots


def wall() -> list[Spot]:
    """Ceramus: six mural cards edge to edge, with markers on them."""
    size = 53 * PX_PER_MM
    orders = ["order-1", "order-4", "order-2", "order-5", "order-3", "order-6"]
    murals: list[Spot] = [
        ("ceramus", f"murals/{order}", "front", 96 + size * (k % 3), 84 + size * (k // 3), 90 * (k % 4), 1.0)
        for k, order in enumerate(orders)
    ]
    cell = size / 2
    markers = [
        ("portuguese-1", 2, 1),
        ("portuguese-1", 2, 2),
        ("islamic-2", 3, 2),
        ("medieval-2", 4, 1),
        ("art-nouveau-1", 1, 3),
    ]
    laid: list[Spot] = [
        ("ceramus", f"markers/{m}", "front", 96 - cell / 2 + cell * c, 84 - cell / 2 + cell * r, 0, 1.0)
        for m, c, r in markers
    ]
    return murals + laid


def grid() -> list[Spot]:
    """DUAL: a corner of its grid, one card taken, a pawn's card turned."""
    names = [
        "star-black",
        "x-white",
        "clover-black",
        "circle-white",
        "square-black",
        "star-white",
        "clover-white",
        "x-black",
        "circle-black",
    ]
    size = 60 * PX_PER_MM + 7
    tilt = math.radians(-4)
    spots: list[Spot] = []
    for k, name in enumerate(names):
        dx, dy = size * (k % 3), size * (k // 3)
        x, y = (
            1180 + dx * math.cos(tilt) - dy * math.sin(tilt),
            560 + dx * math.sin(tilt) + dy * math.cos(tilt),
        )
        side = "back" if name in ("square-black",) else "front"
        spots.append(("dual", f"grid/{name}", side, x, y, -4, 1.0))
    return spots


SPOTS: list[Spot] = [
    ("hexagonal", "board/board", "front", 1330, 175, 0, 1.0),
    *(("hexagonal", f"pieces/{name}", "front", 1330 + 62.5 * q, 175 + 54.1 * r, 0, 1.0)
      for name, q, r in [
          ("blue-5", -1.5, -1), ("blue-2", -0.5, -1), ("blue-1", 0, 0), ("copper-3", 1.5, 1),
          ("copper-1", 1, 0), ("amber-4", -2, 2), ("copper-4", 2.5, 1),
      ]),
    ("hexagonal", "attributes/importance-4", "front", 905, 195, -9, 1.0),
    ("hexagonal", "attributes/importance-5", "front", 985, 215, 4, 1.0),
    *wall(),
    ("ceramus", "shapes/tee", "back", 510, 140, 5, 1.0),
    ("ceramus", "ceramas/capital", "front", 590, 165, 12, 1.0),
    ("automato", "action/action-1", "back", 130, 470, -10, 1.0),
    ("automato", "action/action-5", "front", 225, 485, -3, 1.0),
    ("automato", "movement/movement-7", "front", 400, 500, 6, 1.0),
    ("automato", "compass/compass", "front", 545, 470, 20, 1.0),
    *hats(560, 770, -6, [
        ("red-near-pink", 0, 6, 5), ("green-near-pink", 2, 2, 4), ("blue-group", 2, 8, 1), ("base", 4, 4, 0),
        ("red-owned", 6, 0, 0), ("green-rivals", 6, 6, 1), ("red-near-four", 8, 8, 0),
        ("red-near-blue-green", 10, 4, 4),
        ("blue-group", 12, 6, 5),
    ]),
    ("aperiodik", "reference/pi", "front", 140, 745, -8, 1.0),
    ("aperiodik", "reference/euler", "back", 285, 760, 4, 1.0),
    ("aperiodik", "coins/five", "front", 420, 690, 0, 1.0),
    ("aperiodik", "coins/one", "front", 400, 745, 30, 1.0),
    ("aperiodik", "coins/one", "front", 455, 760, -20, 1.0),
    ("aperiodik", "coins/ten", "front", 470, 715, 10, 1.0),
    *(("aperiodik", f"markers/{m}", "front", x, y, 0, 1.0)
      for m, x, y in [("phi", 742, 745), ("pi", 800, 680), ("euler", 640, 635)]),
    *grid(),
    ("dual", "modifiers/ricochet", "front", 1030, 560, -12, 1.0),
    ("dual", "modifiers/the-clover", "front", 1045, 760, 7, 1.0),
    ("dual", "tokens/dual", "front", 960, 850, 0, 1.0),
]  # fmt: skip
