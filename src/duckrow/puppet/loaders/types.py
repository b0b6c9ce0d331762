"""Types by name: aliases, object types and type sets that manifests and modules define.

A definition is evaluated when its name is first used. An unknown name inside it is not an error: it
becomes a type that no value matches.
"""

from __future__ import annotations

from duckrow.puppet.loaders import paths
from duckrow.puppet.runtime.definition import TYPE
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.types.errors import TypeDefinitionError, TypeSyntaxError
from duckrow.puppet.types.model.references import ResourceType
from duckrow.puppet.types.objects.named import named_type, settle
from duckrow.puppet.types.objects.type_set import TypeSetType, find_in_set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.loaders.library import Library
    from duckrow.puppet.runtime.definition import Definition
    from duckrow.puppet.types.model.base import Type


def make_type(library: Library, definition: Definition) -> Type:
    """Make the type of a definition, not yet evaluated."""

    def find(wanted: str) -> Type | None:
        return library.find_inner_type(wanted, definition.file, definition.line, definition.column)

    written = definition.expression, definition.text
    return named_type(definition.name, *written, find, library.settings.dialect)


def settled(type_: Type) -> Type:
    """Evaluate the definition of a type and return the type."""
    try:
        settle(type_)
    except (TypeSyntaxError, TypeDefinitionError) as error:
        raise EvaluationError(str(error)) from error
    return type_


def find_type(library: Library, name: str) -> Type | None:
    """Return a type that a file of a module or of the environment defines, or None."""
    module = paths.module_of(name)
    if "::" not in name or module == "environment":
        found = find_in_environment(library, name)
        if found is not None or "::" not in name:
            return found or _set_of(library, name) or _ruby_type(library, name)
    if module not in library.modules:
        return None
    for language, relative in paths.files_for(name, paths.TYPES, is_environment=False):
        file = library.modules[module].file(relative)
        if file is not None:
            return _read(library, language, name, file, module)
    return _in_a_set(library, name)


def find_in_environment(library: Library, name: str) -> Type | None:
    """Return a type that a file in the environment's own directory defines, or None."""
    root = library.directory
    if root is None:
        return None
    for language, relative in paths.files_for(name, paths.TYPES, is_environment=True):
        if library.directories.has(root, relative):
            return _read(library, language, name, f"{root}/{relative}", "environment")
    return None


def _set_of(library: Library, name: str) -> Type | None:
    """Return the type set that a module is named for."""
    module = library.modules.get(name)
    file = module.file(paths.TYPE_SET) if module is not None else None
    if file is None:
        return None
    found = _read(library, paths.PUPPET, name, file, name)
    if isinstance(found, TypeSetType):
        return found
    raise EvaluationError(
        f"The code loaded from {file} does not define the TypeSet '{name.capitalize()}'"
    )


def _in_a_set(library: Library, name: str) -> Type | None:
    """Return a type of a set: Pond::Duck may be in the set Pond of the module pond."""
    return find_in_set(name, library.find_type)


def _ruby_type(library: Library, name: str) -> Type | None:
    """Reject a type that a module describes in Ruby; those may have any name."""
    found = library.first_with(f"lib/puppet/datatypes/{name}.rb")
    return None if found is None else _read(library, paths.RUBY, name, found[1], found[0].name)


def _read(library: Library, language: str, name: str, file: str, module_name: str) -> Type:
    if language is not paths.PUPPET:
        from duckrow.puppet.loaders.ruby import NeedsRubyError

        message = f"The data type '{name}' is written in Ruby ({file}), which duckrow does not run"
        raise NeedsRubyError("data type", name, file, message)
    unit = library.unit(file, module_name)
    defined = unit.definitions
    loaded = f"The code loaded from {file}"
    if not defined:
        raise EvaluationError(f"{loaded} does not define the type '{name}' - it is empty.")
    if len(defined) > 1:
        raise EvaluationError(
            f"{loaded} must contain only the type '{name}' - it has additional definitions."
        )
    if defined[0].kind != TYPE:
        raise EvaluationError(
            f"{loaded} does not define the type '{name}' - no type alias or type definition found."
        )
    if defined[0].name.lower() != name:
        raise EvaluationError(
            f"{loaded} produced type with the wrong name, "
            f"expected '{name}', actual '{defined[0].name}'"
        )
    if unit.main is not None:
        raise EvaluationError(
            f"{loaded} contains additional logic - can only contain the type '{name}'"
        )
    return make_type(library, defined[0])


def reference_to(name: str) -> Type:
    """Return the type of all resources of a resource type."""
    written = "::".join(part.capitalize() for part in name.split("::"))
    return ResourceType(written, None)
