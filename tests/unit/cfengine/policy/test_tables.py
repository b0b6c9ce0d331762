"""The words of the language."""

from __future__ import annotations

import json
import re

import pytest

from duckrow.cfengine.policy.dump_syntax import describe
from duckrow.cfengine.policy.tables import body_kinds, lookup

TYPES = {"body", "bundle", "clist", "context", "data", "ilist", "int", "irange", "olist",
         "option", "real", "rlist", "rrange", "slist", "string", None}  # fmt: skip


def all_tables() -> list[tuple[str, lookup.Attributes]]:
    types = {type_ for own in lookup.OWN_TYPES.values() for type_ in own} | {*lookup.COMMON_TYPES}
    return [
        *((type_, lookup.attributes_of_type(type_)) for type_ in sorted(types)),
        *((kind, lookup.attributes_of_body(kind) or {}) for kind in sorted(body_kinds())),
        ("everywhere", lookup.EVERYWHERE),
    ]


@pytest.mark.parametrize(("name", "table"), all_tables(), ids=lambda each: str(each)[:20])
def test_attributes_are_well_formed(name: str, table: dict[str, tuple[str, str]]) -> None:
    for attribute in table.values():
        type_, range_ = attribute[:2]
        assert type_ in TYPES
        assert (range_ is None) == (type_ in ("body", "bundle"))
        if type_ in ("int", "real", "ilist", "rlist", "irange"):
            assert len(range_.split(",")) == 2
        if type_ in ("string", "slist", "context", "clist"):
            re.compile(range_.replace("||", "|"))


def test_bodies_of_promises_have_a_table() -> None:
    for name, table in all_tables():
        for attribute, (type_, *_) in table.items():
            if type_ == "body" and attribute != "inherit_from":
                assert attribute in body_kinds(), (name, attribute)


def test_lookup() -> None:
    assert lookup.status_of_type("agent", "files") == lookup.NORMAL
    assert lookup.status_of_type("agent", "insert_lines") is None
    assert lookup.status_of_type("agent", "outputs") == lookup.REMOVED
    assert lookup.attribute_of_type("agent", "files", "string") is not None
    assert lookup.valid_attribute("agent", "files", "string") is None
    assert lookup.valid_attribute("edit_line", "insert_lines", "select_region") is not None
    assert lookup.attributes_of_body("bogus") is None


def test_description() -> None:
    found = json.loads(describe())
    assert sorted(found) == ["bodyTypes", "bundleTypes", "functions", "promiseTypes"]
    assert len(found["functions"]) == 186
    assert len(found["promiseTypes"]) == 30
    assert len(found["bodyTypes"]) == 41
    assert found["promiseTypes"]["files"]["attributes"]["perms"]["visibility"] == "promiseType"
    assert "syslog" not in found["bodyTypes"]["agent"]["attributes"]
