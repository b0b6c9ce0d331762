"""From the setting `plugins` to plugins.

    pond::census    lib/duckrow/plugins/census.py of the module pond, which defines PLUGIN
    inventory       the entry point of that name in the group duckrow.plugins
    all             every plugin of every module on the path, in the order of the modules

Nothing is imported, and no directory is read, for a plugin that the setting does not name.
"""

from __future__ import annotations

import sys

from duckrow.puppet.plugins.plugin import Plugin
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.location import Location
from duckrow.source.did_you_mean import did_you_mean
from duckrow.source.errors import DuckrowError
from duckrow.source.module_names import is_archive_name, is_module_name
from duckrow.source.python_files import raise_exit_of_others, run_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.puppet.loaders.library import Library
    from duckrow.puppet.loaders.modules import Module

GROUP = "duckrow.plugins"
DIRECTORY = "lib/duckrow/plugins"
ALL = "all"


def find_plugins(names: Sequence[str], library: Library) -> list[Plugin]:
    """Return new plugins by the names of the setting, in its order, each once."""
    found: dict[str, Plugin] = {}
    for name in names:
        for each in _names_of_modules(library) if name == ALL else (name,):
            if each not in found:
                found[each] = _of_module(each, library) if "::" in each else _installed(each)
    return list(found.values())


def _names_of_modules(library: Library) -> list[str]:
    return [
        f"{module.name}::{each}"
        for module in library.modules.values()
        for each in _names_in(module, library)
    ]


def _names_in(module: Module, library: Library) -> list[str]:
    """Return the plugins of a module."""
    files = library.directories.names(f"{module.path}/{DIRECTORY}")
    names = [file.removesuffix(".py") for file in files if file.endswith(".py")]
    return sorted(name for name in names if is_module_name(name))


def _of_module(name: str, library: Library) -> Plugin:
    owner, _, own = name.partition("::")
    module = library.modules.get(owner)
    if module is None:
        raise _unknown(
            name,
            f"there is no module {owner} on the module path",
            did_you_mean(owner, library.modules),
        )
    file = module.file(f"{DIRECTORY}/{own}.py")
    if file is None:
        known = [f"{owner}::{each}" for each in _names_in(module, library)]
        raise _unknown(
            name, f"there is no {module.path}/{DIRECTORY}/{own}.py", did_you_mean(name, known)
        )
    _expect_signed(name, module, library)
    try:
        defined = run_file(library.directories.read(file), file, f"duckrow_plugin_{owner}_{own}")
    except (Exception, SystemExit) as error:
        raise failure(name, file, "cannot be loaded", error) from error
    return _made(name, file, defined.get("PLUGIN"), "PLUGIN")


def _expect_signed(name: str, module: Module, library: Library) -> None:
    """Reject a plugin of a directory where packages must be signed; those have been verified."""
    if library.settings.module_signatures == "off" or is_archive_name(module.path):
        return
    raise EvaluationError(
        f"Plugin {name} does not run: {module.path} is not a signed package",
        is_bare=True,
        why="the setting module_signatures is on, and a directory has no signature",
        hint=f"duckrow module pack {module.path}, then duckrow module sign",
    )


def _installed(name: str) -> Plugin:
    from duckrow.machine.entry_points import entry_points_of, names_of_entry_points

    found = entry_points_of(GROUP, name)
    if not found:
        hint = did_you_mean(name, names_of_entry_points(GROUP))
        why = f"no installed distribution has an entry point {name} in the group {GROUP}"
        raise _unknown(name, why, hint or "MODULE::NAME for the plugin of a module")
    if len({each.value for each in found}) > 1:
        listed = " and ".join(sorted({each.value for each in found}))
        raise EvaluationError(f"Plugin {name} is ambiguous: it is {listed}", is_bare=True)
    (entry, *_) = found
    try:
        class_ = entry.load()
    except (Exception, SystemExit) as error:
        raise failure(name, entry.module, "cannot be loaded", error) from error
    return _made(name, _file_of(class_, entry.module), class_, entry.value)


def _file_of(class_: object, module: str) -> str:
    """Return the file that defines a class; the name of the module if that is unknown."""
    defining = sys.modules.get(getattr(class_, "__module__", module))
    return getattr(defining, "__file__", None) or module


def _made(name: str, file: str, class_: object, what: str) -> Plugin:
    """Make the plugin of a class."""
    if not isinstance(class_, type) or not issubclass(class_, Plugin):
        raise EvaluationError(
            f"Plugin {name} cannot be loaded: {what} is not a class of plugins",
            is_bare=True,
            location=Location(file, None),
            hint="from duckrow.puppet.plugins import Plugin, and derive a class from it",
        )
    try:
        plugin = class_()
    except (Exception, SystemExit) as error:
        raise failure(name, file, "cannot be loaded", error) from error
    plugin.name, plugin.file = name, file
    return plugin


def failure(name: str, file: str, what: str, error: BaseException) -> EvaluationError:
    """Return the error of a compile for an exception of a plugin."""
    raise_exit_of_others(error)
    if isinstance(error, DuckrowError):
        said = str(error)
    elif isinstance(error, SyntaxError):
        said = f"{type(error).__name__}: {error.msg}"
    else:
        said = f"{type(error).__name__}: {error}".removesuffix(": ")
    return EvaluationError(
        f"Plugin {name} {what}: {said}",
        is_bare=True,
        location=Location(file, _line_of(file, error)),
        why=str(getattr(error, "why", "")),
        hint=str(getattr(error, "hint", "")),
    )


def _line_of(file: str, error: BaseException) -> int | None:
    """Return the line of the innermost code of a file in the traceback of an exception."""
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == file else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _unknown(name: str, why: str, hint: str) -> EvaluationError:
    return EvaluationError(
        f"Could not find the plugin {name} (setting plugins)", is_bare=True, why=why, hint=hint
    )
