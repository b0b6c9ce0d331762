"""ssh_authorized_key: one line of a file; all others stay as they are."""

from __future__ import annotations

from typing import Any

from duckrow.machine.memory import MemoryMachine
from duckrow.puppet.providers.ssh_authorized_key.parsed import is_trusted

PATH = "/home/duck/.ssh/authorized_keys"
KEY = {"ensure": "present", "user": "duck", "type": "rsa", "key": "AAAA"}


def lines(accounts: Any, path: str = PATH) -> list[bytes]:
    content: bytes = accounts.machine.files.read(path)
    return [line for line in content.splitlines() if not line.startswith(b"# HEADER")]


def test_a_key_comes_changes_and_goes(accounts: Any) -> None:
    assert accounts.apply(("Ssh_authorized_key", "duck@pond", KEY)).changed
    assert lines(accounts) == [b"ssh-rsa AAAA duck@pond"]
    files = accounts.machine.files
    assert (files.facts(PATH).mode, files.facts(PATH).uid) == (0o600, 1500)
    assert (files.facts("/home/duck/.ssh").mode, files.facts("/home/duck/.ssh").uid) == (
        0o700,
        1500,
    )
    assert accounts.apply(("Ssh_authorized_key", "duck@pond", KEY)).said == []
    options = ["no-pty", 'command="/bin/echo a, b"']
    (said,) = accounts.apply(("Ssh_authorized_key", "duck@pond", {**KEY, "options": options})).said
    assert said.endswith("changed ['absent'] to ['no-pty', 'command=\"/bin/echo a, b\"']")
    assert lines(accounts) == [b'no-pty,command="/bin/echo a, b" ssh-rsa AAAA duck@pond']
    assert accounts.apply(("Ssh_authorized_key", "duck@pond", KEY)).changed
    gone = {"ensure": "absent", "user": "duck"}
    assert accounts.apply(("Ssh_authorized_key", "duck@pond", gone)).changed
    assert lines(accounts) == [b""]
    assert accounts.apply(("Ssh_authorized_key", "duck@pond", KEY)).changed
    assert lines(accounts) == [b"ssh-rsa AAAA duck@pond"]


def test_other_keys_are_written_with_single_spaces(accounts: Any) -> None:
    others = b"# \xff\n\n  no-pty   ssh-dss  DDDD   a  b \nnonsense\nssh-rsa AAAA"
    accounts.machine.files.make_parents(PATH)
    accounts.machine.files.replace(PATH, others)
    accounts.apply(("Ssh_authorized_key", "duck@pond", KEY))
    assert lines(accounts) == [
        b"# \xff",
        b"",
        b"no-pty ssh-dss DDDD a  b ",
        b"nonsense",
        b"ssh-rsa AAAA ",
        b"ssh-rsa AAAA duck@pond",
    ]


def test_a_user_that_is_made_in_the_same_run(accounts: Any) -> None:
    done = accounts.apply(
        ("Ssh_authorized_key", "goose@pond", {**KEY, "user": "goose"}),
        ("User", "goose", {"ensure": "present", "uid": 1800, "managehome": True}),
    )
    assert done.failed == []
    assert lines(accounts, "/home/goose/.ssh/authorized_keys") == [b"ssh-rsa AAAA goose@pond"]
    assert accounts.machine.files.facts("/home/goose/.ssh/authorized_keys").uid == 1800


def test_what_cannot_be_written_is_reported(accounts: Any) -> None:
    said = accounts.apply(("Ssh_authorized_key", "k", {**KEY, "user": "swan"})).said
    assert said[-1].endswith("Could not evaluate: User 'swan' does not exist")
    values = {"ensure": "present", "type": "rsa", "key": "AAAA", "target": "/home/keys"}
    said = accounts.apply(("Ssh_authorized_key", "k", values)).said
    assert said[-1].endswith("Cannot write SSH authorized keys without user")


def test_with_all_rights_only_where_nobody_else_could_write(accounts: Any) -> None:
    accounts.machine.files.make_directory("/home/keys")
    values = {**KEY, "drop_privileges": False}
    mine = {**values, "target": "/home/keys/duck"}
    assert accounts.apply(("Ssh_authorized_key", "k", mine)).failed == []
    assert accounts.machine.files.facts("/home/keys/duck").uid == 1500
    accounts.machine.files.make_directory("/home/duck/.ssh", 0o700, 1500, 1500)
    said = accounts.apply(("Ssh_authorized_key", "k", values)).said
    assert said[-1].endswith("drop_privileges is false but the target path is not trusted")


def test_what_others_can_write_is_not_trusted() -> None:
    machine = MemoryMachine()
    machine.files.make_parents("/srv/keys/deep/x")
    assert is_trusted(machine, "/srv/keys/deep/x")
    machine.files.set_mode("/srv/keys", 0o775)
    assert not is_trusted(machine, "/srv/keys/deep/x")
    machine.files.set_mode("/srv/keys", 0o755)
    machine.files.set_owner("/srv/keys/deep", 1500)
    assert not is_trusted(machine, "/srv/keys/deep/x")
    assert not is_trusted(machine, "/srv/none/x")


def test_values_that_are_rejected(accounts: Any) -> None:
    for more, message in (
        ({"key": "a b"}, "Key must not contain whitespace: a b"),
        ({"options": "a=b"}, "Option a=b is not valid."),
        ({"type": "rot13"}, 'Invalid value "rot13". Valid values are ssh-dss, ssh-rsa'),
    ):
        said = accounts.apply(("Ssh_authorized_key", "k", {**KEY, **more})).said
        assert message in said[0]
