"""What the files of a module define, by kind: the name of each thing, and the file that has it."""

from __future__ import annotations

from duckrow.puppet.loaders import paths
from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax.encoding import decode
from duckrow.puppet.syntax.parser import parse_source
from duckrow.source.errors import InputError, SourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_KINDS: dict[type[n.Definition], str] = {
    n.HostClassDefinition: "classes",
    n.ResourceTypeDefinition: "defines",
    n.FunctionDefinition: "functions",
    n.TypeAlias: "types",
    n.PlanDefinition: "plans",
}
# Directories whose files are known by their names below them.
_BY_PATH = {"templates/": "templates", "files/": "files", "data/": "data", "tasks/": "tasks"}
_IN_LIB = {"lib/facter/": "facts", "lib/duckrow/facts/": "facts", "facts.d/": "facts"}
_RESOURCE_TYPE, _PROVIDER = "lib/puppet/type/", "lib/puppet/provider/"
_PYTHON_TYPE, _PYTHON_PROVIDER = "lib/duckrow/resources/", "lib/duckrow/providers/"
_PLUGIN = "lib/duckrow/plugins/"
_PUPPET = ("manifests/", "functions/", "types/", "plans/")


def definitions_of(
    module: str, contents: Mapping[str, bytes], directory: str
) -> dict[str, dict[str, str]]:
    """Return what the files of a module define. Raises InputError for a file in error."""
    found: dict[str, dict[str, str]] = {}
    for file, content in sorted(contents.items()):
        for kind, name in _defined_in(module, file, content, directory):
            found.setdefault(kind, {})[name] = file
    return {kind: dict(sorted(names.items())) for kind, names in sorted(found.items())}


def _defined_in(module: str, file: str, content: bytes, directory: str) -> list[tuple[str, str]]:
    if file.startswith(_PUPPET) and file.endswith(".pp"):
        program = _parse(file, content, directory)
        return [
            (_KINDS[type(each)], each.name)
            for each in program.definitions
            if type(each) in _KINDS and isinstance(each, n.NamedDefinition | n.TypeAlias)
        ]
    function = paths.name_in(file, module, paths.FUNCTIONS)
    if function is not None:
        return [("functions", function)]
    for start, kind in _BY_PATH.items():
        if file.startswith(start):
            return [(kind, file[len(start) :])]
    for start, kind in _IN_LIB.items():
        if file.startswith(start):
            return [(kind, file[len(start) :])]
    for start in (_RESOURCE_TYPE, _PYTHON_TYPE):
        if file.startswith(start):
            return [("resource types", file[len(start) :].rpartition(".")[0])]
    for start in (_PROVIDER, _PYTHON_PROVIDER):
        if file.startswith(start):
            return [("providers", file[len(start) :].rpartition(".")[0])]
    if file.startswith(_PLUGIN) and file.endswith(".py"):
        return [("plugins", f"{module}::{file[len(_PLUGIN) : -3]}")]
    return []


def _parse(file: str, content: bytes, directory: str) -> n.Program:
    path = f"{directory}/{file}"
    try:
        return parse_source(decode(content, path), tasks=file.startswith("plans/"))
    except SourceError as error:
        found = error.diagnostic
        at = "" if found.start is None else ":{}:{}".format(*found.source.position(found.start))
        raise InputError(f"cannot pack {path}{at}: {found.what}", found.why, found.hint) from None
