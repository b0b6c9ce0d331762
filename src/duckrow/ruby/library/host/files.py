"""File on a host: what reads and changes files by their paths."""

from __future__ import annotations

from errno import EINVAL
from os.path import dirname, join, normpath
from time import sleep as wait

from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import from_bytes, to_bytes, to_int
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.library.file_flags import LOCK, OPEN
from duckrow.ruby.library.host.asking import (
    absolute,
    errors_at,
    facts_of,
    files_of,
    kernel_error,
    path_of,
    working_directory,
)
from duckrow.ruby.library.host.commands import seconds_left
from duckrow.ruby.library.host.opening import open_stream, read_text, write_in_place
from duckrow.ruby.library.host.stat import QUESTIONS, StatValue
from duckrow.ruby.library.host.stream_methods import METHODS as STREAM
from duckrow.ruby.library.host.streams import Stream, lines_of, set_stream, stream_of, with_block
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

_SECOND = 1_000_000_000
_MOST_LINKS = 40
_LOCK_PAUSE = 0.05  # seconds between two looks at a lock, when there is a deadline


def new_file(ruby: Interpreter, class_: RubyModule, *arguments: object) -> RubyObject:
    """Open a file and return the object."""
    made = RubyObject(class_)
    path, *rest = arguments
    return set_stream(made, open_stream(ruby, path, *rest))


def open_file(
    ruby: Interpreter, class_: RubyModule, *arguments: object, block: Proc | None = None
) -> object:
    """Open a file; with a block, close it after the block."""
    return with_block(ruby, new_file(ruby, class_, *arguments), block)


# ---- content


def _read(ruby: Interpreter, _self: object, path: object, *arguments: object) -> str:
    rest, _ = options_of(arguments)
    if (
        rest
        and rest[0] is not None
        and facts_of(ruby, "rb_sysopen", path).kind == "character device"
    ):
        stream = open_stream(ruby, path)
        assert stream.file is not None
        return from_bytes(stream.file.read(to_int(ruby, rest[0])))
    text = read_text(ruby, path)
    if not rest or rest[0] is None:
        return text
    start = to_int(ruby, rest[1]) if len(rest) > 1 else 0
    return from_bytes(to_bytes(text)[start : start + to_int(ruby, rest[0])])


def _lines(ruby: Interpreter, _self: object, path: object, *arguments: object) -> list[str]:
    return _readlines(ruby, Stream(read_text(ruby, path)), arguments)


def _readlines(ruby: Interpreter, stream: Stream, arguments: tuple[object, ...]) -> list[str]:
    from duckrow.ruby.constants import known_class

    holder = set_stream(RubyObject(known_class(ruby, "Object")), stream)
    found = STREAM["readlines"](ruby, holder, *arguments)
    assert isinstance(found, list)
    return found


def _foreach(
    ruby: Interpreter, self: object, path: object, *arguments: object, block: Proc | None = None
) -> object:
    lines = _lines(ruby, self, path, *arguments)
    if block is None:
        return send(ruby, lines, "each")
    for line in lines:
        ruby.tick()
        block(ruby, line)
    return None


def _write(
    ruby: Interpreter, _self: object, path: object, content: object, *arguments: object
) -> int:
    name, where = path_of(ruby, path), absolute(ruby, path)
    files = files_of(ruby, f"File.write of {name}")
    data = to_bytes(to_s(ruby, content))
    rest, options = options_of(arguments)
    mode, permissions = options.get("mode"), options.get("perm")
    bits = permissions if isinstance(permissions, int) else 0o666
    if mode is not None or rest:
        stream = open_stream(ruby, path, mode or OPEN["WRONLY"] | OPEN["CREAT"], bits)
        if rest and rest[0] is not None:
            stream.load()
            stream.seek(to_int(ruby, rest[0]))
        stream.write(from_bytes(data))
        stream.close()
        return len(data)
    with errors_at("rb_sysopen", name):
        write_in_place(files, where, data, bits)
    return len(data)


# ---- changes


def _delete(ruby: Interpreter, _self: object, *paths: object) -> int:
    for path in paths:
        facts = facts_of(ruby, "apply2files", path, follow=False)
        name = path_of(ruby, path)
        if facts.kind == "directory":
            raise kernel_error(21, "apply2files", name)
        with errors_at("apply2files", name):
            files_of(ruby, "File.delete").remove(absolute(ruby, path))
    return len(paths)


def _rename(ruby: Interpreter, _self: object, old: object, new: object) -> int:
    detail = f"({path_of(ruby, old)}, {path_of(ruby, new)})"
    with errors_at("rb_file_s_rename", detail):
        files_of(ruby, "File.rename").rename(absolute(ruby, old), absolute(ruby, new))
    return 0


