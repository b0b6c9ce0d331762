"""Classes: once per catalog, parents first, contained, required, in stages."""

from __future__ import annotations

from typing import Any

import pytest


def test_parents_enter_and_run_first(built: Any) -> None:
    build = built(
        """
        class a { notice('a') }
        class b inherits a { notice('b') }
        class c inherits b { notice('c') }
        include c
        """
    )
    assert [log.message for log in build.logs] == ["a", "b", "c"]
    assert build.catalog.classes == ["settings", "a", "b", "c"]


def test_a_class_declared_after_it_was_included_is_an_error(built: Any) -> None:
    build = built("class a { } include a class { 'a': }", fails=True)
    assert "Duplicate declaration: Class[A] is already declared;" in build.logs[-1].message


def test_contain_adds_a_container_and_keeps_the_stage(built: Any) -> None:
    build = built("class a { contain b } class b { } include a contain b")
    found = build.find_resource("class", "b")
    assert [str(each) for each in found.all_containers()] == [
        "Stage[main]",
        "Class[A]",
        "Class[main]",
    ]


def test_require_adds_to_what_is_required(built: Any) -> None:
    build = built(
        """
        class a { require b, c }
        class b { } class c { }
        notify { 'n': }
        class { 'a': require => Notify['n'] }
        """
    )
    assert len(build.find_resource("class", "a").parameters["require"]) == 3


def test_the_stage_of_a_class_is_that_of_what_declared_it(built: Any) -> None:
    build = built(
        """
        stage { 'pre': }
        class a { include b } class b { }
        class { 'a': stage => 'pre' }
        """
    )
    assert build.find_resource("class", "b").parameters == {"stage": "pre"}


def test_a_missing_stage_is_an_error(built: Any) -> None:
    build = built("class a { } class { 'a': stage => 'pre' }", fails=True)
    assert "Could not find stage pre specified by Class[A]" in build.logs[-1].message


def test_a_missing_parent_names_the_class_that_wants_it(built: Any) -> None:
    build = built("class a inherits nope { } include a", fails=True)
    assert "Could not find parent resource type '::nope' of type hostclass in production" in (
        build.logs[-1].message
    )


@pytest.mark.parametrize(
    "use",
    [
        "include c include c",
        "include c include '::C'",
        "include c, c",
        "class { 'c': } include Class['c']",
        "node default { include c } include c contain c",
        "include settings",
        "include default",
        "include ''",
        "node 'pond.example.com' { include c include 'pond.example.com' }",
        "include c require nope",
        "contain c",
        "class d inherits c { include c } include d",
    ],
)
def test_classes_that_are_there_already_are_included_alike_with_a_listener(
    built: Any, use: str
) -> None:
    def outcome(**options: Any) -> object:
        try:
            build = built(f"class c {{ notify {{ 'n': }} }}\n{use}", **options)
        except AssertionError as error:
            return str(error).splitlines()[0]
        return [(str(each), list(map(str, each.all_containers()))) for each in build.resources]

    assert outcome() == outcome(listener=lambda *_: None)
