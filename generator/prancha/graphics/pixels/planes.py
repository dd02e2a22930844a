"""Arithmetic of whole planes of pixels, a byte each: sums of them as one long number, 32 bits a pixel.

Python counts with such numbers as fast as C, and a plane of a photograph has millions of pixels.  Lightness
is Pillow's to the bit.
"""

from __future__ import annotations

from collections.abc import Sequence

_LIGHTNESS = (19595, 38470, 7471)
"""Shares of red, green and blue in lightness, of 65536 (ITU-R BT.601)."""
_AT_ONCE = 1 << 20
"""Pixels added up at once: more take memory, and no less time."""
_PRECISION = 22
"""Bits of a share in a resampled pixel."""


def weighted(planes: Sequence[bytes], weights: Sequence[int], bits: int) -> bytes:
    """The sum of planes, each times its weight, rounded and divided by 2 to the power of `bits`.

    The sum of the weights is 2 to the power of `bits`, of at most 24.
    """
    size = len(planes[0])
    if size > _AT_ONCE:
        parts = range(0, size, _AT_ONCE)
        return b"".join(weighted([one[at : at + _AT_ONCE] for one in planes], weights, bits) for at in parts)
    total = int.from_bytes((1 << bits >> 1).to_bytes(4, "little") * size, "little")
    for plane, weight in zip(planes, weights, strict=True):
        wide = bytearray(4 * size)
        wide[0::4] = plane
        total += int.from_bytes(wide, "little") * weight
    return (total >> bits).to_bytes(4 * size, "little")[0::4]


def lightness(planes: Sequence[bytes]) -> bytes:
    """The lightness of planes of red, green and blue."""
    return weighted(planes, _LIGHTNESS, 16)


def shrunk(plane: bytes, size: tuple[int, int], to: tuple[int, int]) -> bytes:
    """A plane of `size` at the smaller or equal size `to`: each pixel the mean of what it covers."""
    (width, height), (columns, rows) = size, to
    # Across: a column of the result is a sum of columns, which lie one after another until they are turned.
    held = [plane[x::width] for x in range(width)]
    across = held if columns == width else [weighted(*_covered(held, k, columns)) for k in range(columns)]
    turned = bytearray(columns * height)
    for k, column in enumerate(across):
        turned[k::columns] = column
    lines = [bytes(turned[y * columns : (y + 1) * columns]) for y in range(height)]
    return b"".join(lines if rows == height else (weighted(*_covered(lines, k, rows)) for k in range(rows)))


def _covered(lines: Sequence[bytes], k: int, count: int) -> tuple[Sequence[bytes], Sequence[int], int]:
    """The lines that the `k`-th of `count` covers and the share of each, for `weighted`."""
    scale = len(lines) / count
    centre, reach = (k + 0.5) * scale, scale / 2
    first, last = max(0, int(centre - reach + 0.5)), min(len(lines), int(centre + reach + 0.5))
    shares = [1.0 if -0.5 < (x - centre + 0.5) * (1.0 / scale) <= 0.5 else 0.0 for x in range(first, last)]
    total = sum(shares)
    return lines[first:last], [int(0.5 + share / total * (1 << _PRECISION)) for share in shares], _PRECISION
