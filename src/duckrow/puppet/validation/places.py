"""Where definitions may stand.

Classes, defines, nodes and the like belong at the top of a file, or straight in the body of a
class or an apply block; functions and types belong at the top of a file alone. Inside a block of
statements that is said of functions and types in words of their own; anywhere else, as in the
branch of an if that holds nothing more, in the words used for all definitions.
"""

from __future__ import annotations

from duckrow.puppet.syntax.nodes import (
    ApplyBlockExpression,
    ApplyExpression,
    BlockExpression,
    FunctionDefinition,
    HostClassDefinition,
    NodeDefinition,
    PlanDefinition,
    Program,
    ResourceTypeDefinition,
    TypeAlias,
    TypeDefinition,
    TypeMapping,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes import Definition
    from duckrow.puppet.validation.inspection import Inspection

_DEFINITIONS = frozenset(
    (
        FunctionDefinition,
        HostClassDefinition,
        NodeDefinition,
        PlanDefinition,
        ResourceTypeDefinition,
        TypeAlias,
        TypeDefinition,
        TypeMapping,
    )
)
_ROOMS = frozenset((ApplyExpression, HostClassDefinition, Program))
_BLOCKS = frozenset((ApplyBlockExpression, BlockExpression))
_TOP_ONLY = frozenset((FunctionDefinition, PlanDefinition, TypeAlias, TypeDefinition))


def note_body(
    node: Program | HostClassDefinition | ApplyExpression, inspection: Inspection
) -> None:
    """Remember whose body this is, for the definitions in it."""
    if node.body is not None:
        inspection.parents[id(node.body)] = node
    if isinstance(node, ApplyExpression):
        # The reference minds a definition among the targets as little as one in the block.
        for argument in node.arguments:
            inspection.parents[id(argument)] = node


def note_definitions(node: BlockExpression | ApplyBlockExpression, inspection: Inspection) -> None:
    """Remember which definitions are statements of this block."""
    for statement in node.statements:
        if statement.__class__ in _DEFINITIONS:
            inspection.parents[id(statement)] = node


def stands_at_top(node: Definition, inspection: Inspection) -> None:
    """A definition stands at the top of a file or in a class."""
    parents = inspection.parents
    room = parents.get(id(node))
    if room.__class__ in _BLOCKS:
        room = parents.get(id(room))
        if node.__class__ in _TOP_ONLY and room.__class__ is not Program:
            inspection.report("not-absolute-top-level", node)
            return
    if room.__class__ not in _ROOMS:
        inspection.report("not-top-level", node)
