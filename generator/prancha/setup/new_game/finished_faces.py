"""A game of finished faces: each picture a card, its size, bleed, copies and back found out and told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path, PurePosixPath

from msgspec import Struct
from msgspec.structs import replace

from prancha.catalogue.outlines import SIZES, size_of_name
from prancha.catalogue.spreadsheet import slug
from prancha.model.diagnostic import counted
from prancha.model.units import MM_PER_INCH, Mm
from prancha.setup.new_game.given_pictures import GivenPicture
from prancha.setup.new_game.headings import languages_of
from prancha.setup.new_game.list_meanings import few
from prancha.setup.new_game.plain_game import HEAD, game_file
from prancha.setup.new_game.project_files import Files, in_languages, ready_file, refusal, scalar
from prancha.setup.new_game.starter_kinds import kind_title

_NOTHING = frozenset(("", "card", "cards", "common", "deck", "all", "carta", "cartas", "karte", "karten"))
_COPIES = re.compile(
    r"^(\d{1,2})\s?x[\s_.-]+(?=.)|[\s_.-]+[(\[]?x\s?(\d{1,2})[)\]]?$|[\s_.-]+(\d{1,2})x$|\s?[(\[](\d{1,2})[)\]]$",
    re.I,
)
"""Copies in the name of a file: `3x fox`, `fox x3`, `fox_3x`, `fox (3)`."""
_CARDS = "poker euro-poker bridge us-game japanese euro-game skat mini mini-us mini-euro micro tarot "
_CARDS += "tarot-euro jumbo dixit business domino square-euro square-small square-large a6 a7 a5 a8"
_BLEEDS: tuple[Mm, ...] = (0.0, 3.0, 3.175, 2.0)
_SAME: Mm = 0.4
"""Difference in mm from a known size that pixels may have."""
_ALIKE, _ALIKE_WITH_BLEED = 0.012, 0.005
"""Difference of proportions that passes for none, without and with bleed."""
_NEARLY = 0.02
"""Difference of proportions that passes for none where pixels were rounded."""
_APART = 0.08
"""Difference of proportions from which on a picture is no back of another."""
_PPIS = (300.0, 600.0)
_LONGEST: Mm = 88.0
"""Longer side of cards whose size is not known."""
_BLEED: Mm = 3.0
"""Bleed of families."""


class FaceWishes(Struct, frozen=True):
    """Wishes about finished faces: a `size` as in catalogues, the bleed; "" and None: to be guessed.

    `grid` are the columns and rows of faces in each picture.
    """

    size: str = ""
    bleed: Mm | None = None
    grid: tuple[int, int] | None = None


class CardSize(Struct, frozen=True):
    """Trimmed `width` and `height`, the bleed that a picture holds beyond them, in mm; `why` it is that.

    It is `sure` where the pixels are those of a known size.
    """

    width: Mm
    height: Mm
    bleed: Mm = 0.0
    why: str = ""
    sure: bool = False

    @property
    def turned(self) -> CardSize:
        """The same, lying on its side."""
        return replace(self, width=self.height, height=self.width)

    def differs(self, one: GivenPicture) -> float:
        """Return the share by which the proportions of a picture differ from the card with its bleed."""
        whole = (self.width + 2 * self.bleed) / (self.height + 2 * self.bleed)
        return abs(one.width / one.height / whole - 1)


def measure(one: GivenPicture, wishes: FaceWishes = FaceWishes()) -> CardSize:
    """Return the size of the card that a picture shows; raises Failure for a wish that is no size."""
    if one.width > one.height:
        return measure(GivenPicture(one.name, one.height, one.width, one.ppi), wishes).turned
    bleeds = _BLEEDS if wishes.bleed is None else (wishes.bleed,)
    pixels = f"{one.width:g} x {one.height:g} pixels"
    if wishes.size:
        width, height = sorted(read_size(wishes.size))
        bleed = min(bleeds, key=lambda each: CardSize(width, height, each).differs(one) + each / 1000)
        return CardSize(width, height, bleed, "asked for", sure=True)
    own = () if one.ppi in (0.0, 72.0, 96.0) else (one.ppi,)
    found = min(_known(one, bleeds, (*own, *_PPIS)), key=lambda pair: pair[0], default=None)
    if found is not None:
        return found[1]
    scale = MM_PER_INCH / own[0] if own else (_LONGEST + 2 * bleeds[0]) / one.height
    width, height = (
        max(round((side * scale - 2 * bleeds[0]) * 2) / 2, 5.0) for side in (one.width, one.height)
    )
    why = f"at {own[0]:.4g} per inch" if own else f"of no known proportions, {_LONGEST:g} mm high"
    return CardSize(width, height, bleeds[0], f"{pixels} {why}")


def _known(
    one: GivenPicture, bleeds: Sequence[Mm], ppis: Sequence[float]
) -> Iterator[tuple[float, CardSize]]:
    """Yield known sizes that a picture may show, at a resolution or by its proportions, with a cost of each.

    What is usual stands first, and bleed that the picture need not have is doubtful.
    """
    pixels = f"{one.width:g} x {one.height:g} pixels"
    for rank, (bleed, name) in enumerate(product(bleeds, _CARDS.split())):
        width, height = sorted(read_size(name))
        size = CardSize(width, height, bleed)
        for place, ppi in enumerate(ppis):
            wide = one.width / ppi * MM_PER_INCH - size.width
            high = one.height / ppi * MM_PER_INCH - size.height
            off = max(abs(wide - 2 * bleed), abs(high - 2 * bleed))
            if off <= _SAME:
                even = bleed if len(bleeds) == 1 or not bleed else round(min(wide, high) / 2, 2)
                why = f"{name}: {pixels} at {ppi:.4g} per inch"
                cost = off * ppi / 254 + place / 5 + rank / 2000
                yield cost, replace(size, bleed=even, why=why, sure=True)
        if size.differs(one) <= (_ALIKE if bleed == bleeds[0] else _ALIKE_WITH_BLEED):
            yield (
                9 + size.differs(one) + rank / 2000,
                replace(size, why=f"{name}: {pixels} have its proportions"),
            )


def is_known_size(ratio: float) -> bool:
    """Return whether width over height is that of a usual card, upright or lying, without or with bleed."""
    sides = (sorted(read_size(name)) for name in _CARDS.split())
    known = [(width + 2 * bleed) / (height + 2 * bleed) for width, height in sides for bleed in (0.0, 3.0)]
    return any(abs(ratio / each - 1) < _NEARLY or abs(ratio * each - 1) < _NEARLY for each in known)


def read_size(size: str) -> tuple[Mm, Mm]:
    """Return width and height of a size by name or in numbers; raises Failure."""
    try:
        number = r"(\d+(?:[.,]\d+)?)"
        found = re.fullmatch(rf"\s*{number}(?: *[x×] *{number})? *(mm|cm|in)?\s*", size_of_name(size))
        unit = {"cm": 10.0, "in": MM_PER_INCH}.get((found and found[3]) or "", 1.0)
        sides = (
            [round(float(side.replace(",", ".")) * unit, 3) for side in found.groups()[:2] if side]
            if found
            else []
        )
        if sides and all(5 <= side <= 500 for side in sides):
            return sides[0], sides[-1]
    except ValueError:
        pass
    some = ", ".join(list(SIZES)[:4])
    raise refusal("bad-size", f'"{size}" is no size of a card', f"write 63 x 88 mm, or a name such as {some}")


class _Name(Struct, frozen=True):
    """What the name of a file says: which side of which card, how many copies.

    `doubtful` are copies such as the (3) of `fox (3)`, which file managers add to names too.
    """

    key: str
    folder: str
    is_back: bool
    in_folder: bool
    copies: int
    doubtful: bool


def _side(word: str) -> str:
    """Return the side of a card that a word in the name of a file means: front, back, or ""."""
    if languages_of(word, "back_file"):
        return "back"
    return "front" if languages_of(word, "front_file") else ""


def _meaning(name: str) -> _Name:
    pure = PurePosixPath(name)
    folders = {_side(word) for part in pure.parts[:-1] for word in re.split(r"[\W_]+", part)}
    stem, is_back, copies, doubtful = pure.stem, "back" in folders, 1, False
    for _ in range(2):  # "fox x3 back" and "fox-back (3)"
        if copies == 1 and (found := _COPIES.search(stem)):
            copies, doubtful = int(next(filter(None, found.groups()))), found[4] is not None
            stem = stem[: found.start()] + stem[found.end() :]
        spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", stem)
        side = re.search(r"(?:^|[\W_]+)([^\W_]+)[\W_]*$", spaced)
        if side and (called := _side(side[1])):
            is_back, stem = called == "back", spaced[: side.start()]
    key = "-".join(re.findall(r"[^\W_]+", stem.casefold()))
    folder = "-".join(re.findall(r"[^\W_]+", pure.parent.name.casefold()))
    return _Name(key, folder, is_back, "back" in folders, copies=copies, doubtful=doubtful)


def file_meaning(name: str) -> tuple[str, bool]:
    """Return the words of a file's name without the side, and whether it is a back."""
    meaning = _meaning(name)
    return meaning.key, meaning.is_back


