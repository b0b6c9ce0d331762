"""Why something is not in the catalog: the statements that name it, and what held them back."""

from __future__ import annotations

from duckrow.explain.answer import Answer, Reason, UnknownThingError
from duckrow.puppet.compiler.unit import InvalidManifestError
from duckrow.puppet.explain.conditions import conditions
from duckrow.puppet.explain.evaluate import function_name
from duckrow.puppet.explain.reader import Reader
from duckrow.puppet.explain.trees import body_of, every
from duckrow.puppet.syntax import nodes as n
from duckrow.source.did_you_mean import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.explain.recorded import Recorded
    from duckrow.puppet.explain.trees import Way
    from duckrow.puppet.runtime.definition import Definition

_INCLUDING = frozenset(("include", "contain", "require"))


def class_is_absent(recorded: Recorded, question: list[str], name: str) -> Answer:
    """Answer why a class is not in the catalog."""
    definition: Definition | None = recorded.build.loaders.find_class(name)
    reasons = list(_held_back(recorded, lambda way: _includes(way, name)))
    if definition is None and not reasons:
        known = [each.removeprefix("::") for each in recorded.record.inclusions]
        raise UnknownThingError(f"there is no class {name}", did_you_mean(name, known))
    if definition is None:
        text = f"class {name} is not in the catalog, and it is defined nowhere."
        return Answer(question, text, reasons, is_yes=False)
    place = recorded.place_at(definition.file, definition.line)
    text = f"class {name} is defined at {place}, but not in the catalog: "
    text += "nothing includes it." if not reasons else "no statement that includes it runs."
    return Answer(
        question, text, reasons, is_yes=False, hint=f"include {name} puts it into the catalog"
    )


def resource_is_absent(recorded: Recorded, question: list[str], type_: str, title: str) -> Answer:
    """Answer why a resource is not in the catalog."""
    plugins = recorded.build.plugins
    effect = None if plugins is None else plugins.last(f"{type_}[{title}]")
    if effect is not None:
        text = f"{type_}[{title}] is not in the catalog: a plugin removes it."
        return Answer(question, text, [recorded.reason_of(effect)], is_yes=False)
    reasons = list(_held_back(recorded, lambda way: _declares(way, type_, title)))
    reference = f"{type_}[{title}]"
    if not reasons:
        raise recorded.unknown(reference)
    text = f"{reference} is not in the catalog: no statement that declares it runs."
    return Answer(question, text, reasons, is_yes=False)


def _held_back(recorded: Recorded, names_it: Callable[[Way], bool]) -> Iterator[Reason]:
    """Return a reason for each statement that names a thing but does not run."""
    for file in files(recorded):
        program = recorded.trees.program(file)
        if program is None:
            continue
        for way in every(program.body):
            if names_it(way):
                yield _reason(recorded, program, way)


def files(recorded: Recorded) -> list[str | None]:
    """Return the files whose code the compile knows: site manifests, and those of its bodies."""
    try:
        units = recorded.build.environment.prepare()
    except InvalidManifestError:
        units = []
    found: list[str | None] = [unit.file for unit in units]
    for resource in recorded.record.scopes:
        definition = resource.definition
        if definition is not None and definition.kind != "node":
            found.append(definition.file)
    return list(dict.fromkeys(found))


def _reason(recorded: Recorded, program: n.Program, way: Way) -> Reason:
    """Return why the statement at the end of a way does not run."""
    node = way[-1]
    body = body_of(way)
    runs = list(_runs(recorded, body))
    line, column = program.source.position(node.start)
    place = recorded.place_at(program.source.name, line, column)
    text = _statement(program, node)
    if not runs:
        name = _body_name(body)
        return Reason("absent body", f"{text} is in {name}, which is not in the catalog", place)
    for resource in runs:
        reader = Reader(recorded, program, recorded.record.scopes[resource], {}, way)
        found = conditions(reader, way)
        failed = next((each for each in found if each.holds is False), None)
        if failed is not None:
            because = [
                Reason("condition", f"{failed.text} is not met", failed.place, failed.because)
            ]
            return Reason("condition", f"{text} does not run", place, because)
    held = [each.reason() for each in found if each.holds is None]
    if recorded.has_failed and not held:
        return Reason("failure", f"{text} does not run: the compile fails before", place)
    return Reason("condition", f"{text} does not run with this name", place, held)


