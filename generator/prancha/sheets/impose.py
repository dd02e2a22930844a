"""Lay out groups of pieces on sheets: fronts, each followed by its back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from prancha.model.diagnostic import NOWHERE, Diagnostic, Failure
from prancha.model.printing import Duplex
from prancha.model.sheet import PLAIN, Group, Paper, Piece, Placement, Profile, Sheet
from prancha.sheets.fronts import Front, lay_out_fronts
from prancha.sheets.label import add_slug
from prancha.sheets.poster_parts import OVERLAP
from prancha.sheets.turned_sheets import back_placements, mirrored_marks, mirrored_window


def impose(
    groups: Sequence[Group], paper: Paper, duplex: Duplex, profile: Profile = PLAIN, skip: int = 0
) -> tuple[Sheet, ...]:
    """Place every piece of every group; each front is followed by its back, if it has one.

    The first `skip` slots of the first sheet stay empty: it was used before.

    Raises Failure when the paper's printable area is no wider than two overlaps of a poster, when pieces do
    not fit the cells of the profile, and when the first sheet has no more than `skip` slots.
    """
    if profile.margin is not None:
        paper = replace(paper, margin=profile.margin, reach=profile.margin)
    if min(paper.width, paper.height) - 2 * paper.margin <= 2 * OVERLAP:
        message = (
            f"paper {paper.name} ({paper.width:g} x {paper.height:g} mm, margin {paper.margin:g} mm) "
            f"leaves no more than {2 * OVERLAP:g} mm to print on"
        )
        raise _refused("paper-too-small", message, "choose a larger paper or a smaller margin")
    others = "use --duplex long, short, separate or none with"
    if profile.cells and duplex.folded:
        message = f'sheet "{profile.name}" has slots of its own, so it cannot be folded'
        raise _refused("no-fold", message, f"{others} it")
    if skip and duplex.folded:
        message = "a sheet to be folded begins at its first slot"
        raise _refused("no-start-slot", message, f"{others} --start-slot")
    made: list[Sheet] = []
    wrong: list[Diagnostic] = []
    for group in groups:
        try:
            made += _sheets(group, paper, duplex, profile, skip if group is groups[0] else 0)
        except Failure as failure:
            wrong += failure.diagnostics
    if wrong:
        raise Failure(wrong)
    return tuple(made)


def _refused(code: str, message: str, hint: str) -> Failure:
    return Failure([Diagnostic(NOWHERE, code, message, hint=hint)])


def _sheets(group: Group, paper: Paper, duplex: Duplex, profile: Profile, skip: int) -> Iterator[Sheet]:
    fronts = list(_fronts(group, paper, duplex, profile, skip))
    for number, front in enumerate(fronts, start=1):
        page = front.page
        across = duplex.mirrors_across(page.width, page.height)
        plain = front.fold or not duplex.printed
        backs = () if plain else back_placements(front.placements, page, across)
        families = tuple(dict.fromkeys(placement.piece.family for placement in front.placements))
        sheet = Sheet(
            paper,
            page.width,
            height=page.height,
            stock=group.stock,
            group=group.name,
            families=families,
            side="front",
            number=number,
            of=len(fronts),
            placements=front.placements,
            marks=front.marks,
            cuts=front.cuts,
            aligns=front.aligns,
            window=front.window,
            backs=front.backs,
            fold=front.fold,
            tick=None,
            light=front.light,
            pen=profile.marks,
            short=front.short,
        )
        behind = _behind(sheet, front, backs, across) if backs else None
        if profile.slug:
            yield from filter(None, add_slug(sheet, behind, across, front.closed, front.spare))
        else:
            yield from filter(None, (sheet, behind))


def _behind(sheet: Sheet, front: Front, backs: tuple[Placement, ...], across: bool) -> Sheet:
    """Return the back of a sheet."""
    page = front.page
    return replace(
        sheet,
        families=tuple(dict.fromkeys(placement.piece.family for placement in backs)),
        side="back",
        placements=backs,
        marks=mirrored_marks(front.back_marks, page, across) if sheet.pen.backs else (),
        cuts=(),
        light=(),
        aligns=mirrored_marks(front.aligns, page, across),
        window=mirrored_window(front.window, page, across) if front.window else None,
    )


def _fronts(group: Group, paper: Paper, duplex: Duplex, profile: Profile, skip: int) -> Iterator[Front]:
    pieces, look = group.pieces, profile.marks
    if profile.cells:
        from prancha.sheets.separate_places import fill_cells

        yield from fill_cells(pieces, paper, profile, look, skip)
    elif duplex.folded:
        backed = [piece for piece in pieces if piece.back is not None]
        large: tuple[Piece, ...] = ()
        if backed:
            from prancha.sheets.separate_places import lay_out_folded

            folded, large = lay_out_folded(backed, paper, look)
            yield from folded
        # Too large for half a sheet: front and back on sheets of their own, to be glued.
        apart = {(piece.item, piece.copy) for piece in large}
        rest = [p for p in pieces if p.back is None or (p.item, p.copy) in apart]
        yield from lay_out_fronts(rest, paper, look)
    else:
        yield from lay_out_fronts(pieces, paper, look, skip, profile.kept)
