"""Definitions by name, for a compile in which code sees what it declares.

A name means what the view of the asking code says. Functions, types, templates and data of two
versions of a module live side by side. Classes, defines and resource types are global in a catalog:
two versions of one of them in one compile are an error.

Invariants:
 1. What the environment's own manifests and directory define is seen by all.
 2. An undeclared use is reported once for each name and module that uses it.
"""

from __future__ import annotations

from duckrow.puppet.compiler.unit import InvalidManifestError
from duckrow.puppet.loaders import paths
from duckrow.puppet.loaders.functions import (
    locate_function,
    locate_in_environment,
    locate_older_function,
)
from duckrow.puppet.loaders.known import Known
from duckrow.puppet.loaders.loaders import Loaders
from duckrow.puppet.loaders.resource_types import module_with_type
from duckrow.puppet.loaders.visibility.asking import ask_as, asking_view
from duckrow.puppet.loaders.visibility.choices import STRICT
from duckrow.puppet.loaders.visibility.meeting import Meeting, meeting_error
from duckrow.puppet.loaders.visibility.use import CODE, Use
from duckrow.puppet.resources.index import find as find_built_in_type
from duckrow.puppet.runtime.calls import PuppetFunction
from duckrow.puppet.runtime.definition import CLASS, DEFINE
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.runtime.location import Location, here

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from duckrow.puppet.compiler.unit import Unit
    from duckrow.puppet.loaders.library import Library
    from duckrow.puppet.loaders.modules import Module
    from duckrow.puppet.loaders.visibility.libraries import VisibleLibrary
    from duckrow.puppet.loaders.visibility.versions import ModuleVersion
    from duckrow.puppet.loaders.visibility.views import View, Views
    from duckrow.puppet.resources.table import ResourceTypeTable
    from duckrow.puppet.runtime.definition import Definition
    from duckrow.puppet.types.model.base import Type

    T = TypeVar("T")

_RESOURCE_TYPE = "resource type"


