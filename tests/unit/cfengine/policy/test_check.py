"""Checks of files, alone and together."""

from __future__ import annotations

from duckrow.cfengine.policy.check import check_policy, read_file
from duckrow.cfengine.policy.policy import Policy


def policy_of(*texts: str) -> Policy:
    policy = Policy()
    for number, text in enumerate(texts):
        parsed = read_file(text, f"{number}.cf")
        assert parsed.lines() == []
        policy.add(parsed.blocks, parsed.file)
    return policy


def test_names_are_given_once_in_all_files() -> None:
    policy = policy_of("bundle agent a { }", "\nbundle agent a { } body perms m { }")
    assert check_policy(policy) == [
        "0.cf:1:0: error: Duplicate definition of bundle a with type agent",
        "1.cf:2:0: error: Duplicate definition of bundle a with type agent",
    ]


def test_calls_go_across_files() -> None:
    policy = policy_of(
        'bundle agent a { methods: "x" usebundle => b("1"); }', "bundle agent b(x, y) { }"
    )
    assert check_policy(policy) == [
        "0.cf:1:0: error: Conflicting arity in calling bundle b, expected 2 arguments, 1 given"
    ]


def test_bodies_are_wanted_when_a_policy_is_run() -> None:
    policy = policy_of('bundle agent a { files: "/x" perms => m; }')
    assert check_policy(policy, is_run=False) == []
    assert check_policy(policy) == ["0.cf:1:0: error: Undefined body m with type perms"]
    assert check_policy(policy_of('bundle agent a { files: "/x" perms => m; }', "body perms m { }")
                        ) == []  # fmt: skip


def test_comments_may_be_required() -> None:
    policy = policy_of('bundle agent a { reports: "x"; "y" comment => "z"; }')
    (line,) = check_policy(policy, needs_comments=True)
    assert line.startswith("0.cf:1:0: error: Promise is missing a comment attribute,")


def test_handles_are_given_once_in_all_files() -> None:
    policy = policy_of(
        'bundle agent a { reports: "x" handle => "h"; }',
        'bundle agent b { reports: "y" handle => "h"; linux:: "z" handle => "h"; }',
    )
    assert check_policy(policy) == ["1.cf:1:0: error: Duplicate promise handle h found"]


def test_warnings_are_chosen() -> None:
    text = 'body acl a { acl_directory_inherit => "parent"; }'
    assert len(read_file(text, "x.cf").warnings) == 1
    assert read_file(text, "x.cf", warnings=()).messages == []
    parsed = read_file(text, "x.cf", warnings_as_errors=("deprecated",))
    assert parsed.is_broken
    assert parsed.blocks == ()


def test_log_lines_come_between_messages() -> None:
    parsed = read_file('bundle agent a { vars: "x" int => "y"; }', "x.cf")
    assert [str(each).splitlines()[0] for each in parsed.messages] == [
        "   error: Failed to parse integer number: y",
        "x.cf:1:38: error: Cannot parse value as integer",
    ]


def test_secrets_of_a_broken_line_are_only_in_the_line_shown() -> None:
    parsed = read_file('\nbody password p { data => "secret" x; }', "x.cf")
    assert all("secret" not in each.message for each in parsed.errors)
