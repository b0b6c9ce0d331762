"""The catalog as data."""

from __future__ import annotations

from typing import Any

from duckrow.puppet.catalog.to_data import catalog_data, resource_data, virtual_data


def parameters(build: Any, type_: str, title: str) -> Any:
    return resource_data(build.find_resource(type_, title)).get("parameters")


def test_keys_come_in_the_references_order(built: Any) -> None:
    data = catalog_data(built("notify { 'a': message => 'x' }"))
    assert " ".join(data) == (
        "tags name version code_id catalog_uuid catalog_format environment resources edges classes"
    )
    assert list(data["resources"][-1]) == (
        "type title tags file line exported kind parameters".split()
    )


def test_the_same_input_gives_the_same_identity(built: Any) -> None:
    one, two = (built("notify { 'a': }") for _ in range(2))
    one.catalog.version = two.catalog.version = 7
    assert catalog_data(one) == catalog_data(two)


def test_what_names_a_resource_is_left_out_where_it_is_the_title(built: Any) -> None:
    build = built(
        "file { '/a': path => '/a', mode => '1' } file { 'b': mode => '1', name => '/b' }"
        "file { '/c/': }"
    )
    assert parameters(build, "file", "/a") == {"mode": "1"}
    assert list(parameters(build, "file", "b").items()) == [("path", "/b"), ("mode", "1")]
    assert parameters(build, "file", "/c/") == {"path": "/c"}


def test_undef_is_left_out(built: Any) -> None:
    assert parameters(built("notify { 'a': message => undef }"), "notify", "a") is None


def test_references_are_text_and_arrays_of_them_flat(built: Any) -> None:
    build = built(
        """
        notify { 'a': message => [Notify['a'], ['x']], require => [[Notify['b']], undef] }
        notify { 'b': message => [['x'], 'y'] }
        """
    )
    assert parameters(build, "notify", "a") == {
        "message": ["Notify[a]", "x"],
        "require": ["Notify[b]"],
    }
    assert parameters(build, "notify", "b") == {"message": [["x"], "y"]}


def test_what_is_virtual_stays_behind_with_its_edges(built: Any) -> None:
    build = built("@notify { 'a': } @@notify { 'b': } notify { 'c': }")
    data = catalog_data(build)
    assert [each["title"] for each in data["resources"]] == ["main", "Settings", "main", "c"]
    assert data["edges"][-1] == {"source": "Class[main]", "target": "Notify[c]"}
    assert virtual_data(build) == [
        {"ref": "Notify[a]", "exported": False},
        {"ref": "Notify[b]", "exported": True},
    ]
