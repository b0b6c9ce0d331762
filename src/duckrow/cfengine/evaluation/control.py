"""Control bodies: settings of the run that the policy makes."""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.fill_in import evaluate, fill_in
from duckrow.cfengine.evaluation.variables.table import Variable
from duckrow.cfengine.policy.tables.lookup import attributes_of_body

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.policy.model import Body

_TRUE = frozenset(("true", "yes", "on"))


def is_true(value: object) -> bool:
    """Return whether the value of an attribute is true."""
    return value in _TRUE if isinstance(value, str) else False


def resolve_control(context: Context, body: Body) -> None:
    """Evaluate a control body and set the variables of the scope control_KIND."""
    scope = f"control_{body.kind}"
    found = context.control.setdefault(body.kind, {})
    for attribute in body.attributes:
        if not context.is_defined(attribute.guard):
            continue
        name = attribute.name
        if name == "bundlesequence":
            value: Any = fill_in(context, attribute.value)
        else:
            value = evaluate(context, attribute.value)
        kind = _kind(value)
        if kind is None or kind != _wanted_kind(body.kind, name):
            found.pop(name, None)
            context.log.error(
                f"Attribute '{name}' in {body.file}:{attribute.line} is of wrong type, skipping"
            )
            continue
        found[name] = value
        context.put(f"default:{scope}.{name}", value, kind, ("source=promise",))
        if isinstance(value, str):
            _apply(context, body.kind, name, value)


def _kind(value: object) -> str | None:
    if isinstance(value, str):
        return "string"
    return "slist" if isinstance(value, list | tuple) else None


def _wanted_kind(body_kind: str, name: str) -> str | None:
    """Return whether an attribute takes a string or a list, or None if it is unknown."""
    attribute = (attributes_of_body(body_kind) or {}).get(name)
    if attribute is None or attribute[0] is None:
        return None
    return "slist" if attribute[0].endswith("list") else "string"


def _apply(context: Context, kind: str, name: str, value: str) -> None:
    options = context.options
    if name == "output_prefix":
        context.log.prefix = value
    elif name == "domain":
        _set_domain(context, value)
    elif name == "ignore_missing_inputs":
        options.ignores_missing_inputs = is_true(value)
    elif name == "ignore_missing_bundles":
        options.ignores_missing_bundles = is_true(value)
    elif name == "cache_system_functions":
        options.caches_functions = is_true(value)
    elif name == "evaluation_order":
        if kind == "common":
            options.common_order = value
        elif kind == "agent":
            options.agent_order = value


def _set_domain(context: Context, domain: str) -> None:
    host = context.text_of("sys.uqhost") or ""
    tags = ("inventory", "source=agent", "attribute_name=Host name")
    agent_variables = context.agent_variables
    context.epoch += 1
    agent_variables.put("sys", "fqhost", Variable(f"{host}.{domain}", "string", tags))
    agent_variables.put("sys", "domain", Variable(domain, "string", ("source=agent",)))
    context.classes.add_hard(domain, "source=agent", "hardclass")


def control_list(context: Context, kind: str, name: str) -> list[Any] | None:
    """Return a list of a control body, or None."""
    value = context.control.get(kind, {}).get(name)
    if isinstance(value, str):
        return [value]
    return value if isinstance(value, list) else None


def control_text(context: Context, kind: str, name: str) -> str | None:
    """Return a string of a control body, or None."""
    value = context.control.get(kind, {}).get(name)
    return value if isinstance(value, str) else None


def control_flag(context: Context, kind: str, name: str) -> bool:
    """Return whether a flag of a control body is true."""
    return is_true(context.control.get(kind, {}).get(name))
