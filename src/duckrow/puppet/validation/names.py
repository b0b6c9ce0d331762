"""Names of definitions and variables.

In the naming rules a letter, digit or underscore is an ASCII one.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes import NamedDefinition, TypeAlias, VariableExpression
    from duckrow.puppet.validation.inspection import Inspection

_is_definition_name = re.compile(r"[a-z]\w*(?:::[a-z]\w*)*", re.ASCII).fullmatch
# Only the last segment may start with an underscore.
_is_variable_name = re.compile(r"(?:::)?(?:[a-z]\w*::)*[a-z_]\w*", re.ASCII).fullmatch
# Aliases are rare, so their pattern is compiled on first use.
_TYPE_NAME = r"[A-Z]\w*(?:::[A-Z]\w*)*"


def is_match_number(name: str) -> bool:
    """Return whether a variable name is that of a match result, such as $0 or $12."""
    return name.isascii() and name.isdigit() and (name[0] != "0" or name == "0")


def definition_name(node: NamedDefinition, inspection: Inspection) -> None:
    """Each segment of a name starts with a lower-case letter, and the first has no ::."""
    if not _is_definition_name(node.name):
        inspection.report("illegal-definition-name", node, name=node.name)


def type_name(node: TypeAlias, inspection: Inspection) -> None:
    """Each segment of a type's name starts with a capital, and the first has no ::."""
    if not re.fullmatch(_TYPE_NAME, node.name, re.ASCII):
        inspection.report("illegal-definition-name", node, name=node.name)


def variable_name(node: VariableExpression, inspection: Inspection) -> None:
    """A variable has a name, or a decimal number for a match result."""
    name = node.name
    if _is_variable_name(name) and not (inspection.has_strict_names and "::_" in name):
        return
    if "0" <= name[:1] <= "9":
        if not is_match_number(name):
            inspection.report("illegal-numeric-var-name", node, name=name)
    else:
        inspection.report("illegal-var-name", node, name=name)
