"""How library functions ask for the machine: paths, errors of the kernel."""

from __future__ import annotations

from errno import errorcode
from os import strerror
from os.path import join, normpath

from duckrow.ruby.dispatch import responds_to, send
from duckrow.ruby.errors import RubyError, UnsupportedError, argument_error, type_error
from duckrow.ruby.values.class_names import conversion_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from duckrow.machine.files.facts import FileFacts
    from duckrow.machine.files.files import Files
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import RubyObject


def path_of(ruby: Interpreter, value: object) -> str:
    """Return a path: a string, or an object that has one."""
    if isinstance(value, str):
        if "\0" in value:
            raise argument_error("string contains null byte")
        return value
    for name in ("to_path", "path", "to_str"):
        if not isinstance(value, str) and value is not None and responds_to(ruby, value, name):
            found = send(ruby, value, name)
            if isinstance(found, str):
                return found
    raise type_error(f"no implicit conversion of {conversion_name(value)} into String")


def working_directory(ruby: Interpreter) -> str:
    """Return the directory that relative paths begin in."""
    directory = ruby.host.directory
    if directory is None:
        from duckrow.machine.this_process import working_directory as of_process

        ruby.host.machine("the working directory")
        return of_process()
    return directory


def absolute(ruby: Interpreter, path: object) -> str:
    """Return the absolute path of a path."""
    text = path_of(ruby, path)
    if text.startswith("/"):
        return text
    return normpath(join(working_directory(ruby), text))


def files_of(ruby: Interpreter, construct: str) -> Files:
    """Return the files of the machine."""
    return ruby.host.machine(construct).files


def facts_of(ruby: Interpreter, construct: str, path: object, *, follow: bool = True) -> FileFacts:
    """Return the facts of a path; a missing path raises ENOENT."""
    with errors_at(construct, path_of(ruby, path)):
        found = files_of(ruby, construct).facts(absolute(ruby, path), follow=follow)
    if found is None:
        raise kernel_error(2, construct, path_of(ruby, path))
    return found


def kernel_error(number: int, construct: str, detail: str) -> RubyError:
    """Return the exception for an error of the kernel; `construct` names Ruby's own function."""
    where = f" @ {construct}" if construct else ""
    name = errorcode.get(number, "EIO")
    return RubyError(f"Errno::{name}", f"{strerror(number)}{where} - {detail}")


def rejected(construct: str) -> Callable[..., object]:
    """Return a method that duckrow lacks; code that relies on it must not go on."""

    def called(_ruby: Interpreter, _self: object, *_: object, **__: object) -> object:
        raise UnsupportedError(construct)

    return called


class errors_at:  # noqa: N801  (used as a verb of `with`)
    """Turn errors of the kernel into exceptions of Ruby."""

    __slots__ = ("_construct", "_detail")

    def __init__(self, construct: str, detail: str) -> None:
        self._construct = construct
        self._detail = detail

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        if isinstance(error, OSError) and error.errno:
            raise kernel_error(error.errno, self._construct, self._detail) from None


def state_of(self: RubyObject, name: str, class_: type) -> object:
    """Return Python's part of an object of the library."""
    found = self.variables.get(name)
    if not isinstance(found, class_):
        raise RubyError("IOError", "uninitialized stream")
    return found
