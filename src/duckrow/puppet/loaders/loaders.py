"""Definitions by name, for the running code of one compile.

The site manifests define first, before any code runs. Everything else is found when it is asked
for: a class by the manifests of its module, a function or a type by the file named for it.

Invariants:
 1. A name that is known is never looked for again, so a class in the site manifest hides one in a
    module, whose file is not even read.
 2. A file of a module is read once in a compile, and everything it defines becomes known.
 3. Functions of the site manifest come before built-in ones, those of modules after them.
"""

from __future__ import annotations

from duckrow.puppet.compiler.unit import InvalidManifestError
from duckrow.puppet.loaders import paths
from duckrow.puppet.loaders.known import Known
from duckrow.puppet.runtime.definition import CLASS, DEFINE, FUNCTION, IS_METAPARAMETER, NODE, TYPE
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.runtime.location import Location

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeVar

    from duckrow.puppet.compiler.cache import Cache
    from duckrow.puppet.compiler.unit import Unit
    from duckrow.puppet.loaders.library import Library
    from duckrow.puppet.loaders.manifest_errors import ManifestError
    from duckrow.puppet.loaders.modules import Module
    from duckrow.puppet.resources.table import ResourceTypeTable
    from duckrow.puppet.runtime.build import Build
    from duckrow.puppet.runtime.definition import Definition
    from duckrow.puppet.types.model.base import Type
    from duckrow.source.bounded_cache import BoundedCache

    T = TypeVar("T")


