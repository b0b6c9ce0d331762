"""Why something is not in the catalog: the statements that name it, and what held them back."""

from __future__ import annotations

from duckrow.explain.answer import Answer, Reason, UnknownThingError
from duckrow.puppet.explain.bodies import files_of_main, is_body_of
from duckrow.puppet.explain.conditions import conditions, own_names
from duckrow.puppet.explain.evaluate import function_name
from duckrow.puppet.explain.reader import Reader
from duckrow.puppet.explain.sought import ClassSought, ResourceSought, VariableSought
from duckrow.puppet.explain.trees import body_of, every
from duckrow.puppet.syntax import nodes as n
from duckrow.source.did_you_mean import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from duckrow.explain.answer import Place
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.explain.recorded import Recorded
    from duckrow.puppet.explain.sought import Sought
    from duckrow.puppet.explain.trees import Way
    from duckrow.puppet.runtime.definition import Definition

_MOST_BODIES = 5  # bodies of one define that are told apart


def class_is_absent(recorded: Recorded, question: list[str], name: str) -> Answer:
    """Answer why a class is not in the catalog."""
    definition: Definition | None = recorded.build.loaders.find_class(name)
    reasons = list(_held_back(recorded, ClassSought(name)))
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
    reasons = list(_held_back(recorded, ResourceSought(type_, title)))
    reference = f"{type_}[{title}]"
    if not reasons:
        raise recorded.unknown(reference)
    text = f"{reference} is not in the catalog: no statement that declares it runs."
    return Answer(question, text, reasons, is_yes=False)


def variable_is_absent(recorded: Recorded, question: list[str], name: str) -> Answer | None:
    """Answer why a variable is not set; None if no code names it."""
    found = list(_block_parameters(recorded, name))
    if found:
        text = f"${name} is a variable of a block or function, so it is gone when that ends."
        hint = "value RESOURCE ATTRIBUTE tells what it was when a resource was declared"
        return Answer(question, text, found, is_yes=False, hint=hint)
    reasons = list(_held_back(recorded, VariableSought(name)))
    if not reasons:
        return None
    text = f"${name} is not set: no statement that assigns it runs."
    return Answer(question, text, reasons, is_yes=False)


def _block_parameters(recorded: Recorded, name: str) -> Iterator[Reason]:
    """Return the parameters of blocks and functions that have a name."""
    for file in files(recorded):
        program = recorded.trees.program(file)
        if program is None:
            continue
        for way in every(program.body):
            node = way[-1]
            if not isinstance(node, n.LambdaExpression | n.FunctionDefinition):
                continue
            for each in node.parameters:
                if each.name == name:
                    line, column = program.source.position(each.start)
                    text = f"${name} is a parameter of {_block(way)}"
                    yield Reason("block", text, recorded.place_at(file, line, column))


def _block(way: Way) -> str:
    node, around = way[-1], way[-2] if len(way) > 1 else None
    if isinstance(node, n.FunctionDefinition):
        return f"the function {node.name}"
    name = function_name(around) if isinstance(around, n.CallExpression) else ""
    return f"the block of {name}()" if name else "a block"


def _held_back(recorded: Recorded, sought: Sought) -> Iterator[Reason]:
    """Return a reason for each statement that names a thing but does not run.

    A name that code computes which no compile loaded could be any name: it explains nothing.
    """
    known = files(recorded)
    for file in known:
        yield from _held_back_in(recorded, file, sought, sought.is_named)
    for file in _other_manifests(recorded, known, sought.word):
        yield from _held_back_in(recorded, file, sought, sought.is_written)


def _held_back_in(
    recorded: Recorded, file: str | None, sought: Sought, is_named: Callable[[Way], bool]
) -> Iterator[Reason]:
    program = recorded.trees.program(file)
    for way in every(None if program is None else program.body):
        if program is not None and is_named(way):
            yield from _reasons(recorded, program, way, sought)


def files(recorded: Recorded) -> list[str | None]:
    """Return the files whose code the compile knows: site manifests, and those of its bodies."""
    found = files_of_main(recorded.build)
    for resource in recorded.record.scopes:
        definition = resource.definition
        if definition is not None and definition.kind != "node":
            found.append(definition.file)
    return list(dict.fromkeys(found))


