"""The setting module_visibility of an environment: which modules code sees.

`modules` in environment.conf lists the modules that the environment's own manifests see; a version
may follow a name: `modules = pond, stdlib@9.7.0`. The lock of `duckrow module lock` chooses
versions, if it is in the environment's directory.
"""

from __future__ import annotations

from duckrow.puppet.loaders.visibility.choices import Choices, LockedVersions
from duckrow.puppet.loaders.visibility.libraries import VisibleLibrary
from duckrow.puppet.loaders.visibility.loaders import VisibleLoaders
from duckrow.puppet.module_sources.lock import NAME, read_lock
from duckrow.source.errors import InputError
from duckrow.source.module_names import is_module_name, short_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.environment.report import Failure
    from duckrow.puppet.loaders.directories import Directories
    from duckrow.puppet.loaders.library import Library
    from duckrow.puppet.loaders.loaders import Loaders
    from duckrow.puppet.loaders.sources import Sources
    from duckrow.puppet.settings.settings import Settings


def visible_library(
    modulepath: list[str],
    directory: str | None,
    settings: Settings,
    directories: Directories,
    sources: Sources,
) -> VisibleLibrary:
    """Return the library of an environment whose modules see what they declare."""
    listed = _listed(settings)

    def choices() -> Choices:
        lock = None if directory is None else _read_lock(directory, directories)
        return Choices(settings.module_visibility, listed, lock)

    return VisibleLibrary(modulepath, directory, settings, directories, sources, choices)


def visible_loaders(library: Library) -> Loaders:
    """Return the loaders of a compile with such a library."""
    assert isinstance(library, VisibleLibrary)
    return VisibleLoaders(library)


def explain_hidden(failure: Failure, loaders: object) -> None:
    """Explain a failure by the use of a module that exists but is not declared."""
    assert isinstance(loaders, VisibleLoaders)
    use = loaders.hidden_use(failure.at, failure.basic)
    if use is not None:
        subject = use.what if use.name else f"the module {use.module.name}"
        failure.why = f"{subject} exists, but {use.why}"
        failure.hint = use.hint


def _listed(settings: Settings) -> dict[str, str] | None:
    """Return the modules of the setting `modules`, each with a version or ""."""
    if "modules" not in settings.given:
        return None
    found: dict[str, str] = {}
    for each in settings["modules"]:
        name, _, version = str(each).partition("@")
        if not is_module_name(name):
            raise InputError(
                f"the setting modules has '{each}', which is no name of a module",
                hint="names have no author, and commas between them: modules = pond, stdlib@9.7.0",
            )
        found[name] = version
    return found


def _read_lock(directory: str, directories: Directories) -> LockedVersions | None:
    """Read the lock of an environment, if it has one."""
    path = f"{directory}/{NAME}"
    if not directories.has(directory, NAME):
        return None
    lock = read_lock(path, directories.read(path), directory)
    versions: dict[str, dict[str, dict[str, str]]] = {}
    for each in lock.modules:
        versions.setdefault(each.directory, {})[each.version] = {
            short_name(name): version for name, version in each.chosen.items()
        }
    visible = lock.visible
    if visible is not None:
        visible = {short_name(name): version for name, version in visible.items()}
    return LockedVersions(path, versions, visible)