class FinishedCard(Struct, frozen=True):
    """A card: its id, its pictures, and how many there are of it."""

    id: str
    face: GivenPicture
    back: GivenPicture | None
    copies: int


def pair_pictures(pictures: Sequence[GivenPicture]) -> tuple[list[FinishedCard], list[str]]:
    """Return the cards that pictures show by their names, and what was guessed."""
    names = {one.name: _meaning(one.name) for one in pictures}
    called = [one for one in pictures if names[one.name].is_back]
    alike = Counter(names[one.name].key for one in called)
    for one in called:  # "beasts/back.png" beside "spells/back.png"
        name = names[one.name]
        if alike[name.key] > 1 and name.key in _NOTHING and not name.in_folder:
            names[one.name] = replace(name, key=name.folder)
    backs = {names[one.name].key: one for one in called}
    nearest = {(names[one.name].folder, names[one.name].key): one for one in called}
    fronts = [one for one in pictures if not names[one.name].is_back] or list(pictures)
    keys = Counter(names[one.name].key for one in fronts)
    groups = {names[one.name].folder for one in fronts}
    spare = [key for key in backs if key not in groups and not any(_begins(other, key) for other in keys)]
    # Several that are called so, such as "Fall Back.png", are cards.
    loose = [key for key in spare if key not in _NOTHING and not names[backs[key].name].in_folder]
    cards_too = [backs[key] for key in (loose if len(loose) > 1 else ()) if backs[key] not in fronts]
    told = []
    if cards_too:
        told.append(f"faces: {few([one.name for one in cards_too])} too (no cards have their names)")
        fronts = [one for one in pictures if one in fronts or one in cards_too]
        spare = [key for key in spare if backs[key] not in cards_too]
    in_order = len(spare) == len(keys) > 1
    cards: list[FinishedCard] = []
    taken: Counter[str] = Counter()
    for number, one in enumerate(fronts):
        name = names[one.name]
        mine = [key for key in backs if key == name.folder or (key not in spare and _begins(name.key, key))]
        known = [*spare[number : number + 1]] if in_order else [*spare[:1], *sorted(mine, key=len)]
        back = nearest.get((name.folder, known[-1]), backs[known[-1]]) if known else None
        apart = back.width / back.height / (one.width / one.height) if back else 1.0
        if back is one or not 1 - _APART < apart < 1 + _APART:
            back = None  # it is a card itself, or of cards of other proportions
        id_ = (slug(name.key if keys[name.key] == 1 else PurePosixPath(one.name).stem) or "card")[:60]
        taken[id_] += 1
        copies = 1 if name.doubtful and keys[name.key] > 1 else max(name.copies, one.copies)
        cards.append(FinishedCard(id_ if taken[id_] == 1 else f"{id_}-{taken[id_]}", one, back, copies))
    if counts := [f"{one.copies} of {one.face.name}" for one in cards if one.copies > 1]:
        why = "equal cells" if any(one.face.copies > 1 for one in cards) else "their names say so"
        told.append(f"copies: {few(counts)} ({why}; copies: in the catalogue overrules)")
    return cards, [*told, *_note_backs(cards, [one for one in called if one not in fronts], in_order)]


