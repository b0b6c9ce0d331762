"""Arrows, seen from inside a compile.

That they do what the reference does is shown by the cases of tests/conformance.
"""

from __future__ import annotations

from duckrow.puppet.environment import Environment, Node, Result, compile_catalog


def compiled(code: str) -> Result:
    result = compile_catalog(Environment(code=code), Node("pond"))
    if result.failure is not None:
        assert not result.failure.is_fault, result.failure.trace
    return result


def test_what_is_related_is_reported() -> None:
    events: list[tuple[str, ...]] = []
    environment = Environment(code="@notify { ['a', 'b']: } Notify<| |> ~> file { '/c': }")
    compile_catalog(
        environment,
        Node("pond"),
        listener=lambda *event: events.append(tuple(map(str, event))),
    )
    assert [event[:4] for event in events if event[0] == "related"] == [
        ("related", "Notify[a]", "File[/c]", "notify"),
        ("related", "Notify[b]", "File[/c]", "notify"),
    ]


def test_an_array_of_the_program_does_not_grow() -> None:
    code = """
    $targets = [Notify['b']]
    notify { 'a': before => $targets }
    notify { ['b', 'c']: message => "${targets}" }
    Notify['a'] -> Notify['c']
    """
    result = compiled(code)
    assert len(result.build.top.variables["targets"]) == 1
    resource = result.catalog.find("notify", "a")
    assert resource is not None
    assert len(resource.parameters["before"]) == 2


def test_an_arrow_that_leads_nowhere_says_where_it_is() -> None:
    failure = compiled("notify { 'a': }\n  Notify['a'] -> Notify['b']").failure
    assert failure is not None
    assert failure.message.startswith("Could not find resource 'Notify[b]' for relationship from")
    assert failure.why == "the arrow is written at (line: 2, column: 15)"
