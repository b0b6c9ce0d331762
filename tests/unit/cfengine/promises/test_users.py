"""Accounts are created, changed, locked and removed on a machine in memory."""

from __future__ import annotations

import pytest

from duckrow.machine.memory import MemoryMachine

from .policies import Ran, run

PASSWD = b"root:x:0:0:root:/root:/bin/sh\nduck:x:1000:1000:a duck:/home/duck:/bin/sh\n"
GROUP = b"root:x:0:\nduck:x:1000:\npond:x:2000:duck\nlake:x:2001:\n"
SHADOW = b"root:*:19000:0:99999:7:::\nduck:$6$hash:19000:0:99999:7:::\n"


@pytest.fixture
def machine() -> MemoryMachine:
    return MemoryMachine({"/etc/passwd": PASSWD, "/etc/group": GROUP, "/etc/shadow": SHADOW})


def users(machine: MemoryMachine, promises: str, *, dry: bool = False) -> Ran:
    bodies = 'body password hashed(data) { format => "hash"; data => "$(data)"; }'
    return run(f"bundle agent main {{ users: {promises} }} {bodies}", machine, dry=dry)


def test_a_new_user_can_not_log_in_and_is_not_locked(machine: MemoryMachine) -> None:
    ran = users(
        machine,
        '"swan" policy => "present", uid => "1234", description => "white", shell => "/bin/ash",'
        ' groups_secondary => { "pond" }, classes => outcome("x");',
    )
    swan = machine.users.user("swan")
    assert swan is not None
    assert (swan.uid, swan.comment, swan.shell) == (1234, "white", "/bin/ash")
    assert [each.name for each in machine.users.groups_with("swan")] == ["pond"]
    secret = machine.users.secret("swan")
    assert secret is not None
    assert secret.password == "x"
    assert (ran.classes, ran.said) == (["repaired_x"], ["    info: Created user 'swan'"])


def test_a_new_user_with_a_password_or_locked(machine: MemoryMachine) -> None:
    users(
        machine,
        '"swan" policy => "present", password => hashed("$6$abc");'
        '"goose" policy => "locked", password => hashed("$6$abc");',
    )
    passwords = {each.name: each.password for each in machine.users.all_secrets()}
    assert passwords["swan"] == "$6$abc"
    assert passwords["goose"] == "!x"
    assert {each.name: each.expires for each in machine.users.all_secrets()}["goose"] == 1


def test_an_account_as_promised_is_unchanged(machine: MemoryMachine) -> None:
    before = machine.files.read("/etc/passwd"), machine.files.read("/etc/shadow")
    ran = users(
        machine,
        '"duck" policy => "present", uid => "1000", description => "a duck", shell => "/bin/sh",'
        ' home_dir => "/home/duck", group_primary => "duck", groups_secondary => { "2000" },'
        ' password => hashed("$6$hash"), classes => outcome("x");',
    )
    assert (ran.classes, ran.said) == (["kept_x"], [])
    assert before == (machine.files.read("/etc/passwd"), machine.files.read("/etc/shadow"))


def test_only_differences_are_changed(machine: MemoryMachine) -> None:
    ran = users(
        machine,
        '"duck" policy => "present", description => "no duck", group_primary => "2000",'
        ' groups_secondary => { "lake" }, password => hashed("$6$other"),'
        ' classes => outcome("x");',
    )
    duck = machine.users.user("duck")
    assert duck is not None
    assert (duck.uid, duck.gid, duck.comment, duck.home) == (1000, 2000, "no duck", "/home/duck")
    assert [each.name for each in machine.users.groups_with("duck")] == ["lake"]
    secret = machine.users.secret("duck")
    assert secret is not None
    assert secret.password == "$6$other"
    assert ran.classes == ["repaired_x"]


def test_locked_and_unlocked(machine: MemoryMachine) -> None:
    assert users(machine, '"duck" policy => "locked", classes => outcome("x");').classes == [
        "repaired_x"
    ]
    secret = machine.users.secret("duck")
    assert secret is not None
    assert (secret.password, secret.expires) == ("!$6$hash", 1)
    assert users(machine, '"duck" policy => "locked", classes => outcome("x");').classes == [
        "kept_x"
    ]
    users(machine, '"duck" policy => "present";')
    secret = machine.users.secret("duck")
    assert secret is not None
    assert (secret.password, secret.expires) == ("$6$hash", None)


def test_removed(machine: MemoryMachine) -> None:
    ran = users(
        machine,
        '"duck" policy => "absent", classes => outcome("duck");'
        '"swan" policy => "absent", classes => outcome("swan");',
    )
    assert machine.users.user("duck") is None
    assert ran.classes == ["kept_swan", "repaired_duck"]


@pytest.mark.parametrize(
    ("promise", "warning"),
    [
        ('"swan" policy => "present"', "Need to create user 'swan'."),
        ('"duck" policy => "absent"', "Need to remove user 'duck'."),
        ('"duck" policy => "locked"', "Need to lock account for user 'duck'."),
        (
            '"duck" policy => "present", password => hashed("x")',
            "Need to change password for user 'duck'.",
        ),
        (
            '"duck" policy => "present", shell => "/bin/ash", uid => "7"',
            (
                'Need to update user attributes (command \'/usr/sbin/usermod -u "7" -s "/bin/ash" '
                "duck')."
            ),
        ),
    ],
)
@pytest.mark.parametrize("dry", [False, True])
def test_warnings(machine: MemoryMachine, promise: str, warning: str, dry: bool) -> None:
    action = "" if dry else ", action => warn"
    before = machine.files.read("/etc/passwd"), machine.files.read("/etc/shadow")
    ran = users(machine, f'{promise}{action}, classes => outcome("x");', dry=dry)
    assert ran.said[0] == f" warning: {warning}"
    assert ran.classes == ["failed_x"]
    assert before == (machine.files.read("/etc/passwd"), machine.files.read("/etc/shadow"))


def test_passwords_are_not_logged(machine: MemoryMachine) -> None:
    text = '"swan" policy => "present", password => hashed("secret:hash");'
    ran = run(
        f"bundle agent main {{ users: {text} }}"
        'body password hashed(data) { format => "hash"; data => "$(data)"; }',
        machine,
        level="debug",
    )
    assert not [line for line in ran.said if "secret" in line]


def test_the_home_bundle_is_run_for_new_users_only(machine: MemoryMachine) -> None:
    ran = run(
        "bundle agent main { users:"
        ' "duck" policy => "present", home_bundle => home("duck");'
        ' "swan" policy => "present", home_bundle => home("swan"); }'
        'bundle agent home(name) { reports: "at home: $(name)"; }',
        machine,
    )
    assert [line for line in ran.said if line.startswith("R: ")] == ["R: at home: swan"]
