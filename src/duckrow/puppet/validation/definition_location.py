"""Where definitions are allowed.

Classes, defines and nodes belong at the top of a file, or directly in the body of a class or an
apply block; functions and types belong at the top of a file only. Inside a block of statements,
functions and types have their own message; anywhere else, such as the single statement of an if
branch, the message is that of all definitions.
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
    """Record the owner of this body, for the definitions in it."""
    if node.body is not None:
        inspection.parents[id(node.body)] = node
    if isinstance(node, ApplyExpression):
        # The reference accepts a definition among the targets like one in the block.
        for argument in node.arguments:
            inspection.parents[id(argument)] = node


def note_definitions(node: BlockExpression | ApplyBlockExpression, inspection: Inspection) -> None:
    """Record which definitions are statements of this block."""
    for statement in node.statements:
        if statement.__class__ in _DEFINITIONS:
            inspection.parents[id(statement)] = node


def stands_at_top(node: Definition, inspection: Inspection) -> None:
    """A definition is at the top of a file or in a class."""
    parents = inspection.parents
    room = parents.get(id(node))
    if room.__class__ in _BLOCKS:
        room = parents.get(id(room))
        if node.__class__ in _TOP_ONLY and room.__class__ is not Program:
            inspection.report("not-absolute-top-level", node)
            return
    if room.__class__ not in _ROOMS:
        inspection.report("not-top-level", node)
