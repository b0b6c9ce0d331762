"""Check the blocks of one file: promises in the wrong bundle, attributes that contradict.

Other files cannot change the results, so each file is checked once.
"""

from __future__ import annotations

from duckrow.cfengine.policy.check_names import (
    check_body_names,
    check_bundle_names,
    check_calls,
    check_handles,
    find_callees,
    sections,
)
from duckrow.cfengine.policy.check_value import check_value
from duckrow.cfengine.policy.errors import PolicyErrors
from duckrow.cfengine.policy.model import to_value
from duckrow.cfengine.policy.tables import lookup
from duckrow.cfengine.syntax.nodes import List, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.cfengine.policy.check_names import Callees
    from duckrow.cfengine.policy.model import Body, Bundle
    from duckrow.cfengine.syntax.nodes import Promise, Value

_RESERVED_BUNDLES = frozenset(("sys", "const", "mon", "edit", "match", "this"))
_RESERVED_VARIABLES = frozenset(
    "promiser handle promise_filename promise_dirname promise_linenumber this".split()
)
_TYPES_OF_VARIABLES = frozenset("string int real slist ilist rlist data".split())
_SCALARS = frozenset("context int irange option real rrange string body bundle".split())
_LISTS = frozenset("clist ilist olist rlist slist".split())
_LOGGING = ("log_kept", "log_repaired", "log_failed")


def check_file_blocks(
    bundles: Sequence[Bundle], bodies: Sequence[Body], last_file: str
) -> PolicyErrors:
    """Check the blocks of one file."""
    errors = PolicyErrors(last_file)
    check_bundle_names(bundles, errors)
    callees = find_callees(bundles)
    for bundle in bundles:
        _check_bundle(bundle, callees, errors)
    check_body_names(bodies, errors)
    for body in bodies:
        _check_body(body, errors)
    check_handles(bundles, errors)
    return errors


def _check_bundle(bundle: Bundle, callees: Callees, errors: PolicyErrors) -> None:
    if bundle.name in _RESERVED_BUNDLES:
        errors.add(
            bundle.file,
            bundle.line,
            f'Use of a reserved container name as a bundle name "{bundle.name}"',
        )
    for section in sections(bundle):
        for promise in section.promises:
            _check_promise(bundle, callees, section.type, section.line, promise, errors)


def _check_promise(
    bundle: Bundle,
    callees: Callees,
    type_: str,
    line: int,
    promise: Promise,
    errors: PolicyErrors,
) -> None:
    if promise.promiser in ("$()", "${}"):
        errors.add(bundle.file, promise.line, "Empty variable reference")
    if not lookup.is_built_in(type_):
        _check_custom_promise(bundle, type_, promise, errors)
        return
    if lookup.status_of_type(bundle.kind, type_) is None:
        errors.add(
            bundle.file,
            line,
            f"Promise type '{type_}' not supported by '{bundle.kind}' bundle type",
        )
        return
    for attribute in promise.attributes:
        name = attribute.name
        known = lookup.valid_attribute(bundle.kind, type_, name)
        if known is None:
            message = f"Promise type {type_} has unknown attribute {name}"
            errors.add(bundle.file, attribute.line, message)
        elif not _fits(attribute.value, known[0] or ""):
            errors.add(bundle.file, attribute.line, f"Type mismatch in constraint: {name}")
    if type_ == "vars":
        _check_variable(bundle, promise, errors)
    elif type_ == "classes":
        if _is_number(promise.promiser):
            errors.add(
                bundle.file,
                promise.line,
                "Classes promises cannot have a purely numerical name (promiser)",
            )
    elif type_ == "methods":
        check_calls(bundle, callees, promise, errors)
    elif type_ == "access":
        _check_access(bundle, promise, errors)


def _fits(value: Value, type_: str) -> bool:
    """Return whether a type allows a list, if the value is one."""
    return not isinstance(value, List) or type_ in _LISTS


def _is_number(text: str) -> bool:
    return text != "" and all(character in "0123456789" for character in text)


