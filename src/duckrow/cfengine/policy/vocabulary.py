"""The vocabulary of the language: its words, and their values."""

from __future__ import annotations

from duckrow.cfengine.policy.check_value import check_value
from duckrow.cfengine.policy.model import to_value
from duckrow.cfengine.policy.tables import body_kinds, lookup
from duckrow.cfengine.syntax.vocabulary import CUSTOM, NORMAL, REMOVED, Vocabulary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.policy.check_value import Report
    from duckrow.cfengine.policy.tables.lookup import Attribute
    from duckrow.cfengine.syntax.nodes import Value
    from duckrow.cfengine.values.numbers import LogMessage

_NOT_CHECKED = ("body", "bundle")


class PolicyVocabulary(Vocabulary):
    """The words in the tables of the language."""

    __slots__ = ()

    def is_bundle_kind(self, kind: str) -> bool:
        """Return whether there are bundles of a kind."""
        return kind in lookup.BUNDLE_KINDS

    def body_status(self, kind: str) -> str:
        """Return the status of a kind of body."""
        if kind in body_kinds():
            return NORMAL
        return REMOVED if kind in lookup.REMOVED_BODIES else CUSTOM

    def promise_type_status(self, bundle_kind: str, type_: str) -> str | None:
        """Return the status of a promise type; None if it is not built in."""
        return lookup.status_of_type(bundle_kind, type_)

    def is_built_in(self, type_: str) -> bool:
        """Return whether a promise type is built in."""
        return lookup.is_built_in(type_)

    def promise_attribute_status(self, bundle_kind: str, type_: str, name: str) -> str | None:
        """Return the status of an attribute of a built-in promise type; None if it is unknown."""
        found = lookup.attribute_of_type(bundle_kind, type_, name)
        return None if found is None else lookup.status(found)

    def body_attribute_status(self, kind: str, name: str) -> str | None:
        """Return the status of an attribute of a built-in body; None if it is unknown."""
        found = (lookup.attributes_of_body(kind) or {}).get(name)
        return None if found is None else lookup.status(found)

    def is_custom_type_attribute(self, name: str) -> bool:
        """Return whether the block of a custom promise type has an attribute."""
        return name in lookup.CUSTOM_TYPE

    def wants_body(self, type_: str, name: str) -> bool:
        """Return whether an attribute of a promise takes a body."""
        return lookup.attributes_of_type(type_).get(name, ("",))[0] == "body"

    def check_promise_value(
        self,
        type_: str,
        name: str,
        value: Value | None,
        log_message: LogMessage,
        report: Report,
    ) -> str | None:
        """Return the error in a value, or None; only attributes of the type itself are checked."""
        attribute = lookup.attributes_of_type(type_).get(name)
        if attribute is None or attribute[0] in _NOT_CHECKED:
            return None
        if attribute[0] == "data" and value is not None and isinstance(to_value(value), str):
            # A string here is JSON or YAML text, or the name of a data container.
            return None
        return _check(attribute, name, value, log_message, report)

    def check_body_value(
        self,
        kind: str,
        body_name: str,
        name: str,
        value: Value | None,
        log_message: LogMessage,
        report: Report,
    ) -> str | None:
        """Return the error in a value of a body, or None.

        A control body is checked against its own table. For all other bodies the name of the
        attribute counts, not the kind of the body.
        """
        attribute: Attribute | None
        is_control = kind in lookup.CONTROL_BODIES
        if is_control and body_name != "control":
            attribute = _of_any_body(name)
            if attribute is None:
                report(f"Constraint lvalue \"{name}\" is not allowed in '{kind}' constraint body")
                return None
        else:
            attribute = (lookup.attributes_of_body(kind) or {}).get(name)
        if attribute is None or attribute[0] == "body":
            return None
        if attribute[0] == "bundle" and is_control:
            return None
        return _check(attribute, name, value, log_message, report)

    def check_custom_type_value(
        self, name: str, value: Value | None, log_message: LogMessage, report: Report
    ) -> str | None:
        """Return the error in a value in the block of a custom promise type, or None."""
        return _check(lookup.CUSTOM_TYPE[name], name, value, log_message, report)


def _check(
    attribute: Attribute,
    name: str,
    value: Value | None,
    log_message: LogMessage,
    report: Report,
) -> str | None:
    type_, range_ = attribute[0] or "", attribute[1] or ""
    given = None if value is None else to_value(value)
    return check_value(given, type_, range_, name, log_message, report)


def _of_any_body(name: str) -> Attribute | None:
    for kind in sorted(body_kinds() - lookup.CONTROL_BODIES):
        found = (lookup.attributes_of_body(kind) or {}).get(name)
        if found is not None:
            return found
    return None