class VisibleLoaders(Loaders):
    """Definitions by name and by who asks for them, for one compile."""

    __slots__ = (
        "_known_of",
        "_met",
        "_reported",
        "_root",
        "_seen_functions",
        "_seen_types",
        "hidden",
    )

    has_views = True

    def __init__(self, library: VisibleLibrary) -> None:
        super().__init__(library)
        self._root = library
        # The first version of a module shares its definitions with the site manifests.
        self._known_of: dict[str, Known] = {}
        self._met: dict[tuple[str, str], Meeting] = {}  # by kind and name
        self._reported: set[tuple[View, str, str]] = set()
        self._seen_functions: dict[tuple[str, View | None], Callable[..., object] | None] = {}
        self._seen_types: dict[tuple[str, View], ResourceTypeTable | None] = {}
        self.hidden: list[Use] = []  # uses that failed, since the module is not declared

    @property
    def views(self) -> Views:
        """Who sees which modules."""
        return self._root.views

    def view(self) -> View | None:
        """Return the view of the code that asks; None if the builder of the catalog asks."""
        return asking_view(self._root.views)

    def ask_as(self, file: str | None, question: Callable[[], T]) -> T:
        """Ask a question for the code in a file."""
        views = self._root.views
        return ask_as(views.of_file(file or "") or views.environment, question)

    # ---- functions

    def find_function(self, name: str, module_name: str = "") -> Callable[..., object] | None:
        """Return a function that the asking code sees."""
        key = name, self.view()
        if key in self._seen_functions:
            return self._seen_functions[key]
        found = self._seen_functions[key] = self._look_for_function(name, module_name)
        return found

    def bind_function(
        self, name: str, names: dict[str, object], direct: Callable[..., object]
    ) -> None:
        """Bind nothing: what a name means depends on who asks."""

    def _function_of_module(self, name: str, module_name: str) -> Callable[..., object] | None:
        view = self.view()
        if view is None:
            return super()._function_of_module(name, module_name)
        root = self._root
        environment = root.library_of(root.views.environment)
        located = locate_in_environment(environment, name)
        if located is not None:
            return environment.read_function(name, *located)

        def locate(library: Library) -> tuple[str, str, Module | None] | None:
            return locate_function(library, name, view.module_name)

        return self._located_function(view, name, locate)

    def find_older_function(self, name: str) -> Callable[..., object] | None:
        """Return a function of the older family that the asking code sees."""
        from duckrow.puppet.functions.table import find

        view = self.view()
        built_in = find(name)
        if view is None or isinstance(built_in, LegacyFunction):
            return super().find_older_function(name)
        found = self._located_function(
            view, name, lambda library: locate_older_function(library, name)
        )
        return built_in if found is None else found

    def _located_function(
        self,
        view: View,
        name: str,
        locate: Callable[[Library], tuple[str, str, Module | None] | None],
    ) -> Callable[..., object] | None:
        root = self._root
        located = locate(root.library_of(view))
        if located is None:
            located = locate(root)
            if located is None or not self._may_use(view, "function", name, located[2]):
                return None
        owner = root.views.of_file(located[1])
        assert owner is not None
        found = root.library_of(owner).read_function(name, *located)
        self._report_kept(located[1], name)
        if isinstance(found, PuppetFunction):
            self._ask_for_types(found.definition)
        return found

    # ---- classes and defines

    def find_class(self, name: str) -> Definition | None:
        """Return a class that the asking code sees, read from its module if need be."""
        return self._find_definition(CLASS, name)

    def find_define(self, name: str) -> Definition | None:
        """Return a define that the asking code sees, read from its module if need be."""
        return self._find_definition(DEFINE, name)

    def _find_definition(self, kind: str, name: str) -> Definition | None:
        key = name.removeprefix("::").lower()
        view = self.view()
        site = _table(self.known, kind).get(key)
        if site is not None and (view is None or self._is_of_environment(site)):
            return site
        module, is_visible = self._module_for(view, kind, key)
        if module is None:
            return None
        found = self._definition_in(module, kind, key)
        if found is None:
            return None
        if not is_visible and view is not None and not self._may_use(view, kind, key, module):
            return None
        self._meet(kind, key, module, view or self._root.views.environment)
        return found

    def _module_for(
        self, view: View | None, kind: str, key: str
    ) -> tuple[ModuleVersion | None, bool]:
        """Return the module that may have a definition, and whether the view has the module."""
        name = paths.module_of(key)
        found = None if view is None else view.modules.get(name)
        if found is not None:
            return found, True
        met = self._met.get((kind, key))
        return (self._root.views.everything.get(name) if met is None else met.module), False

    def _definition_in(self, module: ModuleVersion, kind: str, key: str) -> Definition | None:
        """Return a class or define of a version of a module, or None."""
        known = self._known_of.get(module.path)
        if known is None:
            others = (each for each in self._root.views.versions[module.name])
            is_first = all(each.path not in self._known_of for each in others)
            known = self._known_of[module.path] = self.known if is_first else Known()
        table = _table(known, kind)
        found = table.get(key)
        if found is not None:
            return found
        for files in self._root.library_in(module).manifests(key):
            for file in files:
                if file not in self._read:
                    self._read_manifest(file, module.name, known)
            found = table.get(key)
            if found is not None:
                return found
        return None

    def _is_of_environment(self, definition: Definition) -> bool:
        return self._root.views.of_file(definition.file or "") is None

    # ---- types

    def find_type(self, name: str) -> Type | None:
        """Return a type that the asking code sees; a define or resource type comes before it."""
        root, view = self._root, self.view()
        key = name.removeprefix("::").lower()
        if view is None or root.has_own_type(key):
            known = super().find_type(name)
            self._report_kept(None, key)
            return known
        try:
            if self._is_resource(view, key):
                return None
            found = root.library_of(view).find_type(key) or self._undeclared_type(view, key)
        except InvalidManifestError as error:
            raise self._manifest_error(error) from error
        self._report_kept(view, key)
        return found

    def _is_resource(self, view: View, key: str) -> bool:
        if ":" not in key and self._root.library_of(view).find_resource_type(key) is not None:
            return True
        if key in self.known.defines and self._is_of_environment(self.known.defines[key]):
            return True
        module = view.modules.get(paths.module_of(key))
        return module is not None and self._definition_in(module, DEFINE, key) is not None

    def _undeclared_type(self, view: View, key: str) -> Type | None:
        module = self._root.views.everything.get(paths.module_of(key))
        if module is None or module.name in view.modules:
            return None
        found = self._root.library_in(module).find_type(key)
        self._report_kept(self._root.views.of(module), key)
        if found is None or not self._may_use(view, "type", _type_name(key), module):
            return None
        return found

    def find_resource_type(self, name: str) -> ResourceTypeTable | None:
        """Return a resource type that the asking code sees, or None; defines do not count."""
        key = name.lower()
        if ":" in key:
            return None
        built_in = find_built_in_type(key)
        if built_in is not None:
            return built_in
        view = self.view()
        if view is None:
            met = self._met.get((_RESOURCE_TYPE, key))
            library = self._root if met is None else self._root.library_in(met.module)
            return library.find_resource_type(key)
        if (key, view) not in self._seen_types:
            self._seen_types[key, view] = self._look_for_resource_type(key, view)
        return self._seen_types[key, view]

    def _look_for_resource_type(self, key: str, view: View) -> ResourceTypeTable | None:
        root = self._root
        module = _bringing(root.library_of(view), key)
        if module is None:
            module = _bringing(root, key)
            if module is None:
                return super().find_resource_type(key)
            if not self._may_use(view, _RESOURCE_TYPE, key, module):
                return None
        version = root.views.of_file(f"{module.path}/")
        assert version is not None
        assert version.owner is not None
        self._meet(_RESOURCE_TYPE, key, version.owner, view)
        return root.library_of(version).find_resource_type(key)

    # ---- modules

    def find_module(self, name: str) -> Module | None:
        """Return the version of a module that the asking code sees."""
        view = self.view()
        everything = self._root.views.everything
        if view is None:
            return everything.get(name)
        found = view.modules.get(name)
        if found is None:
            found = everything.get(name)
            if found is None or not self._may_use(view, "files or data", "", found):
                return None
        return found

    @property
    def modules(self) -> dict[str, Module]:
        """One version of each module: the one in use, of which the resource types come first."""
        found = self._root.modules
        met = sorted(self._met.items(), key=lambda each: each[0][0] == _RESOURCE_TYPE)
        found.update((each.module.name, each.module) for _, each in met)
        return found

    @property
    def ruby_files(self) -> Any:
        """Files in Ruby that Ruby code of the asking module may ask for."""
        view = self.view()
        return (self._root if view is None else self._root.library_of(view)).ruby_files

    # ---- what is not declared, and what meets

    def _register_unit(self, unit: Unit, known: Known) -> None:
        for definition in unit.definitions:
            if definition.kind in (CLASS, DEFINE):
                self._ask_for_types(definition)
        super()._register_unit(unit, known)

    def _ask_for_types(self, definition: Definition) -> None:
        """Ask again for types of parameters that an earlier compile found, to report their uses."""
        assert self.build is not None
        for parameter in definition.parameters:
            if parameter.type_ is not None and parameter.type_of is not None:
                parameter.type_of(self.build.top)

    def _report_kept(self, owner: object, name: str) -> None:
        """Report the uses in a definition that this compile, or an earlier one, has read."""
        kept = self._root.kept_uses
        for use in kept.of((owner, name)):
            self._report(use)
        while kept.loose:
            self._report(kept.loose.pop())

    def _may_use(self, view: View, kind: str, name: str, module: Module | None) -> bool:
        """Report the use of a module that a view does not have; return whether it may."""
        assert module is not None
        is_strict = self._root.views.choices.mode == STRICT
        use = Use(view, kind, name, self._root.views.everything[module.name])
        if is_strict or use.key not in self._reported:
            use.location = here()
            (self.hidden.append if is_strict else self._report)(use)
        return not is_strict

    def _report(self, use: Use) -> None:
        if use.key in self._reported:
            return
        self._reported.add(use.key)
        assert self.build is not None
        self.build.log("warning", use.warning, location=use.location, code=CODE)

    def hidden_use(self, location: Location | None, message: str) -> Use | None:
        """Return the use that failed at a location, or that a message is about."""
        for use in reversed(self.hidden):
            if use.name and use.name.lower() in message.lower():
                return use
            if location is not None and use.location is not None:
                at = use.location.file, use.location.line
                if at == (location.file, location.line):
                    return use
        return None

    def _meet(self, kind: str, key: str, module: ModuleVersion, view: View) -> None:
        """Note that a definition is in use; two versions of it are an error."""
        first = self._met.get((kind, key))
        if first is None:
            self._met[kind, key] = Meeting(module, view)
        elif first.module is not module:
            raise meeting_error(self._root.views, kind, key, first, Meeting(module, view))


def _table(known: Known, kind: str) -> dict[str, Definition]:
    return known.classes if kind == CLASS else known.defines


def _bringing(library: Library, key: str) -> Module | None:
    """Return the module that brings a resource type."""
    found = module_with_type(library, key, is_python=True)
    found = found or module_with_type(library, key, is_python=False)
    return None if found is None else found[0]


def _type_name(key: str) -> str:
    return "::".join(part.capitalize() for part in key.split("::"))