def _begins(name: str, key: str) -> bool:
    """Return whether `key` is a name, or the words before its number: `spell` of `spell-01`."""
    return bool(key) and re.match(rf"{re.escape(key)}(?![^\W\d_])", name) is not None


def _note_backs(
    cards: Sequence[FinishedCard], backs: Sequence[GivenPicture], in_order: bool
) -> Iterator[str]:
    used = Counter(one.back.name for one in cards if one.back is not None)
    if used:
        behind = [f"{name} behind {counted(count, 'card')}" for name, count in used.most_common()]
        why = "in the order of their names" if in_order else "by their names"
        yield f"backs: {few(behind)} ({why}; back: in the catalogue overrules)"
        if bare := [one.id for one in cards if one.back is None]:
            yield f"backs: white behind {few(bare)} (no back has their names)"
    elif not backs:
        yield "backs: none (back.png, a folder backs/, or pairs such as fox.png and fox-back.png would be)"
    if lost := [one.name for one in backs if one.name not in used]:
        yield f"backs: not used are {few(lost)} (no card has their names and proportions)"


def face_families(
    cards: Sequence[FinishedCard], wishes: FaceWishes
) -> tuple[dict[str, tuple[CardSize, list[FinishedCard]]], list[str]]:
    """Return sizes and cards of families by their ids, the largest family first; and what was guessed."""
    groups: dict[CardSize, list[FinishedCard]] = {}
    often = Counter((one.face.width, one.face.height, one.face.ppi) for one in cards)
    for pixels, _ in often.most_common():
        mine = [one for one in cards if (one.face.width, one.face.height, one.face.ppi) == pixels]
        size = measure(mine[0].face, wishes)
        alike = [each for each in groups if each.differs(mine[0].face) <= _ALIKE]
        same = (
            each for each in alike if not size.sure or (each.width, each.height) == (size.width, size.height)
        )
        near = next(same, None)
        groups.setdefault(near or size, []).extend(mine)
    families: dict[str, tuple[CardSize, list[FinishedCard]]] = {}
    told = []
    for size, mine in sorted(groups.items(), key=lambda pair: -len(pair[1])):
        family = "cards" if not families else slug(f"cards {size.width:g}x{size.height:g}")
        family += f"-{len(families)}" if family in families else ""
        families[family] = size, [one for one in cards if one in mine]
        of = f"{counted(len(mine), 'picture')}: " if len(groups) > 1 else ""
        told.append(f"size: {of}{size.width:g} x {size.height:g} mm ({size.why}; --size SIZE overrules)")
        kept = "none, and mirrored edges stand for it (--bleed MM overrules)"
        if size.bleed > 0:
            rest = min(size.bleed, _BLEED)
            kept = f"{size.bleed:g} mm in the pictures, {rest:g} mm kept (--bleed 0 overrules)"
        told.append(f"bleed: {of}{kept}")
    return families, told


