"""The pages of a rulebook as a print shop takes them: pictures with bleed, on the product of their size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from prancha.export.pixels_and_bytes import Raster, png
from prancha.export.target import BookPages, File, Steps
from prancha.export.targets.shop_products import SAME
from prancha.model.kit_components import Product, Service
from prancha.system.words import words

FOLDER = "rulebook"
_FOLDED = 4
"""Pages of a sheet that is folded once: a book is filled up to a multiple of them."""


class ShopBook(Struct, frozen=True):
    """A rulebook on a product of a print shop."""

    book: BookPages
    product: Product

    @property
    def count(self) -> int:
        """The number of pages, blank ones at the end among them."""
        return -(-self.book.count // _FOLDED) * _FOLDED

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the pictures of all pages."""
        return tuple(f"{FOLDER}/page-{number:03}.png" for number in range(1, self.count + 1))

    def files(self, service: Service) -> Iterator[File]:
        """Yield the pictures of all pages."""
        across, down = self.product.trim[0] + 2 * self.product.bleed, self.product.trim[1]
        down += 2 * self.product.bleed
        spare = self.book.bleed - self.product.bleed
        box = spare, spare, spare + across, spare + down
        with Raster(self.book.pdf()) as raster:
            for number, name in enumerate(self.names):
                shown = min(number, self.book.count)
                yield name, png(raster.draw(shown, box, self.product.pixels), service.dpi)

    @property
    def plan(self) -> Mapping[str, Any]:
        """What to order, in the words of the shop."""
        return {"identity": self.product.name, "name": self.book.title, "pages": list(self.names)}

    @property
    def steps(self) -> Steps:
        """What to do with the pictures."""
        return lambda lang: [
            words(lang, "exports")["shops"]["book"].format(
                product=self.product.name, count=self.count, folder=FOLDER
            )
        ]


def shop_book(book: BookPages | None, service: Service) -> tuple[ShopBook | None, str]:
    """The rulebook on the product of its size, and a remark; None where there is none, or no such size."""
    products = [one for one in service.products if one.shape == "book"]
    if book is None or not products:
        return None, ""
    size = f"{book.width:g} x {book.height:g} mm"
    fitting = [
        one for one in products if max(abs(one.trim[0] - book.width), abs(one.trim[1] - book.height)) <= SAME
    ]
    if not fitting:
        known = ", ".join(one.name for one in products)
        return None, (
            f"the rulebook is left out: no product has pages of {size};"
            f" write page: large-booklet under book:, or the size of {known}"
        )
    made = ShopBook(book, fitting[0])
    if fitting[0].most and made.count > fitting[0].most:
        return None, (
            f"the rulebook is left out: it has {made.count} pages, and {fitting[0].name} at most"
            f" {fitting[0].most}; write page: medium-coil-book under book:, or shorten it"
        )
    return made, f"the rulebook is taken for {fitting[0].name}, {made.count} pages"
