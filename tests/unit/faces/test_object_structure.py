"""Objects of a drawing are deleted, copied, reordered, grouped and parted; the rest of the file stays."""

# ruff: noqa: E501 - drawings read best as they are written
from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prancha.faces.svg_templates.object_edits import ObjectEditError, ObjectMoves
from prancha.faces.svg_templates.object_structure import ObjectStructure, Restructured, Step
from tests.unit.faces.test_object_edits import FONTS, PIECE, drawing, measured, written

THREE = """
  <rect id="a" width="9" height="9"/>
  <!-- between -->
  <circle id="b" cx="20" cy="6" r="2"></circle>
  <metadata><x/></metadata>
  <path id="c" d="M1 1h2v2z"/>"""


def structure(inside: str) -> ObjectStructure:
    data = drawing(inside)
    return ObjectStructure(data, ObjectMoves(data, PIECE, FONTS, measured))


def named(inside: str, *names: str) -> list[int]:
    """The numbers of objects, by the names that they have in the drawing."""
    placed = ObjectMoves(drawing(inside), PIECE, FONTS, measured).placed.objects.values()
    return [next(one.number for one in placed if one.name == name) for name in names]


def test_a_deleted_object_goes_with_its_line() -> None:
    done = structure(THREE).delete(named(THREE, "b"))
    assert written(done.data) == THREE.replace('\n  <circle id="b" cx="20" cy="6" r="2"></circle>', "")
    assert done.chosen == ()
    assert written(structure(THREE).delete(named(THREE, "a", "b", "c")).data).split() == [
        "<!--", "between", "-->", "<metadata><x/></metadata>",
    ]  # fmt: skip


def test_what_another_object_shows_is_not_deleted() -> None:
    inside = '<rect id="a" width="9" height="9"/>\n<use href="#a" x="20"/>'
    with pytest.raises(ObjectEditError) as caught:
        structure(inside).delete(named(inside, "a"))
    assert caught.value.message == "line 5 shows or is cut along it, by its id a"
    both = list(ObjectMoves(drawing(inside), PIECE, FONTS, measured).placed.objects)
    assert written(structure(inside).delete(both).data) == ""


def test_a_copy_lies_above_beside_it_with_ids_of_its_own() -> None:
    inside = '\n  <g id="text:rules">\n    <clipPath id="k"><path d="M0 0h9v9z"/></clipPath><rect clip-path="url(#k)" width="9" height="9"/>\n  </g>\n  <rect id="z" width="1" height="1"/>'
    done = structure(inside).duplicate(named(inside, "text:rules"), (2, 3))
    group, rest = inside.split('\n  <rect id="z"')
    copy = group.replace('"text:rules"', '"text:rules_2_"').replace('"k"', '"k_2_"').replace("#k", "#k_2_")
    copy = copy.replace('_2_">', '_2_" transform="translate(2 3)">', 1)
    assert written(done.data) == group + copy + '\n  <rect id="z"' + rest
    again = ObjectMoves(done.data, PIECE, FONTS, measured).placed.objects[done.chosen[0]]
    assert (again.name, again.fields) == ("text:rules_2_", ("rules",))


@pytest.mark.parametrize(
    ("names", "step", "order"),
    [
        ("a", "front", "bca"),
        ("c", "back", "cab"),
        ("a", "forward", "bac"),
        ("c", "backward", "acb"),
        ("ab", "forward", "cab"),
        ("bc", "backward", "bca"),
        ("c", "front", "abc"),
        ("ac", "front", "bac"),
        ("ac", "back", "acb"),
    ],
)
def test_objects_change_their_order_in_the_places_that_there_are(names: str, step: Step, order: str) -> None:
    done = structure(THREE).reorder(named(THREE, *names), step)
    shapes = dict(
        zip(
            "abc",
            THREE.replace("<!-- between -->\n  ", "")
            .replace("<metadata><x/></metadata>\n  ", "")
            .strip()
            .split("\n  "),
            strict=True,
        )
    )
    one, two, three = (shapes[name] for name in order)
    assert (
        written(done.data)
        == f"\n  {one}\n  <!-- between -->\n  {two}\n  <metadata><x/></metadata>\n  {three}"
    )
    placed = ObjectMoves(done.data, PIECE, FONTS, measured).placed
    assert [placed.objects[number].name for number in done.chosen] == list(names)


def test_a_group_is_made_where_the_topmost_was_and_taken_apart_again() -> None:
    done = structure(THREE).group(named(THREE, "a", "b"))
    a, b = '\n  <rect id="a" width="9" height="9"/>', '\n  <circle id="b" cx="20" cy="6" r="2"></circle>'
    bare = THREE.replace(a, "")
    assert written(done.data) == bare.replace(b, f'\n  <g inkscape:label="Group">{a}{b}\n  </g>')
    moves = ObjectMoves(done.data, PIECE, FONTS, measured)
    assert moves.placed.objects[done.chosen[0]].frame == pytest.approx((0, 0, 22, 9))
    parted = ObjectStructure(done.data, moves).ungroup(done.chosen[0])
    assert written(parted.data) == bare.replace(b, f"{a}{b}")
    placed = ObjectMoves(parted.data, PIECE, FONTS, measured).placed
    assert [placed.objects[number].name for number in parted.chosen] == ["a", "b"]


