"""A difference as one HTML file that needs nothing beside it."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import count

from prancha.changes.difference import Change, Difference, FaceChange
from prancha.changes.pictures import PictureRegion, figure, with_thumbs
from prancha.changes.snapshot import Snapshot
from prancha.changes.text_report import details, findings, format_change, headline, totals, whole_game
from prancha.model.outline import Outline

Style = tuple[str, int, bool]
"""Font family, weight, italic."""
Regions = Mapping[tuple[str, str], tuple[PictureRegion, ...]]
"""(old digest, new digest) -> where they differ."""

POLICY = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'"
"""Drawings may be a stranger's: nothing in them runs, nothing is fetched."""
_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}"><title>{title}</title>
<style>
body{{font:16px/1.4 system-ui,sans-serif;margin:2em auto;max-width:60em;padding:0 1em}}
body{{color:#1b1b1f;background:#fff}}
h1{{font-size:1.6em}}h2{{font-size:1.15em;margin:2em 0 .3em}}ul{{margin:.3em 0;padding-left:1.2em}}
code{{background:#f1f1f4;padding:0 .25em;border-radius:3px}}
.pair{{display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start}}
figure{{margin:.6em 0}}figcaption{{color:#555;font-size:.85em}}
svg.face{{max-width:100%;height:auto;overflow:visible}}
.added h2{{color:#116329}}.removed h2{{color:#a40e26}}.renamed h2,.moved h2{{color:#6639ba}}
{fonts}</style></head><body>
<svg width="0" height="0" style="position:absolute">{symbols}</svg>
{body}
</body></html>
"""


def as_html(differences: Sequence[Difference], regions: Regions, fonts: Mapping[Style, bytes]) -> str:
    """Old and new side by side, what changed framed, with the `fonts` that faces are set in."""
    symbols: dict[str, str] = {}
    for one in differences:
        symbols |= {**one.old.symbols, **one.new.symbols}
    numbers = count()
    body = "\n".join(part for one in differences for part in _game(one, regions, numbers))
    title = "; ".join(f"{one.new.title}: {one.old.name} → {one.new.name}" for one in differences)
    return _PAGE.format(
        policy=POLICY,
        title=escape(title),
        fonts=_faces(fonts),
        body=body,
        symbols="".join(symbols[k] for k in sorted(symbols)),
    )


def _faces(fonts: Mapping[Style, bytes]) -> str:
    rules = []
    for (family, weight, italic), data in sorted(fonts.items()):
        name = family.replace("\\", "").replace('"', "").replace("<", "")
        source = f"url(data:font/ttf;base64,{base64.b64encode(data).decode()})"
        slope = "italic" if italic else "normal"
        rules.append(
            f'@font-face{{font-family:"{name}";font-weight:{weight};font-style:{slope};src:{source}}}\n'
        )
    return "".join(rules)


def _game(difference: Difference, regions: Regions, numbers: Iterator[int]) -> Iterator[str]:
    old, new = difference.old, difference.new
    yield f"<h1>{escape(new.title)}: {escape(old.name)} → {escape(new.name)}</h1>"
    if difference.empty:
        yield "<p>No difference.</p>"
        return
    if difference.whole:
        yield f"<p>{escape(whole_game(difference))}</p>"
    yield _list(totals(difference))
    if difference.values:
        yield "<h2>The game</h2>" + _list(map(format_change, difference.values))
    for name, changes in difference.families.items():
        yield f"<h2>Family {escape(name)}</h2>" + _list(map(format_change, changes))
    for change in difference.changes:
        yield f'<section class="{change.kind}"><h2>{escape(headline(change))}</h2>'
        yield _list(details(change))
        yield from (_pair(difference, change, face, regions, numbers) for face in change.faces)
        yield "</section>"
    rules = list(findings(difference))
    if rules:
        yield "<h2>Rule findings</h2>" + _list(rules)


def _list(lines: Iterator[str] | Sequence[str]) -> str:
    entries = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<ul>{entries}</ul>" if entries else ""


def _pair(
    difference: Difference, change: Change, face: FaceChange, regions: Regions, numbers: Iterator[int]
) -> str:
    marked = regions.get((face.old, face.new), ())
    sides = []
    for word, snapshot, item, digest in (
        ("before", difference.old, change.old, face.old),
        ("after", difference.new, change.new, face.new),
    ):
        if item is not None and digest:
            outline = snapshot.family(item.family).outline
            outline = outline if face.side == "front" else outline.mirrored()
            svg = _svg(snapshot, digest, outline, marked, f"f{next(numbers)}-")
            said = f"{face.side}, {face.languages[0]}, {word}"
            sides.append(f"<figure>{svg}<figcaption>{escape(said)}</figcaption></figure>")
    return f'<div class="pair">{"".join(sides)}</div>'


def _svg(
    snapshot: Snapshot, digest: str, outline: Outline, marked: Sequence[PictureRegion], prefix: str
) -> str:
    drawing = with_thumbs(snapshot.previews[digest], snapshot, {})
    width, height = outline.width + 2, outline.height + 2
    return (
        f'<svg class="face" xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm"'
        f' viewBox="-1 -1 {width:g} {height:g}">{figure(drawing, outline, prefix, marked)}</svg>'
    )
