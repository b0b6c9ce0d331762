"""Duplicate names, handles, and calls of bundles."""

from __future__ import annotations

from duckrow.cfengine.policy.check_names import check_all_blocks, sections
from duckrow.cfengine.policy.policy import Policy
from duckrow.cfengine.syntax import parse


def errors(*texts: str) -> list[str]:
    """Return the errors of files that are valid on their own."""
    policy = Policy()
    for number, text in enumerate(texts, 1):
        policy.add(parse(text, f"{number}.cf").blocks, f"{number}.cf")
    return check_all_blocks(policy.bundles, policy.bodies, "last.cf")


def test_bundles_of_two_files() -> None:
    assert errors("bundle agent a { }", "bundle agent a { }") == [
        f"{number}.cf:1:0: error: Duplicate definition of bundle a with type agent"
        for number in (1, 2)
    ]
    assert errors("bundle agent a { }", "bundle common a { }") == []
    namespace = 'body file control { namespace => "other"; }\n'
    assert errors("bundle agent a { }", namespace + "bundle agent a { }") == []


def test_each_file_may_have_a_control() -> None:
    control = 'body file control { inputs => { "x" }; }'
    assert errors(control, control) == []
    body = "body perms p { }"
    assert len(errors(body, body)) == 2


def test_errors_about_one_name_have_a_limit() -> None:
    assert len(errors("bundle agent a { }\n" * 1000)) < 1000 * 1000


def test_handles() -> None:
    text = 'bundle agent a { reports: "x" handle => "h"; b:: "y" handle => "h"; }'
    assert errors(text) == []
    assert errors(text, text.replace("agent a", "agent b")) == [
        "2.cf:1:0: error: Duplicate promise handle h found"
    ]
    assert errors(text.replace('"h"', '"$(h)"'), text.replace("agent a", "agent b")) == []


def test_calls_of_bundles_in_other_files() -> None:
    call = 'bundle agent main { methods: "x" usebundle => a("1"); "y" usebundle => n:b; }'
    assert errors(call, "bundle agent a(x) { }") == []
    assert errors(call, "bundle agent a { }\nbundle common a(x) { }") == [
        "1.cf:1:0: error: Conflicting arity in calling bundle a, expected 0 arguments, 1 given"
    ]


def test_sections_of_one_type_are_put_together() -> None:
    policy = Policy()
    text = 'bundle agent a { own: "1"; reports: "2"; own: "3"; vars: "4"; }'
    policy.add(parse(text, "x.cf").blocks, "x.cf")
    found = [
        (section.type, [promise.promiser for promise in section.promises])
        for section in sections(*policy.bundles)
    ]
    assert found == [("reports", ["2"]), ("vars", ["4"]), ("own", ["1", "3"])]
