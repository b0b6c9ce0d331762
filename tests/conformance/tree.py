"""Files of a host as text: one notation for a host before a run and after it.

    etc/ 0755                   a directory
    etc/motd 0644               a file, with its content
      | Welcome
    bin/tool 0755 1000:1000     a file of another owner and group than those of the tests
      | exit 0
      (no newline)
    log -> /var/log             a symbolic link
    queue 0600 p                another kind, with its letter in `ls -l`
    big 0644                    a long content of one character
      x repeated 5000 times
    a.tar 0644                  a long content
      sha256 9834876dcfb05cb167a5c24953eba58c4ac89b1adf57f28f2f9d09af107ee8f0, 10240 bytes
    etc/old removed             the run removed it; before a run: leave out an entry of the topic

Only before a run:

    log/old 0644, 10 days old   the time of the last change
    etc/passwd +                lines that are appended to a file
      | duck:x:1000:1000::/home/duck:/bin/sh
"""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Callable, Iterator
from hashlib import sha256

_ENTRY = re.compile(
    r"(?P<path>\S.*?)(?:"
    r" -> (?P<target>.+)|(?P<removed> removed)|(?P<more> \+)|"
    r"(?P<directory>/)? (?P<mode>[0-7]{4})(?: (?P<uid>\d+):(?P<gid>\d+))?"
    r"(?:, (?P<age>\d+) (?P<unit>days|seconds) old)?)"
)
_REPEATED = re.compile(r"  (.) repeated (\d+) times")
_UNITS = {"days": 86400, "seconds": 1}
_LONGEST = 1500  # characters of a content that is listed


def decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


# ---- writing


def describe(path: str, name: str, clean: Callable[[str], str] = str) -> list[str]:
    """Describe one file under a name; `clean` removes from a text what differs from run to run."""
    status = os.lstat(path)
    mode = f"{stat.S_IMODE(status.st_mode):04o}"
    is_ours = (status.st_uid, status.st_gid) == (os.geteuid(), os.getegid())
    owner = "" if is_ours else f" {status.st_uid}:{status.st_gid}"
    if stat.S_ISLNK(status.st_mode):
        return [f"{name} -> {clean(os.readlink(path))}{owner}"]
    if stat.S_ISDIR(status.st_mode):
        return [f"{name}/ {mode}{owner}"]
    if stat.S_ISREG(status.st_mode):
        # tidy looks at the time of the last access.
        with open(os.open(path, os.O_RDONLY | os.O_NOATIME), "rb") as file:
            content = clean(decoded(file.read()))
        return [f"{name} {mode}{owner}", *content_lines(content)]
    return [f"{name} {mode} {stat.filemode(status.st_mode)[0]}{owner}"]


def content_lines(content: str) -> list[str]:
    """Write the content of a file."""
    if len(content) > 100 and len(set(content)) == 1 and content[0].isprintable():
        return [f"  {content[0]} repeated {len(content)} times"]
    if len(content) > _LONGEST:
        data = content.encode("utf-8", "surrogateescape")
        return [f"  sha256 {sha256(data).hexdigest()}, {len(data)} bytes"]
    *lines, last = content.split("\n")
    found = [f"  | {line}" if line else "  |" for line in lines]
    return [*found, f"  | {last}", "  (no newline)"] if last else found


# ---- reading


class Entry:
    """One entry of a listing of a host before a run."""

    def __init__(self, match: re.Match[str]) -> None:
        self.path = match["path"]
        self.target: str | None = match["target"]
        self.is_removed = match["removed"] is not None
        self.is_appended = match["more"] is not None
        self.is_directory = match["directory"] is not None
        self.mode = int(match["mode"] or "0", 8)
        self.owner = (int(match["uid"]), int(match["gid"])) if match["uid"] else None
        self.age = int(match["age"]) * _UNITS[match["unit"]] if match["age"] else None
        self.content = ""

    def make(self, root: str, fill: Callable[[str], str]) -> None:
        """Create the file below a directory; `fill` completes its content."""
        path = f"{root}/{self.path}"
        if self.target is not None:
            os.symlink(fill(self.target), path)
            return
        if self.is_directory:
            os.mkdir(path)
        else:
            data = fill(self.content).encode("utf-8", "surrogateescape")
            with open(path, "ab" if self.is_appended else "wb") as file:
                file.write(data)
        if not self.is_appended:
            os.chmod(path, self.mode)
        if self.owner is not None:
            os.chown(path, *self.owner)

    def grow_old(self, root: str) -> None:
        """Set the time of the last change."""
        if self.age is not None:
            then = time.time() - self.age
            os.utime(f"{root}/{self.path}", (then, then))


def read_listing(text: str) -> list[Entry]:
    """Read a listing; a later entry of a path replaces an earlier one."""
    found: dict[str, Entry] = {}
    entry: Entry | None = None
    for line in text.split("\n")[:-1]:
        if line.startswith("  ") and entry is not None:
            _add_content(entry, line)
        elif match := _ENTRY.fullmatch(line):
            entry = Entry(match)
            found[entry.path] = entry
        else:
            raise ValueError(f"not an entry of a listing: {line!r}")
    return [entry for entry in found.values() if not entry.is_removed]


def _add_content(entry: Entry, line: str) -> None:
    if line == "  |" or line.startswith("  | "):
        entry.content += line[4:] + "\n"
    elif line == "  (no newline)":
        entry.content = entry.content.removesuffix("\n")
    elif repeated := _REPEATED.fullmatch(line):
        entry.content += repeated[1] * int(repeated[2])
    else:
        raise ValueError(f"not a content of a file: {line!r}")


# ---- comparing


def changes(before: dict[str, list[str]], after: dict[str, list[str]]) -> Iterator[str]:
    """Describe the files that differ, in the order of their names."""
    for name in sorted({*before, *after}):
        if name not in after:
            yield f"{name} removed"
        elif after[name] != before.get(name):
            yield from after[name]
