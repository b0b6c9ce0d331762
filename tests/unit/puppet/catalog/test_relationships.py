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


def test_an_arrow_beside_an_attribute_does_not_hide_what_the_attribute_lacks() -> None:
    code = "notify { 'a': before => Notify['nope'] } notify { 'b': } Notify['a'] -> Notify['b']"
    failure = compiled(code).failure
    assert failure is not None
    assert failure.message.startswith("Could not find resource 'Notify[nope]' in parameter")


def test_an_override_after_an_arrow_is_checked() -> None:
    code = """
    class base { notify { ['a', 'b']: } Notify['a'] -> Notify['b'] }
    class child inherits base { Notify['a'] { before => Notify['nope'] } }
    include child
    """
    failure = compiled(code).failure
    assert failure is not None
    assert "Notify[nope]" in failure.message


def test_references_of_all_kinds_are_brought_home() -> None:
    code = """
    class c { notify { 'in': } }
    include c
    define m::d() { }
    m::d { 'x': } file { '/a/': } notify { ['a', 'b']: before => [] }
    $type = File
    Class['c'] -> M::D['x'] -> $type['/a'] ~> [Notify['a'], Resource['notify', 'b'], 'Class[c]']
    """
    result = compiled(code)
    assert result.failure is None
    found = {
        str(each): (each.parameters.get("before"), each.parameters.get("notify"))
        for each in result.build.resources
        if {"before", "notify"} & each.parameters.keys()
    }
    assert found == {
        "Class[C]": (["M::D[x]"], None),
        "M::D[x]": (["File[/a]"], None),
        "File[/a/]": (None, ["Notify[a]", "Notify[b]", "Class[C]"]),
        "Notify[a]": ([], None),
        "Notify[b]": ([], None),
    }
