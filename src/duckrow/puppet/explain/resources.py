"""Why a resource is in the catalog, or why it is not."""

from __future__ import annotations

from duckrow.explain.answer import Answer, Reason
from duckrow.puppet.catalog.catalog import capitalized
from duckrow.puppet.catalog.references import split_reference
from duckrow.puppet.explain.absent import resource_is_absent
from duckrow.puppet.explain.chains import declared_by, explain_class, plugin_reason
from duckrow.puppet.explain.collections import collected_by, missed_by, realizes, written
from duckrow.puppet.explain.conditions import conditions
from duckrow.puppet.explain.evaluate import function_name
from duckrow.puppet.explain.reader import Reader
from duckrow.puppet.explain.recorded import unquoted, written_reference
from duckrow.puppet.explain.trees import body_of
from duckrow.puppet.syntax import nodes as n

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.explain.record import Declared
    from duckrow.puppet.explain.recorded import Recorded


def explain_resource(recorded: Recorded, name: str) -> Answer:
    """Answer why a resource is in the catalog, virtual, or not there."""
    question = ["resource", name]
    pair = split_reference(name.strip())
    if pair is None:
        raise recorded.unknown(name)
    type_, title = capitalized(pair[0].removeprefix("::")), unquoted(pair[1])
    if type_ == "Class":
        answer = explain_class(recorded, title)
        answer.question = question
        return answer
    resource = recorded.build.catalog.find(type_, title)
    if resource is None:
        return resource_is_absent(recorded, question, type_, title)
    if str(resource) == "Stage[main]":
        return Answer(question, "Stage[main] is part of every catalog.", is_yes=True)
    place = recorded.declared_at(resource)
    where = "" if place is None else f" at {place}"
    twice = declared_twice(recorded, resource)
    if twice:
        text = f"{resource} is declared twice, first{where}: the compile fails."
        reasons = [*declaration_reasons(recorded, resource), *twice]
        return Answer(question, text, reasons, is_yes=False)
    if resource.is_virtual:
        return _virtual(recorded, question, resource, where)
    found = list(collected_by(recorded, resource))
    exporter = recorded.build.exporters.get(resource)
    if exporter is not None:
        text = f"{resource} is in the catalog: the node {exporter} exports it."
        return Answer(question, text, found, is_yes=True)
    is_realized = _is_written_virtual(recorded, resource)
    word = "declared virtual" if is_realized else "declared"
    text = f"{resource} is in the catalog: it is {word}{where}"
    text += ", and realised." if is_realized else "."
    reasons = declaration_reasons(recorded, resource) + found
    return Answer(question, text, reasons, is_yes=True)


def _virtual(recorded: Recorded, question: list[str], resource: Resource, where: str) -> Answer:
    if resource.is_exported:
        text = f"{resource} is exported: it is declared{where} for other nodes, not for this one."
    else:
        text = f"{resource} is virtual: it is declared{where}, and nothing realises it."
    reasons = declaration_reasons(recorded, resource)
    missed = list(missed_by(recorded, resource))
    missed += [
        Reason("realize", f"{written(collection)} names it")
        for collection in recorded.record.collections.values()
        if realizes(collection, resource)
    ]
    if not missed:
        missed = [Reason("collector", f"no collector of {resource.type} and no realize() runs")]
    hint = f"realize({written_reference(resource)}) puts it into the catalog"
    return Answer(question, text, reasons + missed, is_yes=False, hint=hint)


def declared_twice(recorded: Recorded, resource: Resource) -> list[Reason]:
    """Return the second declaration of a resource, which made the compile fail."""
    other = recorded.record.declaring
    if other is None or other is resource or str(other) != str(resource):
        return []
    declared = recorded.record.declaration(other)
    assert declared is not None
    return [_declaration(recorded, other, declared, "again: ")]


def declaration_reasons(recorded: Recorded, resource: Resource) -> list[Reason]:
    """Return who declares a resource, under which conditions, and the chain behind it."""
    of_plugin = plugin_reason(recorded, resource)
    if of_plugin is not None and not resource.is_class:
        return [of_plugin]
    declared = recorded.record.declaration(resource)
    if declared is None or resource.is_class or resource.type == "Node":
        return declared_by(recorded, resource)
    found = [_declaration(recorded, resource, declared)]
    for other in recorded.record.again.get(resource, ()):
        further = recorded.record.declaration(other)
        if further is not None:
            found.append(_declaration(recorded, other, further, "again: "))
    return found


def _declaration(
    recorded: Recorded, resource: Resource, declared: Declared, prefix: str = ""
) -> Reason:
    by = resource.scope.resource
    place = recorded.place(declared.sites[0]) if declared.sites else None
    text = f"{prefix}{resource} is declared by {recorded.name(by)}"
    text += _function(recorded, declared)
    because = list(held_by(recorded, resource, declared))
    if by is not None:
        because += declared_by(recorded, by)
    return Reason("declaration", text, place, because)


def _function(recorded: Recorded, declared: Declared) -> str:
    """Name the function that declares a resource, if it is not a resource statement."""
    way = recorded.trees.way_to(declared.sites[0]) if declared.sites else None
    if way and isinstance(way[-1], n.CallExpression):
        return f" with the function {function_name(way[-1])}"
    return ""


def held_by(recorded: Recorded, resource: Resource, declared: Declared) -> Iterator[Reason]:
    """Return the conditions and blocks around a declaration, innermost first.

    The site of a block is followed by that of the call around it, which is in the same body: its
    conditions are those around the block.
    """
    body: n.Node | None = None
    for number, site in enumerate(declared.sites):
        program = recorded.trees.program(site[0].co_filename)
        way = recorded.trees.way_to(site)
        if program is None or way is None or (number and body_of(way) is body):
            continue
        if isinstance(body, n.FunctionDefinition):
            yield Reason("call", f"the function {body.name} is called", recorded.place(site))
        body = body_of(way)
        layers = recorded.locals(declared, number)
        reader = Reader(recorded, program, resource.scope, layers, way, declared.time)
        yield from (each.reason() for each in reversed(conditions(reader, way)))


def _is_written_virtual(recorded: Recorded, resource: Resource) -> bool:
    site = recorded.record.site(resource)
    way = None if site is None else recorded.trees.way_to(site)
    node = way[-1] if way else None
    return isinstance(node, n.AbstractResource) and node.form != "regular"
