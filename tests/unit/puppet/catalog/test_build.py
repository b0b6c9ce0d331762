"""The phases of a build: their order, what they tell a listener, and where they stop."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.catalog.build import Build
from duckrow.puppet.catalog.tags import all_tags
from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.settings.settings import Settings

from .compiling import compiled, error


def messages(build: Build) -> list[str]:
    return [log.message for log in build.logs if log.level == "notice"]


def references(build: Build) -> list[str]:
    return [str(resource) for resource in build.resources]


def test_bodies_of_defines_wait_and_those_of_classes_do_not(built: Any) -> None:
    build = built(
        """
        define duck { notice($title) }
        class pond { notice('pond') duck { 'a': } }
        duck { 'b': }
        include pond
        notice('main')
        """
    )
    assert messages(build) == ["pond", "main", "b", "a"]


def test_collectors_run_before_the_defines_of_a_round(built: Any) -> None:
    build = built(
        """
        define dd { notice($title) }
        @dd { 'virtual': }
        dd { 'real': }
        Dd <| |>
        """
    )
    assert messages(build) == ["virtual", "real"]


def test_all_classes_of_an_include_enter_before_the_first_body_runs(built: Any) -> None:
    build = built("class a { notify { 'n': } } class b { } include a, b")
    assert references(build) == ["Class[main]", "Class[A]", "Class[B]", "Notify[n]"]


def test_a_listener_hears_what_happens_in_order(built: Any) -> None:
    heard: list[str] = []

    def listener(event: str, subject: Any, *_more: Any) -> None:
        heard.append(f"{event} {subject}")

    built("define duck { notify { $title: } } duck { 'a': }", listener=listener)
    assert heard == [
        "declared Class[main]",
        "queued Class[main]",
        "evaluated Class[main]",
        "entered Class[main]",
        "manifest <class >",
        "declared Duck[a]",
        "queued Duck[a]",
        "round 1",
        "evaluated Duck[a]",
        "entered Duck[a]",
        "declared Notify[a]",
        "left Duck[a]",
        "round 2",
    ]


def test_too_many_resources_are_an_error_at_the_one_too_many(built: Any) -> None:
    code = 'Integer[1, 20].each |$i| {\n  notify { "n${i}": }\n}'
    assert len(built(code, most_resources=21).resources) == 21
    build = built(code, fails=True, most_resources=10)
    assert "more than 10 resources" in build.logs[-1].message
    assert "(line: 2, column: 3)" in build.logs[-1].message


def test_defines_that_never_end_are_an_error(built: Any) -> None:
    build = built('define d { d { "${title}x": } } d { "a": }', fails=True)
    assert build.logs[-1].message == (
        "Somehow looped more than 1000 times while evaluating host catalog on node pond.example.com"
    )


def test_settings_are_variables_of_a_class(built: Any) -> None:
    build = built("notice($settings::strict, $settings::environment) include settings")
    assert messages(build) == ["warning production"]
    assert build.catalog.classes == ["settings"]


def test_what_was_overridden_but_never_declared_is_an_error(built: Any) -> None:
    build = built("Notify['a'] { message => 'x' }", fails=True)
    assert "Could not find resource(s) Notify[a] for overriding" in build.logs[-1].message


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("facts", "Attempt to assign to a reserved variable name: 'facts'"),
        ("title", "Cannot reassign variable '$title'"),
        ("1", "Cannot assign to a numeric match result variable '$1'"),
    ],
)
def test_a_fact_may_not_be_called_like_what_is_there_anyway(name: str, message: str) -> None:
    assert error("", node={"facts": {name: "x"}}) == f"{message} on node pond.example.com"


def test_a_parameter_of_the_node_wins_over_a_fact() -> None:
    result = compiled("notice($a)", node={"facts": {"a": 1}, "parameters": {"a": 2}})
    assert [log.level for log in result.logs] == ["warning", "notice"]
    assert result.logs[-1].message == "2"


def test_a_duplicate_declaration_names_both_bodies_and_what_brought_them_in() -> None:
    code = """
    class a { include users }
    class users { user { 'duck': } }
    define person { user { $title: } }
    class b { person { 'duck': } }
    include a
    include b
    """
    failure = compile_catalog(Environment(code=code), Node("pond")).failure
    assert failure is not None
    assert failure.why == (
        "it was declared first by Class[Users], through Class[A]; "
        "then by Person[duck], through Class[B]"
    )
    assert failure.hint == "duckrow explain resource 'User[duck]' shows all places"


def test_a_duplicate_declaration_in_one_body_needs_no_explanation() -> None:
    code = "notify { 'a': } notify { 'a': }"
    failure = compile_catalog(Environment(code=code), Node("pond")).failure
    assert failure is not None
    assert (failure.why, failure.hint) == ("", "")


# Without a listener a plain resource enters the catalog without the steps of `Build.add`.
_ENTERING = [
    "notify { 'a': message => 'x' } notify { 'b': }",
    "notify { 'a': } notify { 'a': }",
    "notify { 'a': alias => 'b' } notify { 'b': }",
    "notify { 'a': stage => 'main' }",
    "file { '/a/': } file { '/a': }",
    "package { 'a': name => 'b' } package { 'b': }",
    "package { 'a': name => 'b' } package { 'c': name => 'b' }",
    "define d($v = 1) { notify { $title: } } d { 'a': } d { 'b': name => 'c' } d { 'c': }",
    "define d() { notify { $title: } } @d { 'a': } d { 'b': before => D['a'] } D <| |>",
    """
    stage { 'first': before => Stage['main'] } class c { notify { 'a': } }
    class { 'c': stage => 'first' }
    """,
    "Notify { message => 'x' } notify { 'a': } @notify { 'b': tag => 't' } Notify <| tag == 't' |>",
    "nope { 'a': }",
    "exec { 'a': command => '/bin/true', nope => 1 }",
    'Integer[1, 30].each |$i| { notify { "n${i}": } }',
]


@pytest.mark.parametrize("code", _ENTERING)
def test_resources_enter_the_catalog_alike_with_a_listener_and_without(code: str) -> None:
    def outcome(listener: Any) -> object:
        environment = Environment(code=code, settings=Settings({"most_resources": 25}))
        result = compile_catalog(environment, Node("pond.example.com"), listener=listener)
        build = result.build
        return (
            None if result.failure is None else result.failure.message,
            [
                (str(each), str(each.container), each.parameters, each.kind, list(all_tags(each)))
                for each in build.resources
            ],
            [str(each) for each in build.catalog.resources],
            {t: {str(k): str(v) for k, v in e.items()} for t, e in build.catalog.tables.items()},
        )

    assert outcome(None) == outcome(lambda *_: None)
