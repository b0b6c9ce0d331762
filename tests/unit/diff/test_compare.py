"""Changes between catalogs; octocatalog-diff 2.3.1 gave the same for the cases marked with octo."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.diff.changes import Change
from duckrow.diff.compare import find_changes
from duckrow.diff.ignore import IGNORED_BY_DEFAULT, Rules, attribute_rules, read_rules
from duckrow.diff.resources import CatalogResources
from duckrow.diff.text import text_diff
from duckrow.source.errors import InputError


def resource(type_: str, title: str, **parameters: Any) -> dict[str, Any]:
    return {"type": type_, "title": title, "exported": False, "parameters": parameters}


def catalog(*resources: dict[str, Any]) -> CatalogResources:
    return CatalogResources({"resources": list(resources)})


def changes(
    old: CatalogResources, new: CatalogResources, *rules: str, filters: tuple[str, ...] = ()
) -> list[Change]:
    found = [*read_rules([*IGNORED_BY_DEFAULT, *rules]), *attribute_rules(["tags"])]
    return find_changes(old, new, Rules(found), filters)


def shown(found: list[Change]) -> list[str]:
    return [f"{each.kind} {each.ref} {'.'.join(each.structure)}".rstrip() for each in found]


def test_resources_come_and_go() -> None:
    old, new = catalog(resource("Notify", "a")), catalog(resource("Notify", "b"))
    assert shown(changes(old, new)) == ["- Notify[a]", "+ Notify[b]"]


def test_order_only_attributes_tags_classes_and_exported_resources_do_not_count() -> None:
    exported = {**resource("File", "/e"), "exported": True}
    old = catalog(
        {**resource("File", "/a", require="File[/b]", notify=["X[1]", "X[2]"]), "tags": ["a"]},
        resource("Class", "Old"),
    )
    new = catalog(
        {**resource("File", "/a", before="File[/b]", notify=["X[2]", "X[1]"]), "tags": ["b"]},
        exported,
    )
    assert changes(old, new) == []


def test_a_file_has_the_name_of_its_path() -> None:
    old = catalog(resource("File", "motd", path="/etc/motd", mode="0644"))
    new = catalog(resource("File", "/etc/motd", mode="0600"))
    assert shown(changes(old, new)) == ["~ File[/etc/motd] parameters.mode"]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"a": 1}, {"a": "1"}, ["~ X[x] parameters.a"]),
        ({"a": True}, {"a": 1}, ["~ X[x] parameters.a"]),
        ({"a": 1}, {"a": 1, "b": 2}, ["! X[x] parameters.b"]),
        ({"a": [1, 2]}, {"a": [1, 3]}, ["! X[x] parameters.a"]),
        ({"a": {"b": {"c": 1}}}, {"a": {"b": {"c": 2}}}, ["~ X[x] parameters.a.b.c"]),
        # Elements that share most of their leaves are a pair: the change is inside.
        (
            {"a": [{"b": 1, "c": 2, "d": 3, "e": 4, "f": 5}]},
            {"a": [{"b": 1, "c": 2, "d": 3, "e": 4, "f": 6}]},
            ["~ X[x] parameters.a[0].f"],
        ),
        ({"a": [{"b": 1}]}, {"a": [{"b": 2}]}, ["! X[x] parameters.a"]),
        ({}, {"a": 1}, ["! X[x] parameters"]),
    ],
)
def test_octo_changes_of_attributes(
    old: dict[str, Any], new: dict[str, Any], expected: list[str]
) -> None:
    found = changes(catalog(resource("X", "x", **old)), catalog(resource("X", "x", **new)))
    assert shown(found) == expected


@pytest.mark.parametrize(
    ("rule", "left"),
    [
        ("X[x]", []),
        ("x[X]", []),
        ("X[*]", []),
        ("X[y]", ["~ parameters.mode", "! parameters.owner"]),
        ("X[x]mode", ["! parameters.owner"]),
        ("X[x]::parameters::mode", ["! parameters.owner"]),
        ("X[x]::mode", ["~ parameters.mode", "! parameters.owner"]),
        ("X[x]mode=>0600", ["! parameters.owner"]),
        ("X[x]mode=->0600", ["~ parameters.mode", "! parameters.owner"]),
        ("X[x]mode=+>0600", ["! parameters.owner"]),
        (r"X[x]mode=~>\A\+06", ["! parameters.owner"]),
        (r"X[x]mode=&>\A\+06", ["~ parameters.mode", "! parameters.owner"]),
        ("X[x]+owner", ["~ parameters.mode"]),
        ("X[x]-owner", ["~ parameters.mode", "! parameters.owner"]),
        ("X[x]~", ["! parameters.owner"]),
        ("*[*]mode,X[x]owner", []),
    ],
)
def test_octo_rules(rule: str, left: list[str]) -> None:
    old = catalog(resource("X", "x", mode="0644"))
    new = catalog(resource("X", "x", mode="0600", owner="root"))
    found = changes(old, new, rule)
    assert [f"{each.kind} {'.'.join(each.structure)}" for each in found] == left


def test_a_rule_about_the_order_of_an_array() -> None:
    old, new = catalog(resource("X", "x", a=[1, 2])), catalog(resource("X", "x", a=[2, 1]))
    assert len(changes(old, new)) == 1
    assert changes(old, new, "X[x]a=s>=") == []


def test_the_new_catalog_decides_about_tags_to_ignore() -> None:
    old = catalog({**resource("X", "x", a=1), "tags": ["quiet"]}, resource("X", "y"))
    new = catalog({**resource("X", "x", a=2), "tags": []})
    assert shown(find_changes(old, new, Rules([], ["quiet"]))) == [
        "~ X[x] parameters.a",
        "! X[x] tags",
        "- X[y]",
    ]
    tagged = catalog({**resource("X", "x", a=2), "tags": ["quiet__x"]})
    assert shown(find_changes(old, tagged, Rules([], ["quiet"]))) == ["- X[y]"]


@pytest.mark.parametrize("rule", ["X", "X[x]a=s>1", "X[x]a=~>["])
def test_an_invalid_rule_is_an_error(rule: str) -> None:
    with pytest.raises(InputError):
        read_rules([rule])


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("JSON", {"content": '{"a": 1, "b": 2}'}, {"content": '{"b":2,"a":1}'}),
        ("SingleItemArray", {"notify": "X[1]"}, {"notify": ["X[1]"]}),
        ("EquivalentArrayNoDatatypes", {"returns": ["0", "1.0"]}, {"returns": [0, 1]}),
        (
            "AbsentFile",
            {"ensure": "file", "mode": "0644"},
            {"ensure": "absent", "mode": "0600"},
        ),
    ],
)
def test_octo_filters(name: str, old: dict[str, Any], new: dict[str, Any]) -> None:
    one, other = (
        catalog(resource("File", "/a.json", **old)),
        catalog(resource("File", "/a.json", **new)),
    )
    before = changes(one, other)
    after = changes(one, other, filters=(name,))
    assert len(after) == len(before) - 1


def test_a_secret_is_compared_and_not_shown() -> None:
    def with_secret(value: str) -> CatalogResources:
        return catalog({**resource("X", "x", a=value), "sensitive_parameters": ["a"]})

    assert changes(with_secret("pike"), with_secret("pike")) == []
    (change,) = changes(with_secret("pike"), with_secret("carp"))
    assert "pike" not in str(change.to_data())
    assert change.to_data()["new_value"] == "Sensitive [redacted]"


def test_a_secret_inside_a_value_is_compared_and_not_shown() -> None:
    def with_secret(value: str) -> CatalogResources:
        return catalog(resource("X", "x", a=[{"__ptype": "Sensitive", "__pvalue": value}]))

    assert changes(with_secret("pike"), with_secret("pike")) == []
    (change,) = changes(with_secret("pike"), with_secret("carp"))
    assert change.to_data()["old_value"] == change.to_data()["new_value"]
    assert change.to_data()["new_value"] == ["Sensitive [redacted]"]
    assert with_secret("pike").secrets == {"pike"}


def test_arrays_inside_of_arrays_have_their_own_partners() -> None:
    ducks = list("abcdef")
    found = changes(
        catalog(resource("X", "x", a=[ducks, [{"k": ducks}]])),
        catalog(resource("X", "x", a=["new", [*ducks, "g"], [{"k": [*ducks, "h"]}]])),
    )
    assert {".".join(each.structure): (each.old, each.new) for each in found} == {
        "parameters.a": (
            [ducks, [{"k": ducks}]],
            ["new", [*ducks, "g"], [{"k": [*ducks, "h"]}]],
        ),
        "parameters.a[0]": (ducks, [*ducks, "g"]),
        "parameters.a[1][0].k": (ducks, [*ducks, "h"]),
    }


def test_arrays_that_are_too_large_are_different_as_wholes() -> None:
    many = [*("same" for _ in range(5)), *(f"old {number}" for number in range(20_000)), {"k": "a"}]
    more = [each.replace("old", "new") if isinstance(each, str) else {"k": "a"} for each in many]
    (change,) = changes(catalog(resource("X", "x", a=many)), catalog(resource("X", "x", a=more)))
    assert (change.kind, change.old, change.new) == ("!", many, more)


def test_only_a_newline_ends_a_line() -> None:
    one, other = (catalog(resource("X", "x", a=f"a\fb\rc{end}\n")) for end in ("d", "e"))
    assert changes(one, other, "X[*]a=&>^.a\fb\rc") == []
    assert text_diff("a\fb\nc\n", "a\fb\nd\n") == ["@@ -1,2 +1,2 @@", " a\fb", "-c", "+d"]
    assert text_diff("a\n", "a") == ["@@ -1 +1 @@", "-a", "+a", "\\ No newline at end of file"]


@pytest.mark.parametrize("rule", ["X[*]a=&>ike", "X[*]a=~>ike", "X[*]a=&>redacted"])
def test_no_expression_is_about_a_secret(rule: str) -> None:
    one, other = (
        catalog({**resource("X", "x", a=value), "sensitive_parameters": ["a"]})
        for value in ("pike", "carp")
    )
    assert len(changes(one, other, rule)) == 1


@pytest.mark.parametrize("name", ["content", "value"])
def test_content_is_hidden_wherever_a_change_has_it(name: str) -> None:
    quiet = {name: "pike", "show_diff": False, "mode": "0644"}
    plain = catalog({"type": "X", "title": "x", "exported": False})
    full = catalog(resource("X", "x", **quiet))
    none = catalog()
    for pair in ((plain, full), (full, plain), (none, full), (full, none)):
        (change,) = changes(*pair)
        change.hide_content()
        data = change.to_data()
        assert "pike" not in str(data)
        assert "0644" in str(data)
    (change,) = changes(full, catalog(resource("X", "x", **{**quiet, name: ["carp"]})))
    change.hide_content()
    assert (change.old, change.new) == ("[redacted]", "[redacted]")


@pytest.mark.parametrize(
    "data",
    [
        {"resources": [{"type": "A", "title": "a"}]},
        {"document_type": "Catalog", "data": {"resources": [{"type": "A", "title": "a"}]}},
        {"catalog": {"resources": [{"type": "A", "title": "a"}]}},
        [{"resources": {"data": [{"type": "A", "title": "a"}]}}],
    ],
)
def test_envelopes_of_catalogs(data: object) -> None:
    assert list(CatalogResources(data).by_key) == [("A", "a")]


@pytest.mark.parametrize("resources", [3, [3], [{"type": "A"}], [{"type": "A", "title": ["a"]}]])
def test_what_is_no_catalog_is_an_error(resources: object) -> None:
    with pytest.raises(InputError):
        CatalogResources({"resources": resources})
