"""Names that are given twice, handles, and calls of bundles."""

from __future__ import annotations

from duckrow.cfengine.policy.check_names import check_all_blocks, sections
from duckrow.cfengine.policy.policy import Policy
from duckrow.cfengine.syntax import parse


def faults(*texts: str) -> list[str]:
    """Give what is wrong with files that are each right by themselves."""
    policy = Policy()
    for number, text in enumerate(texts, 1):
        policy.add(parse(text, f"{number}.cf").blocks, f"{number}.cf")
    return check_all_blocks(policy.bundles, policy.bodies, "last.cf")


def test_bundles_of_two_files() -> None:
    assert faults("bundle agent a { }", "bundle agent a { }") == [
        f"{number}.cf:1:0: error: Duplicate definition of bundle a with type agent"
        for number in (1, 2)
    ]
    assert faults("bundle agent a { }", "bundle common a { }") == []
    namespace = 'body file control { namespace => "other"; }\n'
    assert faults("bundle agent a { }", namespace + "bundle agent a { }") == []


def test_each_file_may_have_a_control() -> None:
    control = 'body file control { inputs => { "x" }; }'
    assert faults(control, control) == []
    body = "body perms p { }"
    assert len(faults(body, body)) == 2


def test_a_name_that_is_given_very_often_is_not_told_of_for_ever() -> None:
    assert len(faults("bundle agent a { }\n" * 1000)) < 1000 * 1000


def test_handles() -> None:
    text = 'bundle agent a { reports: "x" handle => "h"; b:: "y" handle => "h"; }'
    assert faults(text) == []
    assert faults(text, text.replace("agent a", "agent b")) == [
        "2.cf:1:0: error: Duplicate promise handle h found"
    ]
    assert faults(text.replace('"h"', '"$(h)"'), text.replace("agent a", "agent b")) == []


def test_calls_of_bundles_in_other_files() -> None:
    call = 'bundle agent main { methods: "x" usebundle => a("1"); "y" usebundle => n:b; }'
    assert faults(call, "bundle agent a(x) { }") == []
    assert faults(call, "bundle agent a { }\nbundle common a(x) { }") == [
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
