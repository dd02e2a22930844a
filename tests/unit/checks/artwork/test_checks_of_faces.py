"""The checks of one face: each passes what is right, and tells what is wrong."""

from __future__ import annotations

import pytest
from faces_made import Look, Set, Written, icon, text

from prancha.checks.artwork import inspect
from prancha.model.outline import Outline, circle, hat, hexagon, rectangle

PAPER = '<rect x="-3" y="-3" width="66" height="86" fill="#ffffff"/>'
DARK = '<rect x="-3" y="-3" width="66" height="86" fill="#202020"/>'


class TestTextSize:
    def test_seven_points_are_enough(self, look: Look) -> None:
        assert not look("text-size", text("legible", pt=7))

    def test_between_the_limits_is_a_warning(self, look: Look) -> None:
        (found,) = look("text-size", text("small", pt=6.5))
        assert (found.severity, found.item) == ("warning", "cards/a")
        assert found.message == 'card.svg.j2, front: "small" is 6.5 pt, expected at least 7 pt'

    def test_below_both_is_an_error(self, look: Look) -> None:
        (found,) = look("text-size", text("tiny", pt=5))
        assert found.severity == "error"
        assert '"tiny" is 5.0 pt, expected at least 6 pt' in found.message
        assert found.place.line == 10

    def test_transforms_count(self, look: Look) -> None:
        (found,) = look(
            "text-size", f'<g transform="translate(5 5) scale(0.5) rotate(30)">{text("half", pt=10)}</g>'
        )
        assert '"half" is 5.0 pt' in found.message

    def test_limits_are_the_games_to_choose(self, look: Look) -> None:
        assert not look(
            "text-size", text("tiny", pt=5), {"checks": {"text-size": {"error": 4, "warning": 5}}}
        )

    def test_what_a_clip_hides_is_no_text_to_read(self, look: Look) -> None:
        clip = '<defs><clipPath id="c"><rect x="{}" y="30" width="20" height="20"/></clipPath></defs>'
        drawn = f'<g clip-path="url(#c)">{text("tiny", pt=5)}</g>'
        assert not look("text-size", clip.format(400) + drawn)
        assert not look("contrast", clip.format(400) + drawn.replace("#000000", "#ffffff"))
        assert look("text-size", clip.format(5) + drawn)

    def test_a_dash_is_no_text_to_read(self, look: Look) -> None:
        assert not look("text-size", text("–", pt=5))

    def test_many_cards_are_told_once_by_the_worst(self, look: Look) -> None:
        (found,) = look(
            "text-size", {"a": text("one", pt=5.5), "b": text("two", pt=4), "c": text("three", pt=5)}
        )
        assert (found.item, found.message[-13:]) == ("cards/b", " (and 2 more)")