def face_files(
    families: Mapping[str, tuple[CardSize, Sequence[FinishedCard]]], title: str, languages: Sequence[str]
) -> tuple[Files, Mapping[str, Path]]:
    """Return the files of a game of such families, and the pictures that are copied from elsewhere."""
    head = game_file(title, languages, ", ".join(families), {}, palette={})
    files = {("components", "game.yaml"): head}
    art: dict[str, GivenPicture] = {}
    for family, (size, cards) in families.items():
        backs = [one.back for one in cards if one.back is not None]
        art |= {one.name: one for one in (*(card.face for card in cards), *backs)}
        files["components", f"{family}.yaml"] = _family_file(family, size, cards, languages)
        files["templates", f"{family}.svg.j2"] = HEAD + _shown("item.face", size, cards[0].face)
        if backs:
            backing = measure(backs[0], FaceWishes(f"{size.width:g} x {size.height:g}"))
            bleed = size.bleed if size.differs(backs[0]) <= _ALIKE else backing.bleed
            drawn = _shown("item.back", CardSize(size.width, size.height, bleed, ""), backs[0])
            if len(backs) < len(cards):
                white = '<path d="{{ shape(bleed) }}" fill="#ffffff"/>\n'
                drawn = f"{white}{{% if 'back' in item %}}\n{drawn}{{% endif %}}\n"
            files["templates", f"{family}-back.svg.j2"] = HEAD + drawn
    ready = {where: ready_file(where[1], text) for where, text in files.items()}
    ready |= {("templates", f"art/{name}"): one.data for name, one in art.items() if one.path is None}
    return ready, {f"art/{name}": one.path for name, one in art.items() if one.path is not None}


def _shown(field: str, size: CardSize, one: GivenPicture) -> str:
    """Return what draws a picture across the card and its bleed; one of other proportions fills it."""
    over = f"{size.bleed:g}"
    box, more = "0, 0, width, height", "bleed"
    if size.bleed:
        box = f"-{over}, -{over}, width + {2 * size.bleed:g}, height + {2 * size.bleed:g}"
        more = f"max(bleed - {over}, 0)"
    fit = "stretch" if size.differs(one) <= _ALIKE else "fill"
    clip = ", clip=shape(bleed)" if size.bleed > _BLEED else ""
    return f"{{{{ art({field}, {box}, fit='{fit}', bleed={more}{clip}) }}}}\n"


def _family_file(family: str, size: CardSize, cards: Sequence[FinishedCard], languages: Sequence[str]) -> str:
    """Return the YAML of a family; a back that all cards share is named once."""
    backs = {one.back.name if one.back else "" for one in cards}
    shared = next(iter(backs)) if len(backs) == 1 else ""
    which = "" if family == "cards" else f", {size.width:g} x {size.height:g} mm"
    title = in_languages(lambda tag: kind_title("cards", tag) + which, languages)
    lines = [
        "# Finished faces: each is a picture in art/ of the game's templates; save it there to change it.\n",
        f"title: {title}\nstock: card\nsize: {size.width:g} x {size.height:g} mm\n",
        "outline: rounded\nradius: 3 mm\n" if min(size.width, size.height) > 30 else "outline: rectangle\n",
        f"template: {family}.svg.j2\n",
        f"back: {family}-back.svg.j2\n" if backs != {""} else "",
        f"defaults: {{back: {scalar(shared)}}}\n" if shared else "",
        "items:\n",
    ]
    for one in cards:
        copies = f", copies: {one.copies}" if one.copies != 1 else ""
        back = f", back: {scalar(one.back.name)}" if one.back is not None and not shared else ""
        lines.append(f"  - {{id: {scalar(one.id)}{copies}, face: {scalar(one.face.name)}{back}}}\n")
    return "".join(lines)
