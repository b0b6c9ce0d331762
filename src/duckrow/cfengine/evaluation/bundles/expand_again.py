"""Expand values again when a bundle is entered: what was unknown may have a value now."""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.fill_in import fill_in_list
from duckrow.cfengine.evaluation.variables.table import LISTS, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.policy.model import Bundle


def expand_again(context: Context, bundle: Bundle) -> None:
    """Expand the references that the variables of an entered bundle still contain.

    The promises that set them may be skipped from now on, such as one with
    `unless => isvariable("its own name")`.
    """
    namespace, name = bundle.namespace, bundle.name
    table = context.variables.table(namespace, name)
    if not table:
        return
    for key, variable in [item for item in table.items() if _has_reference(item[1])]:
        value = variable.value
        if type(value) is str:
            found: object = context.expand(value, namespace)
        else:
            found = fill_in_list(context, value, namespace)
        if found == value:
            continue
        expanded = Variable(found, variable.kind, variable.tags, variable.comment, variable.promise)
        if context.recorder is not None:
            shown = key if isinstance(key, str) else key[0]
            context.recorder.record_variable(context, shown, (namespace, name, key), expanded)
        context.variables.put(namespace, name, key, expanded)


def _has_reference(variable: Variable) -> bool:
    value = variable.value
    if type(value) is str:
        return "$" in value
    if variable.kind in LISTS:
        return any(type(each) is str and ("$" in each or "@" in each) for each in value)
    return False
