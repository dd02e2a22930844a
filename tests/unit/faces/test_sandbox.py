"""A stranger's template must not reach Python, read files, or grow without bound."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

from pathlib import Path

import pytest
from deck import Deck

from prancha.faces.templates.loader import FolderLoader
from prancha.faces.templates.sandbox import FaceEnvironment


@pytest.mark.parametrize(
    "template",
    [
        "{{ ''.__class__ }}",
        "{{ item.name.__class__.__mro__ }}",
        "{{ label.__self__ }}",
        "{{ icon.__func__.__globals__ }}",
        "{{ random('a')._source }}",
        "{{ item._what }}",
        "{{ self._TemplateReference__context }}",
        "{{ (item|attr('__class__')).__name__ }}",
        "{{ item['__class__'].__name__ }}",
        "{{ items.__globals__ }}",
        "{{ hex_cells.__module__ }}",
        "{{ '{0.__class__}'.format(item) }}",
        "{{ 'a'.format_map({}) }}",
        "{{ '{:>99999999}'.format(1) }}",
        "{{ ('{:>99999999}'|attr('format'))(1) }}",
        "{{ (['{}']|map(attribute='format')|first)(1) }}",
        "{{ item.update({'a': 1}) }}",
        "{{ item.clear() }}",
        "{{ {'a': 1}.pop('a') }}",
        "{{ [1].append(2) }}",
        "{{ game.designers.__add__ }}",
        "{% import '_library/rows.svg.j2' as r %}{{ r.__dict__ }}",
        "{% import '_library/rows.svg.j2' as r %}{{ r._body_stream }}",
        "{{ lipsum() }}",
        "{{ cycler('a') }}",
        "{{ joiner() }}",
        "{{ [1, 2]|random }}",
        "{{ 'a'|center(900000000) }}",
        "{{ 'a'|format() }}",
        "{{ 'a'|indent(900000000) }}",
        "{{ 'a'.ljust(900000000) }}",
        "{{ 'a'.replace('', 'b') }}",
        "{{ item|pprint }}",
        "{% include '../components/demo/game.yaml' %}",
        "{% include '/etc/hostname' %}",
        "{% include 'a\\\\b' %}",
        "{% include './card.svg.j2' %}",
        "{% extends '../x.svg.j2' %}",
    ],
)
def test_escapes_are_refused(deck: Deck, template: str) -> None:
    (deck.folder / "components").mkdir()
    fault = deck.fault(template)
    assert fault.code in ("template-undefined", "template-forbidden", "template-missing", "template-syntax")


def test_a_list_that_is_appended_to_names_namespace(deck: Deck) -> None:
    fault = deck.fault("{% set a = [] %}{% for k in range(2) %}{% if a.append(k) %}{% endif %}{% endfor %}")
    assert fault.message == "demo/card.svg.j2:1: .append() would change a list, which templates cannot"
    assert "{% set found = namespace(all=[]) %}" in fault.hint
    loop = "{% for k in range(3) %}{% set found.all = found.all + [k] %}{% endfor %}"
    advised = "{% set found = namespace(all=[]) %}" + loop + "{{ found.all|length }}"
    assert deck.inside(advised) == "3"
    assert "mapping" in deck.fault("{{ {'a': 1}.pop('a') }}").message


def test_names_that_leave_the_folder_are_told_so(deck: Deck) -> None:
    fault = deck.fault("{% include '../x' %}")
    assert fault.message == 'demo/card.svg.j2:1: "../x" is not the name of a template'
    assert fault.hint.startswith("names go down from the templates folder")


_STEPS = "the template takes more than 300000 steps for one face"
_LONG = "the template writes a text of more than 4000000 characters"


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{{ 'a' * 10 ** 10 }}", "the template makes a text or list of 10000000000 parts"),
        ("{{ 10 ** 8 * 'a' }}", "the template makes a text or list of 100000000 parts"),
        ("{{ ([1] * 99999 + [2, 3])|length }}", "the template makes a text or list of 100001 parts"),
        ("{{ 10 ** (10 ** 8) }}", "the number that ** gives is too large"),
        ("{{ 9 ** (9 ** 9) }}", "the number that ** gives is too large"),
        ("{{ (2 ** 2000) * (2 ** 2000) * (2 ** 2000) }}", "the number that * gives is too large"),
        ("{{ '%0999999999d' % 1 }}", "texts are not formatted with % in templates"),
        ("{{ '%s'|safe % 1 }}", "texts are not formatted with % in templates"),
        ("{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}", _STEPS),
        ("{% set r = range(9999) %}{% for a in r %}{% for b in r if b %}{% endfor %}{% endfor %}", _STEPS),
        ("{% for a in items('cards')|map('length') %}{% for b in range(99999) %}{{ n(b) }}{{ n(b) }}{{ n(b) }}{% endfor %}{% endfor %}", _STEPS),
        ("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", "the template calls itself without end"),
        ("{% include 'card.svg.j2' %}", "the template calls itself without end"),
        ("{% set x = namespace(a='a' * 999) %}{% for i in range(60) %}{% set x.a = x.a ~ x.a %}{% endfor %}", _LONG),
        ("{% set x = namespace(a='a' * 999) %}{% for i in range(60) %}{% set x.a %}{{ x.a }}{{ x.a }}{% endset %}{% endfor %}", _LONG),
        ("{% macro d(t) %}{{ t }}{{ t }}{% endmacro %}{% set x = namespace(a='a' * 999) %}{% for i in range(60) %}{% set x.a = d(x.a) %}{% endfor %}", _LONG),
        ("{{ ('a' * 999999)|replace('a', 'b' * 999999) }}", "the template joins or replaces in too long a text"),
        ("{% for i in range(9) %}{{ 'a' * 999999 }}{% endfor %}", "the template writes more than 4000000 characters"),
    ],
)  # fmt: skip
def test_bombs_are_ended(deck: Deck, template: str, message: str) -> None:
    fault = deck.fault(template)
    assert fault.code == "template-limit"
    assert message in fault.message


def test_steps_are_counted_for_each_card_anew(deck: Deck) -> None:
    deck.fields = [{"a": k} for k in range(4)]
    deck.write("card.svg.j2", "{% for a in range(90000) %}{% endfor %}")
    assert len(deck.maker().draw().fronts) == 4


@pytest.mark.parametrize(
    ("template", "drawn"),
    [
        ("{{ 2 ** 10 }} {{ 2 ** 0.5 > 1.41 }} {{ 7 % 3 }} {{ 'a' * 3 }} {{ ([1] + [2])|join('-') }}", "1024 True 1 aaa 1-2"),
        ("{{ 'a b'.split(' ')|join('/') }} {{ 'x'.upper() }} {{ 'a-b'|replace('-', '+') }}", "a/b X a+b"),
        ("{{ (undefined_name)|default('none') }} {{ item.zz is defined }} {{ 'x' if false }}", "none False "),
        ("{% for a, b in tables.tone.items() %}{{ a }}{{ b.value }}{% endfor %}", "white1"),
        ("{% for x in [3, 1, 2]|sort %}{{ loop.index }}{{ loop.length }}{{ loop.nextitem|default('') }}.{% endfor %}", "132.233.33."),
        ("{% set ns = namespace(total=0) %}{% for x in [1, 2] %}{% set ns.total = ns.total + x %}{% endfor %}{{ ns.total }}", "3"),
    ],
)  # fmt: skip
def test_honest_work_is_let_through(deck: Deck, template: str, drawn: str) -> None:
    assert deck.inside(template) == drawn


def test_an_imported_template_is_new_for_each_face(tmp_path: Path) -> None:
    count = (
        "{% set ns = namespace(n=0) %}{% macro count() %}{% set ns.n = ns.n + 1 %}{{ ns.n }}{% endmacro %}"
    )
    (tmp_path / "count.svg.j2").write_text(count)
    environment = FaceEnvironment(FolderLoader([tmp_path]))
    template = environment.from_string("{% import 'count.svg.j2' as c %}{{ c.count() }}{{ c.count() }}")
    for _ in range(2):
        environment.face += 1
        assert template.render() == "12"


@pytest.mark.parametrize("include", ["'a.svg.j2'", "['b.svg.j2', 'a.svg.j2', 'c.svg.j2']"])
def test_names_of_templates_that_are_looked_for_are_noted(tmp_path: Path, include: str) -> None:
    (tmp_path / "a.svg.j2").write_text("a")
    environment = FaceEnvironment(FolderLoader([tmp_path]))
    (tmp_path / "card.svg.j2").write_text(f"{{% include {include} %}}")
    environment.get_template("card.svg.j2").render()
    assert environment.used == {"card.svg.j2", "a.svg.j2", *(["b.svg.j2"] if "b" in include else [])}
