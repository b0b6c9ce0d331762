"""Who set an attribute of a resource, and the expression in the source that is its value."""

from __future__ import annotations

from duckrow.puppet.apply.relationship_attributes import relations_of
from duckrow.puppet.catalog.defaults import find_defaults
from duckrow.puppet.catalog.formats_text import REDACTED
from duckrow.puppet.explain.evaluate import UNKNOWN, function_name, shown
from duckrow.puppet.explain.reader import Reader
from duckrow.puppet.runtime.definition import FORWARD, RELATIONS
from duckrow.puppet.syntax import nodes as n

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.explain.answer import Place
    from duckrow.puppet.catalog.resource import Origin, Resource
    from duckrow.puppet.explain.recorded import Recorded

    Operations = tuple[n.AttributeOperation | n.AttributesOperation, ...]

_STATEMENTS = (
    n.ResourceOverrideExpression,
    n.ResourceDefaultsExpression,
    n.CollectExpression,
)


class Setter:
    """One statement that set an attribute.

    `node` is the expression of the value, which `reader` can read. A value that flows from a
    container names it; the default of a parameter is explained as a parameter.
    """

    __slots__ = (
        "adds",
        "container",
        "is_default_of_parameter",
        "kind",
        "node",
        "place",
        "reader",
        "text",
    )

    def __init__(
        self,
        kind: str,
        text: str,
        place: Place | None,
        node: n.Node | None = None,
        reader: Reader | None = None,
    ) -> None:
        self.kind = kind
        self.text = text
        self.place = place
        self.node = node
        self.reader = reader
        self.adds = False  # +> adds to what others set
        self.container: Resource | None = None
        self.is_default_of_parameter = False


def setters_of(recorded: Recorded, resource: Resource, name: str) -> list[Setter]:
    """Return who set an attribute, the one whose value counts first."""
    found = list(_setters(recorded, resource, name))
    return found or [Setter("unknown", f"{resource} has {name}", recorded.declared_at(resource))]


def _setters(recorded: Recorded, resource: Resource, name: str) -> Iterator[Setter]:
    record = recorded.record
    value = shown_attribute(resource, name)
    has = f"{resource} has {name} => {value}"
    container = record.flowed.get((resource, name))
    if container is not None:
        setter = Setter("container", f"{has} from {container}, which contains it", None)
        setter.container = container
        yield setter
        return
    if name in RELATIONS:
        added = list(_arrows(recorded, resource, name)) if name in FORWARD else []
        if name == "require":
            added += _required(recorded, resource)
        yield from added
        if added and len(relations_of(resource.parameters).get(name, ())) <= len(added):
            return  # nothing else sets it
    yield from _written(recorded, resource, name, has)


def attribute_at(recorded: Recorded, resource: Resource, name: str) -> Place | None:
    """Return the place of the statement that sets an attribute; arrows are not meant."""
    if (resource, name) in recorded.record.flowed:
        return recorded.attribute_at(resource, name)
    first = next(_written(recorded, resource, name, ""), None)
    place = None if first is None else first.place
    return place or recorded.attribute_at(resource, name)


def _written(recorded: Recorded, resource: Resource, name: str, has: str) -> Iterator[Setter]:
    """Return the statements that set an attribute, the one whose value counts first."""
    record = recorded.record
    overrides = record.overridden.get((resource, name), [])
    is_given = resource.definition is None or name in record.given.get(resource, (name,))
    if not is_given and overrides:  # an override with undef leaves the parameter to its default
        yield _default_of_parameter(has)
        has = f"{name} is undef"
    for origin in reversed(overrides):
        setter = _from_statement(recorded, resource, name, origin, has)
        yield setter
        has = f"it adds to {name}" if setter.adds else f"it takes the place of {name}"
    origins = resource.origins or {}
    if name in origins and _is_default(resource, name, origins[name]):
        yield _from_statement(recorded, resource, name, origins[name], has)
        return
    if not is_given:
        if not overrides:
            yield _default_of_parameter(has)
        return
    declared = _declaration(recorded, resource, name, has)
    if declared.node is None:
        declared = _further_declaration(recorded, resource, name, has) or declared
    if not overrides or declared.node is not None:
        yield declared


