"""Which body of a tree is the code of a class, define or node that a compile evaluated."""

from __future__ import annotations

from duckrow.puppet.compiler.unit import InvalidManifestError
from duckrow.puppet.explain.trees import texts_of
from duckrow.puppet.syntax import nodes as n

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.runtime.definition import Definition


def files_of_main(build: Build) -> list[str | None]:
    """Return the files of the main manifest."""
    try:
        return [unit.file for unit in build.environment.prepare()]
    except InvalidManifestError:
        return []


def is_body_of(definition: Definition, program: n.Program, body: n.Node) -> bool:
    """Return whether the body of a definition is one in a tree."""
    if isinstance(body, n.NodeDefinition):
        return _is_node(definition, program, body)
    return (
        isinstance(body, n.NamedDefinition)
        and definition.kind != "node"
        and body.name.removeprefix("::") == definition.name
    )


def _is_node(definition: Definition, program: n.Program, body: n.NodeDefinition) -> bool:
    """Return whether a node definition of a tree is the one that fits."""
    line = program.source.position(body.start)[0]
    if (definition.file or None, definition.line) != (program.source.name or None, line):
        return False
    names = [_host(each) for each in body.host_matches]
    return None in names or definition.name in names


def _host(node: n.Node) -> str | None:
    """Return the name in a node definition; None for a regular expression."""
    if isinstance(node, n.LiteralDefault):
        return "default"
    texts = texts_of((node,))
    return texts[0].lower() if texts else None
