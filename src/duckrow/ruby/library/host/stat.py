"""File::Stat, and questions about paths."""

from __future__ import annotations

from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.library.host.asking import absolute, facts_of, files_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from duckrow.machine.files.facts import FileFacts
    from duckrow.ruby.core.objects.time import TimeValue
    from duckrow.ruby.interpreter import Interpreter

_SECOND = 1_000_000_000
_TYPES = {
    "file": (0o100000, "file"),
    "directory": (0o040000, "directory"),
    "link": (0o120000, "link"),
    "fifo": (0o010000, "fifo"),
    "socket": (0o140000, "socket"),
    "character device": (0o020000, "characterSpecial"),
    "block device": (0o060000, "blockSpecial"),
}
READ, WRITE, EXECUTE = 4, 2, 1


def time_of(ruby: Interpreter, nanoseconds: int) -> TimeValue:
    """Return a time in the zone of the host."""
    from duckrow.ruby.core.objects.time import TimeValue, local_offset

    return TimeValue(nanoseconds, local_offset(ruby, nanoseconds // _SECOND))


def full_mode(facts: FileFacts) -> int:
    """Return the mode with the bits of the kind."""
    return _TYPES[facts.kind][0] | (facts.mode & 0o7777)


def type_name(facts: FileFacts) -> str:
    """Return the kind as File.ftype names it."""
    return _TYPES[facts.kind][1]


def may(facts: FileFacts, bit: int) -> bool:
    """Return whether this process may read, write or execute a file."""
    from duckrow.machine.this_process import effective_group, effective_user, groups

    user = effective_user()
    if user == 0:
        return bit != EXECUTE or facts.kind == "directory" or bool(facts.mode & 0o111)
    if facts.uid == user:
        return bool(facts.mode >> 6 & bit)
    if facts.gid == effective_group() or facts.gid in groups():
        return bool(facts.mode >> 3 & bit)
    return bool(facts.mode & bit)


class StatValue(TableValue):
    """The facts of one path."""

    __slots__ = ("facts",)

    ruby_class_name = "File::Stat"

    def __init__(self, facts: FileFacts) -> None:
        self.facts = facts


def _owned(_ruby: Interpreter, self: StatValue) -> bool:
    from duckrow.machine.this_process import effective_user

    return self.facts.uid == effective_user()


StatValue.ruby_methods = {
    "mode": lambda _ruby, self: full_mode(self.facts),
    "uid": lambda _ruby, self: self.facts.uid,
    "gid": lambda _ruby, self: self.facts.gid,
    "size": lambda _ruby, self: self.facts.size,
    "size?": lambda _ruby, self: self.facts.size or None,
    "zero?": lambda _ruby, self: self.facts.size == 0,
    "ino": lambda _ruby, self: self.facts.inode,
    "dev": lambda _ruby, self: self.facts.device,
    "nlink": lambda _ruby, self: self.facts.links,
    "blksize": lambda _ruby, _self: 4096,
    "mtime": lambda ruby, self: time_of(ruby, self.facts.mtime_ns),
    "ctime": lambda ruby, self: time_of(ruby, self.facts.ctime_ns),
    "atime": lambda ruby, self: time_of(ruby, self.facts.atime_ns),
    "ftype": lambda _ruby, self: type_name(self.facts),
    "file?": lambda _ruby, self: self.facts.kind == "file",
    "directory?": lambda _ruby, self: self.facts.kind == "directory",
    "symlink?": lambda _ruby, self: self.facts.kind == "link",
    "pipe?": lambda _ruby, self: self.facts.kind == "fifo",
    "socket?": lambda _ruby, self: self.facts.kind == "socket",
    "blockdev?": lambda _ruby, self: self.facts.kind == "block device",
    "chardev?": lambda _ruby, self: self.facts.kind == "character device",
    "readable?": lambda _ruby, self: may(self.facts, READ),
    "writable?": lambda _ruby, self: may(self.facts, WRITE),
    "executable?": lambda _ruby, self: may(self.facts, EXECUTE),
    "setuid?": lambda _ruby, self: bool(self.facts.mode & 0o4000),
    "setgid?": lambda _ruby, self: bool(self.facts.mode & 0o2000),
    "sticky?": lambda _ruby, self: bool(self.facts.mode & 0o1000),
    "owned?": _owned,
    "world_writable?": lambda _ruby, self: self.facts.mode & 0o777 if self.facts.mode & 2 else None,
    "world_readable?": lambda _ruby, self: self.facts.mode & 0o777 if self.facts.mode & 4 else None,
}


def find_executable(
    ruby: Interpreter, construct: str, name: str, directories: Iterable[str]
) -> str | None:
    """Return the path of a file that may be run, or None; a whole path is only looked at.

    To run a program, `commands.find_program` finds it.
    """
    paths = [name] if name.startswith("/") else [f"{each}/{name}" for each in directories]
    for path in paths:
        facts = found(ruby, construct, path)
        if facts is not None and facts.kind == "file" and may(facts, EXECUTE):
            return path
    return None


def found(
    ruby: Interpreter, construct: str, path: object, *, follow: bool = True
) -> FileFacts | None:
    """Return the facts of a path, or None if it is missing or out of reach."""
    try:
        return files_of(ruby, construct).facts(absolute(ruby, path), follow=follow)
    except OSError:
        return None


def _kind_is(name: str, kind: str, *, follow: bool = True) -> Callable[..., bool]:
    def asked(ruby: Interpreter, _self: object, path: object) -> bool:
        facts = found(ruby, f"File.{name}", path, follow=follow)
        return facts is not None and facts.kind == kind

    return asked


def _allows(name: str, bit: int) -> Callable[..., bool]:
    def asked(ruby: Interpreter, _self: object, path: object) -> bool:
        facts = found(ruby, f"File.{name}", path)
        return facts is not None and may(facts, bit)

    return asked


def _size_or_nil(ruby: Interpreter, _self: object, path: object) -> int | None:
    facts = found(ruby, "File.size?", path)
    return None if facts is None else facts.size or None


def _is_empty(ruby: Interpreter, _self: object, path: object) -> bool:
    facts = found(ruby, "File.zero?", path)
    return facts is not None and facts.size == 0


def _is_owned(ruby: Interpreter, _self: object, path: object) -> bool:
    facts = found(ruby, "File.owned?", path)
    return facts is not None and _owned(ruby, StatValue(facts))


def _has_bit(name: str, bit: int) -> Callable[..., bool]:
    def asked(ruby: Interpreter, _self: object, path: object) -> bool:
        facts = found(ruby, f"File.{name}", path)
        return facts is not None and bool(facts.mode & bit)

    return asked


def _world(name: str, bit: int) -> Callable[..., object]:
    def asked(ruby: Interpreter, _self: object, path: object) -> int | None:
        facts = found(ruby, f"File.{name}", path)
        return facts.mode & 0o777 if facts is not None and facts.mode & bit else None

    return asked


def _is_identical(ruby: Interpreter, _self: object, one: object, other: object) -> bool:
    left, right = found(ruby, "File.identical?", one), found(ruby, "File.identical?", other)
    return (
        left is not None
        and right is not None
        and (left.device, left.inode) == (right.device, right.inode)
    )


def _stat(ruby: Interpreter, _self: object, path: object) -> StatValue:
    return StatValue(facts_of(ruby, "rb_file_s_stat", path))


def _lstat(ruby: Interpreter, _self: object, path: object) -> StatValue:
    return StatValue(facts_of(ruby, "rb_file_s_lstat", path, follow=False))


def _exists(ruby: Interpreter, _self: object, path: object) -> bool:
    return found(ruby, "File.exist?", path) is not None


QUESTIONS: dict[str, Callable[..., object]] = {
    "exist?": _exists,
    "exists?": _exists,
    "file?": _kind_is("file?", "file"),
    "directory?": _kind_is("directory?", "directory"),
    "readable?": _allows("readable?", READ),
    "readable_real?": _allows("readable_real?", READ),
    "writable?": _allows("writable?", WRITE),
    "writable_real?": _allows("writable_real?", WRITE),
    "executable?": _allows("executable?", EXECUTE),
    "executable_real?": _allows("executable_real?", EXECUTE),
    "symlink?": _kind_is("symlink?", "link", follow=False),
    "pipe?": _kind_is("pipe?", "fifo"),
    "socket?": _kind_is("socket?", "socket"),
    "blockdev?": _kind_is("blockdev?", "block device"),
    "chardev?": _kind_is("chardev?", "character device"),
    "size?": _size_or_nil,
    "zero?": _is_empty,
    "empty?": _is_empty,
    "owned?": _is_owned,
    "setuid?": _has_bit("setuid?", 0o4000),
    "setgid?": _has_bit("setgid?", 0o2000),
    "sticky?": _has_bit("sticky?", 0o1000),
    "world_readable?": _world("world_readable?", 4),
    "world_writable?": _world("world_writable?", 2),
    "identical?": _is_identical,
    "stat": _stat,
    "lstat": _lstat,
    "size": lambda ruby, _self, path: facts_of(ruby, "rb_file_s_size", path).size,
    "ftype": lambda ruby, _self, path: type_name(
        facts_of(ruby, "rb_file_s_ftype", path, follow=False)
    ),
    "mtime": lambda ruby, _self, path: time_of(
        ruby, facts_of(ruby, "rb_file_s_mtime", path).mtime_ns
    ),
    "ctime": lambda ruby, _self, path: time_of(
        ruby, facts_of(ruby, "rb_file_s_ctime", path).ctime_ns
    ),
    "atime": lambda ruby, _self, path: time_of(
        ruby, facts_of(ruby, "rb_file_s_atime", path).atime_ns
    ),
    "birthtime": lambda ruby, _self, path: time_of(
        ruby, facts_of(ruby, "rb_file_s_birthtime", path).ctime_ns
    ),
}