def _default_of_parameter(has: str) -> Setter:
    setter = Setter("parameter", has, None)
    setter.is_default_of_parameter = True
    return setter


def shown_attribute(resource: Resource, name: str) -> str:
    """Write the value of an attribute, unless it is secret."""
    return REDACTED if name in (resource.sensitive or ()) else shown(resource.get(name))


def _is_default(resource: Resource, name: str, origin: Origin) -> bool:
    default = find_defaults(resource.scope, resource.type).get(name)
    return default is not None and default.origin is origin


def _arrows(recorded: Recorded, resource: Resource, name: str) -> Iterator[Setter]:
    for (source, target, kind), arrows in recorded.record.arrows.items():
        if source is resource and kind == name:
            for arrow in arrows:
                sign = "~>" if kind == "notify" else "->"
                text = f"{resource} comes before {target}: the arrow {sign}"
                yield Setter("arrow", text, recorded.place_of_location(arrow.location))


def _required(recorded: Recorded, resource: Resource) -> Iterator[Setter]:
    for (other, dependent), site in recorded.record.required.items():
        if dependent is resource:
            text = f"{resource} requires {other}: the function require"
            yield Setter("require", text, recorded.place(site))


# ---- statements elsewhere


def _from_statement(
    recorded: Recorded, resource: Resource, name: str, origin: Origin, has: str
) -> Setter:
    """Return the override, collector or default at an origin."""
    program = recorded.trees.program(origin.file)
    place = recorded.place_at(origin.file, origin.line)
    way, reader = None, None
    stated = recorded.record.statements.get(origin.change or origin)
    if program is not None and stated is not None and stated[0].sites:
        declared, scope = stated
        way = recorded.trees.way_to(declared.sites[0])
        layers = recorded.locals(declared)
        reader = Reader(recorded, program, scope, layers, way, declared.time)
    statement = way[-1] if way else None
    kind, text = "override", f"{has} from the override"
    if isinstance(statement, n.ResourceDefaultsExpression):
        at = recorded.declared_at(resource)
        since = f", since the declaration at {at} sets no {name}" if at is not None else ""
        kind, text = "default", f"{has} from the resource default {resource.type} {{ }}{since}"
    elif isinstance(statement, n.CollectExpression):
        kind, text = "collector", f"{has} from a collector"
    setter = Setter(kind, text, place)
    if reader is None:
        return setter
    operation = _operation(getattr(statement, "operations", ()), name)
    setter.reader = reader
    if operation is not None:
        setter.node = _value_node(operation, name)
        setter.adds = isinstance(operation, n.AttributeOperation) and operation.operator == "+>"
        setter.place = reader.place(operation)
    return setter


# ---- the declaration itself


def _declaration(recorded: Recorded, resource: Resource, name: str, has: str) -> Setter:
    declared = recorded.record.declaration(resource)
    place = recorded.declared_at(resource)
    if declared is None or not declared.sites:
        if resource.is_class:
            return Setter("classifier", f"{has} from the classifier", None)
        return Setter("declaration", f"{has} from the declaration", place)
    site = declared.sites[0]
    way = recorded.trees.way_to(site)
    program = recorded.trees.program(site[0].co_filename)
    if way is None or program is None:
        return Setter("declaration", f"{has} from the declaration", place)
    layers = recorded.locals(declared)
    reader = Reader(recorded, program, resource.scope, layers, way, declared.time)
    node = way[-1]
    if isinstance(node, n.CallExpression):
        function = function_name(node)
        text = f"{has} from the function {function}"
        value, is_default = _given_to(reader, node, resource, name)
        if is_default:
            text = f"{has} from the defaults that are given to the function {function}"
        at = place if value is None else reader.place(value)
        return Setter("function", text, at, value, reader)
    if not isinstance(node, n.ResourceExpression):
        return Setter("declaration", f"{has} from the declaration", place)
    body = _body(reader, node, resource.title)
    for each, word in ((body, "the declaration"), (_default_body(node), "the body titled default")):
        operation = _operation(each.operations, name) if each is not None else None
        if isinstance(operation, n.AttributesOperation) and _lacks(reader, operation, name):
            operation = None
        if operation is not None:
            text = f"{has} from {word}"
            if isinstance(operation, n.AttributesOperation):
                text += ": the hash behind *"
            return Setter(
                "declaration", text, reader.place(operation), _value_node(operation, name), reader
            )
    return Setter("declaration", f"{has} from the declaration", place)


