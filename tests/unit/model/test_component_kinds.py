"""Component kinds: each row has all that a new kind needs, and prints nothing of another kind."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from prancha.catalogue.kind_families import KindFile, own_template
from prancha.model.component_kinds import KINDS, KindSizes
from prancha.system import program_folders

SIZES = KindSizes(width=60, height=40, depth=20, sides=6, foot=8, wing=25)


def test_each_kind_has_a_net_of_its_own() -> None:
    assert len({kind.net for kind in KINDS.values()}) == len(KINDS)
    outlines = [kind.net(SIZES).outline.path() for kind in KINDS.values()]
    assert len(set(outlines)) == len(KINDS)


@pytest.mark.parametrize("name", KINDS)
def test_each_kind_has_keys_that_are_read_and_a_template(name: str) -> None:
    assert set(KINDS[name].own_keys) <= get_type_hints(KindFile).keys()
    assert set(KINDS[name].needs) <= set(KINDS[name].own_keys)
    assert (program_folders.TEMPLATES / own_template(name)).is_file()


def test_families_may_name_every_kind_and_no_other() -> None:
    assert get_args(get_type_hints(KindFile)["kind"]) == tuple(KINDS)


def test_what_stands_has_a_front_and_a_back() -> None:
    for kind in KINDS.values():
        panels = {panel.name for panel in kind.net(SIZES).panels}
        assert kind.stands_as != "standee" or {"front", "back"} <= panels
