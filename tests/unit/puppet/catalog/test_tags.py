"""What can be a tag, and which tags a resource has."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from duckrow.puppet.catalog.resource import Resource
from duckrow.puppet.catalog.tags import add_tags, all_tags, has_tag, is_tag, own_tags
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.scope import Scope


def resource(type_: str, title: str, around: Resource | None = None, **given: object) -> Resource:
    build: Any = SimpleNamespace(tag_changes=0)
    scope = Scope(build, resource=around)
    return Resource(type_, title, scope, given, file="site.pp", line=7)


@pytest.mark.parametrize("name", ["a", "_a", "1", "a.b-c", "a::b", "é", "a\n", "__", "a_"])
def test_letters_digits_and_some_marks_make_a_tag(name: str) -> None:
    assert is_tag(name)


@pytest.mark.parametrize("name", ["", "-a", ".a", ":a", "a b", "a/b", "a\nb", "\n", "a[b]"])
def test_anything_else_is_no_tag(name: str) -> None:
    assert not is_tag(name)


def test_type_and_title_are_tags_with_their_segments() -> None:
    found = own_tags(resource("Apache::Vhost", "Site::A"))
    assert list(found) == ["apache::vhost", "apache", "vhost", "site::a", "site", "a"]


def test_given_tags_come_first_in_lower_case() -> None:
    assert list(own_tags(resource("Notify", "n", tag=["B", ["a::c"], None]))) == [
        "b",
        "a::c",
        "a",
        "c",
        "notify",
        "n",
    ]


def test_a_title_that_is_no_tag_is_left_out() -> None:
    assert list(own_tags(resource("File", "/etc/motd"))) == ["file"]


def test_contents_have_the_tags_of_what_is_around_them() -> None:
    outer = resource("Class", "Pond")
    inner = resource("Notify", "quack", outer)
    assert has_tag(inner, {"pond"})
    assert not has_tag(outer, {"quack"})
    add_tags(outer, "late")
    assert list(all_tags(inner)) == ["notify", "quack", "class", "pond", "late"]


def test_a_bad_tag_names_the_location_of_its_resource() -> None:
    with pytest.raises(EvaluationError, match="Invalid tag 'no good'") as caught:
        add_tags(resource("Notify", "n"), "no good")
    assert caught.value.location is not None
    assert caught.value.location.line == 7


_DECLARED = [
    "notify { 'Pond': }",
    "notify { 'a::b': }",
    "notify { 'a b': }",
    "notify { 'x': tag => 'Blue' }",
    "notify { 'x': tag => 'a-b' }",
    "notify { 'x': tag => ['one', 'two'] }",
    "define a::d() { notify { 'inner': } } a::d { 'x': }",
    "Notify { tag => 'default' } notify { 'x': }",
    "Notify { tag => 'default' } notify { 'x': tag => 'own' }",
]


@pytest.mark.parametrize("code", _DECLARED)
@pytest.mark.parametrize(
    "name",
    "pond a b a::b blue a-b one two x d a::d notify default own inner class main".split(),
)
def test_a_resource_without_a_table_of_tags_answers_as_with_one(
    built: Any, code: str, name: str
) -> None:
    resource = built(code).resources[-1]
    before = has_tag(resource, {name})
    own_tags(resource)
    assert has_tag(resource, {name}) == before


def test_an_override_of_a_tag_adds_to_the_tag_of_the_declaration(built: Any) -> None:
    resource = built("notify { 'x': tag => 'own' } Notify <| |> { tag => 'more' }").resources[-1]
    assert {"own", "more"} <= set(all_tags(resource))


def test_the_tags_of_a_declaration_come_before_those_of_its_type(built: Any) -> None:
    resource = built("@notify { 'x': tag => 'own' } Notify <| tag == 'own' |>").resources[-1]
    assert list(all_tags(resource)) == ["own", "notify", "x", "class"]
