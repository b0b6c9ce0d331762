"""The libraries of an environment whose modules do not see everything.

The library of the environment has one version of every module, for questions that nobody's code
asks. Each version of a module, and the environment's own code, has a library of what it sees.
"""

from __future__ import annotations

from duckrow.puppet.loaders import paths
from duckrow.puppet.loaders.functions import read_function
from duckrow.puppet.loaders.library import Library
from duckrow.puppet.loaders.types import find_in_environment, find_type, make_type, settled
from duckrow.puppet.loaders.visibility.choices import STRICT
from duckrow.puppet.loaders.visibility.kept_uses import KeptUses
from duckrow.puppet.loaders.visibility.use import Use
from duckrow.puppet.loaders.visibility.views import View, Views
from duckrow.puppet.runtime.location import Location

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.compiler.unit import Unit
    from duckrow.puppet.loaders.directories import Directories
    from duckrow.puppet.loaders.modules import Module
    from duckrow.puppet.loaders.sources import Sources
    from duckrow.puppet.loaders.visibility.choices import Choices
    from duckrow.puppet.loaders.visibility.versions import ModuleVersion
    from duckrow.puppet.ruby_code.requiring import RubyFiles
    from duckrow.puppet.runtime.definition import Definition
    from duckrow.puppet.settings.settings import Settings
    from duckrow.puppet.types.model.base import Type

_UNASKED: Any = object()


class VisibleLibrary(Library):
    """The library of an environment: one version of every module, and who sees which."""

    __slots__ = ("_libraries", "_read_choices", "_views", "kept_uses")

    def __init__(
        self,
        modulepath: list[str],
        directory: str | None,
        settings: Settings,
        directories: Directories,
        sources: Sources,
        read_choices: Callable[[], Choices],
    ) -> None:
        self._read_choices = read_choices
        super().__init__(modulepath, directory, settings, directories, sources)

    def _forget(self) -> None:
        super()._forget()
        self._views: Views | None = None
        self._libraries: dict[View, ModuleLibrary] = {}
        self.kept_uses = KeptUses()

    @property
    def views(self) -> Views:
        """Who sees which modules."""
        found = self._views
        if found is None:
            with self._lock:
                if self._views is None:
                    choices = self._read_choices()
                    self._views = Views(self.modulepath, self.directories, choices)
                found = self._views
        return found

    @property
    def modules(self) -> dict[str, Module]:
        """One version of each module."""
        return {**self.views.everything}

    def library_of(self, view: View) -> ModuleLibrary:
        """Return the library of a view."""
        found = self._libraries.get(view)
        if found is None:
            found = self._libraries.setdefault(view, ModuleLibrary(self, view))
        return found

    def library_in(self, module: ModuleVersion) -> ModuleLibrary:
        """Return the library of the code in a module."""
        return self.library_of(self.views.of(module))

    def find_type(self, name: str) -> Type | None:
        """Return a type that manifests or any module define, or None."""
        key = None, name.removeprefix("::").lower()
        find = super().find_type
        return self.kept_uses.read(key, lambda: find(name))

    def add_type(self, definition: Definition) -> Definition | None:
        """Add a type that a manifest defines; return an older definition of the same name."""
        key = definition.name.lower()
        first = self._own_types.get(key)
        if first is None:
            view = self.views.of_file(definition.file or "") or self.views.environment
            self._own_types[key] = definition, make_type(self.library_of(view), definition)
        elif first[0] is not definition:
            return first[0]
        return None


class ModuleLibrary(Library):
    """What the code of one module, or of the environment itself, sees."""

    __slots__ = ("_of_environment", "root", "view")

    def __init__(self, root: VisibleLibrary, view: View) -> None:
        directory = root.directory if view.owner is None else None
        super().__init__(root.modulepath, directory, root.settings, root.directories, root.sources)
        self.root = root
        self.view = view
        self._modules = {**view.modules}
        self._of_environment: dict[str, Type | None] = {}

    def unit(self, file: str, module_name: str) -> Unit:
        """Read a file; every library has the same unit of it."""
        return self.root.unit(file, module_name)

    @property
    def ruby_files(self) -> RubyFiles:
        """Files in Ruby that code of this library may ask for.

        Code has classes of its own only if it sees a version that is not everybody's.
        """
        everything = self.root.views.everything
        if all(everything.get(each.name) is each for each in self.view.modules.values()):
            return self.root.ruby_files
        return super().ruby_files

    def read_function(
        self, name: str, language: str, file: str, module: Module | None
    ) -> Callable[..., object]:
        """Return a function in a file of the owner of this library."""
        key = (file, name)
        found = self._functions.get(key)
        if found is None:
            found = self._functions[key] = self.root.kept_uses.read(
                key, lambda: read_function(self, name, language, file, module)
            )
        return found

    def find_type(self, name: str) -> Type | None:
        """Return a type that this library sees, or None."""
        key = name.removeprefix("::").lower()
        if self.root.has_own_type(key):
            return self.root.find_type(key)
        return self.root.kept_uses.read((self.view, key), lambda: self._find_type(key))

    def _find_type(self, key: str) -> Type | None:
        found = self._types.get(key, _UNASKED)
        if found is _UNASKED:
            found = self._types[key] = self._look_for_type(key)
        return None if found is None else settled(found)

    def _look_for_type(self, key: str) -> Type | None:
        """Return a type from its owner's library, so that everybody has the same one."""
        root, owner = self.root, self.view.owner
        if "::" not in key or paths.module_of(key) == "environment":
            found = root.library_of(root.views.environment).type_in_environment(key)
            if found is not None:
                return found
        target = self.view.modules.get(paths.module_of(key))
        if target is None:
            return None
        if target is owner:
            return find_type(self, key)
        return root.library_in(target).find_type(key)

    def type_in_environment(self, key: str) -> Type | None:
        """Return a type of the environment's own directory; this is the environment's library."""
        if key not in self._of_environment:
            self._of_environment[key] = find_in_environment(self, key)
        return self._of_environment[key]

    def find_inner_type(
        self, name: str, file: str | None, line: int | None = None, column: int | None = None
    ) -> Type | None:
        """Return a type that a definition names; a module that is not declared is reported."""
        found = super().find_inner_type(name, file, line, column)
        if found is not None:
            return found
        key = name.removeprefix("::").lower()
        module = self.root.views.everything.get(paths.module_of(key))
        if module is None or module.name in self.view.modules:
            return None
        theirs = self.root.library_in(module)
        found = theirs.find_type(key) or theirs.resource_reference(key)
        if found is None:
            return None
        use = Use(self.view, "type", name, module, Location(file, line, column))
        if self.root.views.choices.mode == STRICT:
            raise use.error()
        self.root.kept_uses.add(use)
        return found
