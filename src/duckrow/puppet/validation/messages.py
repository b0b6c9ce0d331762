"""The messages of validation, each once, under its code.

The words are the reference implementation's, since people search for them. Fields in braces:

    {label}   the node of the finding,             such as  Type Alias
    {a}       the same with its article,           such as  a Type Alias
    {A}       the same to open a sentence,         such as  A Type Alias

and details that the rule passes by name. `HINTS` and `REASONS` are our own words.
"""

from __future__ import annotations

from duckrow.puppet.validation.labels import a_an, capital_a_an, label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes import Node

MESSAGES: dict[str, str] = {
    # where definitions are allowed
    "not-top-level": (
        "Classes, definitions, and nodes may only appear at toplevel or inside other classes"
    ),
    "not-absolute-top-level": "{A} may only appear at toplevel",
    "illegal-definition-location": (
        "Unacceptable location. The name '{name}' is unacceptable in file '{file}'"
    ),
    "illegal-top-construct-location": (
        "This {label} is unacceptable as a top level construct in this location"
    ),
    # names
    "illegal-definition-name": (
        "Unacceptable name. The name '{name}' is unacceptable as the name of {a}"
    ),
    "illegal-var-name": (
        "Illegal variable name, The given name '{name}' does not conform to the naming rule "
        r"/^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/"
    ),
    "illegal-numeric-var-name": (
        "Illegal numeric variable name, The given name '{name}' must be a decimal value if it "
        "starts with a digit 0-9"
    ),
    "illegal-hostname-chars": (
        "The hostname '{hostname}' contains illegal characters (only letters, digits, '_', '-', "
        "and '.' are allowed)"
    ),
    "illegal-hostname-interpolation": (
        "An interpolated expression is not allowed in a hostname of a node"
    ),
    "illegal-node-inheritance": (
        "Node inheritance is not supported in Puppet >= 4.0.0. "
        "See http://links.puppet.com/puppet-node-inheritance-deprecation"
    ),
    # reserved words
    "reserved-word": (
        "Use of reserved word: {word}, must be quoted if intended to be a String value"
    ),
    "future-reserved-word": "Use of future reserved word: '{word}'",
    "reserved-type-name": (
        "The name: '{name}' is already defined by Puppet and can not be used as the name of {a}."
    ),
    # parameters
    "illegal-numeric-parameter": (
        "The numeric parameter name '${name}' cannot be used (clashes with numeric match result "
        "variables)"
    ),
    "illegal-param-name": (
        "Illegal parameter name. The given name '{name}' does not conform to the naming rule "
        r"/^[a-z_]\w*$/"
    ),
    "duplicate-parameter": (
        "The parameter '{name}' is declared more than once in the parameter list"
    ),
    "reserved-parameter": (
        "The parameter ${name} redefines a built in parameter in the {container}"
    ),
    "captures-rest-not-last": "Parameter ${name} is not last, and has 'captures rest'",
    "captures-rest-not-supported": (
        "Parameter ${name} has 'captures rest' - not supported in {container}"
    ),
    # assignments
    "illegal-assignment": "Illegal attempt to assign to '{a}'. Not an assignable reference",
    "illegal-assignment-context": "Assignment not allowed here",
    "illegal-indexed-assignment": (
        "Illegal attempt to assign via [index/key]. Not an assignable reference"
    ),
    "illegal-numeric-assignment": (
        "Illegal attempt to assign to the numeric match result variable '${name}'. "
        "Numeric variables are not assignable"
    ),
    "cross-scope-assignment": (
        "Illegal attempt to assign to '{name}'. Cannot assign to variables in other namespaces"
    ),
    "appends-deletes-no-longer-supported": (
        "The operator '{operator}' is no longer supported. "
        "See http://links.puppet.com/remove-plus-equals"
    ),
    # values and effects
    "not-rvalue": "Invalid use of expression. {A} does not produce a value",
    "idem-expression-not-last": (
        "This {label} has no effect. A value was produced and then forgotten "
        "(one or more preceding expressions may have the wrong form)"
    ),
    "idem-not-allowed-last": (
        "This {label} has no effect. {container} can not end with a value-producing expression "
        "without other effect"
    ),
    "resource-without-title": (
        "This expression is invalid. Did you try declaring a '{name}' resource without a title?"
    ),
    "numeric-overflow": (
        "{A} resulted in a value outside of Puppet Integer max range, got '{value}'"
    ),
    "duplicate-key": "The key '{key}' is declared more than once",
    "duplicate-default": ("This {container} already has a 'default' entry - this is a duplicate"),
    # resources, attributes, queries
    "illegal-attribute-append": (
        "Illegal +> operation on attribute {name}. This operator can not be used in {container}"
    ),
    "multiple-attributes-unfold": (
        "Unfolding of attributes from Hash can only be used once per resource body"
    ),
    "not-virtualizeable": "Resource Defaults are not virtualizable",
    "class-not-virtualizable": "Classes are not virtualizable",
    "illegal-query-expression": "Illegal query expression. {A} cannot be used in a query",
    # misplaced expressions
    "illegal-expression": ("Illegal expression. {A} is unacceptable as {feature} in {container}"),
    "unsupported-expression": (
        "Expressions of type {a} are not supported in this version of Puppet"
    ),
    "illegal-type-mapping": (
        "Illegal type mapping. Expected a {expected} on the left side, got {A}"
    ),
    "illegal-epp-parameters": (
        "Ambiguous EPP parameter expression. Probably missing '<%-' before parameters to remove "
        "leading whitespace"
    ),
    # text of heredocs
    "illegal-json": (
        "Invalid produced text having syntax: '{syntax}'. JSON syntax checker: "
        'Cannot parse invalid JSON string. "{detail}"'
    ),
    "illegal-base64": (
        "Invalid produced text having syntax: '{syntax}'. Base64 syntax checker: "
        "Cannot parse invalid Base64 string - {detail}"
    ),
    "illegal-pp": (
        "Invalid produced text having syntax: '{syntax}'. PP syntax checker: \"{detail}\""
    ),
    "illegal-epp": (
        "Invalid produced text having syntax: '{syntax}'. EPP syntax checker: \"{detail}\""
    ),
    "unsuitable-syntax": (
        "{checker} syntax checker: the syntax identifier must be a String, e.g. pp"
    ),
    # plans
    "expression-not-supported-when-scripting": "{A} is only available when compiling a catalog",
    "expression-not-supported-when-compiling": "{A} is not available when compiling a catalog",
}

