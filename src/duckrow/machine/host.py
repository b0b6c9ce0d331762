"""The host as facts and hard classes read it: small readers that never fail.

Paths are below `root`, so that a tree of files can represent a host. Commands are argument vectors
with a time limit, never strings for a shell; a host with another root runs only commands in its own
directories.
"""

from __future__ import annotations

import os

from duckrow.machine.paths import exists, is_directory, is_program, names_in, read_bytes

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
    """This host, or a tree of files below `root` that represents one."""

    __slots__ = ("environment", "root")

    def __init__(self, root: str = "", environment: Mapping[str, str] | None = None) -> None:
        self.root = root.rstrip("/")
        self.environment: Mapping[str, str] = os.environ if environment is None else environment

    # ---- files

    def text(self, path: str) -> str | None:
        """Return the content of a file, or None when it cannot be read."""
        data = self.content(path)
        return None if data is None else data.decode("utf-8", "replace")

    def content(self, path: str) -> bytes | None:
        """Return the bytes of a file, or None when it cannot be read."""
        try:
            descriptor = os.open(self.root + path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        except NotADirectoryError:
            return self._archived(self.root + path)
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

    def _archived(self, path: str) -> bytes | None:
        try:
            return read_bytes(path, LARGEST_FILE)
        except OSError:
            return None

    def word(self, path: str) -> str | None:
        """Return the content of a file without surrounding space, or None if nothing remains."""
        found = self.text(path)
        return found.strip() or None if found is not None else None

    def lines(self, path: str) -> list[str]:
        """Return the lines of a file; empty if it cannot be read."""
        return (self.text(path) or "").splitlines()

    def names(self, directory: str) -> list[str]:
        """Return the sorted names in a directory; empty if it cannot be read."""
        try:
            return names_in(self.root + directory)
        except OSError:
            return []

    def exists(self, path: str) -> bool:
        """Return whether a path exists."""
        return exists(self.root + path)

    def is_directory(self, path: str) -> bool:
        """Return whether a path is a directory."""
        return is_directory(self.root + path)

    def is_program(self, path: str) -> bool:
        """Return whether a path is an executable file."""
        return is_program(self.root + path)

    # ---- commands

    def which(self, command: str) -> str | None:
        """Find a command in PATH and in the usual directories besides."""
        directories = self.environment.get("PATH", "").split(":")
        for directory in (*directories, *_MORE_PATHS):
            path = f"{directory}/{command}"
            if directory.startswith("/") and self.is_program(path):
                return path
        return None

    def output(self, *command: str) -> str:
        """Run an installed command and return its output; empty if it fails."""
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
        """Return the uname of the kernel."""
        return os.uname()

    def space(self, path: str) -> tuple[int, int, int]:
        """Return size, available and used bytes of the file system at a path."""
        found = os.statvfs(self.root + path)
        unit = found.f_frsize
        return found.f_blocks * unit, found.f_bavail * unit, (found.f_blocks - found.f_bfree) * unit

    def links(self) -> list[Link]:
        """Return the network interfaces with their addresses."""
        from duckrow.machine.netlink import read_links

        return read_links()

    def sources(self) -> list[Source]:
        """Return the source addresses of routes."""
        from duckrow.machine.netlink import read_sources

        return read_sources()

    def canonical_name(self, name: str) -> str | None:
        """Return the full name of a host, from the resolver."""
        import _socket

        wanted = name.encode(
            "utf-8", "surrogateescape"
        )  # a string would be encoded by a slow module
        try:
            found = _socket.getaddrinfo(
                wanted, None, 0, _socket.SOCK_STREAM, 0, _socket.AI_CANONNAME
            )
        except OSError:
            return None
        return str(found[0][3]) or None if found else None

    def known_as(self, name: str) -> tuple[str, list[str]]:
        """Return the full name of a host and its aliases; empty for an unknown name."""
        import _socket

        try:
            wanted: Any = name.encode("utf-8", "surrogateescape")  # a string needs a slow module
            full, others, _ = _socket.gethostbyname_ex(wanted)
        except OSError:
            return "", []
        return full, others

    def processors(self) -> int:
        """Return the number of processors in use, or 0."""
        return os.sysconf("SC_NPROCESSORS_ONLN")

    def real_path(self, path: str) -> str:
        """Return the path without links; a path that cannot be resolved is returned as it is."""
        return os.path.realpath(self.root + path) if not self.root else path

    def zone(self) -> str:
        """Return the short name of the time zone."""
        from time import strftime

        return strftime("%Z")

    def user(self) -> int:
        """Return the user id of this process."""
        return os.getuid()

    def group(self) -> int:
        """Return the group id of this process."""
        return os.getgid()

    def account(self, uid: int) -> User | None:
        """Return the account with a user id from the name service, or None."""
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
        """Return the name of a group from the name service, or None."""
        from grp import getgrgid

        try:
            return getgrgid(gid).gr_name
        except KeyError:
            return None

    def size(self, path: str) -> int | None:
        """Return the size of a file, or None when it is missing."""
        try:
            return os.stat(self.root + path).st_size
        except OSError:
            return None

    def modified(self, path: str) -> float | None:
        """Return when a file was last modified, in seconds since 1970; None if it is missing."""
        try:
            return os.stat(self.root + path).st_mtime
        except OSError:
            return None