def _symlink(ruby: Interpreter, _self: object, target: object, path: object) -> int:
    files = files_of(ruby, "File.symlink")
    where = absolute(ruby, path)
    if files.facts(where) is not None:
        raise kernel_error(17, "syserr_fail2_in", path_of(ruby, path))
    with errors_at("rb_file_s_symlink", f"({path_of(ruby, target)}, {path_of(ruby, path)})"):
        files.make_link(where, path_of(ruby, target))
    return 0


def _link(ruby: Interpreter, _self: object, target: object, path: object) -> int:
    with errors_at("rb_file_s_link", f"({path_of(ruby, target)}, {path_of(ruby, path)})"):
        files_of(ruby, "File.link").make_hard_link(absolute(ruby, path), absolute(ruby, target))
    return 0


def _readlink(ruby: Interpreter, _self: object, path: object) -> str:
    facts = facts_of(ruby, "rb_readlink", path, follow=False)
    if facts.target is None:
        raise kernel_error(EINVAL, "rb_readlink", path_of(ruby, path))
    return facts.target


def _chmod(ruby: Interpreter, _self: object, mode: object, *paths: object) -> int:
    for path in paths:
        with errors_at("apply2files", path_of(ruby, path)):
            files_of(ruby, "File.chmod").set_mode(
                absolute(ruby, path), to_int(ruby, mode) & 0o7777, follow=True
            )
    return len(paths)


def _chown(*, follow: bool) -> Callable[..., object]:
    def chown(ruby: Interpreter, _self: object, user: object, group: object, *paths: object) -> int:
        for path in paths:
            with errors_at("apply2files", path_of(ruby, path)):
                files_of(ruby, "File.chown").set_owner(
                    absolute(ruby, path),
                    _identity(ruby, user),
                    _identity(ruby, group),
                    follow=follow,
                )
        return len(paths)

    return chown


def _identity(ruby: Interpreter, value: object) -> int | None:
    number = None if value is None else to_int(ruby, value)
    return None if number == -1 else number


def _truncate(ruby: Interpreter, _self: object, path: object, size: object) -> int:
    facts_of(ruby, "rb_file_s_truncate", path)
    stream = open_stream(ruby, path, "r+")
    wanted = to_int(ruby, size)
    assert stream.file is not None
    with errors_at("rb_file_s_truncate", path_of(ruby, path)):
        stream.file.truncate(wanted)
    stream.close()
    return 0


def _utime(ruby: Interpreter, _self: object, atime: object, mtime: object, *paths: object) -> int:
    from duckrow.ruby.core.objects.time import TimeValue, nanoseconds_of

    def moment(value: object) -> int:
        if value is None:
            return ruby.host.now()
        return value.nanoseconds if isinstance(value, TimeValue) else nanoseconds_of(ruby, value)

    for path in paths:
        with errors_at("apply2files", path_of(ruby, path)):
            files_of(ruby, "File.utime").set_times(
                absolute(ruby, path), moment(mtime), atime_ns=moment(atime), follow=True
            )
    return len(paths)


def _mkfifo(ruby: Interpreter, _self: object, path: object, mode: object = 0o666) -> int:
    with errors_at("rb_file_s_mkfifo", path_of(ruby, path)):
        files_of(ruby, "File.mkfifo").make_fifo(absolute(ruby, path), to_int(ruby, mode))
    return 0


def _umask(ruby: Interpreter, _self: object, mask: object = None) -> int:
    from duckrow.machine.files.umask import current_umask, set_umask

    ruby.host.machine("File.umask")
    return current_umask() if mask is None else set_umask(to_int(ruby, mask))


# ---- names


def real_path(ruby: Interpreter, path: object, base: object = None) -> str:
    """Return the path without links; all of it must exist."""
    name = path_of(ruby, path)
    start = name if base is None else join(path_of(ruby, base), name)
    files = files_of(ruby, "File.realpath")
    pending = [part for part in absolute(ruby, start).split("/") if part][::-1]
    made = "/"
    links = 0
    while pending:
        part = pending.pop()
        if part in (".", ".."):
            made = dirname(made) if part == ".." else made
            continue
        here = join(made, part)
        facts = files.facts(here)
        if facts is None:
            raise kernel_error(2, "rb_check_realpath_internal", here)
        if facts.target is None:
            made = here
            continue
        links += 1
        if links > _MOST_LINKS:
            raise kernel_error(40, "rb_check_realpath_internal", name)
        if facts.target.startswith("/"):
            made = "/"
        pending += [each for each in facts.target.split("/") if each][::-1]
    return made


