"""Functions of modules and environments: find the file of a name, and read it.

A module may hold functions of its own namespace in Puppet, and functions of any name in its `lib`.
So a name with a module is searched in that module alone, and a name without one in every module: in
the caller's first, then in its dependencies, then in the others.

duckrow runs the functions in `functions/stdlib` instead of the Ruby files of the same names in the
module stdlib, if the release of the module had them so.
"""

from __future__ import annotations

from duckrow.puppet.loaders import paths
from duckrow.puppet.runtime.definition import FUNCTION
from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from duckrow.puppet.loaders.library import Library
    from duckrow.puppet.loaders.modules import Module

    # The language and the path of a file, and its module; None for the environment's own.
    Located = tuple[str, str, Module | None]


def find_function(library: Library, name: str, module_name: str) -> Callable[..., object] | None:
    """Return a function of the environment or of a module, or None."""
    located = locate_in_environment(library, name) or locate_function(library, name, module_name)
    return None if located is None else read_function(library, name, *located)


def find_older_function(library: Library, name: str) -> Callable[..., object] | None:
    """Return a function of the older family; only Ruby code distinguishes the families."""
    located = locate_older_function(library, name)
    return None if located is None else read_function(library, name, *located)


def locate_function(library: Library, name: str, module_name: str) -> Located | None:
    """Return the file of a function of a module that code of a module may call."""
    files = paths.files_for(name, paths.FUNCTIONS, is_environment=False)
    if "::" in name:
        module = library.modules.get(paths.module_of(name))
        candidates = iter([] if module is None else [module])
        likely = [library.modules] * len(files)
    else:
        candidates = _seen_from(library, module_name)
        likely = [library.modules_that_may_have(relative) for _, relative in files]
        if not any(likely):
            return None
    for each in candidates:
        for (language, relative), modules in zip(files, likely, strict=True):
            if each.name in modules:
                file = each.file(relative)
                if file is not None:
                    return language, file, each
    return None


def locate_older_function(library: Library, name: str) -> Located | None:
    """Return the file of a function of the older family."""
    found = library.first_with(f"lib/puppet/parser/functions/{name}.rb")
    return None if found is None else (paths.LEGACY_RUBY, found[1], found[0])


def locate_in_environment(library: Library, name: str) -> Located | None:
    """Return the file of a function in the environment's own directory."""
    root = library.directory
    if root is None or ("::" in name and paths.module_of(name) != "environment"):
        return None
    for language, relative in paths.files_for(name, paths.FUNCTIONS, is_environment=True):
        if library.directories.has(root, relative):
            return language, f"{root}/{relative}", None
    return None


def _seen_from(library: Library, module_name: str) -> Iterator[Module]:
    """Return every module: the caller's first, then its dependencies, then the others."""
    modules = library.modules
    first: list[str] = []
    if module_name in modules:
        first = [module_name, *modules[module_name].dependencies]
        yield from (modules[name] for name in dict.fromkeys(first) if name in modules)
    yield from (module for name, module in modules.items() if name not in first)


def read_function(
    library: Library, name: str, language: str, file: str, module: Module | None
) -> Callable[..., object]:
    """Read a function from its file; it is the environment's own without a module."""
    module_name = "environment" if module is None else module.name
    if language is paths.PUPPET:
        return _read_puppet(library, name, file, module_name)
    if language is paths.PYTHON:
        return _read_python(library, name, file)
    is_older = language is paths.LEGACY_RUBY
    in_ruby = library.settings.get("ruby_functions", ())  # modules whose own code runs
    if module is not None and module_name == "stdlib" and module_name not in in_ruby:
        from duckrow.puppet.functions.stdlib.table import find

        native = find(name, module.version, is_older=is_older)
        if native is not None:
            return native
    from duckrow.puppet.loaders.ruby import read_ruby_function

    return read_ruby_function(library, name, file, module_name, is_older=is_older)


def _read_puppet(library: Library, name: str, file: str, module_name: str) -> Callable[..., object]:
    unit = library.unit(file, module_name)
    defined = unit.definitions
    loaded = f"The code loaded from {file}"
    if not defined:
        raise EvaluationError(f"{loaded} does not define the function '{name}' - it is empty.")
    if len(defined) > 1:
        raise EvaluationError(
            f"{loaded} must contain only the function '{name}' - it has additional definitions."
        )
    if defined[0].kind != FUNCTION:
        raise EvaluationError(
            f"{loaded} does not define the function '{name}' - no function found."
        )
    if defined[0].name != name:
        raise EvaluationError(
            f"{loaded} produced function with the wrong name, "
            f"expected {name}, actual {defined[0].name}"
        )
    if unit.main is not None:
        raise EvaluationError(
            f"{loaded} contains additional logic - can only contain the function {name}"
        )
    return library.function_of(defined[0])


def _read_python(library: Library, name: str, file: str) -> Callable[..., object]:
    """Run a Python file of a module and take its FUNCTION."""
    from duckrow.source.python_files import run_file, text_of_error

    loaded = f"The code loaded from {file}"
    try:
        names = run_file(library.directories.read(file), file, f"duckrow_function_{name}")
    except (Exception, SystemExit) as error:
        raise EvaluationError(f"{loaded} failed: {text_of_error(error)}") from error
    function = names.get("FUNCTION")
    if not callable(function):
        raise EvaluationError(
            f"{loaded} does not define the function '{name}' - FUNCTION is missing."
        )
    if getattr(function, "name", None) != name:
        actual = getattr(function, "name", None)
        raise EvaluationError(
            f"{loaded} produced function with the wrong name, expected {name}, actual {actual}"
        )
    return function  # type: ignore[no-any-return]
