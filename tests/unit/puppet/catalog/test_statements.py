"""Declarations: titles, attributes, and what they come to."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.catalog.resource import Append
from duckrow.puppet.catalog.statements import attributes, splat_attributes
from duckrow.puppet.runtime.errors import EvaluationError


def test_attributes_are_put_together_in_order() -> None:
    made = attributes(("a", "=>", 1), ("*", "=>", {"b": 2, "c": 3}), ("d", "=>", 4))
    assert list(made.items()) == [("a", 1), ("b", 2), ("c", 3), ("d", 4)]


def test_a_value_that_adds_is_marked() -> None:
    made = attributes(("a", "+>", [1]))
    assert isinstance(made["a"], Append)
    assert made["a"].value == [1]


def test_an_attribute_is_set_once() -> None:
    with pytest.raises(EvaluationError, match="The attribute 'a' has already been set"):
        attributes(("a", "=>", 1), ("*", "=>", {"a": 2}))


def test_only_hashes_are_unfolded() -> None:
    assert splat_attributes({"a": 1}) == {"a": 1}
    with pytest.raises(EvaluationError, match="Expected value of type Hash, got Integer"):
        splat_attributes(1)


def test_resources_of_one_body_do_not_share_their_parameters(built: Any) -> None:
    build = built("notify { ['a', 'b']: } Notify['a'] { message => 'x' }")
    assert build.find_resource("notify", "a").parameters == {"message": "x"}
    assert build.find_resource("notify", "b").parameters == {}


def test_the_body_titled_default_gives_way_to_others(built: Any) -> None:
    build = built("notify { default: message => 'd', noop => true; 'a': message => 'x' }")
    assert build.find_resource("notify", "a").parameters == {"message": "x", "noop": True}


def test_a_resource_knows_file_and_line_of_its_statement(built: Any) -> None:
    build = built("\n\nnotify { 'a':\n  message => 'x',\n}")
    resource = build.find_resource("notify", "a")
    assert (resource.file, resource.line) == ("", 3)


@pytest.mark.parametrize(
    ("title", "message"),
    [
        ("undef", "Missing title. The title expression resulted in undef"),
        ("['a', undef]", "Missing title at index 1."),
        ("['a', '']", "Empty string title at 1."),
        ("[1]", "Illegal title type at index 0. Expected String, got Integer"),
        ("['a', 'a']", "The title 'a' has already been used in this resource expression"),
    ],
)
def test_bad_titles_are_rejected(built: Any, title: str, message: str) -> None:
    build = built(f"notify {{ {title}: }}", fails=True)
    assert message in build.logs[-1].message


def test_no_titles_declare_nothing_but_the_type_must_exist(built: Any) -> None:
    assert len(built("notify { []: }").resources) == 1
    build = built("nope { []: }", fails=True)
    assert "Unknown resource type: 'nope'" in build.logs[-1].message
