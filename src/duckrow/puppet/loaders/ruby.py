"""Ruby functions and resource types of modules.

A function is read when its name is first used. A file that needs unsupported Ruby is an error only
when a manifest calls its function or declares a resource of its type.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

    from duckrow.puppet.loaders.library import Library
    from duckrow.puppet.ruby_code.requiring import RubyFiles
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.model.base import Type
    from duckrow.ruby.errors import RubySyntaxError, UnsupportedError

NEEDS_RUBY = "needs-ruby"


class NeedsRubyError(EvaluationError):
    """A manifest needs something that only exists in Ruby: `kind` and `name`."""

    def __init__(self, kind: str, name: str, file: str, message: str) -> None:
        super().__init__(message, NEEDS_RUBY)
        self.kind = kind
        self.name = name
        self.file = file


def read_ruby_function(
    library: Library, name: str, file: str, module_name: str, *, is_older: bool
) -> Callable[..., object]:
    """Make a function of a file in Ruby.

    A function that needs unsupported Ruby is still defined: calling it raises an error that
    explains how to replace it.
    """
    from duckrow.puppet.ruby_code.loading import read_newer, read_older
    from duckrow.ruby.errors import UnsupportedError

    def find_type(wanted: str) -> Type | None:
        return library.find_inner_type(wanted, file)

    data = library.directories.read(file)
    files = library.ruby_files
    try:
        if is_older:
            made: Callable[..., object] = read_older(data, name, file, files)
        else:
            made = read_newer(data, name, file, module_name, files, find_type)
    except UnsupportedError as error:
        return RubyFunction(name, file, module_name, error)
    return RunningFunction(name, made, file, module_name)


def files_of(library: Library) -> RubyFiles:
    """Return the Ruby files that code of an environment may require."""
    from os.path import normpath

    from duckrow.puppet.ruby_code.requiring import RubyFiles

    def find(name: str) -> str | None:
        if name.startswith("/"):
            path = normpath(name)
            own = (each for each in library.modules.values() if path.startswith(f"{each.path}/"))
            module = next(own, None)
            return None if module is None else module.file(path[len(module.path) + 1 :])
        relative = normpath(f"lib/{name}")
        if not relative.startswith("lib/"):
            return None
        found = library.first_with(relative)
        return None if found is None else found[1]

    return RubyFiles(find, library.directories.read, library.sources.cache)


class RunningFunction:
    """A function in Ruby that can be called."""

    __slots__ = ("_call", "arity", "file", "is_statement", "module_name", "name", "run")

    wants_locals = True
    is_in_ruby = True  # Ruby code that calls it exchanges values with it as they are

    def __init__(self, name: str, made: Callable[..., object], file: str, module_name: str) -> None:
        self._call = made
        self.name = name
        self.file = file
        self.module_name = module_name
        self.arity = getattr(made, "arity", -1)
        self.is_statement = getattr(made, "is_statement", False)
        self.run = getattr(made, "run", None)

    @property
    def code(self) -> object:
        """Return what its file has made: an older or a newer function."""
        made = self.run or self._call
        return getattr(made, "code", None) or getattr(made, "__self__", None)

    def __call__(self, scope: Scope, *arguments: object) -> object:
        try:
            return self._call(scope, *arguments)
        except DuckrowError as error:
            if isinstance(error, EvaluationError):
                raise
            from duckrow.ruby.errors import UnsupportedError

            if not isinstance(error, UnsupportedError):
                raise
            raise _unsupported(self.name, self.file, self.module_name, error) from error

    def __repr__(self) -> str:
        return f"<Ruby function {self.name}>"


def _unsupported(
    name: str, file: str, module_name: str, error: UnsupportedError
) -> EvaluationError:
    """Return the error about unsupported Ruby, with advice."""
    from duckrow.puppet.ruby_code.calling import unsupported_text
    from duckrow.ruby.errors import LimitError, RubySyntaxError

    text = unsupported_text(f"The function '{name}'", error, file)
    if isinstance(error, RubySyntaxError):
        return EvaluationError(text)
    if not isinstance(error, LimitError):
        text += (
            f". A function in Python can take its place: lib/duckrow/functions/"
            f"{name.replace('::', '/')}.py in the module '{module_name}'"
        )
    return NeedsRubyError("function", name, file, text)


class RubyFunction:
    """A function that exists but cannot be called."""

    __slots__ = ("_error", "file", "module_name", "name", "wants_locals")

    def __init__(self, name: str, file: str, module_name: str, error: UnsupportedError) -> None:
        self.name = name
        self.file = file
        self.module_name = module_name
        self._error = error
        self.wants_locals = False

    def __call__(self, _scope: Scope, *_arguments: object) -> NoReturn:
        raise _unsupported(self.name, self.file, self.module_name, self._error)

    def __repr__(self) -> str:
        return f"<Ruby function {self.name}>"


class RubyResourceType:
    """A resource type whose Ruby file cannot be read, because of a syntax error if there is one."""

    __slots__ = ("_error", "file", "name")

    def __init__(self, name: str, file: str, error: RubySyntaxError | None) -> None:
        self.name = name
        self.file = file
        self._error = error

    def __getattr__(self, _name: str) -> NoReturn:
        if self._error is not None:
            raise EvaluationError(f"Could not autoload puppet/type/{self.name}: {self._error}")
        message = f"duckrow cannot read the resource type '{self.name}' in its file ({self.file})"
        raise NeedsRubyError("resource type", self.name, self.file, message)

    def __repr__(self) -> str:
        return f"<Ruby resource type {self.name}>"