def _other_manifests(recorded: Recorded, known: list[str | None], word: str) -> Iterator[str]:
    """Return the manifests of modules that no code asked for, if they have a word in them."""
    library = recorded.build.environment.library
    wanted = word.encode("utf-8", "surrogateescape")
    waiting = [f"{each.path}/manifests" for each in reversed(library.modules.values())]
    while waiting:
        directory = waiting.pop()
        for name in sorted(library.directories.names(directory)):
            path = f"{directory}/{name}"
            if not name.endswith(".pp"):
                waiting.append(path)
            elif path not in known and wanted in (recorded.trees.text(path) or b"").lower():
                yield path


def _reasons(recorded: Recorded, program: n.Program, way: Way, sought: Sought) -> Iterator[Reason]:
    """Return why the statement at the end of a way does not run, for each body that it is in."""
    node = way[-1]
    body = body_of(way)
    runs = list(_runs(recorded, program, body))
    line, column = program.source.position(node.start)
    place = recorded.place_at(program.source.name, line, column)
    text = _statement(program, node)
    if isinstance(node, n.HostClassDefinition):
        text = f"class {node.name}, which inherits from it, does not run"
        yield Reason("absent body", text, place)
        return
    if not runs:
        yield Reason("absent body", f"{text} {_outside(recorded, program, body)}", place)
        return
    names: list[str] = []
    found: list[Reason] = []
    for resource in runs:
        reader = Reader(recorded, program, recorded.record.scopes[resource], {}, way)
        given = sought.names(reader.hiding(own_names(way)), node)
        if given is not None:
            names += given
            continue
        where = f" in {resource}" if isinstance(body, n.ResourceTypeDefinition) else ""
        found.append(_held(recorded, reader, way, f"{text} does not run{where}", place, text))
    if not sought.is_like(node, names):
        return
    yield from found[:_MOST_BODIES]
    left = len(found) - _MOST_BODIES
    if left > 0:
        plural = "body" if left == 1 else "bodies"
        yield Reason("absent body", f"{text} does not run in {left} more {plural}", place)
    if not found:
        told = ", ".join(dict.fromkeys(names[:_MOST_BODIES]))
        yield Reason("other name", f"{text} gives other names: {told}", place)


def _held(
    recorded: Recorded, reader: Reader, way: Way, text: str, place: Place | None, statement: str
) -> Reason:
    """Return what holds a statement back in one body."""
    found = conditions(reader, way)
    failed = next((each for each in found if each.holds is False), None)
    if failed is not None:
        unmet = Reason("condition", f"{failed.text} is not met", failed.place, failed.because)
        return Reason("condition", text, place, [unmet])
    held = [each.reason() for each in found if each.holds is None]
    if place is not None and place == recorded.failed_at:
        return Reason("failure", f"{statement} fails: the compile ends there", place)
    if recorded.has_failed and not held:
        return Reason("failure", f"{text}: the compile fails before", place)
    if not held:
        return Reason("end", f"{text}: the body ends before it", place)
    is_in_block = any(each.kind == "block" for each in held)
    why = " with this name" if is_in_block else ": one of these is not met"
    return Reason("condition", text + why, place, held)


def _statement(program: n.Program, node: n.Node) -> str:
    text = " ".join(program.text(node).split())
    if isinstance(node, n.ResourceExpression):
        title = " ".join(program.text(node.bodies[0].title).split())
        text = f"{program.text(node.type_name)} {{ {title}: }}"
    return text if len(text) < 60 else f"{text[:59]}…"


def _runs(recorded: Recorded, program: n.Program, body: n.Node | None) -> Iterator[Resource]:
    """Return the resources whose code a body of a tree is."""
    build = recorded.build
    for resource in recorded.record.scopes:
        definition = resource.definition
        if body is None:
            if resource is build.main:
                yield resource
        elif definition is not None and is_body_of(definition, program, body):
            yield resource


def _outside(recorded: Recorded, program: n.Program, body: n.Node | None) -> str:
    """Say where a statement is whose body does not run."""
    if isinstance(body, n.NodeDefinition):
        hosts = ", ".join(program.text(each) for each in body.host_matches)
        return f"is in node {hosts}, which does not fit {recorded.build.node_name}"
    if isinstance(body, n.HostClassDefinition):
        return f"is in class {body.name}, which is not in the catalog"
    if isinstance(body, n.ResourceTypeDefinition):
        return f"is in define {body.name}, which is not in the catalog"
    if isinstance(body, n.FunctionDefinition):
        return f"is in function {body.name}, which declares nothing of this name"
    return "is in the main manifest, which does not run"
