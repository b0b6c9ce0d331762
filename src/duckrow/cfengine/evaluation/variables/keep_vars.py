"""The promise types vars, meta and defaults: set a variable.

A variable whose value is still unknown stays undefined; a later pass tries again. Strings are
expanded twice, as in the reference: the value of a variable may contain references.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.promises.expand import LAST_PASS
from duckrow.cfengine.evaluation.promises.outcomes import count, set_classes
from duckrow.cfengine.evaluation.variables.fill_in import evaluate
from duckrow.cfengine.evaluation.variables.names import read_name
from duckrow.cfengine.evaluation.variables.strings import (
    compile_text,
    has_variable,
    is_expandable,
    references,
    whole_reference,
)
from duckrow.cfengine.evaluation.variables.table import LISTS
from duckrow.cfengine.values.numbers import read_integer, read_real
from duckrow.cfengine.values.outcomes import FAILED, NOOP, Aborted
from duckrow.cfengine.values.rvals import Call, Data
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise

KINDS = ("string", "int", "real", "slist", "ilist", "rlist", "data")
_NAME = LazyPattern(r"(?s)[^\x00-\-/:-@\[-\^`{-\x7f]+(\[.+\])*")
TAGS = ("source=promise",)
_UNKNOWN = "it has an unknown variable"
# The reason why a variable keeps its value.
HAS_VALUE = "its function has no result now, and the variable keeps its value"


def keep_variable(context: Context, promise: ExpandedPromise) -> str:
    """Set a variable."""
    attributes = promise.attributes
    kind = next((name for name in reversed(list(attributes)) if name in KINDS), None)
    if kind is None:
        context.log.warning(f"Incomplete vars promise: {promise.promiser}")
        _log_location(context, promise, "info")
        return NOOP
    many = sum(name in KINDS for name in attributes)
    if many > 2:
        context.log.error(
            f"Variable '{promise.promiser}' breaks its own promise with multiple ({many}) values"
        )
        return NOOP
    value: Any = attributes[kind]
    name = promise.promiser
    is_meta = promise.type == "meta"
    existing = None if is_expandable(name) else context.variable(_place(context, name, is_meta))
    if isinstance(value, Call):
        _check_kind(promise, kind, value)
        if existing is not None:
            context.explain(HAS_VALUE, "has_value", value.name)
            return NOOP
        value = context.call(value)
        if isinstance(value, Call):
            if context.pass_number == LAST_PASS:
                context.log.verbose(
                    f"While setting variable '{name}' in bundle '{promise.bundle.name}', function "
                    f"'{value.name}' failed - skipping"
                )
            context.explain(f"{value.name}() has no result yet", "waits", value.name)
            return NOOP
    else:
        if kind == "data" and isinstance(value, str) and is_expandable(value):
            # A function parses the JSON text of a container, so the text waits as a call would.
            context.explain(_UNKNOWN, "unknown")
            return NOOP
        value = _number(context, kind, value)
        if value is None:
            return FAILED
    if _mentions_itself(context, name, value, 0):
        context.log.error(f"Variable '{name}' contains itself indirectly - an unkeepable promise")
        raise Aborted
    value = evaluate(context, value, promise.bundle.namespace)
    return _assign(context, promise, kind, value, existing)


def _assign(
    context: Context, promise: ExpandedPromise, kind: str, value: Any, existing: Any
) -> str:
    name = promise.promiser
    if promise.attributes.get("policy") == "constant" and existing is not None:
        if existing.value != value:
            _log_constant(context, promise, existing.value, value)
            context.explain("it is constant and has a value", "constant")
        return NOOP
    if has_variable(name):
        context.explain(_UNKNOWN, "unknown")
        return NOOP
    if not _is_legal(context, promise):
        context.log.error(f"Variable identifier '{name}' is not legal")
        _log_location(context, promise)
        return NOOP
    if isinstance(value, list):
        if promise.attributes.get("policy") == "ifdefined":
            value = [
                each for each in value if not (isinstance(each, str) and whole_reference(each))
            ]
        value = [each for each in value if not isinstance(each, Data)]
        if any(not isinstance(each, str) for each in value):
            context.explain("a function in it has no result yet", "waits")
            return NOOP
    reference = read_name(name)
    if reference.indices:
        if kind == "data":
            context.log.error(
                "Cannot assign a container to an indexed variable name "
                f"'{_qualified(context, name)}'. Should be assigned to '{reference.name}' instead"
            )
            return NOOP
        if existing is not None and existing.kind == "data":
            log_container_element(context, name, reference.name)
            return NOOP
    if not _fits(kind, value):
        from duckrow.cfengine.evaluation.messages.format_value import format_value

        context.log.error(
            f"Variable '{_qualified(context, name)}' expected a variable of type '{kind}', but was "
            f"given incompatible value '{format_value(value)}'"
        )
        _log_location(context, promise)
        return FAILED
    if isinstance(value, Data):
        value = value.value
    elif _contains(reference.name, value):
        what = "An item in list variable" if isinstance(value, list) else "The value of variable"
        tail = "" if isinstance(value, list) else f", '{value}'"
        context.log.error(
            f"{what} '{_qualified(context, name)}' contains a reference to itself{tail}"
        )
        return FAILED
    tags = promise.attributes.get("meta")
    all_tags = (*TAGS, *promise.items("meta")) if tags is not None else TAGS
    context.put(
        _place(context, name, promise.type == "meta"),
        value,
        kind,
        all_tags,
        promise.comment,
        promise.origin,
    )
    if promise.type != "vars" or "classes" in promise.attributes:
        count(context, NOOP, promise)
        set_classes(context, NOOP, promise)
    return NOOP


def log_container_element(context: Context, name: str, base: str) -> None:
    """Log that an array element cannot be set, since a container has its name."""
    context.log.error(
        f"Cannot assign value to indexed variable name '{name}', because a container is "
        f"already assigned to the base name '{base}'"
    )


def keep_meta(context: Context, promise: ExpandedPromise) -> str:
    """Set a meta variable of the bundle; like the reference, twice per pass."""
    keep_variable(context, promise)
    return keep_variable(context, promise)


def keep_default(context: Context, promise: ExpandedPromise) -> str:
    """Set a variable if it is undefined or its value matches if_match_regex."""
    pattern, full = promise.text("if_match_regex"), context.patterns.full
    found = context.variable(promise.promiser)
    if found is not None:
        if found.kind in LISTS:
            if pattern is not None and not any(full(pattern, each) for each in found.value):
                return NOOP
        elif found.kind != "data" and (pattern is None or not full(pattern, found.value)):
            return NOOP
    context.remove(promise.promiser)
    return keep_variable(context, promise)


def _place(context: Context, name: str, is_meta: bool) -> str:
    """Return the full name of a variable; meta variables have a scope of their own."""
    if not is_meta:
        return name
    bundle = context.bundle
    assert bundle is not None
    return f"{bundle.namespace}:{bundle.name}_meta.{name}"


def _number(context: Context, kind: str, value: Any) -> Any:
    """Convert numbers to their stored form; return None if a value is not a number yet."""
    if kind == "int":
        if not isinstance(value, str):
            return None
        number = read_integer(value, context.log.write)
        return None if number is None else str(number)
    if kind == "real":
        if not isinstance(value, str):
            return None
        real = read_real(value, context.log.write)
        return None if real is None else f"{real:f}"
    if kind == "data" and isinstance(value, str):
        return _data(context, value)
    return value


def _data(context: Context, text: str) -> Any:
    """Return a container from JSON text or from @(name)."""
    name = whole_reference(text)
    if name is not None:
        found = context.variable(name)
        return Data(found.value) if found is not None and found.kind == "data" else text
    from duckrow.cfengine.values.json_parse import parse
    from duckrow.cfengine.values.json_text import JsonError

    try:
        found_value = parse(text)
    except JsonError:
        return text
    return Data(found_value) if isinstance(found_value, dict | list) else text


def _check_kind(promise: ExpandedPromise, kind: str, call: Call) -> None:
    from duckrow.cfengine.evaluation.calls import signature

    known = signature(call.name)
    where = f"While setting variable '{promise.promiser}' in bundle '{promise.bundle.name}'"
    if known is None:
        raise Aborted(f"{where}, unknown function '{call.name}'")
    if known.returns != kind:
        raise Aborted(
            f"{where}, variable declared type '{kind}' but function '{call.name}' returns type "
            f"'{known.returns}'"
        )


def _is_legal(context: Context, promise: ExpandedPromise) -> bool:
    name = promise.promiser
    if not name.isidentifier() and not _NAME.fullmatch(name):
        return False
    head = name.partition("[")[0]
    scope, dot, _ = head.partition(".")
    if dot and scope != promise.bundle.name:
        context.log.verbose(
            f"Variable '{name}' may be attempted to be injected into a remote bundle"
        )
        if scope in context.bundle_names:
            context.log.error("Remote bundle variable injection detected!")
            return False
        context.remote_variables.setdefault(scope, []).append(promise.origin)
    return True


def _fits(kind: str, value: Any) -> bool:
    if kind in LISTS:
        return isinstance(value, list)
    if kind == "data":
        return isinstance(value, Data)
    return isinstance(value, str)


def _mentions_itself(context: Context, name: str, value: Any, depth: int) -> bool:
    """Return whether a value refers to its own variable, directly or indirectly."""
    if isinstance(value, list | tuple):
        return any(_mentions_itself(context, name, each, depth) for each in value)
    if not isinstance(value, str) or not ("$" in value or "@" in value):
        return False
    if _contains(name, value) or f"@({name})" in value or f"@{{{name}}}" in value:
        context.log.error(f"Scalar variable '{name}' contains itself (non-convergent) '{value}'")
        return True
    filled = context.expand(value)
    if filled == value or depth > 3:
        return False
    return _mentions_itself(context, name, filled, depth + 1)


def _contains(name: str, value: Any) -> bool:
    if isinstance(value, list):
        return any(_contains(name, each) for each in value)
    if not isinstance(value, str) or "$" not in value:
        return False
    parts = compile_text(value)
    return parts is not None and any(reference.name == name for reference in references(parts))


def _qualified(context: Context, name: str) -> str:
    bundle = context.bundle
    if bundle is None or "." in name.partition("[")[0]:
        return name
    return f"{bundle.namespace}:{bundle.name}.{name}"


def _log_constant(context: Context, promise: ExpandedPromise, old: Any, new: Any) -> None:
    name = promise.promiser
    if isinstance(new, list):
        context.log.verbose(f"V: Skipping redefinition of constant list '{name}'")
        _log_location(context, promise, "verbose")
    elif isinstance(new, str):
        context.log.verbose(
            f"V: Skipping redefinition of constant scalar '{name}': from '{old}' to '{new}'"
        )
        _log_location(context, promise, "verbose")


def _log_location(context: Context, promise: ExpandedPromise, level: str = "error") -> None:
    from duckrow.cfengine.evaluation.promises.location import log_location

    log_location(context, promise, level)
