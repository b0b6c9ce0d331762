"""The host as facts and hard classes read it: small readers that never fail.

Paths are below `root`, so that a tree of files can stand for a machine. Commands are argument
vectors with a time limit, never text for a shell; a host with another root runs only commands in
its own folders.
"""

from __future__ import annotations

import os

from duckrow.machine.paths import is_program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from duckrow.machine.netlink import Link, Source
    from duckrow.machine.users.records import User

LARGEST_FILE = 4 * 1024 * 1024
LONGEST_COMMAND = 5.0
_MORE_PATHS = ("/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/bin", "/bin")


class Host:
    """This machine, or what looks like one below `root`."""

    __slots__ = ("environment", "root")

    def __init__(self, root: str = "", environment: Mapping[str, str] | None = None) -> None:
        self.root = root.rstrip("/")
        self.environment: Mapping[str, str] = os.environ if environment is None else environment

    # ---- files

    def text(self, path: str) -> str | None:
        """Give the content of a file, or None when it cannot be read."""
        data = self.content(path)
        return None if data is None else data.decode("utf-8", "replace")

    def content(self, path: str) -> bytes | None:
        """Give the bytes of a file, or None when it cannot be read."""
        try:
            descriptor = os.open(self.root + path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        except (OSError, ValueError):
            return None
        parts = []
        size = 0
        try:
            while size < LARGEST_FILE and (part := os.read(descriptor, 65536)):
                parts.append(part)
                size += len(part)
        except OSError:
            return None
        finally:
            os.close(descriptor)
        return b"".join(parts)

    def word(self, path: str) -> str | None:
        """Give the content of a file without the space around it, or None when nothing is left."""
        found = self.text(path)
        return found.strip() or None if found is not None else None

    def lines(self, path: str) -> list[str]:
        """Give the lines of a file; none when it cannot be read."""
        return (self.text(path) or "").splitlines()

    def names(self, directory: str) -> list[str]:
        """Give the sorted names in a directory; none when it cannot be read."""
        try:
            return sorted(os.listdir(self.root + directory))
        except OSError:
            return []

    def exists(self, path: str) -> bool:
        """Tell whether a path names anything."""
        return os.path.exists(self.root + path)

    def is_directory(self, path: str) -> bool:
        """Tell whether a path names a directory."""
        return os.path.isdir(self.root + path)

    def is_program(self, path: str) -> bool:
        """Tell whether a path names a file that may be run."""
        return is_program(self.root + path)

    # ---- commands

    def which(self, command: str) -> str | None:
        """Find a command along the PATH and in the usual places besides."""
        folders = self.environment.get("PATH", "").split(":")
        for folder in (*folders, *_MORE_PATHS):
            path = f"{folder}/{command}"
            if folder.startswith("/") and self.is_program(path):
                return path
        return None

    def output(self, *command: str) -> str:
        """Run a command that is installed and give what it prints; empty when it fails."""
        path = self.which(command[0])
        if path is None:
            return ""
        from duckrow.machine.processes.small_program import CommandError, run

        try:
            done = run([self.root + path, *command[1:]], LONGEST_COMMAND, self.environment)
        except CommandError:
            return ""
        return done.output.decode("utf-8", "replace")

    # ---- the kernel

    def uname(self) -> os.uname_result:
        """Give the names of the kernel and of the machine."""
        return os.uname()

    def space(self, path: str) -> tuple[int, int, int]:
        """Give size, available and used bytes of the file system at a path."""
        found = os.statvfs(self.root + path)
        unit = found.f_frsize
        return found.f_blocks * unit, found.f_bavail * unit, (found.f_blocks - found.f_bfree) * unit

    def links(self) -> list[Link]:
        """Give the network interfaces with their addresses."""
        from duckrow.machine.netlink import read_links

        return read_links()

    def sources(self) -> list[Source]:
        """Give the addresses that routes say packets come from."""
        from duckrow.machine.netlink import read_sources

        return read_sources()

    def canonical_name(self, name: str) -> str | None:
        """Give the full name of a host, as the resolver knows it."""
        import _socket

        wanted = name.encode("utf-8", "surrogateescape")  # text would be encoded by a slow module
        try:
            found = _socket.getaddrinfo(
                wanted, None, 0, _socket.SOCK_STREAM, 0, _socket.AI_CANONNAME
            )
        except OSError:
            return None
        return str(found[0][3]) or None if found else None

    def known_as(self, name: str) -> tuple[str, list[str]]:
        """Give the full name of a host and its other names; empty when nobody knows it."""
        import _socket

        try:
            wanted: Any = name.encode("utf-8", "surrogateescape")  # text needs a slow module
            full, others, _ = _socket.gethostbyname_ex(wanted)
        except OSError:
            return "", []
        return full, others

    def processors(self) -> int:
        """Give how many processors are in use, or 0."""
        return os.sysconf("SC_NPROCESSORS_ONLN")

    def real_path(self, path: str) -> str:
        """Follow links; a path that cannot be followed is given back."""
        return os.path.realpath(self.root + path) if not self.root else path

    def zone(self) -> str:
        """Give the short name of the time zone."""
        from time import strftime

        return strftime("%Z")

    def user(self) -> int:
        """Give the number of the user who asks."""
        return os.getuid()

    def group(self) -> int:
        """Return the number of the group of this process."""
        return os.getgid()

    def account(self, uid: int) -> User | None:
        """Return the account with a number, asked of the name service; None if there is none."""
        from pwd import getpwuid

        from duckrow.machine.users.records import User

        try:
            found = getpwuid(uid)
        except KeyError:
            return None
        return User(
            found.pw_name, found.pw_uid, found.pw_gid, found.pw_gecos, found.pw_dir, found.pw_shell
        )

    def group_name(self, gid: int) -> str | None:
        """Return the name of a group, asked of the name service; None if there is none."""
        from grp import getgrgid

        try:
            return getgrgid(gid).gr_name
        except KeyError:
            return None

    def modified(self, path: str) -> float | None:
        """Return when a file was last modified, in seconds since 1970; None if there is none."""
        try:
            return os.stat(self.root + path).st_mtime
        except OSError:
            return None