def test_the_transform_of_a_group_goes_to_its_parts() -> None:
    inside = '<g transform="translate(3 4)"><rect width="9" height="9"/><path d="M1 1h2v2z" transform="scale(2)"/></g>'
    made = structure(inside)
    assert written(made.ungroup(1).data) == (
        '<rect width="9" height="9" transform="translate(3 4)"/>'
        '<path d="M1 1h2v2z" transform="translate(3 4) scale(2)"/>'
    )


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ('<g opacity="0.5"><rect width="9" height="9"/></g>', "opacity of the group counts for all in it"),
        ('<g style="fill:#fff"><rect width="9" height="9"/></g>', "style of the group counts for all in it"),
        ('<g inkscape:label="if:foil"><rect width="9" height="9"/></g>', "this is one object, no group of several"),
        ('<rect width="9" height="9"/>', "this is one object, no group of several"),
    ],
)  # fmt: skip
def test_what_counts_for_a_whole_group_keeps_it(inside: str, message: str) -> None:
    with pytest.raises(ObjectEditError) as caught:
        structure(inside).ungroup(1)
    assert caught.value.message == message


def test_objects_of_two_groups_make_none() -> None:
    inside = '<g id="one"><rect id="a" width="9" height="9"/></g><g id="two"><rect id="b" width="9" height="9"/></g>'
    with pytest.raises(ObjectEditError) as caught:
        structure(inside).group(named(inside, "a", "b"))
    assert caught.value.message == "these lie in different groups"


def test_a_change_that_would_restyle_others_is_refused() -> None:
    inside = '<style>rect:first-of-type { fill: #c00 }</style><rect id="a" width="9" height="9"/><rect id="b" width="9" height="9"/>'
    with pytest.raises(ObjectEditError) as caught:
        structure(inside).delete(named(inside, "a"))
    assert caught.value.message == "this cannot be changed without changing more"


def test_what_is_added_lies_above_all() -> None:
    done = structure(THREE).add('<g><rect width="1" height="1"/></g>')
    assert written(done.data) == THREE + '\n  <g><rect width="1" height="1"/></g>'
    assert ObjectMoves(done.data, PIECE, FONTS, measured).placed.objects[done.chosen[0]].tag == "g"
    assert written(structure("").add("<rect/>").data) == "\r\n  <rect/>"
    data = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"/>'
    with pytest.raises(ObjectEditError) as caught:
        ObjectStructure(data, ObjectMoves(data, PIECE, FONTS, measured)).add("<rect/>")
    assert caught.value.message == "the drawing has no content"


def test_objects_that_are_not_there_are_no_objects() -> None:
    for numbers in ((), (99,)):
        with pytest.raises(LookupError):
            structure(THREE).delete(numbers)


SHAPES = st.recursive(
    st.sampled_from(
        ['<rect width="9" height="3"/>', '<circle cx="4" cy="5" r="2"></circle>', "<!-- > -->", "<defs/>"]
    ),
    lambda inner: st.lists(inner, min_size=1, max_size=4).map(lambda parts: f"<g>{''.join(parts)}</g>"),
    max_leaves=10,
)


CHANGES: Mapping[str, Callable[[ObjectStructure, Collection[int]], Restructured]] = {
    "front": lambda made, chosen: made.reorder(chosen, "front"),
    "forward": lambda made, chosen: made.reorder(chosen, "forward"),
    "backward": lambda made, chosen: made.reorder(chosen, "backward"),
    "back": lambda made, chosen: made.reorder(chosen, "back"),
    "delete": lambda made, chosen: made.delete(chosen),
    "duplicate": lambda made, chosen: made.duplicate(chosen, (1.0, 1.0)),
    "group": lambda made, chosen: made.group(chosen),
}


@given(
    st.lists(SHAPES, min_size=1, max_size=5),
    st.data(),
    st.sampled_from(["\n  ", "", "\r\n\t"]),
    st.sampled_from(sorted(CHANGES)),
)
def test_every_change_leaves_the_other_elements_in_their_order(
    parts: list[str], data: st.DataObject, space: str, what: str
) -> None:
    inside = "".join(space + part for part in parts)
    whole = drawing(inside)
    moves = ObjectMoves(whole, PIECE, FONTS, measured)
    if not moves.placed.objects:
        return
    chosen = data.draw(st.sets(st.sampled_from(sorted(moves.placed.objects)), min_size=1))
    made = ObjectStructure(whole, moves)
    try:
        done = CHANGES[what](made, chosen)
    except ObjectEditError as error:
        assert error.message == "these lie in different groups"  # noqa: PT017 - the one that is meant
        return
    read = ObjectMoves(done.data, PIECE, FONTS, measured).placed
    assert all(number in read.objects for number in done.chosen)
    if what in ("front", "forward", "backward", "back"):
        assert sorted(done.data) == sorted(whole)
        assert len(read.starts) == len(moves.placed.starts)
