"""The product of a print shop for each family: by its size and shape, or as asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from prancha.model.diagnostic import Diagnostic, Place, suggestion
from prancha.model.kit_components import ComponentFamily, ComponentKit, Product, Service
from prancha.model.units import Mm, number

SAME: Mm = 0.05
"""Sizes within this are equal, in mm: tables are rounded."""
NEAR: Mm = 2.0
"""A product within this in both directions matches, with a remark on the difference."""
MOST_CUT: Mm = 0.6
"""How far inside a trim line `--fit` lets the knife of the print shop go."""
_SHAPES = {"rectangle": "box", "rounded": "box", "circle": "circle", "hexagon": "hexagon"}
_ASKED = {("ring", "circle")}
"""Shapes of product and family matched only by `--product`: a ring may lose its middle."""


class Fit(Struct, frozen=True):
    """A family on a product.

    `over` is how far the product's trim lies beyond that of the family at each side, and above and below,
    in the directions of the face; negative where it cuts into it.  A `turned` face lies a quarter turn from
    its file.
    """

    family: ComponentFamily
    product: Product
    over: tuple[Mm, Mm] = (0.0, 0.0)
    turned: bool = False

    @property
    def trim(self) -> tuple[Mm, Mm]:
        """The trim of the product in the directions of the face."""
        outline, (across, down) = self.family.outline, self.over
        return outline.width + 2 * across, outline.height + 2 * down

    @property
    def reach(self) -> tuple[Mm, Mm]:
        """How far the file goes beyond the trim of the family."""
        return self.over[0] + self.product.bleed, self.over[1] + self.product.bleed

    @property
    def safe(self) -> Mm:
        """How far within the family's trim the shop's safe zone lies, at its tightest."""
        return max(0.0, self.product.safe - min(self.over))

    @property
    def exact(self) -> bool:
        """Whether family and product are of one size."""
        return max(map(abs, self.over)) <= SAME


class Fitted(Struct, frozen=True):
    """The families that have a product, the errors of the others, and remarks."""

    fits: tuple[Fit, ...]
    wrong: tuple[Diagnostic, ...]
    told: tuple[str, ...]


def fit_families(kit: ComponentKit, service: Service, products: str, fit: bool) -> Fitted:
    """Find the product of every family; `products` are those asked for: `cards=PokerDeck`."""
    asked, wrong = _asked(kit, service, products)
    fits: list[Fit] = []
    told: list[str] = []
    for family in kit.families if not wrong else ():
        found = _fit(family, service, asked.get(family.id))
        if isinstance(found, Diagnostic):
            wrong.append(found)
            continue
        amiss = None if found.exact else _unequal(found, service, fit)
        if amiss is not None:
            wrong.append(amiss)
            continue
        fits.append(found)
        told += _remarks(found, service, family.id in asked)
    return Fitted(tuple(fits), tuple(wrong), tuple(told))


def _asked(
    kit: ComponentKit, service: Service, products: str
) -> tuple[Mapping[str, Product], list[Diagnostic]]:
    known = [family.id for family in kit.families]
    found: dict[str, Product] = {}
    wrong = []
    for each in filter(None, (part.strip() for part in products.split(","))):
        name, is_given, product = (part.strip() for part in each.partition("="))
        made = service.product(product)
        if not is_given or name not in known:
            hint = suggestion(name, known) if is_given else f"write FAMILY=NAME, such as {known[0]}={name}"
            wrong.append(_wrong("no-family", f'--product "{each}": there is no family "{name}"', hint))
        elif made is None:
            hint = suggestion(product, [one.name for one in service.products])
            wrong.append(_wrong("shop-product", f'{service.title} has no product "{product}"', hint))
        else:
            found[name] = made
    return found, wrong


def _fit(family: ComponentFamily, service: Service, asked: Product | None) -> Fit | Diagnostic:
    if family.kind:
        message = f"{family.id}: a {family.kind} is folded from its sheet; print shops take flat pieces"
        hint = "print it at home, and name the other families with --only"
        return _wrong("shop-product", message, hint)
    shape = _SHAPES.get(family.outline.shape)
    if asked is not None:
        if asked.shape not in ("free", shape) and (asked.shape, shape) not in _ASKED:
            message = f"{family.id}: {asked.name} is cut as a {asked.shape}, not as {_shown(family)}"
            return _wrong("shop-product", message, "give another --product, or leave it out with --only")
        return _laid(family, asked)
    laid = [_laid(family, one) for one in service.products if one.shape == shape]
    near = [one for one in laid if max(map(abs, one.over)) <= NEAR / 2]
    if near:
        return min(
            near, key=lambda one: (round(max(map(abs, one.over)), 3), one.product.stock != family.stock)
        )
    free = next((one for one in service.products if one.shape == "free"), None)
    return _laid(family, free) if free is not None else _none(family, service, laid)


def _laid(family: ComponentFamily, product: Product) -> Fit:
    """Put a family on a product, upright or turned, whichever differs less."""
    if product.shape == "free":
        return Fit(family, product)
    width, height = family.outline.width, family.outline.height
    (w, h) = product.trim
    upright = Fit(family, product, ((w - width) / 2, (h - height) / 2))
    turned = Fit(family, product, ((h - width) / 2, (w - height) / 2), turned=True)
    return min(upright, turned, key=lambda one: max(map(abs, one.over)))


def _none(family: ComponentFamily, service: Service, laid: Sequence[Fit]) -> Diagnostic:
    nearest = sorted(laid, key=lambda one: max(map(abs, one.over)))[:3]
    names = ", ".join(f"{one.product.name} ({size_text(one.product.trim)})" for one in nearest)
    hint = f"the nearest are {names}; " if names else ""
    message = f"{family.id}: {service.title} has no product of {_shown(family)}"
    return _wrong("shop-size", message, f"{hint}leave the family out with --only, or give it another size")


def _unequal(found: Fit, service: Service, fit: bool) -> Diagnostic | None:
    """Return the error where the sizes differ; None where `--fit` makes up for it."""
    across, down = found.over
    size, trim = size_text((found.family.outline.width, found.family.outline.height)), size_text(found.trim)
    parts = [
        *_beyond(across, "on the left and right"),
        *_beyond(down, "above and below"),
    ]
    message = (
        f"{found.family.id}: {size} is not {trim}, the {found.product.name} of {service.title}: "
        + " and ".join(parts)
    )
    change = f"write size: {trim} in its catalogue"
    if max(map(abs, found.over)) > NEAR / 2 or min(found.over) < -MOST_CUT:
        return _wrong("shop-size", message, f"give another --product, or {change}")
    return None if fit else _wrong("shop-size", message, f"--fit enlarges the bleed; or {change}")


def _beyond(gap: Mm, where: str) -> Iterator[str]:
    if gap > SAME:
        yield f"{gap:.2f} mm white {where}"
    elif gap < -SAME:
        yield f"{-gap:.2f} mm cut off {where}"


def _remarks(found: Fit, service: Service, asked: bool) -> Iterator[str]:
    family, product = found.family, found.product
    twins = [
        one.name
        for one in service.products
        if one is not product and (one.shape, one.trim) == (product.shape, product.trim) != ("free", (0, 0))
    ]
    if twins and not asked and product.shape != "free":
        yield f"{family.id}: taken for {product.name}; as large are {', '.join(twins)} (--product)"
    if product.shape == "ring":
        yield f"{family.id}: {product.name} is a ring: the shop may cut out its middle"
    if product.unconfirmed:
        figures = "its figures" if product.shape == "free" else f"the figures of {product.name}"
        yield f"{family.id}: {figures} are not confirmed: compare the shop's template"
    if not found.exact:
        parts = [*_beyond(found.over[0], "across"), *_beyond(found.over[1], "down")]
        yield f"{family.id}: fitted to {product.name}: " + ", ".join(parts).replace("white", "of bleed more")
    if max(found.reach) > family.bleed + SAME:
        yield (
            f"{family.id}: the template draws {number(family.bleed)} mm of bleed, "
            f"{max(found.reach):.2f} mm are wanted; the rest is made of the enlarged face"
        )


def size_text(size: tuple[Mm, Mm]) -> str:
    """Write a size in mm, to a hundredth."""
    width, height = (f"{value:.2f}".rstrip("0").rstrip(".") for value in size)
    return f"{width} x {height} mm"


def _shown(family: ComponentFamily) -> str:
    outline = family.outline
    return f"{size_text((outline.width, outline.height))}, {outline.shape}"


def _wrong(code: str, message: str, hint: str) -> Diagnostic:
    return Diagnostic(Place(""), code, message, hint=hint)
