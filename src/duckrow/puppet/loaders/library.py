"""The modules, functions and types of an environment, shared by all its compiles.

A file is read once, when a name is first looked up. Names that were not found are remembered
too. `refresh` forgets everything when a file has changed.
"""

from __future__ import annotations

from _thread import RLock

from duckrow.puppet.loaders import paths
from duckrow.puppet.loaders.modules import find_modules
from duckrow.source.bounded_cache import BoundedCache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.compiler.unit import Unit
    from duckrow.puppet.loaders.directories import Directories
    from duckrow.puppet.loaders.modules import Module
    from duckrow.puppet.loaders.sources import Sources
    from duckrow.puppet.resources.table import ResourceTypeTable
    from duckrow.puppet.ruby_code.requiring import RubyFiles
    from duckrow.puppet.runtime.definition import Definition
    from duckrow.puppet.settings.settings import Settings
    from duckrow.puppet.types.model.base import Type

_UNASKED: Any = object()
# Bytes of templates, each with a thousand more: texts that manifests put together have no end.
MOST_TEMPLATES = 8_000_000


class Library:
    """Modules, functions, types and resource types of one environment."""

    __slots__ = (
        "_added",
        "_functions",
        "_holders",
        "_lock",
        "_manifests",
        "_modules",
        "_own_types",
        "_resource_types",
        "_ruby_files",
        "_types",
        "_unbound",
        "_units",
        "directories",
        "directory",
        "holds_site_types",
        "modulepath",
        "plain",
        "reads_init_first",
        "settings",
        "sources",
        "templates",
        "unreadable_types",
    )

    def __init__(
        self,
        modulepath: list[str],
        directory: str | None,
        settings: Settings,
        directories: Directories,
        sources: Sources,
    ) -> None:
        self._lock = RLock()
        self.modulepath = modulepath
        self.directory = directory
        self.settings = settings
        self.sources = sources
        self.directories = directories
        # Types that manifests define beside classes, by name in lower case.
        self._own_types: dict[str, tuple[Definition, Type]] = {}
        # Whether code of modules may hold types that manifests beside classes, or defines, mean.
        self.holds_site_types = False
        self._added: dict[str, Callable[..., object]] = {}  # functions that no file defines
        self._unbound: set[str] = set()  # functions that code looks up each time
        self.reads_init_first = True  # else init.pp only stands in for a file that is missing
        self._forget()

    def _forget(self) -> None:
        self._modules: dict[str, Module] | None = None
        # Directory of modules -> name in it -> the modules that have it there.
        self._holders: dict[str, dict[str, dict[str, Module]]] = {}
        self._manifests: dict[str, list[list[str]]] = {}
        self._resource_types: dict[str, ResourceTypeTable | None] = {}
        self.unreadable_types: dict[str, str] = {}  # generated types: file by name
        self._ruby_files: RubyFiles | None = None
        self._forget_code()

    def _forget_code(self) -> None:
        """Forget manifests, functions, types and templates that were read."""
        self._units: dict[str, Unit] = {}
        # Units that hold nothing but classes and defines that have been looked at without a word.
        self.plain: set[Unit] = set()
        # Templates that were compiled, by name and content.
        self.templates = BoundedCache(MOST_TEMPLATES, each=1000)
        self._functions: dict[tuple[str, str], Any] = {}
        self._types: dict[str, Type | None] = {}

    def refresh(self) -> bool:
        """Forget everything if a file or directory has changed; return whether one has."""
        if not self.directories.refresh():
            return False
        self._forget()
        return True

    @property
    def modules(self) -> dict[str, Module]:
        """The modules by name."""
        found = self._modules
        if found is None:
            found = self._modules = find_modules(self.modulepath, self.directories)
        return found

    def modules_that_may_have(self, relative: str) -> dict[str, Module]:
        """Return the modules but those that are known to lack a file."""
        modules = self.modules  # which uses the indexes from now on
        lacking = self.directories.lacking(relative)
        if lacking:
            return {name: each for name, each in modules.items() if each.path not in lacking}
        if self.directories.has_archives:
            return modules
        directory, _, name = relative.rpartition("/")
        known = self._holders  # another thread may forget it meanwhile
        holders = known.get(directory)
        if holders is None:
            holders = known[directory] = self._read_holders(directory)
        return holders.get(name, {})

    def _read_holders(self, directory: str) -> dict[str, dict[str, Module]]:
        """Read one directory of all modules: most questions are about names that few have."""
        found: dict[str, dict[str, Module]] = {}
        for name, module in self.modules.items():
            for each in self.directories.names_below(module.path, directory):
                found.setdefault(each, {})[name] = module
        return found

    def first_with(self, relative: str) -> tuple[Module, str] | None:
        """Return the first module that has a file, and the full path of the file."""
        for module in self.modules_that_may_have(relative).values():
            file = module.file(relative)
            if file is not None:
                return module, file
        return None

    def unit(self, file: str, module_name: str) -> Unit:
        """Read a file that a module or the environment's directory brings."""
        found = self._units.get(file)
        if found is None:
            data = self.directories.read_code(file)
            found = self._units[file] = self.sources.read(
                data, file, self.settings, self.modulepath, module_name=module_name
            )
        return found

    def manifests(self, name: str) -> list[list[str]]:
        """List the files that may define a class or define, in groups that are read together.

        The first group is init.pp and the file of the name itself; the others are the files of the
        enclosing namespaces, each alone.
        """
        found = self._manifests.get(name)
        if found is None:
            module = self.modules.get(paths.module_of(name))
            files = [module and module.file(each) for each in paths.manifests_for(name)]
            if self.reads_init_first:
                groups = [files[:2], *([file] for file in files[2:])]
            else:
                groups = [[file or files[0]] for file in files[1:] or files]
            named = [[file for file in group if file] for group in groups]
            found = self._manifests[name] = [group for group in named if group]
        return found

    def find_function(self, name: str, module_name: str) -> Callable[..., object] | None:
        """Return a function of a module or of the environment's directory."""
        key = (name, "" if "::" in name else module_name)
        found = self._functions.get(key, _UNASKED)
        if found is _UNASKED:
            from duckrow.puppet.loaders.functions import find_function

            found = self._added.get(name) or find_function(self, name, module_name)
            self._functions[key] = found
        return found  # type: ignore[no-any-return]

    def find_older_function(self, name: str) -> Callable[..., object] | None:
        """Return a function of the older family of a module."""
        key = (name, "older family")  # no module has such a name
        found = self._functions.get(key, _UNASKED)
        if found is _UNASKED:
            from duckrow.puppet.loaders.functions import find_older_function

            found = self._added.get(name) or find_older_function(self, name)
            self._functions[key] = found
        return found  # type: ignore[no-any-return]

    def add_older_function(self, name: str, function: Callable[..., object]) -> None:
        """Add a function of the older family that no file defines."""
        for key in [each for each in self._functions if each[0] == name]:
            del self._functions[key]
        self._added[name] = function
        self.unbind_function(name)

    def bind_function(
        self, name: str, names: dict[str, object], direct: Callable[..., object]
    ) -> None:
        """Let code, whose globals these are, call a function directly from now on.

        Functions that manifests define beside classes are those of one compile, so code looks up
        their names each time.
        """
        with self._lock:
            if name not in self._unbound:
                names[f"f_{name}"] = direct

    def unbind_function(self, name: str) -> None:
        """Let all code look up a function by its name each time."""
        with self._lock:
            if name in self._unbound:
                return
            self._unbound.add(name)
            for unit in self._units.values():
                unit.unbind(name)
            self.templates = BoundedCache(MOST_TEMPLATES, each=1000)

    @property
    def ruby_files(self) -> RubyFiles:
        """Files in Ruby that others of them may ask for."""
        found = self._ruby_files
        if found is None:
            from duckrow.puppet.loaders.ruby import files_of

            with self._lock:  # one for all threads: it holds the classes of the environment
                found = self._ruby_files or files_of(self)
                self._ruby_files = found
        return found

    def function_of(self, definition: Definition) -> Callable[..., object]:
        """Return the function of a definition in Puppet."""
        from duckrow.puppet.runtime.calls import PuppetFunction

        return PuppetFunction(definition)

    def find_type(self, name: str) -> Type | None:
        """Return a type that manifests define; None for a type of the language."""
        key = name.removeprefix("::").lower()
        own = self._own_types.get(key)
        if own is not None:
            found: Any = own[1]
        else:
            found = self._types.get(key, _UNASKED)
            if found is _UNASKED:
                from duckrow.puppet.loaders.types import find_type

                found = self._types[key] = find_type(self, key)
            if found is None:
                return None
        from duckrow.puppet.loaders.types import settled

        return settled(found)

    def find_inner_type(
        self,
        name: str,
        _file: str | None,
        _line: int | None = None,
        _column: int | None = None,
    ) -> Type | None:
        """Return a type that a definition at a location names, or the type of its resources."""
        return self.find_type(name) or self.resource_reference(name)

    def has_own_type(self, key: str) -> bool:
        """Return whether a type was added by `add_type`, by its name in lower case."""
        return key in self._own_types

    def add_type(self, definition: Definition) -> Definition | None:
        """Add a type that a manifest defines; return an older definition of the same name."""
        key = definition.name.lower()
        first = self._own_types.get(key)
        if first is None:
            from duckrow.puppet.loaders.types import make_type

            self._own_types[key] = definition, make_type(self, definition)
            self.holds_site_types = True
        elif first[0] is not definition:
            return first[0]
        return None

    def forget_own_types(self) -> None:
        """Forget the types of `add_type`, and what holds types made of them."""
        self._own_types.clear()
        if self.holds_site_types:
            self.holds_site_types = False
            self._forget_code()

    def find_resource_type(self, name: str) -> ResourceTypeTable | None:
        """Return the resource type of a name in lower case, or None; defines do not count."""
        if name in self._resource_types:
            return self._resource_types[name]
        from duckrow.puppet.loaders.resource_types import find_resource_type

        found = self._resource_types[name] = find_resource_type(self, name)
        return found

    def resource_reference(self, name: str) -> Type | None:
        """Return the type for the name of a resource type or define inside a type expression."""
        key = name.removeprefix("::").lower()
        if self.find_resource_type(key) is None and not self.has_manifest(key):
            return None
        from duckrow.puppet.loaders.types import reference_to

        return reference_to(key)

    def has_manifest(self, name: str) -> bool:
        """Return whether a module has a file that is named for a class or define."""
        module = self.modules.get(paths.module_of(name))
        if module is None:
            return False
        named = paths.INIT if "::" not in name else paths.manifests_for(name)[1]
        return module.file(named) is not None
