"""Laws about printing: a generated tree, printed and parsed, is the same tree."""

from __future__ import annotations

from hypothesis import HealthCheck, given, note, settings

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.puppet.syntax.compare import difference, same
from duckrow.puppet.syntax.pn import to_json, to_text
from duckrow.puppet.syntax.printer import print_source

from .trees import manifests, templates

law = settings(
    max_examples=700,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def assert_survives(tree: n.Program, epp: bool) -> None:
    printed = print_source(tree)
    note(printed)
    again = parse(printed, epp=epp)
    assert difference(tree, again) == "", printed
    assert same(tree, again)
    assert print_source(again) == printed
    assert to_text(again) == to_text(tree)
    assert to_json(again) == to_json(tree)


@law
@given(manifests())
def test_a_manifest_printed_and_parsed_is_the_same(tree: n.Program) -> None:
    assert_survives(tree, epp=False)


@law
@given(templates())
def test_a_template_printed_and_parsed_is_the_same(tree: n.Program) -> None:
    assert_survives(tree, epp=True)