class TestSafeZone:
    def test_inside_is_fine(self, look: Look) -> None:
        assert not look("safe-zone", text("ok", x=3.2, y=76) + icon(30, 8))

    def test_text_beyond_the_right_edge(self, look: Look) -> None:
        (found,) = look("safe-zone", text("a word that is rather long", x=30, pt=12))
        assert found.message.startswith('card.svg.j2, front: the text "a word that is rather long" stands ')
        assert found.message.endswith("mm outside the safe zone, 3 mm inside the trim")

    def test_an_icons_ink_counts_not_its_frame(self, look: Look) -> None:
        assert not look("safe-zone", icon(30, 7.05, size=10))  # the frame begins at 2.05, the disc at 3.05
        (found,) = look("safe-zone", icon(30, 6, size=10))
        assert 'the icon "dot" stands 1.0 mm outside' in found.message

    @pytest.mark.parametrize(
        ("outline", "inside", "outside"),
        [
            (rectangle(60, 80, radius=12), (10, 10), (5.5, 5.5)),
            (hexagon(60), (30, 8), (8, 12)),
            (circle(60), (30, 6), (11, 11)),
            (hat(60), (30, 28), (26, 2)),
        ],
    )
    def test_every_outline_has_its_own_zone(
        self, look: Look, outline: object, inside: tuple[float, float], outside: tuple[float, float]
    ) -> None:
        assert not look("safe-zone", icon(*inside, size=3), outline=outline)
        assert look("safe-zone", icon(*outside, size=3), outline=outline)

    @pytest.mark.parametrize("outline", [rectangle(12, 30), rectangle(12, 12), rectangle(12, 30, radius=3)])
    def test_half_the_shorter_side_leaves_a_line_or_a_point(self, look: Look, outline: Outline) -> None:
        """On 409b186a this ended in an IndexError."""
        (found,) = look("safe-zone", icon(6, outline.height / 2, size=10), outline=outline, safe=6.0)
        # The disc reaches 4 mm to either side of the middle.
        assert 'the icon "dot" stands 4.0 mm outside the safe zone, 6 mm inside the trim' in found.message
        (found,) = look("safe-zone", text("of", x=3, y=outline.height / 2), outline=outline, safe=6.0)
        assert 'the text "of" stands ' in found.message

    def test_a_bay_between_the_ends_of_a_text_is_seen(self, look: Look) -> None:
        long = text("a long line across the hat's notch", x=12, y=6, pt=9)
        assert look("safe-zone", long, outline=hat(60))

    def test_what_a_clip_hides_does_not_count(self, look: Look) -> None:
        clip = '<clipPath id="c"><rect x="10" y="10" width="40" height="60"/></clipPath>'
        assert not look("safe-zone", f'<defs>{clip}</defs><g clip-path="url(#c)">{icon(30, 2, size=30)}</g>')

    def test_a_faint_pattern_may_bleed(self, look: Look) -> None:
        assert not look("safe-zone", icon(0, 0, more=' opacity="0.2"'))


