"""Resource types by name: the ones duckrow has, and the ones that modules bring.

duckrow's own                 resources/NAME.py of this package
in Python, of a module        lib/duckrow/resources/NAME.py: TABLE, and BEHAVIOUR to apply it
generated                     .resource_types/NAME.pp of the environment
in Ruby, of a module          lib/puppet/type/NAME.rb, which is read and not run
of a module not installed     the table that duckrow has for it
"""

from __future__ import annotations

from duckrow.puppet.loaders import paths
from duckrow.puppet.resources.index import MODULES, OF_MODULES, find, find_of_module
from duckrow.puppet.resources.table import ResourceTypeTable
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.world import FILE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.loaders.library import Library
    from duckrow.puppet.loaders.modules import Module


def find_resource_type(library: Library, name: str) -> ResourceTypeTable | None:
    """Return the resource type of a name in lower case, or None."""
    if ":" in name:
        return None
    known = find(name)
    if known is not None:
        return known
    brought = module_with_type(library, name, is_python=True)
    if brought is not None:
        return read_python_type(name, brought[1], library.directories.read(brought[1]))
    generated = _find_generated(library, name)
    if generated is not None:
        return generated
    brought = module_with_type(library, name, is_python=False)
    if brought is not None:
        return _read_ruby_type(library, name, brought[1])
    return find_of_module(name)


def module_with_type(library: Library, name: str, *, is_python: bool) -> tuple[Module, str] | None:
    """Return the module that brings a resource type in Python or in Ruby, and the file."""
    relative = f"lib/duckrow/resources/{name}.py" if is_python else f"lib/puppet/type/{name}.rb"
    return library.first_with(relative)


def names_of_resource_types(library: Library) -> list[str]:
    """List the resource types that can be declared, sorted; their files are not read."""
    names = {*MODULES, *OF_MODULES} - {"component"}
    places = (("lib/duckrow/resources", ".py"), *(kind[1:] for kind in paths.RESOURCE_TYPES))
    for module in library.modules.values():
        for directory, suffix in places:
            files = library.directories.names(f"{module.path}/{directory}")
            names.update(file.removesuffix(suffix) for file in files if file.endswith(suffix))
    return sorted(names)


def read_python_type(name: str, file: str, text: bytes) -> ResourceTypeTable:
    """Run a Python file of a module and return its TABLE."""
    from duckrow.source.python_files import run_file, text_of_error

    loaded = f"The code loaded from {file}"
    try:
        names = run_file(text, file, f"duckrow_resource_{name}")
    except (Exception, SystemExit) as error:
        raise EvaluationError(f"{loaded} failed: {text_of_error(error)}") from error
    table = names.get("TABLE")
    if not isinstance(table, ResourceTypeTable):
        raise EvaluationError(f"{loaded} does not define the type '{name}' - TABLE is missing.")
    if table.name != name:
        raise EvaluationError(
            f"{loaded} produced type with the wrong name, expected {name}, actual {table.name}"
        )
    table.behaviour = names.get("BEHAVIOUR")
    return table


def _find_generated(library: Library, name: str) -> ResourceTypeTable | None:
    """Return a type that `puppet generate types` wrote for the environment."""
    if library.directory is None:
        return None
    relative = f".resource_types/{name}.pp"
    file = f"{library.directory}/{relative}"
    directories = library.directories
    if not directories.has(library.directory, relative) or directories.world.kind(file) != FILE:
        return None
    from duckrow.puppet.loaders.generated_types import read_generated

    found = read_generated(name, file, library.directories.read(file))
    if found is None:
        library.unreadable_types[name] = file
    return found


def _read_ruby_type(library: Library, name: str, file: str) -> ResourceTypeTable:
    from duckrow.puppet.ruby_code.types.load import load_table
    from duckrow.ruby.errors import RubySyntaxError

    world = library.directories.world
    providers = f"lib/puppet/provider/{name}"
    has_provider = any(
        library.directories.has_directory(module.path, providers)
        for module in library.modules_that_may_have(providers).values()
    )
    text = library.directories.read(file)
    wrong: RubySyntaxError | None = None
    try:
        table = load_table(name, file, text, world.read, library.sources.cache, has_provider)
        if table is not None:
            return table
    except RubySyntaxError as error:
        wrong = error
    from duckrow.puppet.loaders.ruby import RubyResourceType

    # It replaces the table; every use raises the error that the file cannot be read.
    unread: ResourceTypeTable = RubyResourceType(name, file, wrong)  # type: ignore[assignment]
    return unread
