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


# Titles that are surely strings take a shorter way than those of variables, with the same result.
_BODIES = [
    "'a': message => 'x'",
    "'a': message => $m; 'b': message => 'y'",
    "'a':\n message => $m; 'b': ; 'c': noop => true,\n message => $m",
    "'a': message => $m; 'b': message => $m; 'a': message => $m",
    "'a': message => notice('first'); 'a': message => notice('second')",
    "'a': message => Resource; 'b': message => notice('later')",
    "'': message => 'x'",
    "default: noop => true; 'a': message => 'x'",
    "'a': nope => 1; 'b': message => 'x'",
]


@pytest.mark.parametrize("bodies", _BODIES)
@pytest.mark.parametrize("form", ["", "@"])
@pytest.mark.parametrize("after", ["", "\nnotice(1)"])
def test_literal_titles_mean_what_their_values_mean(
    built: Any, bodies: str, form: str, after: str
) -> None:
    def outcome(*, is_literal: bool) -> object:
        code = bodies
        for letter in "abc":
            code = code if is_literal else code.replace(f"'{letter}'", f"$u{letter}")
        variables = "".join(f"$u{letter} = '{letter}' " for letter in "abc")
        begin = f"$m = 'm' {variables}\n{form}notify {{ "
        try:
            build = built(f"{begin}{code} }}{after}")
        except AssertionError as error:
            return str(error).split("(file")[0].split("(line")[0]
        found = [
            (str(each), each.parameters, each.line, each.attribute_lines, each.is_virtual)
            for each in build.resources
        ]
        return found, [entry.message for entry in build.logs]

    assert outcome(is_literal=True) == outcome(is_literal=False)


@pytest.mark.parametrize(
    ("titles", "repeated"),
    [
        (["'a-1'", '"a-${n}"'], "a-1"),
        (['"a-${n}"', "'b-1'", '"b-${n}"'], "b-1"),
        (['"a-${n}"', '"a-${$n + 1}"', '"${o}-2"'], "a-2"),
        (['"a-${n}"', '"b-${n}"', '"c-${n}"'], ""),
    ],
)
def test_titles_with_values_in_them_are_compared_before_the_next_attributes(
    built: Any, titles: list[str], repeated: str
) -> None:
    bodies = "; ".join(f"{title}: message => notice({title})" for title in titles)
    build = built(f"$n = 1 $o = 'a' notify {{ {bodies} }}", fails=bool(repeated))
    said = [entry.message for entry in build.logs if entry.level == "notice"]
    if repeated:
        assert f"The title '{repeated}' has already been used" in build.logs[-1].message
        assert len(said) == len(titles) - 1
    else:
        assert len(said) == len(build.resources) - 1 == len(titles)


def test_the_value_of_a_declaration_is_a_list_of_references(built: Any) -> None:
    code = """
        $one = [1].map |$i| { notify { "a${i}": } }
        $two = if true { notify { 'b': ; 'c': } }
        $three = notify { ['d', 'e']: }
        notice($one, $two, $three)
    """
    said = "[[Notify['a1']]] [Notify['b'], Notify['c']] [Notify['d'], Notify['e']]"
    assert built(code).logs[-1].message == said


def test_many_bodies_are_declared_in_their_order(built: Any) -> None:
    bodies = "; ".join(f"'t{number}':\n message => $m" for number in range(45))
    build = built(f"$m = 'm' notify {{ {bodies} }}")
    assert [each.title for each in build.resources[1:]] == [f"t{number}" for number in range(45)]
    assert build.resources[-1].attribute_lines == (("message", 46),)
    build = built(f"$m = 'm' notify {{ {bodies}; 't7': }}", fails=True)
    assert "The title 't7' has already been used" in build.logs[-1].message


@pytest.mark.parametrize(
    "body",
    [
        "if $x { notify { 'a': } } else { notify { 'b': } }",
        "case $x { true: { notify { 'a': } } default: { notify { 'b': } } }",
        "unless $x { notify { 'b': } } else { notify { 'a': } }",
        "if $y =~ /(q)/ { notify { 'a': message => $1 } } else { notify { 'b': } }",
    ],
)
@pytest.mark.parametrize(
    "around", ["class c {{ {} }} include c", "define d() {{ {} }} d {{ 'd': }}"]
)
def test_a_body_may_end_in_declarations(built: Any, body: str, around: str) -> None:
    build = built(around.format(f"$x = true $y = 'q' {body}"))
    assert [each.title for each in build.resources if each.type == "Notify"] == ["a"]
