"""Autoloaded files of a module define what their path promises.

`<module>/manifests/a/b.pp` defines names that start with `module::a::b`, and nothing but
definitions. `init.pp` stands for the module itself. The directories functions, types and plans
follow the same rule as manifests; any other directory of a module may define nothing. Files outside
the module path, and the environment's own manifests, are free.
"""

from __future__ import annotations

import os.path

from duckrow.puppet.syntax.nodes import BlockExpression, Definition, NodeDefinition, Nop
from duckrow.source.module_names import module_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.puppet.syntax.nodes import NamedDefinition, Program
    from duckrow.puppet.validation.inspection import Inspection

# The result of `namespace_of` for a file of a module outside its autoloaded directories. No name
# starts with it.
MISPLACED = "/"

_AUTOLOADED = frozenset(("functions", "manifests", "plans", "types"))


def namespace_of(file: str | None, module_path: Sequence[str], manifest: str | None) -> str | None:
    """Return the lower-case prefix of names in a file, or None if they are free."""
    if not file or not module_path or os.path.splitext(file)[1] != ".pp":
        return None
    path = os.path.abspath(file)
    if manifest is not None and path.startswith(manifest):
        return None
    for directory in module_path:
        root = os.path.join(os.path.abspath(directory), "")
        if path.startswith(root):
            return _namespace_in_module(path[len(root) :].lower().split(os.sep))
    return None


def _namespace_in_module(segments: list[str]) -> str:
    if len(segments) < 3 or segments[1] not in _AUTOLOADED:
        return MISPLACED
    module, _, *directories, file = module_of(segments[0]), *segments[1:]
    if not directories and file == "init.pp":
        return module
    return "::".join((module, *directories, file.removesuffix(".pp")))


def name_agrees_with_file(node: NamedDefinition, inspection: Inspection) -> None:
    """The name of a definition starts as its file's path says."""
    namespace = inspection.namespace
    if namespace is None or node.name.lower().startswith(namespace):
        return
    if namespace is MISPLACED:
        why = "only manifests, functions, types and plans of a module may define names"
    else:
        why = f"this file is read to find {namespace}"
    inspection.report(
        "illegal-definition-location", node, name=node.name, file=inspection.source.name, why=why
    )


def holds_definitions_only(node: Program, inspection: Inspection) -> None:
    """An autoloaded file holds definitions, and no nodes."""
    if inspection.namespace is None or isinstance(node.body, Nop):
        return
    body = node.body
    for statement in body.statements if isinstance(body, BlockExpression) else (body,):
        if not isinstance(statement, Definition) or isinstance(statement, NodeDefinition):
            inspection.report("illegal-top-construct-location", statement)