def expand_path(ruby: Interpreter, _self: object, path: object, base: object = None) -> str:
    """Return an absolute path; ~ is a home directory."""
    text = _without_tilde(ruby, path_of(ruby, path))
    if not text.startswith("/"):
        start = working_directory(ruby) if base is None else expand_path(ruby, None, base)
        text = join(start, text)
    made = normpath(text)
    return f"/{made.lstrip('/')}"


def _without_tilde(ruby: Interpreter, text: str) -> str:
    if not text.startswith("~"):
        return text
    name, slash, rest = text[1:].partition("/")
    users = ruby.host.machine("File.expand_path of a home directory").users
    if name:
        user = users.user(name)
        if user is None:
            raise RubyError("ArgumentError", f"user {name} doesn't exist")
        return f"{user.home}{slash}{rest}"
    home = ruby.host.environment.get("HOME")
    if not home:
        raise RubyError("ArgumentError", "couldn't find HOME environment -- expanding `~'")
    return f"{home}{slash}{rest}"


# ---- methods of open files


def _stat_of(ruby: Interpreter, self: RubyObject) -> StatValue:
    stream = stream_of(self)
    stream.save()
    return StatValue(facts_of(ruby, "fstat", stream.path))


def _on_path(name: str) -> Callable[..., object]:
    def called(ruby: Interpreter, self: RubyObject, *arguments: object) -> object:
        stream = stream_of(self)
        stream.save()
        return METHODS[name](ruby, None, *arguments, stream.path)

    return called


def _asked_of_path(name: str) -> Callable[..., object]:
    def called(ruby: Interpreter, self: RubyObject) -> object:
        stream = stream_of(self)
        stream.save()
        return QUESTIONS[name](ruby, None, stream.path)

    return called


def _lock(ruby: Interpreter, self: RubyObject, operation: object) -> object:
    """Take or release a lock of the kernel; with LOCK_NB return false if another has it."""
    stream = stream_of(self)
    stream.check_open()
    stream.save()
    number = to_int(ruby, operation)
    assert stream.file is not None
    with errors_at("rb_file_flock", stream.path or ""):
        if ruby.host.deadline is None or number & (LOCK["LOCK_NB"] | LOCK["LOCK_UN"]):
            if not stream.file.lock(number):
                return False
        else:
            while not stream.file.lock(number | LOCK["LOCK_NB"]):
                wait(min(_LOCK_PAUSE, seconds_left(ruby) or _LOCK_PAUSE))
    if stream.path is not None and not stream.position and stream.is_readable:
        path = stream.path
        stream.read_all = lambda: read_text(ruby, path)  # the last holder may have written
    return 0


FILE_OBJECT: dict[str, Callable[..., object]] = {
    "stat": _stat_of,
    "lstat": _stat_of,
    "size": _asked_of_path("size"),
    "mtime": _asked_of_path("mtime"),
    "ctime": _asked_of_path("ctime"),
    "atime": _asked_of_path("atime"),
    "chmod": _on_path("chmod"),
    "chown": _on_path("chown"),
    "flock": _lock,
}

METHODS: dict[str, Callable[..., object]] = {
    **QUESTIONS,
    "open": open_file,
    "new": new_file,
    "read": _read,
    "binread": _read,
    "readlines": _lines,
    "foreach": _foreach,
    "write": _write,
    "binwrite": _write,
    "delete": _delete,
    "unlink": _delete,
    "rename": _rename,
    "symlink": _symlink,
    "link": _link,
    "readlink": _readlink,
    "chmod": _chmod,
    "lchmod": _chmod,
    "chown": _chown(follow=True),
    "lchown": _chown(follow=False),
    "truncate": _truncate,
    "utime": _utime,
    "mkfifo": _mkfifo,
    "umask": _umask,
    "realpath": lambda ruby, _self, path, *base: real_path(ruby, path, *base),
    "realdirpath": lambda ruby, _self, path, *base: _real_directory(ruby, path, *base),
    "expand_path": expand_path,
}


def _real_directory(ruby: Interpreter, path: object, *base: object) -> str:
    """Return the path without links; the last part may be missing."""
    whole = expand_path(ruby, None, path, *base)
    try:
        return real_path(ruby, whole)
    except RubyError:
        return join(real_path(ruby, dirname(whole)), whole.rpartition("/")[2])


__all__ = ["FILE_OBJECT", "METHODS", "expand_path", "lines_of", "open_file", "real_path"]
