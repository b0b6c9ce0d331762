"""Tests that mount, or become another user, do so in a process and mount namespace of their own."""

from __future__ import annotations

import ctypes
import os
import subprocess
import traceback
from collections.abc import Callable

import pytest

NOBODY = 65534
_NEW_MOUNTS = 0x00020000


def needs_root() -> None:
    if os.geteuid() != 0:
        pytest.skip("needs root")


def isolated(body: Callable[[], None], *, mounts: bool = False, uid: int = 0) -> None:
    """Run a function in a child, with mounts of its own or as another user; fail as it does."""
    needs_root()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 0
        os.close(reading)
        try:
            if mounts:
                _unshare()
            if uid:
                os.setgroups([])
                os.setgid(uid)
                os.setuid(uid)
            body()
        except BaseException:
            code = 1
            os.write(writing, traceback.format_exc().encode()[-60000:])
        os._exit(code)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        said = file.read().decode()
    _, status = os.waitpid(child, 0)
    if "no namespaces here" in said:
        pytest.skip("needs mount namespaces")
    assert status == 0, said


def _unshare() -> None:
    if ctypes.CDLL(None).unshare(_NEW_MOUNTS) != 0:
        raise OSError("no namespaces here")
    done = subprocess.run(["mount", "--make-rprivate", "/"], check=False)
    if done.returncode != 0:
        raise OSError("no namespaces here")


def mount_scratch(path: str, size: str = "4m") -> None:
    """Mount a small file system in memory."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "scratch", path], check=True)
