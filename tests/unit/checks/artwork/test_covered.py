"""What is painted over a text or an icon, what clips cut away, and what passes though it looks like it."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from faces_made import Look, Set, Written, icon, text
from PIL import Image

from prancha.checks.artwork import inspect
from prancha.graphics.pictures import Opacity, opacity
from prancha.model.diagnostic import Place

PAPER = '<rect x="-3" y="-3" width="66" height="86" fill="#ffffff"/>'
LINE = text("the fifth step", x=10, y=40)


def panel(x: float, y: float, w: float, h: float, more: str = "", fill: str = "#e6edf7") -> str:
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{fill}"{more}/>'


class TestTextUnderAPanel:
    def test_wholly_hidden_is_an_error_that_names_both(self, look: Look) -> None:
        (found,) = look("covered", PAPER + LINE + panel(5, 30, 50, 20))
        assert (found.severity, found.item) == ("error", "cards/a")
        assert found.message == (
            'card.svg.j2, front: all of "the fifth step" is hidden: a rect in #e6edf7 is painted over it'
        )
        assert found.hint == "move one of them, or paint what covers it before it"

    def test_half_hidden_is_an_error_and_a_letter_a_warning(self, look: Look) -> None:
        (half,) = look("covered", PAPER + LINE + panel(5, 38.6, 50, 20))
        assert half.severity == "error"
        assert "% of" in half.message
        (end,) = look("covered", PAPER + LINE + panel(25, 30, 20, 20))
        assert end.severity == "warning"

    def test_what_is_painted_before_is_its_ground(self, look: Look) -> None:
        assert not look("covered", PAPER + panel(5, 30, 50, 20) + LINE)

    def test_what_only_touches_it_is_fine(self, look: Look) -> None:
        assert not look("covered", PAPER + LINE + panel(5, 41, 50, 20) + panel(5, 10, 50, 26))

    def test_a_translucent_panel_is_for_contrast_to_judge(self, look: Look) -> None:
        gloss, fog = panel(5, 30, 50, 20, ' opacity="0.3"'), panel(5, 30, 50, 20, ' opacity="0.7"')
        assert not look("covered", PAPER + LINE + gloss + fog.replace("#e6edf7", "none"))
        assert not look("contrast", PAPER + LINE + gloss)
        (found,) = look("contrast", PAPER + LINE + fog)
        assert "contrast of" in found.message
        assert look("covered", PAPER + LINE + fog + fog)
        assert not look("contrast", PAPER + LINE + fog + fog)

    @pytest.mark.parametrize(
        "over",
        [
            '<path d="M5 30H55V50H5Z M8 33V47H52V33Z" fill="#204060"/>',
            '<path d="M5 30H55V50H5Z M8 33H52V47H8Z" fill="#204060" fill-rule="evenodd"/>',
            '<rect x="5" y="30" width="50" height="20" fill="none" stroke="#204060" stroke-width="2"/>',
            '<path d="M5 40.4H55" stroke="#204060" stroke-width="0.3" fill="none"/>',
            '<defs><clipPath id="c"><rect x="0" y="60" width="60" height="9"/></clipPath></defs>'
            '<g clip-path="url(#c)"><rect x="5" y="30" width="50" height="40" fill="#204060"/></g>',
            '<g visibility="hidden"><rect x="5" y="30" width="50" height="20"/></g>',
            '<g id="revision-mark"><rect x="5" y="30" width="50" height="20"/></g>',
        ],
    )
    def test_frames_lines_and_what_clips_keep_away_do_not_hide(self, look: Look, over: str) -> None:
        assert not look("covered", PAPER + LINE + over)

    @pytest.mark.parametrize(
        ("over", "called"),
        [
            ('<circle cx="20" cy="39" r="14" fill="#204060"/>', "a circle in #204060"),
            ('<path d="M5 39H55" stroke="#204060" stroke-width="6" fill="none"/>', "a path in #204060"),
            ('<g fill="#204060"><path d="M5 30H55V50H5Z"/></g>', "a path in #204060"),
            (
                '<g transform="translate(5 30) scale(2)"><rect width="30" height="10"/></g>',
                "a rect in #000000",
            ),
            (icon(20, 39, size=30), 'the icon "dot"'),
            (
                '<defs><linearGradient id="g"><stop stop-color="#000"/></linearGradient></defs>'
                '<rect x="5" y="30" width="50" height="20" fill="url(#g)"/>',
                "a rect filled with a gradient or pattern",
            ),
        ],
    )
    def test_whatever_shape_it_is(self, look: Look, over: str, called: str) -> None:
        (found,) = look("covered", PAPER + LINE + over)
        assert f"{called} is painted over it" in found.message

    def test_many_strokes_hide_together(self, look: Look) -> None:
        hatch = "".join(f'<path d="M{x} 30V50" stroke="#000" stroke-width="1"/>' for x in range(5, 56))
        assert look("covered", PAPER + LINE + hatch)

    def test_turned_text_is_followed(self, look: Look) -> None:
        turned = f'<g transform="rotate(90 10 40)">{LINE}</g>'
        assert look("covered", PAPER + turned + panel(8, 39, 5, 30))
        assert not look("covered", PAPER + turned + panel(14, 30, 40, 20))

    def test_patterns_and_shadows_may_be_covered(self, look: Look) -> None:
        assert not look("covered", PAPER + text("ghost", more=' opacity="0.2"') + panel(5, 30, 50, 20))
        again = text("Title", x=10.2, y=40.2) + panel(5, 30, 50, 20) + text("Title")
        assert not look("covered", PAPER + again)

    def test_the_game_sets_the_bars_and_waives(self, look: Look) -> None:
        drawn = PAPER + LINE + panel(23, 30, 20, 20)
        assert look("covered", drawn)[0].severity == "warning"
        assert look("covered", drawn, {"checks": {"covered": {"error": 0.2}}})[0].severity == "error"
        waiver = {"check": "covered", "text": "the fifth*", "why": "to be scratched off"}
        assert not look("covered", drawn, {"waive": [waiver]})

    def test_several_texts_of_one_card_are_told_as_one(self, look: Look) -> None:
        (found,) = look(
            "covered", PAPER + text("one more step", y=40) + text("5", y=45) + panel(5, 30, 50, 20)
        )
        assert 'all of "one more step" is hidden' in found.message
        assert found.message.endswith(" (and 1 more on it)")

    def test_what_a_mask_paints_over_it_is_counted(self) -> None:
        masked = '<mask id="m"><rect width="60" height="80" fill="#888888"/></mask>'
        masked += '<g mask="url(#m)"><rect x="5" y="30" width="50" height="20" fill="#ffffff"/></g>'
        seen = inspect([Set({"a": PAPER + LINE + masked}).printed()])
        assert seen.findings == ()
        assert seen.unknown >= 1


def picture(mode: str, alpha: Callable[[int, int], int] = lambda x, y: 255) -> bytes:
    image = Image.new(mode, (40, 20), "red")
    if mode == "RGBA":
        for x in range(40):
            for y in range(20):
                image.putpixel((x, y), (255, 0, 0, alpha(x, y)))
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


class TestPictures:
    IMAGE = '<image href="p.png" x="5" y="30" width="40" height="20"/>'

    def look(self, drawn: str, data: bytes | None) -> tuple[list[str], int]:
        seen_by = (lambda _: opacity(data, "p.png")) if data else (lambda _: None)
        more = {"pixels": lambda _: (4000, 2000), "opacity": seen_by}
        seen = inspect([Set({"a": PAPER + drawn}, more=more).printed()], Written({}))
        return [one.message for one in seen.findings if one.code == "covered"], seen.unknown

    def test_an_opaque_picture_hides(self) -> None:
        (found,), unknown = self.look(LINE + self.IMAGE, picture("RGB"))
        assert 'all of "the fifth step" is hidden: the picture "p.png" is painted over it' in found
        assert unknown == 0

    def test_a_picture_hides_where_it_is_opaque(self) -> None:
        left = picture("RGBA", lambda x, _: 255 if x < 4 else 0)
        assert self.look(text("right of it", x=12, y=40) + self.IMAGE, left) == ([], 0)
        assert self.look(text("II", x=5.5, y=40) + self.IMAGE, left)[0]

    def test_foil_and_gloss_with_alpha_do_not_hide(self) -> None:
        found, unknown = self.look(LINE + self.IMAGE, picture("RGBA", lambda *_: 60))
        assert found == []
        assert unknown == 1  # what colours it lends the text nobody can tell

    @pytest.mark.parametrize(
        ("fitting", "hidden"), [("none", True), ("xMidYMid slice", True), ("xMidYMid meet", False)]
    )
    def test_it_is_where_preserve_aspect_ratio_puts_it(self, fitting: str, hidden: bool) -> None:
        tall = f'<image href="p.png" x="5" y="10" width="40" height="60" preserveAspectRatio="{fitting}"/>'
        assert bool(self.look(text("above", x=10, y=20) + tall, picture("RGB"))[0]) is hidden

    def test_a_drawing_as_a_picture_is_counted(self) -> None:
        assert self.look(LINE + self.IMAGE, None) == ([], 2)

    def test_orientation_is_heeded(self) -> None:
        image = Image.new("RGBA", (4, 2), (0, 0, 0, 0))
        image.putpixel((0, 0), (0, 0, 0, 255))
        file, exif = io.BytesIO(), Image.Exif()
        exif[0x0112] = 6
        image.save(file, "PNG", exif=exif)
        seen = opacity(file.getvalue(), "p.png")
        assert seen is not None
        assert (seen.width, seen.height, seen.columns, seen.rows) == (2, 4, 2, 4)
        assert [seen.at(1.5, 0.5), seen.at(0.5, 0.5), seen.at(0.5, 3.5)] == [1.0, 0.0, 0.0]
        assert not seen.opaque

    def test_the_grid_is_coarse_and_ends_at_the_picture(self) -> None:
        file = io.BytesIO()
        Image.new("RGBA", (1000, 300), (0, 0, 0, 255)).save(file, "PNG")
        seen = opacity(file.getvalue(), "p.png")
        assert isinstance(seen, Opacity)
        assert (seen.columns, seen.rows, seen.opaque, seen.at(1001, 0)) == (128, 38, True, 0.0)


class TestTextOverText:
    def test_two_labels_in_one_place(self, look: Look) -> None:
        (found,) = look("covered", PAPER + text("Heart of the sun") + text("Moonlit river", x=11, y=40.5))
        assert found.severity == "error"
        assert '"Moonlit river" and "Heart of the sun" are printed over one another' in found.message

    def test_in_part_is_a_warning(self, look: Look) -> None:
        (found,) = look("covered", PAPER + text("Heart of the sun") + text("Moonlit river", x=25, y=40))
        assert found.severity == "warning"

    def test_lines_of_a_paragraph_and_runs_of_a_line_are_fine(self, look: Look) -> None:
        lines = "".join(text("Ágil Égide jogo", y=20 + 3.7 * k) for k in range(5))
        runs = text("plain ", x=10, y=60) + text("bold", x=17.4, y=60, more=' font-weight="700"')
        assert not look("covered", PAPER + lines + runs)

    def test_letters_along_an_arc_are_fine(self, look: Look) -> None:
        letters = "".join(
            f'<g transform="rotate({14 * k - 90} 30 40)">{text(c, x=29.3, y=22, pt=14)}</g>'
            for k, c in enumerate("ROUNDABOUT")
        )
        assert not look("covered", PAPER + letters)

    def test_shadows_and_watermarks_are_fine(self, look: Look) -> None:
        shadow = text("Title", x=10.3, y=40.3, pt=18) + text("Title", pt=18, fill="#880000")
        water = text("5", x=20, y=60, pt=80, more=' opacity="0.1"') + text("five points", x=15, y=50)
        assert not look("covered", PAPER + shadow + water)


class TestIcons:
    def test_hidden_is_an_error(self, look: Look) -> None:
        (found,) = look("covered", PAPER + icon(30, 40) + panel(20, 30, 20, 20))
        assert found.severity == "error"
        assert 'all of the icon "dot" is hidden: a rect in #e6edf7' in found.message

    def test_half_is_a_warning(self, look: Look) -> None:
        (found,) = look("covered", PAPER + icon(30, 40) + panel(29, 30, 20, 20))
        assert found.severity == "warning"

    def test_badges_plates_rims_and_numbers_are_fine(self, look: Look) -> None:
        badge = icon(30, 40, size=12) + '<circle cx="35" cy="45" r="3" fill="#ffffff"/>'
        plate = icon(30, 20, size=20) + '<circle cx="30" cy="20" r="7" fill="#ffffff"/>'
        rim = icon(15, 60, size=12, colour="#f4f4f4") + icon(15, 60, size=10)
        number = icon(45, 60, size=14) + text("12", x=43, y=61, fill="#ffffff")
        faint = icon(45, 20, more=' opacity="0.2"') + panel(40, 15, 10, 10)
        assert not look("covered", PAPER + badge + plate + rim + number + faint)


class TestClips:
    CLIP = '<defs><clipPath id="c"><rect x="{}" y="30" width="{}" height="20"/></clipPath></defs>'

    def test_text_that_a_clip_cuts(self, look: Look) -> None:
        group = f'<g clip-path="url(#c)">{LINE}</g>'
        (gone,) = look("clipped", self.CLIP.format(45, 10) + group)
        assert gone.severity == "error"
        assert 'all of "the fifth step" is cut away by a clip' in gone.message
        (part,) = look("clipped", self.CLIP.format(5, 19) + group)
        assert part.severity == "warning"
        assert not look("clipped", self.CLIP.format(5, 40) + group)

    def test_letters_in_two_colours_are_whole(self, look: Look) -> None:
        halves = (
            '<defs><clipPath id="a"><rect width="20" height="80"/></clipPath>'
            '<clipPath id="b"><rect x="20" width="40" height="80"/></clipPath></defs>'
            f'<g clip-path="url(#a)">{LINE}</g><g clip-path="url(#b)">{LINE}</g>'
        )
        assert not look("clipped", PAPER + halves)
        assert not look("covered", PAPER + halves)


class TestOffThePiece:
    def test_a_text_outside_the_card_is_an_error(self, look: Look) -> None:
        (found,) = look("safe-zone", text("far away", x=140, y=40))
        assert found.severity == "error"
        assert 'the text "far away" is off the piece: all of it lies outside the trim' in found.message

    def test_mostly_outside_is_an_error_and_less_a_warning(self, look: Look) -> None:
        assert look("safe-zone", text("a long line at the edge", x=45, y=40))[0].severity == "error"
        assert look("safe-zone", text("a long line at the edge", x=30, y=40))[0].severity == "warning"

    def test_icons_too(self, look: Look) -> None:
        assert look("safe-zone", icon(60, 40, size=10))[0].severity == "error"
        assert look("safe-zone", icon(57, 40, size=10))[0].severity == "warning"


def test_the_lines_of_the_template_are_told() -> None:
    places = {"text": Place("card.svg.j2", 7, 1), "rect": Place("parts.svg.j2", 12, 1)}

    def where(face: object, offset: int) -> Place | None:
        start = face.svg[offset:]  # type: ignore[attr-defined]
        return next((place for tag, place in places.items() if start.startswith(f"<{tag}")), None)

    drawn = {"a": PAPER + LINE + panel(5, 30, 50, 20)}
    seen = inspect([Set(drawn, more={"where": where}).printed()], Written({}))
    (found,) = [one for one in seen.findings if one.code == "covered"]
    assert found.message.endswith(
        "is painted over it (the text: card.svg.j2:7, what covers it: parts.svg.j2:12)"
    )
