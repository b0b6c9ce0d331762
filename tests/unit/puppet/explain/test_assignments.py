"""Where and when a variable was assigned is found from the order of the variables of its body."""

from __future__ import annotations

from pathlib import Path

from duckrow.facts.lazy import LazyFacts
from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.explain.record import Record
from duckrow.puppet.explain.recorded import Recorded
from duckrow.puppet.settings.settings import Settings


def recorded(directory: Path, *manifests: str, facts: object = None) -> Recorded:
    """Compile manifests that share the top scope."""
    for number, text in enumerate(manifests):
        (directory / f"{number}.pp").write_text(text)
    environment = Environment(
        manifest=str(directory),
        modulepath=[],
        settings=Settings({"strict": "warning", "strict_variables": False}),
    )
    record = Record()
    node = Node("pond.example.com", {} if facts is None else facts)  # type: ignore[arg-type]
    result = compile_catalog(environment, node, listener=record)
    assert result.failure is None, result.failure
    return Recorded(result.build, record, str(directory))


def places(found: Recorded) -> dict[str, str]:
    """Return the place of each assignment of the top scope."""
    return {name: str(assigned.place) for name, assigned in found.assignments.all(found.build.top)}


def in_order(found: Recorded) -> list[str]:
    """Return all variables that were assigned, in the order of time."""
    pairs = [
        (assigned.time, name)
        for scope in found.record.scopes.values()
        for name, assigned in found.assignments.all(scope)
    ]
    return [name for _, name in sorted(pairs)]


def test_the_branch_that_ran_is_named(tmp_path: Path) -> None:
    code = """if false { $a = 1 } elsif true { $a = 2 } else { $a = 3 }
    if true { $b = 1 } else { $b = 2 }"""
    assert places(recorded(tmp_path, code)) == {"a": "0.pp:1:37", "b": "0.pp:2:18"}


def test_a_default_option_that_comes_first_is_not_the_first_to_be_tried(tmp_path: Path) -> None:
    code = (
        "case 1 { default: { $a = 1 } 1: { $a = 2 } }\ncase 1 { default: { $b = 1 } 2: { $b = 2 } }"
    )
    assert places(recorded(tmp_path, code)) == {"a": "0.pp:1:38", "b": "0.pp:2:24"}


def test_manifests_that_share_the_top_scope_are_told_apart(tmp_path: Path) -> None:
    found = recorded(tmp_path, "if false { $a = 1 }", "$b = 1", "if true { $a = 2 }", "$c = 1")
    assert places(found) == {"b": "1.pp:1:4", "a": "2.pp:1:14", "c": "3.pp:1:4"}


def test_a_body_that_waits_for_another_goes_on_after_it(tmp_path: Path) -> None:
    found = recorded(
        tmp_path,
        """
        class a { $a1 = 1 include b $a2 = $b::b2 }
        class b { $b1 = 1 notify { n: } $b2 = 2 include c $b3 = 3 }
        class c { $c1 = 1 }
        include a
        $top = 1
        """,
    )
    assert in_order(found) == ["a1", "b1", "b2", "c1", "b3", "a2", "top"]


def test_a_variable_in_the_place_of_a_legacy_fact(tmp_path: Path) -> None:
    code = "$a = $hostname\n$hostname = 'duck'\n$b = $hostname"
    found = recorded(tmp_path, code, facts=LazyFacts(has_external=False, has_custom=False))
    assert in_order(found) == ["a", "hostname", "b"]
    assert places(found)["hostname"] == "0.pp:2:11"


def test_parameters_and_titles_are_not_assigned(tmp_path: Path) -> None:
    found = recorded(tmp_path, "class a($x = 1) { if false { $x = 2 } $y = 1 }\ninclude a")
    assert in_order(found) == ["y"]