def _statement(program: n.Program, node: n.Node) -> str:
    text = " ".join(program.text(node).split())
    if isinstance(node, n.ResourceExpression):
        title = " ".join(program.text(node.bodies[0].title).split())
        text = f"{program.text(node.type_name)} {{ {title}: }}"
    elif isinstance(node, n.HostClassDefinition):
        text = f"class {node.name} inherits {node.parent_class}"
    return text if len(text) < 60 else f"{text[:59]}…"


def _runs(recorded: Recorded, body: n.Node | None) -> Iterator[Resource]:
    """Return the resources whose code a body of a tree is."""
    build = recorded.build
    for resource in recorded.record.scopes:
        definition = resource.definition
        if body is None:
            if resource is build.main:
                yield resource
        elif definition is None:
            continue
        elif isinstance(body, n.NodeDefinition):
            if resource.type == "Node":
                yield resource
        elif isinstance(body, n.NamedDefinition) and _is_of(definition, body):
            yield resource


def _is_of(definition: Definition, body: n.NamedDefinition) -> bool:
    return body.name.removeprefix("::") == definition.name


def _body_name(body: n.Node | None) -> str:
    if isinstance(body, n.HostClassDefinition):
        return f"class {body.name}"
    if isinstance(body, n.ResourceTypeDefinition):
        return f"define {body.name}"
    if isinstance(body, n.FunctionDefinition):
        return f"function {body.name}"
    return "a node definition" if isinstance(body, n.NodeDefinition) else "the main manifest"


def _includes(way: Way, name: str) -> bool:
    """Return whether a node includes a class by its name."""
    node = way[-1]
    if isinstance(node, n.CallNamedFunctionExpression):
        return function_name(node) in _INCLUDING and name in _names(node.arguments)
    if isinstance(node, n.ResourceExpression):
        return _type(node) == "class" and any(name in _names((b.title,)) for b in node.bodies)
    if isinstance(node, n.HostClassDefinition):
        return (node.parent_class or "").removeprefix("::") == name
    return False


def _declares(way: Way, type_: str, title: str) -> bool:
    node = way[-1]
    return (
        isinstance(node, n.ResourceExpression)
        and _type(node) == type_.lower()
        and any(_may_be(body.title, title) for body in node.bodies)
    )


def _may_be(node: n.Node, title: str) -> bool:
    """Return whether the title of a statement is a text, or may become it."""
    if isinstance(node, n.ConcatenatedString):
        rest = title
        texts = [each.value for each in node.segments if isinstance(each, n.LiteralString)]
        for text in texts:
            _, found, rest = rest.partition(text)
            if not found:
                return False
        return bool(texts)
    return title in _texts((node,))


def _type(node: n.ResourceExpression) -> str:
    name = node.type_name
    return name.value.removeprefix("::") if isinstance(name, n.QualifiedName) else ""


def _names(nodes: tuple[n.Expression, ...]) -> list[str]:
    return [text.removeprefix("::").lower() for text in _texts(nodes)]


def _texts(nodes: tuple[n.Node, ...]) -> list[str]:
    """Return the strings that are written out in expressions."""
    found: list[str] = []
    for node in nodes:
        if isinstance(node, n.LiteralString | n.QualifiedName):
            found.append(node.value)
        elif isinstance(node, n.LiteralList):
            found += _texts(node.values)
        elif isinstance(node, n.AccessExpression):
            found += _texts(node.keys)
    return found
