"""Acting as somebody else: with their rights, and only for a while."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from duckrow.machine.local import LocalMachine
from duckrow.machine.users.acting import ActingAs
from duckrow.machine.users.records import User

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as somebody else")


@needs_root
def test_rights_are_those_of_the_user(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o700)
    before = (os.geteuid(), os.getegid(), os.getgroups())
    with ActingAs(65534, 65534, [65534]):
        assert (os.geteuid(), os.getegid(), os.getgroups()) == (65534, 65534, [65534])
        with pytest.raises(PermissionError):
            os.listdir(locked)
    assert (os.geteuid(), os.getegid(), os.getgroups()) == before


@needs_root
def test_whatever_happens_we_are_ourselves_again() -> None:
    before = (os.geteuid(), os.getegid(), os.getgroups())
    with pytest.raises(RuntimeError), ActingAs(65534, 65534, []):
        raise RuntimeError
    assert (os.geteuid(), os.getegid(), os.getgroups()) == before


@needs_root
def test_files_are_the_users_own() -> None:
    import tempfile

    # Not below a directory that only we may enter.
    with tempfile.TemporaryDirectory(dir="/tmp") as root:
        Path(root).chmod(0o755)
        home = Path(root) / "home"
        home.mkdir()
        os.chown(home, 65534, 65534)
        machine = LocalMachine(root)
        with machine.users.acting_as(User("nobody", 65534, 65534)):
            machine.files.make_directory("/home/.ssh", 0o700)
            machine.files.replace("/home/.ssh/keys", b"quack\n", 0o600)
            with pytest.raises(PermissionError):
                machine.files.replace("/keys", b"quack\n")
        facts = machine.files.facts("/home/.ssh/keys")
        assert facts is not None
        assert (facts.uid, facts.gid, facts.mode) == (65534, 65534, 0o600)
        assert os.listdir(root) == ["home"]


def test_users_other_than_root_do_not_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1500)
    monkeypatch.setattr(os, "seteuid", lambda _: pytest.fail("that cannot work"))
    with ActingAs(65534, 65534, []):
        pass
