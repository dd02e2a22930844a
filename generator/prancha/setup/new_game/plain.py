"""The files of a game that begins from nothing: a few components of one kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from prancha.setup.new_game.drawings import BOARD, CARD, CARD_BACK, PIECE
from prancha.setup.new_game.kinds import StarterKind
from prancha.setup.new_game.lettering import BODY, TITLE
from prancha.setup.new_game.sizes import Size
from prancha.setup.new_game.wording import SAMPLES, in_languages, scalar
from prancha.setup.new_game.writing import Files, ready_file

PALETTE = {"ink": "#1d2b3a", "paper": "#fbf7ee", "pale": "#ece1cc", "accent": "#a8431c"}
"""The colours that the templates of a new game name."""


def plain_files(kind: StarterKind, title: str, languages: tuple[str, ...]) -> Files:
    """Return the files of a game of three components, or one board."""
    return cards_and(kind, "", title, languages)


def cards_and(kind: StarterKind, more: str, title: str, languages: tuple[str, ...]) -> Files:
    """Return the files of a game of three components, or one board, that lists a family `more` too."""
    family, card, board = kind.family, kind.family == "cards", kind.family == "board"
    template = CARD if card else BOARD if board else PIECE
    lines = [family_head(kind, languages, back=card), "items:\n"]
    pieces = 0
    for name, icon, copies, words, text in SAMPLES[: 1 if board else 3]:
        lines.append(f"  - id: {name}                      # stable, unique in this file\n")
        if not board:
            lines.append(f"    copies: {copies}\n")
        lines.append(f"    name: {in_languages(words if not board else {'en': title}, languages)}\n")
        lines.append(f"    icon: {'house' if board else icon}                # one of prancha's icons\n")
        if card:
            lines.append(f"    text: {in_languages(text, languages)}\n")
        if board:
            lines.append("    columns: 8\n    rows: 8\n")
        pieces += 1 if board else copies
    files = {
        ("components", "game.yaml"): game_file(title, languages, f"{family}, {more}" if more else family, {}),
        ("components", f"{family}.yaml"): "".join(lines),
        ("components", "rules.yaml"): rules_file(family, pieces, languages),
        ("templates", f"{family}.svg.j2"): template,
    }
    if card:
        files["templates", "back.svg.j2"] = CARD_BACK
    return {where: ready_file(where[1], text) for where, text in files.items()}


def game_file(
    title: str, languages: Sequence[str], family: str, texts: Mapping[str, str], with_palette: bool = True,
    fonts: Sequence[str] = (),
) -> str:  # fmt: skip
    """Return game.yaml of a game with one family; the palette is for templates alone.

    `fonts` are families behind the usual ones, for letters these lack.
    """
    behind = "".join(f", {family}" for family in fonts)
    title_font, body_font = (f"[{name}{behind}]" if fonts else name for name in (TITLE, BODY))
    colours = "".join(f'  {name}: "{colour}"\n' for name, colour in PALETTE.items())
    palette = f"palette:                           # named colours, for templates: palette.ink\n{colours}"
    words = "".join(
        f"  {scalar(name)}: {in_languages({'en': word}, languages)}\n" for name, word in texts.items()
    )
    return f"""\
# What the game is. Every key is explained by: prancha help catalogue
title: {scalar(title)}
languages: [{", ".join(languages)}]                  # the first is printed unless --lang says otherwise
designers: []                      # shown on the cover sheet: [Your Name]
revision: "1"
families: [{family}]                # one file beside this one per kind of component
{palette if with_palette else ""}fonts: {{title: {title_font}, body: {body_font}}}
""" + (
        f"texts:                             # words the template prints: texts.{next(iter(texts))}\n{words}"
        if texts
        else ""
    )


def family_head(kind: StarterKind, languages: Sequence[str], back: bool, size: Size | None = None) -> str:
    """Return the first lines of a family, up to its items."""
    stock = "card                      # card | board | paper"
    if kind.stock == "board":
        stock = "board                     # card | board | paper"
    return (
        f"# One kind of component: their size, their drawing, and the list of them.\n"
        f"title: {in_languages(kind.title, languages)}\n"
        f"stock: {stock}\n"
        f"{kind.keys_of(size.width, size.height) if size else kind.keys}"
        f"template: {kind.family}.svg.j2          # in templates/, the folder of the same name as this one\n"
        + ("back: back.svg.j2\n" if back else "")
    )


def rules_file(family: str, pieces: int, languages: Sequence[str]) -> str:
    """Return rules.yaml, which counts a family."""
    noun = {"en": f"The box holds {pieces} of them.", "pt": f"A caixa traz {pieces}."}
    return f"""\
# What your rulebook promises; prancha check and prancha build hold the components against it.
rules:
  - id: {family}-count
    says: {in_languages(noun, languages)}
    source: "Components"            # where the rulebook says so
    fact: stated
    total: {{family: {family}, is: {pieces}}}
"""