class TestContrast:
    def test_black_on_white_is_fine(self, look: Look) -> None:
        assert not look("contrast", PAPER + text("clear") + icon(30, 60))

    def test_grey_on_white_is_told_with_both_colours(self, look: Look) -> None:
        (found,) = look("contrast", PAPER + text("pale", fill="#999999"))
        assert found.message == (
            'card.svg.j2, front: "pale" (#999999 on #ffffff) has a contrast of 2.8, expected 4.5'
        )

    def test_large_text_and_icons_need_less(self, look: Look) -> None:
        assert not look(
            "contrast", PAPER + text("Big", pt=18, fill="#888888") + icon(30, 60, colour="#888888")
        )
        assert look("contrast", PAPER + text("Big", pt=17, fill="#888888"))
        assert not look("contrast", PAPER + text("Bold", pt=14, fill="#888888", more=' font-weight="700"'))

    @pytest.mark.parametrize(
        ("rim", "stands_out"),
        [
            ('stroke="#000000" stroke-width="0.4"', True),
            ('stroke="#000000" stroke-width="0.1"', False),
            ('stroke="#dddddd" stroke-width="0.4"', False),
            ('stroke="#000000" stroke-width="0.4" stroke-opacity="0.3"', False),
        ],
    )
    def test_a_text_stands_out_from_its_outline(self, look: Look, rim: str, stands_out: bool) -> None:
        white = text("rimmed", fill="#ffffff", more=f' paint-order="stroke" {rim}')
        assert (look("contrast", PAPER + white) == []) is stands_out
        below = text("rimmed", fill="none", more=f" {rim}")
        assert (look("contrast", PAPER + below + text("rimmed", fill="#ffffff")) == []) is stands_out

    def test_the_topmost_shape_is_the_ground(self, look: Look) -> None:
        plate = '<rect x="5" y="30" width="50" height="20" fill="#ffffff"/>'
        assert not look("contrast", DARK + plate + text("on the plate"))
        (found,) = look("contrast", plate + DARK + text("under it"))
        assert "#000000 on #202020" in found.message

    def test_a_later_shape_is_no_ground(self, look: Look) -> None:
        assert not look(
            "contrast", PAPER + text("first") + '<rect x="0" y="70" width="60" height="10" fill="#000"/>'
        )

    def test_bare_paper_is_white(self, look: Look) -> None:
        assert look("contrast", text("ghost", fill="#eeeeee"))

    def test_translucent_layers_are_mixed(self, look: Look) -> None:
        veil = '<g opacity="0.5"><rect x="0" y="0" width="60" height="80" fill="#000000"/></g>'
        (found,) = look("contrast", PAPER + veil + text("grey", fill="#ffffff"))
        assert "#ffffff on #808080" in found.message

    def test_a_faded_text_is_mixed_with_its_ground(self, look: Look) -> None:
        (found,) = look("contrast", PAPER + text("faded", more=' opacity="0.3"'))
        assert "#b2b2b2 on #ffffff" in found.message

    @pytest.mark.parametrize(
        "gradient",
        [
            '<linearGradient id="g"><stop offset="0" stop-color="#ffffff"/>'
            '<stop offset="1" stop-color="#000000"/></linearGradient>',
            '<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="60" y2="0">'
            '<stop offset="0%" stop-color="#ffffff"/>'
            '<stop offset="100%" stop-color="#000000"/></linearGradient>',
            '<radialGradient id="g" cx="0" cy="0.5" r="1"><stop offset="0" stop-color="#ffffff"/>'
            '<stop offset="1" stop-color="#000000"/></radialGradient>',
        ],
    )
    def test_a_gradient_is_sampled_where_the_text_stands(self, look: Look, gradient: str) -> None:
        ground = f'<defs>{gradient}</defs><rect x="0" y="0" width="60" height="80" fill="url(#g)"/>'
        assert not look("contrast", ground + text("ab", x=2))
        assert look("contrast", ground + text("ab", x=52))

    def test_a_clipped_ground_ends_at_its_clip(self, look: Look) -> None:
        clip = '<defs><clipPath id="c"><circle cx="30" cy="40" r="5"/></clipPath></defs>'
        ground = f'{clip}<g clip-path="url(#c)">{DARK}</g>'
        assert not look("contrast", PAPER + ground + text("aside", x=40))
        assert look("contrast", PAPER + ground + text("i", x=29.5, y=41))

    def test_an_icon_is_ground_for_the_number_on_it(self, look: Look) -> None:
        assert not look("contrast", PAPER + icon(30, 40, size=20) + text("7", x=29, y=41, fill="#ffffff"))

    def test_broad_lines_are_ground_and_hairlines_are_not(self, look: Look) -> None:
        line = '<path d="M0 39H60" fill="none" stroke="#000000" stroke-width="{}"/>'
        assert look("contrast", PAPER + line.format(8) + text("band"))
        assert not look("contrast", PAPER + line.format(0.3) + text("ruled"))

    @pytest.mark.parametrize("bad", range(3))
    def test_of_texts_that_are_set_alike_the_one_on_another_ground_is_told(
        self, look: Look, bad: int
    ) -> None:
        plate = f'<rect x="5" y="{14 + 20 * bad}" width="50" height="12" fill="#202020"/>'
        words = "".join(text(name, y=22 + 20 * k) for k, name in enumerate(("one", "two", "three")))
        (found,) = look("contrast", PAPER + plate + words)
        assert ("one", "two", "three")[bad] in found.message

    def test_a_plate_between_texts_that_are_set_alike_is_under_the_later_ones(self, look: Look) -> None:
        plate = '<rect x="5" y="10" width="50" height="60" fill="#202020"/>'
        (found,) = look("contrast", PAPER + text("before", y=5) + plate + text("after", y=40))
        assert "after" in found.message

    def test_one_colour_of_an_icon_that_stands_out_is_enough(self, look: Look) -> None:
        assert not look("contrast", PAPER + icon(30, 40, colour="#ffffff", name="duo"))
        assert look("contrast", PAPER + icon(30, 40, colour="#ffffff"))

    def test_the_rim_drawn_under_an_icon_is_its_own(self, look: Look) -> None:
        pair = icon(30, 40, size=12, colour="#f4f4f4") + icon(30, 40, size=10, colour="#000000")
        assert not look("contrast", PAPER + pair)

    def test_a_picture_is_counted_not_passed(self) -> None:
        picture = '<image href="p.png" x="-3" y="-3" width="66" height="86"/>'
        pixels = {"pixels": lambda _: (2000, 2000)}
        seen = inspect([Set({"a": picture + text("on it") + icon(30, 60)}, more=pixels).printed()])
        assert (seen.unknown, seen.findings) == (2, ())

    def test_patterns_and_masks_are_counted_too(self) -> None:
        pattern = (
            '<defs><pattern id="p" width="2" height="2"/></defs><rect width="60" height="80" fill="url(#p)"/>'
        )
        pattern = pattern.replace(
            'height="2"/>', 'height="2" patternUnits="userSpaceOnUse"><path d="M0 0h1"/></pattern>'
        )
        mask = '<mask id="m"><rect width="60" height="80" fill="#888888"/></mask>'
        masked = mask + '<g mask="url(#m)"><rect width="60" height="80" fill="#ffffff"/></g>'
        seen = inspect([Set({"a": pattern + text("one"), "b": masked + text("two")}).printed()])
        assert seen.unknown == 2


