"""The valid values of attributes in promises with their bodies expanded."""

from __future__ import annotations

import pytest

from duckrow.cfengine.policy.rules import rule_in_promise
from duckrow.cfengine.policy.tables.ranges import PATH


@pytest.mark.parametrize(
    ("type_", "name", "rule"),
    [
        ("files", "create", ("option", "true,false,yes,no,on,off")),
        ("files", "chdir", None),
        ("commands", "chdir", ("string", PATH)),
        ("files", "perms", None),
        ("files", "edit_line", None),
        ("files", "comment", None),
        ("files", "meta", ("slist", "")),
        ("files", "bogus", None),
        # Attributes of all promises, and of classes promises.
        ("files", "ifelapsed", None),
        ("files", "scope", ("option", "namespace,bundle")),
    ],
)
def test_rules(type_: str, name: str, rule: tuple[str, str] | None) -> None:
    assert rule_in_promise(type_, name) == rule
