"""Parameters: their names, their order, and their defaults."""

from __future__ import annotations

import re

from duckrow.puppet.syntax.nodes import (
    AssignmentExpression,
    EppExpression,
    LambdaExpression,
    children,
)
from duckrow.puppet.validation.labels import a_an, label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes import NamedDefinition, Node, Parameter
    from duckrow.puppet.validation.inspection import Inspection

_BUILT_IN = frozenset(("name", "title"))

_is_parameter_name = re.compile(r"[a-z_]\w*", re.ASCII).fullmatch


def parameter_name(node: Parameter, inspection: Inspection) -> None:
    """A parameter has a plain name, without :: and not a number."""
    name = node.name
    if _is_parameter_name(name):
        return
    if re.fullmatch("(?:0x)?[0-9]+", name):
        inspection.report("illegal-numeric-parameter", node, name=name)
    inspection.report("illegal-param-name", node, name=name)


def no_assignment_in_default(node: Parameter, inspection: Inspection) -> None:
    """A default assigns nothing, except inside a lambda of its own."""
    if node.value is None:
        return
    pending: list[Node] = [node.value]
    while pending:
        top = pending.pop()
        kind = top.__class__
        if kind is AssignmentExpression:
            inspection.report("illegal-assignment-context", top)
        elif kind is not LambdaExpression and top.parts:
            pending.extend(reversed(list(children(top))))


def names_differ(node: NamedDefinition | LambdaExpression, inspection: Inspection) -> None:
    """No two parameters of a list share a name."""
    parameters = node.parameters
    if len(parameters) < 2:
        return
    seen: set[str] = set()
    for parameter in parameters:
        if parameter.name in seen:
            inspection.report("duplicate-parameter", parameter, name=parameter.name)
        seen.add(parameter.name)


def no_built_in_names(node: NamedDefinition, inspection: Inspection) -> None:
    """Every resource and class has $name and $title already."""
    for parameter in node.parameters:
        if parameter.name in _BUILT_IN and not (
            parameter.name == "name" and inspection.name_may_be_parameter
        ):
            inspection.report(
                "reserved-parameter", parameter, name=parameter.name, container=label(node)
            )


def rest_is_last(node: LambdaExpression, inspection: Inspection) -> None:
    """A parameter that captures the rest comes last, in a lambda."""
    for parameter in node.parameters[:-1]:
        if parameter.captures_rest:
            inspection.report("captures-rest-not-last", parameter, name=parameter.name)


def takes_no_rest(node: NamedDefinition, inspection: Inspection) -> None:
    """Arguments of classes and defines have names, so no parameter can capture the rest."""
    _report_rest(node, node, inspection)


def note_template(node: LambdaExpression, inspection: Inspection) -> None:
    """Record the lambda around a template: it holds the template's parameters."""
    body = node.body
    if body.__class__ is EppExpression:
        inspection.parents[id(body)] = node


def template_parameters(node: EppExpression, inspection: Inspection) -> None:
    """A template's parameters have names, like those of a class."""
    around = inspection.parents.get(id(node))
    if isinstance(around, LambdaExpression):
        _report_rest(around, node, inspection)
        names_differ(around, inspection)


def _report_rest(
    owner: NamedDefinition | LambdaExpression, container: Node, inspection: Inspection
) -> None:
    for parameter in owner.parameters:
        if parameter.captures_rest:
            inspection.report(
                "captures-rest-not-supported",
                parameter,
                name=parameter.name,
                container=a_an(container),
            )
