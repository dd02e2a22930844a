"""What a file for a print shop has beside its pages: output intent, names of its standard, colours of marks.

PDF/X-4 is ISO 15930-7, PDF/X-1a:2003 ISO 15930-4; output intents are ISO 32000-1, 14.11.5.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping

from prancha.export.objects import Raw
from prancha.model.press import Press

VERSIONS: Mapping[str, str] = {"": "1.6", "x4": "1.6", "x1a": "1.4"}
NAMES: Mapping[str, str] = {"": "", "x4": "PDF/X-4", "x1a": "PDF/X-1a:2003"}
"""How the standards call themselves, in the file too."""
_REGISTRY = "http://www.color.org"
_STROKE = re.compile(r"\((?:[^()\\]+|\\.)*\)|(?<!\S)([\d.]+) ([\d.]+) ([\d.]+) RG(?!\S)")


def output_intent(press: Press) -> Raw:
    """The condition that a file's colours are made for, with its profile."""
    profile = press.profile
    data = Raw("/N 4 /Filter /FlateDecode", zlib.compress(profile.data, 9))
    entries = f"/Type /OutputIntent /S /GTS_PDFX /Info {_string(profile.title)}"
    if profile.condition:
        entries += (
            f" /OutputConditionIdentifier {_string(profile.condition)} /RegistryName {_string(_REGISTRY)}"
        )
    else:
        entries += " /OutputConditionIdentifier (Custom)"
    return Raw(entries, DestOutputProfile=data)


def mark_colours(content: str) -> str:
    """The operators of a page with its coloured marks in inks; greys are black ink as they stand.

    Each ink takes one light away, so that whoever knows no profile sees the colour that was asked for.
    """
    return _STROKE.sub(_in_inks, content)


def _in_inks(found: re.Match[str]) -> str:
    if found[1] is None:
        return found[0]
    return " ".join(f"{1 - float(part):.4f}".rstrip("0").rstrip(".") for part in found.groups()) + " 0 K"


def _string(text: str) -> str:
    if text.isascii():
        return "(" + re.sub(r"([()\\])", r"\\\1", text) + ")"
    return f"<feff{text.encode('utf-16-be').hex()}>"
