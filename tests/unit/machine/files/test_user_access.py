"""Users that are named may connect to a socket of root; nobody else may."""

from __future__ import annotations

import os
import pwd
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from duckrow.machine.files.user_access import admit_users
from duckrow.machine.sockets import listen_on_path

CONNECT = "import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])"
pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as other users")


def other_users() -> list[pwd.struct_passwd]:
    found = [each for each in pwd.getpwall() if 0 < each.pw_uid < 60_000]
    return found[:2]


def may_connect(user: pwd.struct_passwd, path: Path) -> bool:
    words = ["/usr/bin/python3", "-c", CONNECT, str(path)]
    done = subprocess.run(
        words, user=user.pw_uid, group=user.pw_gid, extra_groups=[], cwd="/",
        capture_output=True, check=False,
    )  # fmt: skip
    return done.returncode == 0


@pytest.fixture
def path() -> Iterator[Path]:
    # The path of a socket has at most 107 bytes, and that of tmp_path may be longer.
    with tempfile.TemporaryDirectory(prefix="access-") as above:
        os.chmod(above, 0o711)  # others must be able to reach the socket
        directory = Path(above) / "sockets"
        directory.mkdir(mode=0o700)
        yield directory / "quack.socket"


def test_only_named_users_may_connect(path: Path) -> None:
    users = other_users()
    if len(users) < 2 or not Path("/usr/bin/python3").exists():
        pytest.skip("this host has not enough users")
    first, second = users
    listening = listen_on_path(str(path))
    try:
        assert not may_connect(first, path)
        assert admit_users(str(path), [first.pw_name, "nobody.of.this.name"]) == [
            "nobody.of.this.name"
        ]
        assert (may_connect(first, path), may_connect(second, path)) == (True, False)
        admit_users(str(path), [second.pw_name])
        assert (may_connect(first, path), may_connect(second, path)) == (False, True)
        admit_users(str(path), [])
        assert (may_connect(first, path), may_connect(second, path)) == (False, False)
        admit_users(str(path), [])
    finally:
        listening.close()


def test_a_new_socket_replaces_one_that_was_left(path: Path) -> None:
    first = listen_on_path(str(path))
    first.close()
    second = listen_on_path(str(path))
    with socket.socket(socket.AF_UNIX) as channel:
        channel.connect(str(path))
    second.close()
    assert path.stat().st_mode & 0o777 == 0o700
