"""One resource: its parameters, who set them, and what contains it."""

from __future__ import annotations

from duckrow.puppet.catalog.resource import Origin, Resource, location_words
from duckrow.puppet.runtime.scope import Scope


def resource(title: str = "x", **parameters: object) -> Resource:
    scope = Scope(None)  # type: ignore[arg-type]
    return Resource("File", title, scope, parameters, file="site.pp", line=3)


def test_a_resource_is_written_as_a_reference() -> None:
    assert str(resource("/etc/motd")) == "File[/etc/motd]"


def test_the_title_is_asked_for_like_a_parameter() -> None:
    assert resource("x").get("title") == "x"
    assert resource(mode="0644").get("mode") == "0644"
    assert resource().get("mode") is None


def test_a_parameter_of_the_declaration_comes_from_the_declaration() -> None:
    found = resource(mode="1").origin_of("mode")
    assert (found.file, found.line) == ("site.pp", 3)


def test_the_lines_of_attributes_are_known_where_the_caller_gives_them() -> None:
    made = resource(mode="1", owner="o", group="g")
    made.attribute_lines = (("mode", 4), ("*", 5))
    assert made.origin_of("mode").line == 4
    assert made.origin_of("owner").line == 5


def test_who_sets_a_parameter_later_is_written_down() -> None:
    made = resource(mode="1")
    made.set("mode", "2", Origin(None, "other.pp", 9))
    assert (made.get("mode"), made.origin_of("mode").file) == ("2", "other.pp")
    made.set("mode", "3")
    assert made.origin_of("mode").file == "site.pp"


def test_each_container_counts_once_and_in_order() -> None:
    made, first, second = resource(), resource("a"), resource("b")
    assert made.all_containers() == []
    for container in (first, second, first, second):
        made.contain_in(container)
    assert made.all_containers() == [first, second]


def test_locations_are_written_as_far_as_they_are_known() -> None:
    assert location_words("a.pp", 2) == "(file: a.pp, line: 2)"
    assert location_words("", 2) == "(line: 2)"
    assert location_words("a.pp", None) == "(file: a.pp)"
    assert location_words(None, None) == ""