class Loaders:
    """Definitions by name, for one compile."""

    __slots__ = (
        "_functions",
        "_own",
        "_read",
        "_sought",
        "build",
        "cache",
        "known",
        "library",
    )

    has_views = False  # whether what a name means depends on whose code asks

    def __init__(self, library: Library) -> None:
        self.library = library
        self.cache: Cache | None = library.sources.cache  # the cache of compiled code
        self.known = Known()
        self.build: Build | None = None  # set by `begin`
        self._own: dict[str, Any] = {}  # functions that manifests define beside classes
        self._functions: dict[tuple[str, str], Any] = {}
        self._read: set[str] = set()  # manifests of modules whose definitions are known
        self._sought: set[str] = set()  # modules that were looked into for a class or a define

    def view(self) -> object:
        """Return what the asking code sees, to tell one view from another: all see the same."""
        return None

    def ask_as(self, _file: str | None, question: Callable[[], T]) -> T:
        """Ask a question for the code in a file."""
        return question()

    def begin(self, build: Build, units: Sequence[Unit]) -> None:
        """Make the definitions of the site manifests known."""
        self.build = build
        for unit in units:
            if unit.warnings:
                self._warn(unit)
        if len(units) == 1:
            self._register_unit(units[0], self.known)
        elif units:
            # Like one file: all definitions are read before a name is registered.
            self._register([each for unit in units for each in unit.definitions], self.known)

    def used_manifests(self) -> tuple[set[str], set[str]]:
        """Return the manifests that this compile used, and the modules that it looked into."""
        return self._read, self._sought

    # ---- lookup by name

    def find_class(self, name: str) -> Definition | None:
        """Return a class, read from its module if need be."""
        known = self.known.classes
        found = known.get(name)
        if found is None:
            key = name.removeprefix("::").lower()
            found = known.get(key) or self._autoload(key, known)
        return found

    def find_define(self, name: str) -> Definition | None:
        """Return a define, read from its module if need be."""
        known = self.known.defines
        found = known.get(name)
        if found is None:
            key = name.removeprefix("::").lower()
            found = known.get(key) or self._autoload(key, known)
        return found

    def find_function(self, name: str, module_name: str = "") -> Callable[..., object] | None:
        """Return a function that code of a module, or of no module, may call."""
        key = (name, module_name)
        if key in self._functions:
            return self._functions[key]  # type: ignore[no-any-return]
        found = self._functions[key] = self._look_for_function(name, module_name)
        return found

    def bind_function(
        self, name: str, names: dict[str, object], direct: Callable[..., object]
    ) -> None:
        """Let code, whose globals these are, call a function directly from now on."""
        self.library.bind_function(name, names, direct)

    def _look_for_function(self, name: str, module_name: str) -> Callable[..., object] | None:
        name = name.removeprefix("::")
        if name in self._own:
            return self._own[name]  # type: ignore[no-any-return]
        if "::" not in name:
            from duckrow.puppet.functions.table import find

            built_in = find(name)
            if built_in is not None:
                return built_in
        try:
            found = self._function_of_module(name, module_name)
            self._warn_of_metadata(module_name)
        except InvalidManifestError as error:
            raise self._manifest_error(error) from error
        if found is None:
            from duckrow.puppet.functions.table import find_ours

            return find_ours(name)
        # A function in Puppet must not hold state of a compile after its end.
        definition = getattr(found, "definition", None)
        return found if definition is None else self.library.function_of(definition)

    def _function_of_module(self, name: str, module_name: str) -> Callable[..., object] | None:
        return self.library.find_function(name, module_name)

    def find_older_function(self, name: str) -> Callable[..., object] | None:
        """Return a function of the older family, as code in Ruby calls it: function_NAME([...])."""
        from duckrow.puppet.functions.table import find

        built_in = find(name)
        if isinstance(built_in, LegacyFunction):
            return built_in
        found = self.library.find_older_function(name)
        return built_in if found is None else found

    def find_type(self, name: str) -> Type | None:
        """Return an alias, object type or type set that manifests define.

        If a define has the name, the name means its resources, unless a type of that name is
        defined beside classes; so the manifests of a module are read before its types.
        """
        library = self.library
        key = name.removeprefix("::").lower()
        try:
            if library.has_own_type(key):
                return library.find_type(key)
            if library.find_resource_type(key) is not None:
                return None
            define = self.find_define(key)
            if define is None:
                return library.find_type(key)
            if not define.module_name:
                library.holds_site_types = True
            return None
        except InvalidManifestError as error:
            raise self._manifest_error(error) from error

    def find_resource_type(self, name: str) -> ResourceTypeTable | None:
        """Return a resource type, or None; defines do not count."""
        library = self.library
        key = name.lower()
        found = library.find_resource_type(key)
        if key in library.unreadable_types and self.build is not None:
            file = library.unreadable_types[key]
            message = f"The generated type in {file} cannot be read, so it is passed over"
            self.build.warn_once("generated type", file, message, has_location=False)
        return found

    def find_module(self, name: str) -> Module | None:
        """Return a module by name."""
        return self.library.modules.get(name)

    @property
    def modules(self) -> dict[str, Module]:
        """All modules by name, in the order of the module path."""
        return self.library.modules

    @property
    def templates(self) -> BoundedCache:
        """Templates that compiles of this environment have read, by name and content."""
        return self.library.templates

    @property
    def ruby_files(self) -> Any:
        """Files in Ruby that Ruby code of this environment may ask for."""
        return self.library.ruby_files

    @property
    def nodes(self) -> list[Definition]:
        """The node definitions, in order."""
        return self.known.node_list

    # ---- reading

    def _autoload(self, name: str, known: dict[str, Definition]) -> Definition | None:
        """Read the files of a module that may define a name, until one does."""
        self._sought.add(paths.module_of(name))
        for files in self.library.manifests(name):
            for file in files:
                if file not in self._read:
                    self._read_manifest(file, paths.module_of(name), self.known)
            found = known.get(name)
            if found is not None:
                return found
        return None

    def _read_manifest(self, file: str, module_name: str, known: Known) -> None:
        self._read.add(file)
        try:
            unit = self.library.unit(file, module_name)
        except InvalidManifestError as error:
            raise self._manifest_error(error) from error
        if unit.warnings:
            self._warn(unit)
        self._register_unit(unit, known)

    def _warn_of_metadata(self, module_name: str) -> None:
        """Log a warning if the metadata.json of a module was read and could not be parsed."""
        module = self.library.modules.get(module_name)
        if module is not None and module.fault and self.build is not None:
            self.build.warn_once("metadata", module.path, module.fault, has_location=False)

    def _warn(self, unit: Unit) -> None:
        """Log the warnings about a manifest."""
        assert self.build is not None

        most = self.library.settings["max_warnings"]
        for warned in unit.warnings[:most]:
            location = Location(unit.file, warned.line, warned.column)
            self.build.log("warning", warned.message, location=location, code=warned.code)

    def _manifest_error(self, error: InvalidManifestError) -> ManifestError:
        """Log the errors in a manifest, and return the error that stops the compile."""
        from duckrow.puppet.loaders.manifest_errors import manifest_error

        assert self.build is not None
        return manifest_error(error.findings, self.build)

    # ---- registering

    def _register_unit(self, unit: Unit, known: Known) -> None:
        """Register the definitions of a manifest; a second time they are not checked again."""
        if unit in self.library.plain:
            for definition in unit.definitions:
                if definition.kind == DEFINE:
                    _add_define_type(definition, known)
            for definition in unit.definitions:
                known.add(definition)
            return
        self._register(unit.definitions, known)
        if all(_is_plain(definition) for definition in unit.definitions):
            self.library.plain.add(unit)

    def _register(self, definitions: Sequence[Definition], known: Known) -> None:
        """Register definitions: check each first, then take their names."""
        for definition in definitions:
            kind = definition.kind
            if kind in (CLASS, DEFINE):
                self._look_at_parameters(definition)
                if kind == DEFINE:
                    _add_define_type(definition, known)
            elif kind == FUNCTION:
                self._add_function(definition)
            elif kind == TYPE:
                self._add_type(definition)
        for definition in definitions:
            if definition.kind in (CLASS, DEFINE, NODE):
                known.add(definition)

    def _look_at_parameters(self, definition: Definition) -> None:
        """Evaluate the types of parameters, and reject names of metaparameters."""
        for parameter in definition.parameters:
            if parameter.type_of is not None and parameter.type_ is None:
                assert self.build is not None
                parameter.type_in(self.build.top)
            if parameter.name in IS_METAPARAMETER:
                self._metaparameter(parameter.name, definition, parameter.default is not None)

    def _metaparameter(self, name: str, definition: Definition, has_default: bool) -> None:
        if not has_default:
            raise EvaluationError(
                f"{name} is a metaparameter; please choose another parameter name "
                f"in the {definition.name} definition"
            )
        message = (
            f"{name} is a metaparam; this value will inherit to all contained resources "
            f"in the {definition.name} definition"
        )
        assert self.build is not None
        self.build.warn_once("metaparam", message, message, has_location=False)

    def _add_function(self, definition: Definition) -> None:
        first = self._own.get(definition.name)
        if first is not None:
            from duckrow.puppet.loaders.entities import duplicate_error

            raise duplicate_error("function", definition.name, first.definition)
        self.library.unbind_function(definition.name)
        self._own[definition.name] = self.library.function_of(definition)

    def _add_type(self, definition: Definition) -> None:
        from duckrow.puppet.loaders.entities import duplicate_error, reserved_type_error

        name = definition.name.lower()
        error = reserved_type_error(name)
        if error is not None:
            raise error
        first = self.known.define_types.get(name) or self.library.add_type(definition)
        if first is not None:
            raise duplicate_error("type", name, first)


def _add_define_type(definition: Definition, known: Known) -> None:
    """A define is a type by its name, and a type is defined once."""
    first = known.define_types.get(definition.name)
    if first is not None:
        from duckrow.puppet.loaders.entities import duplicate_error

        raise duplicate_error("type", definition.name, first)
    known.define_types[definition.name] = definition


def _is_plain(definition: Definition) -> bool:
    """Return whether registering a definition again needs no check and logs nothing."""
    if definition.kind not in (CLASS, DEFINE, NODE):
        return False
    return IS_METAPARAMETER.isdisjoint(each.name for each in definition.parameters)
