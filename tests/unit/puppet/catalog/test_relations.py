"""Collectors, overrides and arrows, seen from inside a compile.

That they do what the reference does is shown by the batches of tests/conformance.
"""

from __future__ import annotations

from typing import Any

from duckrow.puppet.catalog.collectors import CatalogCollector
from duckrow.puppet.environment import Environment, Node, Result, compile_catalog

Events = list[tuple[str, ...]]


def compiled(code: str, events: Events | None = None) -> Result:
    def listener(*event: Any) -> None:
        assert events is not None
        events.append(tuple(map(str, event)))

    environment = Environment(code=code)
    given = None if events is None else listener
    result = compile_catalog(environment, Node("pond"), listener=given)
    if result.failure is not None:
        assert not result.failure.is_fault, result.failure.trace
    return result


def parameters(result: Result, type_: str, title: str) -> dict[str, Any]:
    resource = result.catalog.find(type_, title)
    assert resource is not None
    return resource.parameters


def test_what_is_realized_and_related_is_told() -> None:
    events: Events = []
    code = "@notify { 'a': } notify { 'b': } Notify<| |> ~> file { '/c': } realize(Notify['a'])"
    compiled(code, events)
    assert [event for event in events if event[0] in ("realized", "related")] == [
        ("realized", "Notify[a]"),
        ("related", "Notify[a]", "File[/c]", "notify"),
        ("related", "Notify[b]", "File[/c]", "notify"),
    ]


def test_a_collector_without_a_query_looks_at_each_resource_once() -> None:
    result = compiled("define d { @notify { $title: } } d { ['a', 'b']: } Notify<| |>")
    (collector,) = result.build.collectors
    assert isinstance(collector, CatalogCollector)
    assert collector.seen == 2
    assert [str(each) for each in collector.collected] == ["Notify[a]", "Notify[b]"]


def test_a_fixed_set_is_gone_when_it_is_complete() -> None:
    result = compiled("realize(Notify['a']) define d { @notify { 'a': } } d { 'x': }")
    assert result.ok
    assert result.build.collectors == []


def test_an_array_of_the_program_does_not_grow() -> None:
    code = """
    $targets = [Notify['b']]
    notify { 'a': before => $targets }
    notify { ['b', 'c']: message => "${targets}" }
    Notify['a'] -> Notify['c']
    """
    result = compiled(code)
    assert len(result.build.top.variables["targets"]) == 1
    assert len(parameters(result, "notify", "a")["before"]) == 2


def test_an_arrow_that_leads_nowhere_says_where_it_is() -> None:
    failure = compiled("notify { 'a': }\n  Notify['a'] -> Notify['b']").failure
    assert failure is not None
    assert failure.message.startswith("Could not find resource 'Notify[b]' for relationship from")
    assert failure.hint == "the arrow is written at (line: 2, column: 15)"


def test_a_refused_override_says_who_had_set_the_value() -> None:
    code = "class duck { notify { 'a': message => 1 } Notify['a'] { message => 2 } } include duck"
    failure = compiled(code).failure
    assert failure is not None
    assert failure.hint.startswith("it was set by class duck")


def test_a_parameter_that_names_nothing_says_whose_it_is() -> None:
    failure = compiled("notify { 'a':\n  require => Notify['b'],\n}").failure
    assert failure is not None
    assert failure.message == (
        "Could not find resource 'Notify[b]' in parameter 'require' (line: 2) on node pond"
    )
    assert failure.hint == "the parameter belongs to Notify[a] (line: 1)"


def test_two_compiles_do_not_share_the_right_to_override() -> None:
    environment = Environment(
        code="""
        define d($again) {
          if $again { Notify<| |> { message => 'd' } } else { Notify['n'] { message => 'x' } }
        }
        class c { notify { 'n': message => 'c' } }
        include c
        d { 'one': again => $::again }
        """
    )
    for again, is_right in ((False, False), (True, True), (False, False)):
        node = Node("pond", parameters={"again": again})
        assert compile_catalog(environment, node).ok is is_right
