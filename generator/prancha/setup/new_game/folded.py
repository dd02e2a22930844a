"""The kinds of component that the program draws by itself, as families for a new game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from prancha.setup.new_game.kinds import KINDS
from prancha.setup.new_game.plain import cards_and, game_file, rules_file
from prancha.setup.new_game.wording import in_languages
from prancha.setup.new_game.writing import Files, ready_file

Words = Mapping[str, str]


class FoldedKind(Struct, frozen=True):
    """A family to begin with: its title, the lines of its YAML below `kind:`, and its copies.

    `@` before a name in the lines stands for that word of `_WORDS`, in the languages of the game.
    """

    family: str
    title: Words
    lines: str
    copies: int = 1


_WORDS: Mapping[str, Words] = {
    "fox": {"en": "The fox", "pt": "A raposa"},
    "goose": {"en": "A goose", "pt": "Uma gansa"},
    "barn": {"en": "The barn", "pt": "O celeiro"},
    "first": {"en": "Plays first.", "pt": "Começa."},
    "again": {"en": "Again", "pt": "De novo"},
    "two": {"en": "A game for two.", "pt": "Um jogo para dois."},
    "draw": {"en": "Draw a card.", "pt": "Compre uma carta."},
    "play": {"en": "Play a card, then score it.", "pt": "Jogue uma carta e pontue."},
    "end": {"en": "Five geese win.", "pt": "Cinco gansas vencem."},
    "begin": {"en": "To begin", "pt": "Para começar"},
    "deal": {"en": "Shuffle. Deal five cards each.", "pt": "Embaralhe. Dê cinco cartas a cada um."},
    "turn": {"en": "A turn", "pt": "O turno"},
    "close": {"en": "The end", "pt": "O fim"},
    "stars": {"en": "Stars", "pt": "Estrelas"},
    "coins": {"en": "Coins", "pt": "Moedas"},
    "bonus": {"en": "Bonus", "pt": "Bônus"},
    "total": {"en": "Total", "pt": "Total"},
}

FOLDED: Mapping[str, FoldedKind] = {
    "die": FoldedKind(
        "dice", {"en": "Dice", "pt": "Dados"},
        "size: 18 mm                      # of an edge\n"
        "sides: 6                         # or 4, 8, 12\n"
        "items:\n"
        "  - id: numbers                  # 1 to 6\n"
        "  - id: signs\n"
        "    faces: [star, coin, heart, feather, house, {words: @again}]   # icons, numbers or words\n"
        '    fill: "#7a2e2e"\n', 2,
    ),
    "standee": FoldedKind(
        "standees", {"en": "Stand-ups", "pt": "Figuras"},
        "size: 24 x 40 mm                 # of one side\n"
        "foot: 8 mm                       # folded outwards, below it\n"
        "items:\n"
        "  - {id: fox, title: @fox, icon: mask}\n"
        '  - {id: goose, copies: 2, title: @goose, icon: feather, fill: "#7a2e2e"}\n', 3,
    ),
    "tent": FoldedKind(
        "plates", {"en": "Name plates", "pt": "Placas"},
        "size: 90 x 45 mm                 # of one side\n"
        "items:\n"
        "  - {id: fox, title: @fox, text: @first, icon: mask}\n"
        "  - {id: goose, title: @goose, icon: feather}\n", 2,
    ),
    "spinner": FoldedKind(
        "spinner", {"en": "Spinner", "pt": "Roleta"},
        "size: 90 mm                      # diameter; its arrow is --kind pointer\n"
        "items:\n"
        "  - id: spinner\n"
        "    sectors: [1, 2, star, 4, {value: coin, share: 2}, 6]   # numbers, icons or words\n",
    ),
    "pointer": FoldedKind(
        "pointer", {"en": "Pointer", "pt": "Ponteiro"},
        "size: 48 mm                      # length, with its round end\n"
        "items:\n"
        "  - id: pointer\n"
        '    fill: "#a8431c"\n',
    ),
    "screen": FoldedKind(
        "screens", {"en": "Screens", "pt": "Anteparos"},
        "size: 135 x 110 mm               # of the panel in the middle\n"
        "wing: 60 mm                      # of those beside it\n"
        "items:\n"
        "  - id: barn\n"
        "    copies: 2\n"
        "    title: @barn\n"
        "    icon: house\n"
        "    text: [@draw, @play, @end]   # inside, one for each panel\n", 2,
    ),
    "tuck-box": FoldedKind(
        "box", {"en": "Box", "pt": "Caixa"},
        "holds: @holds                     # as wide and high as they are, and as deep as all together\n"
        "items:\n"
        '  - {id: box, title: @fox, icon: mask, text: @two, fill: "#1d2b3a"}\n',
    ),
    "score-pad": FoldedKind(
        "pad", {"en": "Score pad", "pt": "Bloco de pontos"},
        "size: 90 x 130 mm\n"
        "items:\n"
        "  - id: pad\n"
        "    copies: 4                    # sheets\n"
        "    columns: 4                   # players\n"
        "    rows: [@stars, @coins, @bonus]\n"
        "    total: @total\n", 4,
    ),
    "leaflet": FoldedKind(
        "leaflet", {"en": "Rules leaflet", "pt": "Folheto de regras"},
        "size: 74 x 105 mm                # of one of its four pages\n"
        "items:\n"
        "  - id: rules\n"
        "    pages:\n"
        "      - {title: @fox, text: @two}\n"
        "      - {title: @begin, text: @deal}\n"
        "      - {title: @turn, text: @play}\n"
        "      - {title: @close, text: @end}\n",
    ),
}  # fmt: skip
"""By the word of `kind:` in a family."""


def folded_files(kind: str, title: str, languages: tuple[str, ...], held: Sequence[str]) -> Files:
    """Return the files of a game with a family of `kind`, a box for the families `held`, else for cards."""
    one = FOLDED[kind]
    with_cards = kind == "tuck-box" and not held
    words = {name: in_languages(word, languages) for name, word in _WORDS.items()}
    words["holds"] = f"[{', '.join(held)}]" if len(held) > 1 else held[0] if held else "cards"
    lines = re.sub(r"@(\w+)", lambda found: words[found[1]], one.lines)
    family = (
        "# One kind of component, drawn by the program; docs/components.md has its fields.\n"
        f"title: {in_languages(one.title, languages)}\nkind: {kind}\n{lines}"
    )
    if with_cards:
        more = {("components", f"{one.family}.yaml"): ready_file(f"{one.family}.yaml", family)}
        return {**cards_and(KINDS["cards"], one.family, title, languages), **more}
    texts = {
        "game.yaml": game_file(title, languages, one.family, {}, with_palette=False),
        f"{one.family}.yaml": family,
        "rules.yaml": rules_file(one.family, one.copies, languages),
    }
    return {("components", file): ready_file(file, text) for file, text in texts.items()}
