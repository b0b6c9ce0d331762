"""Tempfile and temporary directories."""

from __future__ import annotations

from os.path import join

from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.errors import RubyError
from duckrow.ruby.library.host.asking import absolute, errors_at, files_of, path_of
from duckrow.ruby.library.host.files import FILE_OBJECT
from duckrow.ruby.library.host.opening import open_stream
from duckrow.ruby.library.host.stream_methods import METHODS
from duckrow.ruby.library.host.streams import set_stream, stream_of, with_block
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.files.files import Files
    from duckrow.ruby.interpreter import Interpreter


_REMOVAL = " removal"


class _Removal:
    """Removes a temporary file when nothing refers to its object any more."""

    __slots__ = ("_files", "_path")

    def __init__(self, files: Files, path: str) -> None:
        self._files = files
        self._path = path

    def __del__(self) -> None:
        try:  # noqa: SIM105  (contextlib may be gone when the process ends)
            self._files.remove(self._path)
        except OSError:
            pass


def temporary_directory(ruby: Interpreter) -> str:
    """Return the directory for temporary files."""
    return ruby.host.environment.get("TMPDIR") or "/tmp"  # noqa: S108


def temporary_path(ruby: Interpreter, base: object, directory: object) -> str:
    """Return a path that nobody can guess; `base` is the beginning of its name, or both ends."""
    parts = base if isinstance(base, list) else [base, ""]
    prefix = "" if not parts or parts[0] is None else to_s(ruby, parts[0])
    suffix = to_s(ruby, parts[1]) if len(parts) > 1 else ""
    unique = f"{ruby.host.random_bits(60):x}"
    where = temporary_directory(ruby) if directory is None else path_of(ruby, directory)
    return join(where, f"{prefix}{unique}{suffix}")


def _new(
    ruby: Interpreter, class_: RubyModule, *arguments: object, block: Proc | None = None
) -> RubyObject:
    rest, options = options_of(arguments)
    base = rest[0] if rest else ""
    path = temporary_path(ruby, base, rest[1] if len(rest) > 1 else None)
    files = files_of(ruby, "Tempfile.new")
    with errors_at("rb_sysopen", path):
        files.make_file(path, 0o600)
    mode = options.get("mode", "w+")
    made = set_stream(RubyObject(class_), open_stream(ruby, path, mode, 0o600))
    made.variables[_REMOVAL] = _Removal(files, path)
    if block is not None:
        block(ruby, made)
    return made


def _open(
    ruby: Interpreter, class_: RubyModule, *arguments: object, block: Proc | None = None
) -> object:
    return with_block(ruby, _new(ruby, class_, *arguments), block)


def _create(
    ruby: Interpreter, class_: RubyModule, *arguments: object, block: Proc | None = None
) -> object:
    made = _new(ruby, class_, *arguments)
    if block is None:
        return made
    try:
        return block(ruby, made)
    finally:
        _remove(ruby, made)


def _remove(ruby: Interpreter, self: RubyObject) -> None:
    """Close and remove the file."""
    stream = stream_of(self)
    stream.close()
    if stream.path is not None:
        files_of(ruby, "Tempfile").remove(absolute(ruby, stream.path))
        stream.path = None


def _close(ruby: Interpreter, self: RubyObject, removes: object = False) -> None:
    stream_of(self).close()
    if removes not in (None, False):
        _remove(ruby, self)


def _reopen(ruby: Interpreter, self: RubyObject) -> RubyObject:
    stream = stream_of(self)
    stream.close()
    return set_stream(self, open_stream(ruby, stream.path, "r+"))


def _make_directory(
    ruby: Interpreter, _self: object, *arguments: object, block: Proc | None = None
) -> object:
    """Make a temporary directory; with a block, remove it after the block."""
    rest, _ = options_of(arguments)
    base = rest[0] if rest and rest[0] is not None else "d"
    path = temporary_path(ruby, base, rest[1] if len(rest) > 1 else None)
    files = files_of(ruby, "Dir.mktmpdir")
    with errors_at("dir_s_mkdir", path):
        files.make_directory(path, 0o700)
    if block is None:
        return path
    try:
        return block(ruby, path)
    finally:
        files.remove(path, recursive=True)


def create_name(
    ruby: Interpreter, _self: object, *arguments: object, block: Proc | None = None
) -> object:
    """Dir::Tmpname.create: call a block with a path, and again while the path exists."""
    rest, _ = options_of(arguments)
    while True:
        path = temporary_path(ruby, rest[0] if rest else "", rest[1] if len(rest) > 1 else None)
        if block is None:
            return path
        try:
            block(ruby, path)
        except RubyError as error:
            if error.class_name != "Errno::EEXIST":
                raise
        else:
            return path


DIRECTORIES: dict[str, Callable[..., object]] = {
    "tmpdir": lambda ruby, _self: temporary_directory(ruby),
    "mktmpdir": _make_directory,
}


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the class."""
    from duckrow.ruby.constants import find_constant

    methods = {
        **METHODS,
        **FILE_OBJECT,
        "close": _close,
        "close!": _remove,
        "unlink": _remove,
        "delete": _remove,
        "open": _reopen,
        "length": FILE_OBJECT["size"],
    }
    singleton: dict[str, Callable[..., object]] = {"new": _new, "open": _open, "create": _create}
    parent = find_constant(ruby, "File")
    return {"Tempfile": RubyModule("Tempfile", parent, methods=methods, singleton=singleton)}