REASONS: dict[str, str] = {
    "numeric-overflow": "an Integer has 64 bits, one of them for the sign",
    "duplicate-key": "a later value takes the place of an earlier one with the same key",
    "illegal-top-construct-location": (
        "a file that a module autoloads holds definitions only; nothing would run the rest"
    ),
}

HINTS: dict[str, str] = {
    "not-top-level": "move it to the top of a file, or straight into the body of a class",
    "not-absolute-top-level": "move it to the top of a file",
    "illegal-indexed-assignment": "values never change: $new = $old + {{ 'key' => 'value' }}",
    "cross-scope-assignment": "assign it in its own class, and read it from here",
    "appends-deletes-no-longer-supported": "give the new value a new name: $new = $old + $more",
    "illegal-attribute-append": "+> belongs in Type['title'] {{ }} and in collectors",
    "illegal-query-expression": "compare with == or !=, and join with 'and' or 'or'",
    "resource-without-title": "put a title and a colon first: {name} {{ 'title': }}",
    "multiple-attributes-unfold": "join the hashes: * => $one + $two",
    "unsuitable-syntax": "nothing may stand before it: @(END:{language})",
    "illegal-node-inheritance": "put what the nodes share into a class",
}


def describe(code: str, node: Node, details: dict[str, object]) -> tuple[str, str, str]:
    """Return the message, why, and the hint of a finding."""
    words = {"label": label(node), "a": a_an(node), "A": capital_a_an(node), **details}
    why = str(details.get("why", "")) or REASONS.get(code, "")
    return MESSAGES[code].format_map(words), why, HINTS.get(code, "").format_map(words)
