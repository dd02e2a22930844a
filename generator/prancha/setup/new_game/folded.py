"""The kinds of component that the program draws by itself, as families for a new game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files

import msgspec
from msgspec import Struct

from prancha.model import component_kinds
from prancha.setup.new_game.kinds import KINDS
from prancha.setup.new_game.plain import cards_and, game_file, rules_file
from prancha.setup.new_game.wording import in_languages
from prancha.setup.new_game.writing import Files, ready_file

Words = Mapping[str, str]


class FoldedKind(Struct, frozen=True):
    """A family to begin with: its title, the lines of its YAML below `kind:`, and its copies.

    `@` before a name in the lines stands for that word of folded.toml, in the languages of the game.
    """

    family: str
    title: Words
    lines: str
    copies: int = 1


class _Kinds(Struct, frozen=True):
    """What folded.toml holds: words in two languages, and the kinds by the word of `kind:` in a family."""

    words: Mapping[str, Words]
    kinds: Mapping[str, FoldedKind]


_READ = msgspec.toml.decode(files(__package__ or "").joinpath("folded.toml").read_bytes(), type=_Kinds)
FOLDED = _READ.kinds


def folded_files(kind: str, title: str, languages: tuple[str, ...], held: Sequence[str]) -> Files:
    """Return the files of a game with a family of `kind`, a box for the families `held`, else for cards."""
    one = FOLDED[kind]
    with_cards = component_kinds.KINDS[kind].size == "held" and not held
    words = {name: in_languages(word, languages) for name, word in _READ.words.items()}
    words["holds"] = f"[{', '.join(held)}]" if len(held) > 1 else held[0] if held else "cards"
    lines = re.sub(r"@(\w+)", lambda found: words[found[1]], one.lines)
    family = (
        "# One kind of component, drawn by the program; prancha help components has its fields.\n"
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
