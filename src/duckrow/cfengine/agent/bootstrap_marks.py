"""The files that say where this host belongs, and the policy that a bootstrap replaces.

    policy_server.dat      the argument of the bootstrap
    bootstrap_id.dat       40 random letters: which bootstrap it was
    state/am_policy_hub    this host is the policy server

`inputs` is copied before the new policy arrives, and the copy comes back if that fails. It is not
renamed: in a container it may be a volume. A bootstrap that was killed leaves the copy, which the
next one takes as the old policy.
"""

from __future__ import annotations

from base64 import b64encode

from duckrow.cfengine.agent.policy_server import FILE
from duckrow.machine.files.local import LocalFiles
from duckrow.machine.files.private import remove, replace_file
from duckrow.machine.files.whole import copy_exactly
from duckrow.machine.paths import exists, names_in, read_bytes, real_path
from duckrow.machine.this_process import random_bytes

_MOST = 1 << 16
_RANDOM = 30  # bytes; a multiple of 3, so that base64 needs no padding


class Marks:
    """The marks of one work directory before and after a bootstrap."""

    __slots__ = ("_before", "_files", "_has_begun", "_inputs", "_keys", "_paths", "_trusted")

    def __init__(self, work_directory: str, inputs: str) -> None:
        self._files = LocalFiles()
        self._inputs = real_path(inputs)  # a link stays one
        self._keys = f"{work_directory}/ppkeys"
        self._paths = tuple(
            f"{work_directory}/{name}" for name in (FILE, "bootstrap_id.dat", "state/am_policy_hub")
        )
        self._before: list[bytes | None] = []
        self._trusted: set[str] = set()
        self._has_begun = False

    @property
    def copy(self) -> str:
        """Return where the old policy is during a bootstrap."""
        return f"{self._inputs}.before-bootstrap"

    @property
    def _unfinished(self) -> str:
        return f"{self.copy}.part"

    def begin(self) -> None:
        """Remember the marks, copy the policy and remove it. Raises OSError."""
        self._before = [_content(path) for path in self._paths]
        self._trusted = set(names_in(self._keys))
        self._remove(self._unfinished)
        if not exists(self.copy):  # else a bootstrap was killed
            self._files.make_directory(self._unfinished, 0o700)
            if exists(self._inputs):
                copy_exactly(self._inputs, self._unfinished)
            self._files.rename(self._unfinished, self.copy)
        self._has_begun = True
        self._empty()

    def write(self, server: str, *, is_hub: bool) -> None:
        """Write the marks. Raises OSError."""
        address, identity, hub = self._paths
        if is_hub:
            replace_file(hub, b"", 0o600)
        else:
            remove(hub)
        replace_file(address, f"{server}\n".encode("utf-8", "surrogateescape"), 0o600)
        replace_file(identity, b64encode(random_bytes(_RANDOM)) + b"\n", 0o600)

    def keep(self) -> None:
        """Remove the copy of the old policy."""
        self._files.rename(self.copy, self._unfinished)
        self._remove(self._unfinished)

    def restore(self) -> str:
        """Restore policy and marks, and forget new keys; return the policy server before."""
        if not self._has_begun:
            self._remove(self._unfinished)
            return self._server_before
        for path, content in zip(self._paths, self._before, strict=True):
            if content is None:
                remove(path)
            elif content != _content(path):
                replace_file(path, content, 0o600)
        for name in set(names_in(self._keys)) - self._trusted:
            if name.endswith(".pub"):
                remove(f"{self._keys}/{name}")
        self._empty()
        copy_exactly(self.copy, self._inputs)
        self.keep()
        return self._server_before

    @property
    def _server_before(self) -> str:
        return (self._before[0] or b"").decode("utf-8", "replace").strip() if self._before else ""

    def _empty(self) -> None:
        """Make the directory of the policy, without anything in it."""
        if not exists(self._inputs):
            self._files.make_directory(self._inputs, 0o700)
        for name in names_in(self._inputs):
            self._files.remove(f"{self._inputs}/{name}", recursive=True)

    def _remove(self, path: str) -> None:
        if exists(path):
            self._files.remove(path, recursive=True)


def _content(path: str) -> bytes | None:
    try:
        return read_bytes(path, _MOST)
    except FileNotFoundError:
        return None
