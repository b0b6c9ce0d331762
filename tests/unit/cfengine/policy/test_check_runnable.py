"""Checks that matter only if a policy is run."""

from __future__ import annotations

import pytest

from duckrow.cfengine.policy.check_runnable import check_runnable
from duckrow.cfengine.policy.policy import Policy
from duckrow.cfengine.syntax import parse


def errors(text: str, *, needs_comments: bool = False) -> list[str]:
    """Return the errors of a policy."""
    policy = Policy()
    policy.add(parse(text, "x.cf").blocks, "x.cf")
    return check_runnable(policy.bundles, policy.bodies, "x.cf", needs_comments=needs_comments)


@pytest.mark.parametrize("name", ["p", "p()", "default:p", "n:q", "q"])
def test_bodies_that_are_there(name: str) -> None:
    text = f'bundle agent main {{ files: "/x" perms => {name}; }}\nbody perms p {{ }}\n'
    text += 'body file control { namespace => "n"; }\nbody perms q { }'
    assert errors(text) == []


@pytest.mark.parametrize(
    ("name", "shown"), [("p", "p"), ("n:p", "p"), ("c", "c"), ("default:c(1)", "c")]
)
def test_bodies_that_are_not_there(name: str, shown: str) -> None:
    text = f'bundle agent main {{ files: "/x" perms => {name}; }}\nbody copy_from c {{ }}'
    assert errors(text) == [f"x.cf:1:0: error: Undefined body {shown} with type perms"]


def test_comments() -> None:
    text = 'bundle agent main { reports: "x" comment => "why"; own: "y";\n vars: "z" int => "1"; }'
    assert errors(text) == []
    message = "Promise is missing a comment attribute, and comments are required by policy"
    assert errors(text, needs_comments=True) == [f"x.cf:2:0: error: {message}"]
