"""The pages of docs/ in the terminal: `prancha help TOPIC`."""

from __future__ import annotations

import re

from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion
from prancha.system import shipped

_OTHERS = {
    "csv": "spreadsheets", "excel": "spreadsheets", "json": "spreadsheets", "yaml": "catalogue",
    "font": "text", "fonts": "text", "markup": "text", "language": "translations",
    "languages": "translations", "lang": "translations",
    "picture": "art", "pictures": "art", "icon": "icons", "template": "templates", "paper": "printing",
    "print": "printing", "back": "backs", "build": "printing", "new": "first-game", "rule": "rules",
    "start": "first-game", "diff": "after-a-rule-change",
}  # fmt: skip
"""Words that pages are asked for by."""


def pages() -> dict[str, str]:
    """Each page and its title, in the order of their names."""
    found = {}
    for path in sorted(shipped.DOCS.glob("*.md")):
        if path.stem != "README":
            found[path.stem] = path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
    return found


def page(topic: str) -> str:
    """The page on `topic` as plain text; raises Failure with the nearest when there is none."""
    known = pages()
    name = topic.lower().removesuffix(".md").removeprefix("docs/")
    name = name if name in known else _OTHERS.get(name, name)
    if name not in known:
        message = f'there is no page on "{topic}"'
        hint = suggestion(name, {*known, *_OTHERS} if name else known)
        raise Failure([Diagnostic(Place(""), "no-topic", message, hint=hint)])
    return as_plain((shipped.DOCS / f"{name}.md").read_text(encoding="utf-8"))


def as_plain(text: str) -> str:
    """Markdown without what only a browser shows: remarks, pictures, targets of links, fences."""
    text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.S)
    text = re.sub(r"!\[([^\]]*)\]\([^)]*\)\n?", "", text)
    parts = re.split(r"(?m)^(```.*?^```)[ \t]*$", text, flags=re.S)
    return "".join(_block(part) if part.startswith("```") else _prose(part) for part in parts).strip() + "\n"


def _block(fenced: str) -> str:
    lines = fenced.split("\n")[1:-1]
    return "\n".join(f"    {line}".rstrip() for line in lines)


def _prose(text: str) -> str:
    text = re.sub(r"\[([^\]]+)\]\(([\w-]+)\.md(?:#[\w-]*)?\)", r"\1 (help \2)", text)
    text = re.sub(r"\[([^\]]+)\]\((?!https?:)[^)\s]*\)", r"\1", text)
    return re.sub(r"\*\*([^*\n]+)\*\*", r"\1", text)
