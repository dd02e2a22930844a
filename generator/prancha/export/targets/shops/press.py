"""The colour of the PDFs of print shops: the one place where RGB becomes what the shop asks for."""

from __future__ import annotations

from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.service import Service


def wrong_colour(service: Service, colour: str) -> Diagnostic | None:
    """Why a PDF for `service` cannot be written in `colour` ("", "rgb" or "cmyk"); None where it can.

    "" is what the service asks for.
    """
    if (colour or service.colour) != "cmyk":
        return None
    ink = f" with at most {service.ink} % of ink" if service.ink else ""
    kind = f" as {service.standard}" if service.standard else ""
    message = f"{service.title} asks for CMYK{ink}{kind}, which is not written yet"
    hint = "--colour rgb writes the same pages in RGB: ask the shop whether it converts them"
    return Diagnostic(Place(""), "shop-colour", message, hint=hint)


def for_press(data: bytes, service: Service, colour: str) -> bytes:  # noqa: ARG001 (CMYK asks for them)
    """An RGB PDF in the colours that `service` prints."""
    return data


def told_colour(service: Service, colour: str) -> str:
    """What to tell of files in another colour than the service asks for; "" where there is nothing."""
    if service.colour == "cmyk" and colour == "rgb":
        ink = f" of at most {service.ink} % ink" if service.ink else ""
        return f"{service.title} asks for CMYK{ink}; these files are RGB, and their ink is not limited"
    return ""
