"""The command `help`: pages of the documentation as plain text, and a search of what they say."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Sequence
from math import log
from typing import Any

from prancha.cli.output import FINE, refuse, say
from prancha.model.diagnostic import suggestion
from prancha.system import program_folders

_TOPICS = {
    word: topic
    for topic, words in {
        "spreadsheets": "csv excel json",
        "catalogue": "yaml",
        "text": "font fonts markup",
        "translations": "language languages lang",
        "art": "picture pictures",
        "icons": "icon",
        "templates": "template layout",
        "printing": "paper print build",
        "backs": "back",
        "first-game": "new start",
        "rules": "rule",
        "after-a-rule-change": "diff",
    }.items()
    for word in words.split()
}
"""Other words for help topics."""
_INSIDE = ("architecture", "decisions", "performance", "ci", "new-target")
"""Pages that few look for."""
_SHOWN = 5
_OF_A_PAGE = 2
"""Passages that a search shows, and those of one page."""
_LONGEST = 480
"""Characters of a passage that are shown."""


def add_command(commands: Any) -> None:
    """Add the command."""
    topic = commands.add_parser(
        "help", help="show a page of the documentation, or search all of them: help spreadsheets, help bleed"
    )
    topic.add_argument(
        "topic",
        nargs="*",
        default=[],
        metavar="WORD",
        help="a page, or words to search (default: list the pages)",
    )
    topic.set_defaults(run=_help)


def _help(options: argparse.Namespace) -> int:
    if options.topic:
        say(help_page(" ".join(options.topic)))
        return FINE
    for name, title in help_pages().items():
        say(f"{name:22} {title}")
    say("\nprancha help TOPIC shows one, prancha help WORDS searches all of them;")
    say("prancha COMMAND --help lists the options of a command")
    return FINE


def help_pages() -> dict[str, str]:
    """Help pages with their titles, sorted by name."""
    found = {}
    for path in sorted(program_folders.DOCS.glob("*.md")):
        if path.stem != "README":
            found[path.stem] = path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
    return found


def help_page(topic: str) -> str:
    """The page on `topic` as plain text, or passages on its words; raises Failure with the nearest page."""
    known = help_pages()
    name = topic.lower().removesuffix(".md").removeprefix("docs/")
    name = name if name in known else _TOPICS.get(name, name)
    if name not in known:
        if passages := find_passages(topic.split()):
            return "\n".join(passages)
        message = f'there is no page on "{topic}"'
        hint = suggestion(name, {*known, *_TOPICS} if name else known)
        refuse("no-topic", message, hint)
    return as_plain((program_folders.DOCS / f"{name}.md").read_text(encoding="utf-8"))


def as_plain(text: str) -> str:
    """Plain text of Markdown, without comments, pictures, link targets and fences."""
    text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.S)
    text = re.sub(r"!\[([^\]]*)\]\([^)]*\)\n?", "", text)
    parts = []
    for part in re.split(r"(?m)^(```.*?^```)[ \t]*$", text, flags=re.S):
        if part.startswith("```"):
            part = "\n".join(f"    {line}".rstrip() for line in part.split("\n")[1:-1])
        else:
            part = re.sub(r"\[([^\]]+)\]\(([\w-]+)\.md(?:#[\w-]*)?\)", r"\1 (help \2)", part)
            part = re.sub(r"\[([^\]]+)\]\((?!https?:)[^)\s]*\)", r"\1", part)
            part = re.sub(r"\*\*([^*\n]+)\*\*", r"\1", part)
        parts.append(part)
    return "".join(parts).strip() + "\n"


def find_passages(words: Sequence[str]) -> list[str]:
    """The passages of all pages that say most of the `words`, best first, each below its page and headings.

    A word also finds longer ones that begin like it, which weigh half; what few passages say weighs more.
    Pages for those who change the program come last.
    """
    sought = [_stem(word.lower()) for word in words]
    found: list[tuple[str, str, str, list[int]]] = []
    for name in help_pages():
        headings = [""]
        text = as_plain((program_folders.DOCS / f"{name}.md").read_text(encoding="utf-8"))
        for part in re.split(r"\n\n|\n(?=(?:- |\d+\. |\| ))", text):
            if level := re.match(r"(#+) (.*)", part):
                headings = [*headings[: len(level[1]) - 1], level[2]]
                continue
            above = " > ".join(filter(None, headings))
            hits = [_hits(word, above) + _hits(word, part) for word in sought]
            if any(hits):
                found.append((name, above, part, hits))
    counts = [sum(hits[k] > 0 for *_, hits in found) for k in range(len(sought))]

    pages = Counter(name for name, *_ in found)
    shown: Counter[str] = Counter()

    def rank(one: tuple[str, str, str, list[int]]) -> tuple[bool, int, bool, float, int]:
        name, _, part, hits = one
        weight = sum(hit * log(2 + len(found) / (1 + count)) for hit, count in zip(hits, counts, strict=True))
        return (
            name in _INSIDE,
            -sum(map(bool, hits)),
            not _hits(" ".join(sought), part),
            -weight,
            -pages[name],
        )

    absent = [word for word, count in zip(words, counts, strict=True) if not count]
    said = [f"no page says: {', '.join(absent)}\n"] if found and absent else []
    best = []
    for name, above, part, _ in sorted(found, key=rank):
        shown[name] += 1
        if shown[name] <= _OF_A_PAGE:
            best.append(f"{above}  (prancha help {name})\n\n{_indented(part)}\n")
    return said + best[:_SHOWN]


def _hits(word: str, text: str) -> int:
    """2 where `text` has the word, 1 where it has one that begins so."""
    begins = rf"(?i)(?<!\w){re.escape(word)}"
    return 2 if re.search(rf"{begins}s?(?!\w)", text) else int(bool(re.search(begins, text)))


def _stem(word: str) -> str:
    """The word without an English plural."""
    return re.sub(r"(?<=\w{3})(?<!s)s$", "", word)


def _indented(part: str) -> str:
    shown = part if len(part) <= _LONGEST else part[:_LONGEST].rpartition(" ")[0] + " …"
    return "\n".join(f"    {line}".rstrip() for line in shown.split("\n"))