def _further_declaration(
    recorded: Recorded, resource: Resource, name: str, has: str
) -> Setter | None:
    """Return the later declaration that adds an attribute: see the rule augmenting_resources."""
    for other in recorded.record.again.get(resource, ()):
        setter = _declaration(recorded, other, name, has)
        if setter.node is not None:
            setter.text = setter.text.replace("from the", "from a further", 1)
            return setter
    return None


# The arguments that have attributes, of functions that declare resources; the last are defaults.
_BY_TITLE = {"create_resources": (1, 2), "ensure_resources": (1, 2)}
_FOR_ALL = {"ensure_resource": 2, "ensure_packages": 1}


def _given_to(
    reader: Reader, node: n.CallExpression, resource: Resource, name: str
) -> tuple[n.Node | None, bool]:
    """Return the expression that gives an attribute to a function, and whether as a default."""
    arguments, function = node.arguments, function_name(node)
    if function not in _BY_TITLE:
        index = _FOR_ALL.get(function, 1)
        return (_entry(arguments[index], name) if index < len(arguments) else None), False
    own, defaults = _BY_TITLE[function]
    if len(arguments) <= own:
        return None, False
    given = reader.value(arguments[own])
    of_title = given.get(resource.title) if isinstance(given, dict) else None
    is_own = isinstance(of_title, dict) and name in of_title
    if isinstance(given, dict) and not is_own and defaults < len(arguments):
        return _entry(arguments[defaults], name), True
    return _entry(_entry(arguments[own], resource.title), name), False


def _entry(node: n.Node, key: str) -> n.Node:
    """Return the value of a key in a hash that is written out; else the whole expression."""
    if isinstance(node, n.LiteralHash):
        for each in node.entries:
            if isinstance(each.key, n.LiteralString | n.QualifiedName) and each.key.value == key:
                return each.value
    return node


def _body(reader: Reader, node: n.ResourceExpression, title: str) -> n.ResourceBody | None:
    """Return the body that declares a title."""
    unknown = None
    bodies = [body for body in node.bodies if not isinstance(body.title, n.LiteralDefault)]
    if len(bodies) == 1:
        return bodies[0]
    for body in bodies:
        value = reader.value(body.title)
        if value == title or (isinstance(value, list) and title in value):
            return body
        if value is UNKNOWN:
            unknown = unknown or body
    return unknown


def _default_body(node: n.ResourceExpression) -> n.ResourceBody | None:
    found = (each for each in node.bodies if isinstance(each.title, n.LiteralDefault))
    return next(found, None)


def _operation(
    operations: Operations, name: str
) -> n.AttributeOperation | n.AttributesOperation | None:
    """Return the operation that sets an attribute; a hash behind * may set any."""
    splat = None
    for each in operations:
        if isinstance(each, n.AttributesOperation):
            splat = each
        elif each.name == name:
            return each
    return splat


def _value_node(operation: n.AttributeOperation | n.AttributesOperation, name: str) -> n.Node:
    if isinstance(operation, n.AttributeOperation):
        return operation.value
    return _entry(operation.expr, name)


def _lacks(reader: Reader, operation: n.AttributesOperation, name: str) -> bool:
    """Return whether the hash behind * is known not to set an attribute."""
    value = reader.value(operation.expr)
    return isinstance(value, dict) and name not in value