class TestPictureResolution:
    @pytest.mark.parametrize(
        ("pixels", "severity"), [((1200, 600), None), ((600, 300), "warning"), ((200, 100), "warning")]
    )
    def test_pixels_per_inch_on_paper(
        self, look: Look, pixels: tuple[int, int], severity: str | None
    ) -> None:
        picture = '<image href="art/p.png" x="0" y="0" width="60" height="30"/>'
        found = look("picture-resolution", picture, more={"pixels": lambda _: pixels})
        assert [one.severity for one in found] == ([severity] if severity else [])

    def test_print_shops_and_games_may_ask_for_more(self, look: Look) -> None:
        coarse = {"pixels": lambda _: (200, 100)}
        picture = '<image href="art/p.png" x="0" y="0" width="60" height="30"/>'
        limit = {"checks": {"picture-resolution": {"error": 150}}}
        printed = [Set({"a": picture, "b": picture.replace("p.png", "q.png")}, more=coarse).printed()]
        assert look("picture-resolution", picture, limit, more=coarse)[0].severity == "error"
        (found,) = [one for one in inspect(printed, shop=True).findings if one.code == "picture-resolution"]
        assert found.severity == "error"
        assert found.message.endswith("(and 1 more)")  # of all pictures, the coarsest is told
        kept = inspect(printed, Written({"checks": {"picture-resolution": {"error": 50}}}), shop=True)
        assert {one.severity for one in kept.findings if one.code == "picture-resolution"} == {"warning"}

    def test_it_names_the_picture_and_its_resolution(self, look: Look) -> None:
        picture = '<g transform="scale(2)"><image href="art/p.png" x="0" y="0" width="30" height="15"/></g>'
        (found,) = look("picture-resolution", picture, more={"pixels": lambda _: (600, 300)})
        assert 'the picture "art/p.png" prints at 254 pixels per inch, expected 300' in found.message

    def test_slice_is_as_coarse_as_its_longer_side(self, look: Look) -> None:
        picture = '<image href="p.png" width="60" height="60" preserveAspectRatio="xMidYMid {}"/>'
        pixels = {"pixels": lambda _: (1400, 700)}
        assert look("picture-resolution", picture.format("slice"), more=pixels)
        assert not look("picture-resolution", picture.format("meet"), more=pixels)


def test_equal_faces_are_looked_at_once_and_told_by_item() -> None:
    small = text("tiny", pt=5)
    seen = inspect([Set({"a": small, "b": small}).printed()], Written({"waive": []}))
    (found,) = [one for one in seen.findings if one.code == "text-size"]
    assert (found.item, found.message[-13:]) == ("cards/a", " (and 1 more)")


@pytest.mark.parametrize("inherited", [True, False])
def test_each_shape_of_a_clip_is_filled_by_its_own_rule(look: Look, inherited: bool) -> None:
    rule = ' clip-rule="evenodd"'
    frame = '<path d="M1 1H59V39H1ZM4 4H56V36H4Z"{}/><rect y="50" width="60" height="20"/>'
    clip = f'<clipPath id="c"{rule if inherited else ""}>{frame.format("" if inherited else rule)}</clipPath>'
    for y, expected in ((20, 0), (60, 1)):
        group = f'<g clip-path="url(#c)">{text("tiny", x=20, y=y, pt=5)}</g>'
        assert len(look("text-size", clip + group)) == expected
