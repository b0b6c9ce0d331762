"""Opening files: modes, and the stream of a file."""

from __future__ import annotations

from errno import EINVAL, EISDIR, ELOOP

from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import from_bytes, to_bytes
from duckrow.ruby.errors import argument_error
from duckrow.ruby.library.file_flags import OPEN
from duckrow.ruby.library.host.asking import absolute, errors_at, files_of, kernel_error, path_of
from duckrow.ruby.library.host.streams import Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.files import Files, OpenedFile
    from duckrow.ruby.interpreter import Interpreter

_WORDS = {
    "r": OPEN["RDONLY"],
    "r+": OPEN["RDWR"],
    "w": OPEN["WRONLY"] | OPEN["CREAT"] | OPEN["TRUNC"],
    "w+": OPEN["RDWR"] | OPEN["CREAT"] | OPEN["TRUNC"],
    "a": OPEN["WRONLY"] | OPEN["CREAT"] | OPEN["APPEND"],
    "a+": OPEN["RDWR"] | OPEN["CREAT"] | OPEN["APPEND"],
}


def flags_of(ruby: Interpreter, mode: object) -> int:
    """Return the flags of a mode such as "w+" or File::WRONLY | File::CREAT."""
    if mode is None:
        return 0
    if type(mode) is int:
        return mode
    text = to_s(ruby, mode)
    word = text.partition(":")[0].replace("b", "").replace("t", "")
    exclusive = OPEN["EXCL"] if "x" in word else 0
    found = _WORDS.get(word.replace("x", ""))
    if found is None:
        raise argument_error(f"invalid access mode {text}")
    return found | exclusive


def new_mode(permissions: int) -> int:
    """Return the mode of a new file: the umask takes bits away."""
    from duckrow.machine.files.umask import current_umask

    return permissions & ~current_umask()


def write_in_place(
    files: Files, path: str, data: bytes, permissions: int = 0o666, *, follow: bool = True
) -> None:
    """Write a file as open and write do: an existing file keeps its inode, owner and mode."""
    if files.facts(path, follow=follow) is None:
        files.append(path, data, new_mode(permissions), follow=follow)
        return
    try:
        files.empty(path, follow=follow)
        if data:
            files.append(path, data, follow=follow)
    except OSError as error:
        if error.errno != EINVAL:
            raise
        files.replace(path, data, follow=follow)


def open_stream(ruby: Interpreter, path: object, *arguments: object) -> Stream:
    """Open a file, with a mode and the permissions of a new file."""
    name, where = path_of(ruby, path), absolute(ruby, path)
    files = files_of(ruby, f"File.open of {name}")
    rest, options = options_of(arguments)
    mode = rest[0] if rest else options.get("mode", options.get("flags"))
    given = rest[1] if len(rest) > 1 else options.get("perm")
    flags = flags_of(ruby, mode)
    permissions = given if type(given) is int else 0o666
    is_readable, is_writable = flags & 3 != 1, flags & 3 != 0
    is_exclusive = bool(flags & OPEN["CREAT"] and flags & OPEN["EXCL"])
    follow = not is_exclusive and not flags & OPEN["NOFOLLOW"]
    appends = bool(flags & OPEN["APPEND"])
    with errors_at("rb_sysopen", name):
        found = None if is_exclusive else files.facts(where, follow=follow)
        if is_exclusive:
            files.make_file(where, new_mode(permissions))  # an existing path, or link, is an error
        elif found is None:
            if not flags & OPEN["CREAT"]:
                raise kernel_error(2, "rb_sysopen", name)
            files.append(where, b"", new_mode(permissions), follow=follow)
        elif found.target is not None:
            raise kernel_error(ELOOP, "rb_sysopen", name)
        elif is_writable and found.kind == "directory":
            raise kernel_error(EISDIR, "rb_sysopen", name)
        file = files.open(where, writes=is_writable, appends=appends, follow=follow)
        if found is not None and flags & OPEN["TRUNC"]:
            _empty(file)

    def flush(stream: Stream) -> None:
        with errors_at("io_write", name):
            file.write(to_bytes(stream.pending), stream.offset)

    is_empty = found is None or flags & OPEN["TRUNC"] or (appends and not is_readable)
    return Stream(
        is_readable=is_readable,
        is_writable=is_writable,
        appends=appends,
        path=name,
        file=file,
        read_all=None if is_empty else lambda: read_text(ruby, name),
        flush=flush,
    )


def _empty(file: OpenedFile) -> None:
    """Truncate a file; those of /sys have no size that one could set."""
    try:
        file.truncate(0)
    except OSError as error:
        if error.errno != EINVAL:
            raise


def read_text(ruby: Interpreter, path: object) -> str:
    """Return the content of a file."""
    name = path_of(ruby, path)
    files = files_of(ruby, f"File.read of {name}")
    try:
        with errors_at("rb_sysopen", name):
            return from_bytes(files.read(absolute(ruby, path)))
    except Exception as error:
        if getattr(error, "class_name", "") == "Errno::EISDIR":
            raise kernel_error(EISDIR, "io_fread", name) from None
        raise
