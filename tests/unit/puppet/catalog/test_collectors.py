"""Collectors, seen from inside a compile.

That they do what the reference does is shown by the cases of tests/conformance.
"""

from __future__ import annotations

from duckrow.puppet.catalog.collectors import CatalogCollector
from duckrow.puppet.environment import Environment, Node, Result, compile_catalog


def compiled(code: str) -> Result:
    result = compile_catalog(Environment(code=code), Node("pond"))
    if result.failure is not None:
        assert not result.failure.is_fault, result.failure.trace
    return result


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


def test_what_is_realized_is_reported() -> None:
    events: list[tuple[str, ...]] = []
    environment = Environment(code="@notify { ['a', 'b']: } Notify<| |> realize(Notify['a'])")
    compile_catalog(
        environment,
        Node("pond"),
        listener=lambda *event: events.append(tuple(map(str, event))),
    )
    assert [event for event in events if event[0] == "realized"] == [
        ("realized", "Notify[a]"),
        ("realized", "Notify[b]"),
    ]


def test_a_collector_by_tag_asks_again_when_a_resource_gets_a_tag() -> None:
    result = compiled(
        "@notify { 'a': } Notify<| tag == 'late' |> { message => 'told' }"
        "Notify<| title == 'a' |> { tag => 'late' }"
        "define d { @notify { 'plain': tag => 'late' } } d { 'x': }"
    )
    by_tag = result.build.collectors[0]
    assert isinstance(by_tag, CatalogCollector)
    assert [str(each) for each in by_tag.collected] == ["Notify[a]", "Notify[plain]"]
    assert by_tag.seen == 2


def test_a_collector_by_a_parameter_asks_each_time() -> None:
    result = compiled(
        "@notify { 'a': } Notify<| message == 'told' |> { loglevel => err }"
        "define d { Notify<| title == 'a' |> { message => 'told' } } d { 'x': }"
    )
    collected = [str(each) for each in result.build.collectors[0].collected]
    assert collected == ["Notify[a]"]
