"""Pictures in templates: where they lie, what is cut, what stands for one that is missing."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from deck import Deck
from PIL import Image

from prancha.faces.art_places import Frame, Sides, place_picture, read_focus, tiles
from prancha.system.cache import Pack, Store

NUMBER = r'="(-?[\d.]+)"'


def save(
    deck: Deck, name: str, size: tuple[int, int] = (40, 20), mode: str = "RGB", **options: object
) -> Path:
    file = deck.folder / "demo" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    Image.new(mode, size).save(file, **options)
    return file


def boxes(drawn: str) -> list[tuple[float, ...]]:
    found = re.findall(rf"<image [^>]*x{NUMBER} y{NUMBER} width{NUMBER} height{NUMBER}", drawn)
    return [tuple(map(float, each)) for each in found]


@pytest.mark.parametrize(
    ("call", "box", "clipped"),
    [
        ("art('a.png', 10, 10, 20, 20)", (0, 10, 40, 20), True),
        ("art('a.png', 10, 10, 20, 20, focus='left')", (10, 10, 40, 20), True),
        ("art('a.png', 10, 10, 20, 20, focus=[0.3, 0.9])", (8, 10, 40, 20), True),
        ("art('a.png', 10, 10, 20, 20, focus='100% 50%')", (-10, 10, 40, 20), True),
        ("art('a.png', 10, 10, 20, 20, fit='fit')", (10, 15, 20, 10), False),
        ("art('a.png', 10, 10, 20, 20, fit='fit', focus='bottom')", (10, 20, 20, 10), False),
        ("art('a.png', 10, 10, 20, 20, fit='stretch')", (10, 10, 20, 20), False),
        ("art('a.png', 10, 10, 20, 10)", (10, 10, 20, 10), False),
    ],
)
def test_a_picture_fits_fills_or_is_stretched(
    deck: Deck, call: str, box: tuple[float, ...], clipped: bool
) -> None:
    save(deck, "art/a.png")
    drawn = deck.inside(f"{{{{ {call} }}}}")
    assert boxes(drawn) == [box]
    assert ("M10 10h20v20h-20Z" in drawn) == clipped


def test_a_turned_photograph_is_measured_upright(deck: Deck) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    save(deck, "art/a.jpg", exif=exif)
    assert boxes(deck.inside("{{ art('a.jpg', 0, 0, 20, 20, fit='fit') }}")) == [(5, 0, 10, 20)]


def test_an_edge_goes_on_into_the_bleed(deck: Deck) -> None:
    save(deck, "art/a.png")
    drawn = deck.inside("{{ art('a.png', 0, 0, 40, 20, bleed=[3, 3, 0, 3]) }}")
    assert len(boxes(drawn)) == 6  # itself, left, right, above and two corners
    assert drawn.index("transform") < drawn.rindex("<image")
    assert 'd="M-3 -3h46v23h-46Z"' in drawn


def test_what_is_cut_away_is_used_for_the_bleed_first() -> None:
    """A picture wider than its box has pixels of its own left and right."""
    whole = place_picture(Frame(0, 0, 20, 20), 40, 20, "fill", (0.5, 0.5))
    assert len(list(tiles(whole, Frame(0, 0, 20, 20).grown(Sides(0, 3, 0, 3))))) == 1
    assert len(list(tiles(whole, Frame(0, 0, 20, 20).grown(Sides(3, 3, 0, 3))))) == 2


def test_a_clip_and_an_opacity(deck: Deck) -> None:
    save(deck, "art/a.png")
    drawn = deck.inside("{{ art('a.png', 0, 0, width, 44, clip=shape(bleed), opacity=0.5) }}")
    assert drawn.startswith('<g opacity="0.5"><clipPath id="art-')
    assert re.search(r'<g clip-path="url\(#art-\w{12}\)"><image ', drawn)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (None, (0.5, 0.5)), ("", (0.5, 0.5)), ("top", (0.5, 0)), ("left bottom", (0, 1)), ("Top Right", (1, 0)),
        ("center", (0.5, 0.5)), ("middle top", (0.5, 0)), ([0.2, 0.7], (0.2, 0.7)), ((0, 1), (0, 1)), ("0.2, .7", (0.2, 0.7)), ("20% 70%", (0.2, 0.7)),
    ],
)  # fmt: skip
def test_a_focus_in_numbers_or_words(value: object, found: tuple[float, float]) -> None:
    assert read_focus(value) == found


@pytest.mark.parametrize(
    "value", [3, "up", "top bottom", "left left", [0.5], [2, 0], [True, 0], "1.5 0", {"x": 1}, "0.5 top"]
)
def test_what_is_no_focus_is_refused(deck: Deck, value: object) -> None:
    save(deck, "art/a.png")
    deck.fields = [{"focus": value}]
    fault = deck.fault("{{ art('a.png', 0, 0, 9, 9, focus=item.focus) }}")
    assert "focus is" in fault.message
    assert "not two shares from 0 to 1 or words such as top left" in fault.message
    assert fault.code == "art"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("art('a.png', 0, 0, 9, 9, fit='cover')", 'fit is "cover"'),
        ("art('a.png', 0, 0, 0, 9)", "width is 0 mm"),
        ("art('a.png', '0', 0, 9, 9)", "x is '0'"),
        ("art('a.png', 0, 0, 9, 9, bleed=-1)", "bleed is -1, not a number of mm or a list of four"),
        ("art('a.png', 0, 0, 9, 9, bleed=[1, 2])", "bleed is"),
        ("art('a.png', 0, 0, 9, 9, fit='fit', bleed=3)", 'bleed does not go with fit="fit"'),
        ("art('a.png', 0, 0, 2, 2, bleed=3)", '"a.png": a bleed of 3.0 mm is wider than the picture'),
        ("art('', 0, 0, 9, 9)", "the name of a picture is empty"),
        ("art(3, 0, 0, 9, 9)", "the name of a picture is 3"),
        ("art('../a.png', 0, 0, 9, 9)", 'the picture "../a.png" is not a file of this project'),
        ("art('x/../../a.png', 0, 0, 9, 9)", "is not a file of this project"),
        ("art('/etc/passwd', 0, 0, 9, 9)", "is not a file of this project"),
        ("art('C:/a.png', 0, 0, 9, 9)", "is not a file of this project"),
        ("art('http://127.0.0.1:9/a.png', 0, 0, 9, 9)", "is not a file of this project"),
        ("art('data:image/png;base64,x', 0, 0, 9, 9)", "is not a file of this project"),
        ("art('text.png', 0, 0, 9, 9)", '"art/text.png" is not a JPEG, PNG, WebP, SVG or PDF picture'),
    ],
)
def test_what_makes_no_sense_is_refused(deck: Deck, call: str, message: str) -> None:
    save(deck, "art/a.png")
    (deck.folder / "demo/art/text.png").write_text("none")
    fault = deck.fault(f"{{{{ {call} }}}}")
    assert message in fault.message
    assert fault.code == "art"


def test_a_missing_picture_is_a_crossed_box_and_a_warning(deck: Deck) -> None:
    save(deck, "art/fox.png")
    deck.fields = [{"art": "foxx.png"}, {"art": "owl.png"}, {"art": "owl.png"}]
    deck.write("card.svg.j2", "{{ art(item.art, 0, 0, 40, 20, bleed=[3, 3, 0, 3]) }}")
    drawn = deck.maker().draw()
    first = drawn.fronts["cards/c0"].svg
    assert ">foxx.png</text>" in first
    assert 'd="M-3 -3h46v23h-46Z" fill="#ececec"' in first
    assert 'd="M0 0h40v20h-40Z" fill="none"' in first
    told = [(note.code, note.item, note.message, note.severity, str(note.place)) for note in drawn.notes]
    assert told == [
        (
            "missing-art",
            "cards/c0",
            'there is no picture "foxx.png"',
            "warning",
            "components/demo/cards.yaml:10:5",
        ),
        (
            "missing-art",
            "cards/c1",
            'there is no picture "owl.png" (and 1 more)',
            "warning",
            "components/demo/cards.yaml:11:5",
        ),
    ]
    assert drawn.notes[0].hint == 'did you mean "fox.png"?'
    assert "put it into templates/demo/art/" in drawn.notes[1].hint


def test_a_cached_face_tells_its_missing_picture_again(
    deck: Deck, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck.write("card.svg.j2", "{{ art('owl.png', 0, 0, 40, 20) }}")
    pack = Pack(Store(tmp_path / "cache"), b"k" * 32)
    notes = []
    for _ in range(2):
        maker = deck.maker(pack=pack)
        notes.append(maker.draw().notes)
    assert notes[0] == notes[1] != ()


@pytest.mark.parametrize(
    ("width", "height", "shown"),
    [(60, 20, "some/long-name.png"), (18, 9, "...ng-name.png"), (20, 2, ""), (3, 9, "")],
)
def test_the_name_is_shown_as_far_as_it_fits(deck: Deck, width: int, height: int, shown: str) -> None:
    drawn = deck.inside(f"{{{{ art('some/long-name.png', 0, 0, {width}, {height}) }}}}")
    assert re.findall(r">([^<]+)</text>", drawn) == ([shown] if shown else [])


def test_a_name_full_of_marks_is_still_drawn(deck: Deck) -> None:
    assert "??a?b? ?.png" in deck.inside("{{ art('**a{b} 狐.png', 0, 0, 60, 20) }}")


def test_an_animation_prints_its_first_frame_with_a_warning(deck: Deck) -> None:
    frames = [Image.new("RGB", (8, 8), colour) for colour in ("red", "blue")]
    file = deck.folder / "demo/art/a.webp"
    file.parent.mkdir()
    frames[0].save(file, save_all=True, append_images=frames[1:])
    deck.write("card.svg.j2", "{{ art('a.webp', 0, 0, 9, 9) }}")
    (note,) = deck.maker().draw().notes
    assert note.code == "art-animated"
    assert note.message == 'the picture "a.webp" is an animation of 2 frames; the first is printed'


def test_a_cmyk_picture_is_told(deck: Deck) -> None:
    save(deck, "art/a.jpg", mode="CMYK")
    deck.write("card.svg.j2", "{{ art('a.jpg', 0, 0, 9, 9) }}")
    (note,) = deck.maker().draw().notes
    assert (note.code, note.severity) == ("art-cmyk", "warning")


@pytest.mark.parametrize("name", ["art/a.png", "a.png", "art\\a.png", "./a.png", " a.png "])
def test_a_name_is_looked_up_in_art_and_beside_the_template(deck: Deck, name: str) -> None:
    save(deck, "art/a.png")
    deck.fields = [{"art": name}]
    assert 'href="art/a.png"' in deck.inside("{{ art(item.art, 0, 0, 9, 9) }}")


def test_a_picture_behind_a_link_out_of_the_folder_is_missing(deck: Deck, tmp_path: Path) -> None:
    Image.new("RGB", (9, 9)).save(tmp_path / "secret.png")
    (deck.folder / "demo/art").mkdir()
    (deck.folder / "demo/art/a.png").symlink_to(tmp_path / "secret.png")
    deck.write("card.svg.j2", "{{ art('a.png', 0, 0, 9, 9) }}")
    assert [note.code for note in deck.maker().draw().notes] == ["missing-art"]


def test_a_link_in_a_circle_is_no_picture_and_no_advice(deck: Deck) -> None:
    (deck.folder / "demo/art").mkdir()
    (deck.folder / "demo/art/fox.png").symlink_to("fox.png")
    deck.write("card.svg.j2", "{{ art('fox.png', 0, 0, 9, 9) }}")
    (note,) = deck.maker().draw().notes
    assert (note.code, note.hint) == ("missing-art", "put it into templates/demo/art/")


def test_a_drawing_has_the_size_of_its_box(deck: Deck) -> None:
    (deck.folder / "demo/art").mkdir()
    (deck.folder / "demo/art/a.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="5 5 400 200"/>'
    )
    assert boxes(deck.inside("{{ art('a.svg', 0, 0, 20, 20, fit='fit') }}")) == [(0, 5, 20, 10)]


def test_a_large_picture_is_measured_without_being_decoded(
    deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    noise = io.BytesIO()
    Image.effect_noise((64, 64), 9).save(noise, "PNG")
    (deck.folder / "demo/art").mkdir()
    (deck.folder / "demo/art/a.png").write_bytes(noise.getvalue())
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", lambda self: pytest.fail("decoded"))
    assert boxes(deck.inside("{{ art('a.png', 0, 0, 9, 9) }}"))