def _check_custom_promise(
    bundle: Bundle, type_: str, promise: Promise, errors: PolicyErrors
) -> None:
    names = [attribute.name for attribute in promise.attributes]
    if promise.quoted_guard is not None:
        # A quoted guard is a condition of that name.
        names.insert(0, "ifvarclass")
    for name in names:
        if name == "ifvarclass":
            errors.add(
                bundle.file,
                promise.line,
                f"Common attribute '{name}' not supported for custom promises, use 'if' instead"
                f" ({type_} promises)",
            )
        elif name == "expireafter":
            errors.add(
                bundle.file,
                promise.line,
                f"Common attribute '{name}' not implemented for custom promises ({type_})",
            )


def _check_variable(bundle: Bundle, promise: Promise, errors: PolicyErrors) -> None:
    name = promise.promiser
    if _is_number(name):
        errors.add(
            bundle.file,
            promise.line,
            "Variable promises cannot have a purely numerical name (promiser)",
        )
    if not is_variable_name(name, errors):
        errors.add(
            bundle.file, promise.line, "Variable promise is using an invalid name (promiser)"
        )
    before = None
    for attribute in promise.attributes:
        if attribute.name in _TYPES_OF_VARIABLES:
            if before is not None:
                errors.add(
                    bundle.file,
                    attribute.line,
                    f"Variable contains existing data type contstraint {before},"
                    f" tried to redefine with {attribute.name}",
                )
            before = attribute.name


def is_variable_name(name: str, errors: PolicyErrors | None = None) -> bool:
    """Return whether a name is valid for a variable: one dot, and more dots only in an index."""
    if name in _RESERVED_VARIABLES:
        return False
    if "." not in name:
        return True
    dots = level = 0
    for sign in name:
        if sign == ".":
            dots += 1
            if dots > 1 and level != 1:
                return False
        elif sign == "[":
            level += 1
        elif sign == "]":
            level -= 1
        if level > 1:
            if errors is not None:
                errors.add_early("Too many levels of [] reserved for array use")
            return False
    return dots != 1 or not (name.startswith(".") or name.endswith("."))


def _check_access(bundle: Bundle, promise: Promise, errors: PolicyErrors) -> None:
    is_query = any(
        attribute.name == "resource_type" and text_of(attribute.value) == "query"
        for attribute in promise.attributes
    )
    selected = [each for each in promise.attributes if each.name == "report_data_select"]
    if selected and not is_query:
        errors.add(
            bundle.file,
            selected[-1].line,
            "Constraint report_data_select is allowed only for 'query' resource_type",
        )


def _check_body(body: Body, errors: PolicyErrors) -> None:
    attributes = body.node.attributes
    if body.name == "control" and body.params:
        errors.add(
            body.file,
            body.line,
            f"Control bodies cannot take arguments, body {body.kind} control",
        )
    of_classes = lookup.attributes_of_type("classes")
    for attribute in attributes:
        name = attribute.name
        # In every kind of body, these attributes have the meaning that they have in promises.
        known = of_classes.get(name) or lookup.EVERYWHERE.get(name)
        if known is None or known[0] == "body":
            continue
        value = to_value(attribute.value)
        if check_value(value, known[0] or "", known[1] or "", name) is not None:
            errors.add(body.file, attribute.line, f"Type mismatch in constraint: {name}")
    names = {attribute.name for attribute in attributes}
    if body.kind == "action" and names.intersection(_LOGGING) and "log_string" not in names:
        errors.add(
            body.file,
            body.line,
            "An action body with log_kept, log_repaired or log_failed is required to have a"
            " log_string attribute",
        )
    if body.kind == "acl":
        for old, new in (
            ("acl_directory_inherit", "acl_default"),
            ("specify_inherit_aces", "specify_default_aces"),
        ):
            if old in names and new in names:
                errors.add(
                    body.file,
                    body.line,
                    f"An acl body cannot have both {old} and {new}. Please use {new} only",
                )
