"""Every family's faces are counted once each, and its seconds come from laying out and from rendering."""

from types import MappingProxyType

from prancha.building.face_drawing import Stopwatch
from prancha.building.order import Row
from prancha.faces import Drawn
from prancha.model.diagnostic import Place
from prancha.model.face import Face
from prancha.model.outline import rectangle


def face(item: str, digest: str) -> Face:
    return Face(
        "<svg/>", digest, rectangle(10, 10), 0.0, "front", item, "t.svg.j2", Place("cards.yaml", 1, 1)
    )


def row(family: str) -> Row:
    return Row(family, family, "card", 2, 5, 1)


def test_equal_faces_count_once_and_laps_go_to_their_family() -> None:
    fronts = {
        "cards/a": face("cards/a", "1"),
        "cards/b": face("cards/b", "2"),
        "token/t": face("token/t", "4"),
    }
    backs = {"cards/a": face("cards/a", "3"), "cards/b": face("cards/b", "3")}
    drawn = Drawn(fronts, backs, MappingProxyType({}), {"cards": 2.0, "token": 1.0})
    watch = Stopwatch(drawn)
    watch.lap(fronts["cards/a"])
    watch.lap(face("", "label"))
    cards, token = watch.read([row("cards"), row("token")])
    assert (cards.faces, token.faces) == (3, 1)
    assert 2.0 < cards.seconds < 3.0
    assert token.seconds == 1.0
