"""The rules of each kind of node, in the order in which they run.

This is the one list of all rules. The order within a line is the reference's, so findings about the
same node come out in the same order.

Some checks of the reference have no line here, since no text parses into what they look for: an
index without a key, a type reference or a method name of the wrong form, a variable whose name is
an expression, unfolded attributes outside a resource, an unknown assignment operator.
"""

from __future__ import annotations

from duckrow.puppet.syntax import nodes
from duckrow.puppet.validation import (
    assignments,
    attributes,
    autoload,
    calls,
    choices,
    definition_location,
    effects,
    hashes,
    heredocs,
    hostnames,
    names,
    numbers,
    parameters,
    plans,
    queries,
    reserved,
    resources,
    type_definitions,
    values,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes import Node
    from duckrow.puppet.validation.inspection import Rule

_NAMED: tuple[Rule, ...] = (
    definition_location.stands_at_top,
    names.definition_name,
    autoload.name_agrees_with_file,
    reserved.no_type_name,
    reserved.no_future_word,
)
_FUNCTION: tuple[Rule, ...] = (
    *_NAMED,
    type_definitions.return_type,
    parameters.names_differ,
)
_DECLARABLE: tuple[Rule, ...] = (
    *_NAMED,
    parameters.takes_no_rest,
    parameters.names_differ,
    parameters.no_built_in_names,
    effects.body_ends_with_effect,
)
_NODE: tuple[Rule, ...] = (
    hostnames.hostnames,
    definition_location.stands_at_top,
    effects.body_ends_with_effect,
    hostnames.inherits_nothing,
)

CATALOG_RULES: dict[type[Node], tuple[Rule, ...]] = {
    nodes.Program: (autoload.holds_definitions_only, definition_location.note_body),
    # literals
    nodes.LiteralInteger: (numbers.integer_fits,),
    nodes.LiteralList: (values.members,),
    nodes.LiteralHash: (hashes.keys_differ,),
    nodes.KeyedEntry: (values.entry,),
    nodes.HeredocExpression: (heredocs.text_has_its_syntax,),
    nodes.ReservedWord: (reserved.no_reserved_word,),
    nodes.VariableExpression: (names.variable_name,),
    # operators
    nodes.TextExpression: (values.operand,),
    nodes.RenderExpression: (values.operand,),
    nodes.ParenthesizedExpression: (values.operand,),
    nodes.NotExpression: (values.operand,),
    nodes.UnaryMinusExpression: (values.operand,),
    nodes.UnfoldExpression: (values.operand,),
    nodes.ArithmeticExpression: (values.operands,),
    nodes.ComparisonExpression: (values.operands,),
    nodes.MatchExpression: (values.operands,),
    nodes.InExpression: (values.operands,),
    nodes.AndExpression: (values.operands,),
    nodes.OrExpression: (values.operands,),
    nodes.AssignmentExpression: (assignments.assignment,),
    nodes.RelationshipExpression: (values.related,),
    # calls
    nodes.CallNamedFunctionExpression: (calls.callee,),
    nodes.Parameter: (parameters.parameter_name, parameters.no_assignment_in_default),
    nodes.LambdaExpression: (
        parameters.note_template,
        parameters.rest_is_last,
        type_definitions.return_type,
    ),
    nodes.EppExpression: (parameters.template_parameters,),
    # statements
    nodes.BlockExpression: (definition_location.note_definitions, effects.statements_matter),
    nodes.IfExpression: (values.test,),
    nodes.UnlessExpression: (values.test,),
    nodes.CaseExpression: (choices.case,),
    nodes.CaseOption: (values.options,),
    nodes.SelectorExpression: (choices.selector,),
    nodes.SelectorEntry: (values.match,),
    # resources
    nodes.AttributeOperation: (attributes.appends_to_something, values.attribute),
    nodes.AttributesOperation: (values.attributes,),
    nodes.ResourceBody: (attributes.note_appends, attributes.unfolds_once),
    nodes.ResourceExpression: (resources.class_is_real,),
    nodes.ResourceDefaultsExpression: (attributes.note_appends, resources.defaults_are_real),
    nodes.ResourceOverrideExpression: (resources.defaults_are_real,),
    nodes.CollectExpression: (queries.collected_type,),
    nodes.VirtualQuery: (queries.query,),
    nodes.ExportedQuery: (queries.query,),
    # definitions
    nodes.HostClassDefinition: (definition_location.note_body, *_DECLARABLE),
    nodes.ResourceTypeDefinition: _DECLARABLE,
    nodes.FunctionDefinition: _FUNCTION,
    nodes.PlanDefinition: _FUNCTION,
    nodes.NodeDefinition: _NODE,
    nodes.TypeAlias: (
        definition_location.stands_at_top,
        names.type_name,
        type_definitions.aliased_type,
    ),
    nodes.TypeMapping: (definition_location.stands_at_top, type_definitions.mapping),
    nodes.TypeDefinition: (definition_location.stands_at_top, type_definitions.unsupported),
}

PLAN_RULES: dict[type[Node], tuple[Rule, ...]] = {
    **CATALOG_RULES,
    nodes.BlockExpression: (definition_location.note_definitions, effects.script_statements_matter),
    nodes.ApplyBlockExpression: (
        plans.note_apply,
        definition_location.note_definitions,
        effects.script_statements_matter,
    ),
    nodes.ApplyExpression: (definition_location.note_body, plans.no_apply_in_apply),
    nodes.HostClassDefinition: (definition_location.note_body, plans.never_in_plan),
    nodes.ResourceTypeDefinition: (plans.never_in_plan,),
    nodes.NodeDefinition: (plans.only_in_apply(*_NODE),),
    nodes.RelationshipExpression: (plans.only_in_apply(values.related),),
    nodes.ResourceExpression: (plans.only_in_apply(resources.class_is_real),),
    nodes.ResourceDefaultsExpression: (
        attributes.note_appends,
        plans.only_in_apply(resources.defaults_are_real),
    ),
    nodes.ResourceOverrideExpression: (plans.only_in_apply(resources.defaults_are_real),),
    nodes.CollectExpression: (plans.only_in_apply(plans.collects_virtual),),
}
