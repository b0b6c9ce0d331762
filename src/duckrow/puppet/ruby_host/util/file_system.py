"""Puppet::FileSystem: files as Puppet's own code and modules read and change them."""

from __future__ import annotations

from os.path import basename, dirname

from duckrow.puppet.ruby_host.util.replacing import replace_in_file_system
from duckrow.ruby.constants import find_constant
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.host import TimeLimit
from duckrow.ruby.library.file_flags import LOCK
from duckrow.ruby.library.host.asking import absolute, files_of, path_of
from duckrow.ruby.library.host.file_utils import METHODS as UTILS
from duckrow.ruby.library.host.file_utils import make_directories
from duckrow.ruby.library.host.files import METHODS as FILE
from duckrow.ruby.values.kinds import Proc, RubyModule, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter


def _open(
    ruby: Interpreter,
    _self: object,
    path: object,
    mode: object = None,
    options: object = "r",
    *_: object,
    block: Proc | None = None,
) -> object:
    bits = int(mode, 8) if isinstance(mode, str) else mode
    arguments = (path, options) if bits is None else (path, options, bits)
    return send(ruby, find_constant(ruby, "File"), "open", *arguments, block=block)


def _exclusive_open(
    ruby: Interpreter,
    self: object,
    path: object,
    mode: object = None,
    options: object = "r",
    timeout: object = 300,
    *,
    block: Proc | None = None,
) -> object:
    """Open a file under a lock of the kernel, for which it waits."""
    opened = _open(ruby, self, path, mode, options)
    limit = TimeLimit(ruby.host, float(timeout if isinstance(timeout, int | float) else 300))
    try:
        with limit:
            send(ruby, opened, "flock", LOCK["LOCK_EX"])
    except RubyError as error:
        if error.class_name == "Timeout::Error" and limit.has_expired:
            text = f"Timeout waiting for exclusive lock on {path_of(ruby, path)}"
            raise RubyError("Timeout::Error", text) from None
        raise
    try:
        return None if block is None else block(ruby, opened)
    finally:
        send(ruby, opened, "close")


def _pathname(ruby: Interpreter, _self: object, path: object) -> object:
    return send(ruby, find_constant(ruby, "Pathname"), "new", path_of(ruby, path))


def _dir_exists(ruby: Interpreter, _self: object, path: object) -> object:
    return FILE["directory?"](ruby, None, dirname(path_of(ruby, path)) or ".")


def _dir_mkpath(ruby: Interpreter, _self: object, path: object) -> None:
    make_directories(ruby, dirname(path_of(ruby, path)))


def _each_line(
    ruby: Interpreter, _self: object, path: object, *, block: Proc | None = None
) -> object:
    return send(ruby, find_constant(ruby, "File"), "foreach", path, block=block)


def _children(ruby: Interpreter, self: object, path: object) -> list[object]:
    names = files_of(ruby, "Puppet::FileSystem.children").names(absolute(ruby, path))
    return [_pathname(ruby, self, f"{path_of(ruby, path)}/{name}") for name in names]


def _symlink(
    ruby: Interpreter, _self: object, target: object, path: object, options: object = None
) -> object:
    if isinstance(options, dict) and options.get(symbol("force")):
        return UTILS["ln_sf"](ruby, None, target, path)
    return FILE["symlink"](ruby, None, target, path)


def _chmod(ruby: Interpreter, _self: object, mode: object, path: object) -> object:
    bits = int(mode, 8) if isinstance(mode, str) else mode
    return FILE["chmod"](ruby, None, bits, path)


def _compare(ruby: Interpreter, _self: object, path: object, stream: object) -> bool:
    return bool(FILE["read"](ruby, None, path) == send(ruby, stream, "read"))


def _on_file(name: str) -> Callable[..., object]:
    def called(ruby: Interpreter, _self: object, *arguments: object) -> object:
        rest = [each for each in arguments if not isinstance(each, dict)]
        return FILE[name](ruby, None, *rest)

    return called


METHODS: dict[str, Callable[..., object]] = {
    **{
        name: _on_file(name)
        for name in (
            "exist? directory? file? executable? writable? read binread readlink unlink stat lstat "
            "size symlink? expand_path"
        ).split()
    },
    "read_preserve_line_endings": _on_file("read"),
    "open": _open,
    "exclusive_open": _exclusive_open,
    "exclusive_create": lambda ruby, self, path, mode, *, block=None: _open(
        ruby, self, path, mode, "wx", block=block
    ),
    "pathname": _pathname,
    "assert_path": _pathname,
    "path_string": lambda ruby, _self, path: path_of(ruby, path),
    "dir": lambda ruby, self, path: _pathname(ruby, self, dirname(path_of(ruby, path))),
    "dir_string": lambda ruby, _self, path: dirname(path_of(ruby, path)),
    "dir_exist?": _dir_exists,
    "dir_mkpath": _dir_mkpath,
    "basename": lambda ruby, self, path: _pathname(ruby, self, basename(path_of(ruby, path))),
    "basename_string": lambda ruby, _self, path: basename(path_of(ruby, path)),
    "each_line": _each_line,
    "touch": lambda ruby, _self, path, *_: UTILS["touch"](ruby, None, path_of(ruby, path)),
    "mkpath": lambda ruby, _self, path: make_directories(ruby, path_of(ruby, path)),
    "children": _children,
    "symlink": _symlink,
    "chmod": _chmod,
    "replace_file": replace_in_file_system,
    "compare_stream": _compare,
}


def make(_ruby: Interpreter) -> dict[str, object]:
    """Return the module."""
    return {
        "Puppet::FileSystem": RubyModule("Puppet::FileSystem", is_class=False, singleton=METHODS)
    }
