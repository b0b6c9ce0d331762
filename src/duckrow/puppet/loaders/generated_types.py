"""Resource types as `puppet generate types` writes them, in .resource_types of an environment.

    Puppet::Resource::ResourceType3.new('pond',
      [Puppet::Resource::Param(Any, 'depth')],                   properties
      [Puppet::Resource::Param(String, 'name', true)],           parameters; true: it is the name
      { /(.*)/ => ['name'] },                                    patterns of titles
      true, false)

The file is a tree of literals and is read as one; nothing in it is evaluated.
"""

from __future__ import annotations

from duckrow.puppet.ruby_code.types.description import Description
from duckrow.puppet.syntax import decode, nodes, parse_source
from duckrow.source.errors import SourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.table import ResourceTypeTable

_TYPE, _PARAM = "Puppet::Resource::ResourceType3", "Puppet::Resource::Param"


def read_generated(name: str, file: str, text: bytes) -> ResourceTypeTable | None:
    """Return the table of a generated type, or None for a file that is something else."""
    try:
        body = parse_source(decode(text, file)).body
    except SourceError:
        return None
    if isinstance(body, nodes.BlockExpression) and len(body.statements) == 1:
        body = body.statements[0]
    if not isinstance(body, nodes.CallMethodExpression) or len(body.arguments) < 4:
        return None
    functor = body.functor
    if not isinstance(functor, nodes.NamedAccessExpression) or not _is_named(functor.left, _TYPE):
        return None
    title, properties, parameters, patterns, *rest = body.arguments
    if not isinstance(title, nodes.LiteralString) or title.value != name:
        return None
    found = Description(name)
    _attributes(properties, found.properties, None)
    _attributes(parameters, found.parameters, found.namevars)
    _patterns(patterns, found)
    if rest and isinstance(rest[0], nodes.LiteralBoolean):
        found.is_isomorphic = rest[0].value
    return found.table()


def _is_named(node: nodes.Node, name: str) -> bool:
    return isinstance(node, nodes.QualifiedReference) and node.cased_value == name


def _attributes(node: nodes.Node, into: dict[str, str], namevars: list[str] | None) -> None:
    for each in node.values if isinstance(node, nodes.LiteralList) else ():
        if not isinstance(each, nodes.CallNamedFunctionExpression):
            continue
        if not _is_named(each.functor, _PARAM) or len(each.arguments) < 2:
            continue
        name, *rest = each.arguments[1:]
        if not isinstance(name, nodes.LiteralString | nodes.QualifiedName):
            continue
        into[name.value] = ""
        is_name = bool(rest) and isinstance(rest[0], nodes.LiteralBoolean) and rest[0].value
        if namevars is not None and is_name:
            namevars.append(name.value)


def _patterns(node: nodes.Node, found: Description) -> None:
    """Read the patterns of titles; the pattern of a type with one namevar is trivial."""
    for entry in node.entries if isinstance(node, nodes.LiteralHash) else ():
        key, value = entry.key, entry.value
        if isinstance(key, nodes.LiteralRegularExpression) and isinstance(value, nodes.LiteralList):
            names = [
                each.value
                for each in value.values
                if isinstance(each, nodes.LiteralString | nodes.QualifiedName)
            ]
            found.patterns.append((key.pattern, 0, names))
    if len(found.patterns) == 1 and len(found.patterns[0][2]) == 1:
        found.patterns = []
