"""The quick check: find files whose words certainly have no error.

If it finds no error, neither would the exact reader. If it is uncertain, the exact reader decides.
So it may be strict where an exact answer would cost more than it saves.
"""

from __future__ import annotations

from duckrow.cfengine.policy.check_value import check_value
from duckrow.cfengine.policy.model import to_value
from duckrow.cfengine.policy.tables import body_kinds, lookup
from duckrow.cfengine.syntax.class_expressions import find_error
from duckrow.cfengine.syntax.nodes import Bundle, CustomPromiseType, List, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.cfengine.syntax.nodes import Block, Body, Value

_NOT_CHECKED = ("body", "bundle")
_CONDITIONS = ("if", "ifvarclass")


class _Uncertain(Exception):  # noqa: N818 - not an error yet
    pass


def have_no_errors(blocks: Iterable[Block]) -> bool:
    """Return whether the words of a file's blocks certainly have no error."""
    check = _QuickCheck()
    try:
        for block in blocks:
            if isinstance(block, Bundle):
                check.check_bundle(block)
            elif isinstance(block, CustomPromiseType):
                check.check_custom_type(block)
            else:
                check.check_body(block)
    except _Uncertain:
        return False
    return not check.has_message


class _QuickCheck:
    __slots__ = ("_conditions", "_last_type", "_rules", "has_message")

    def __init__(self) -> None:
        self.has_message = False
        self._conditions: set[str] = {"any"}
        # The type of the last promise.
        self._last_type = ""
        # The rules of the attributes so far, by kind of block and type.
        self._rules: dict[tuple[str, str], dict[str, tuple[str, str] | None]] = {}

    def _record_message(self, _level: str, _text: str) -> None:
        self.has_message = True

    def check_bundle(self, bundle: Bundle) -> None:
        kind = bundle.kind
        if kind not in lookup.BUNDLE_KINDS:
            raise _Uncertain
        for section in bundle.sections:
            type_ = section.type
            status = lookup.status_of_type(kind, type_)
            if status == lookup.REMOVED:
                raise _Uncertain
            if section.promises:
                self._last_type = type_
            rules = self._rules.setdefault((kind, type_), {})
            for promise in section.promises:
                for attribute in promise.attributes:
                    name, value = attribute.name, attribute.value
                    if status is not None:
                        if name not in rules:
                            rules[name] = _rule(
                                lookup.attribute_of_type(kind, type_, name),
                                is_own=name in lookup.attributes_of_type(type_),
                            )
                        self._check_value(rules[name], name, value)
                    if name in _CONDITIONS:
                        self._check_condition(value)

    def check_body(self, body: Body) -> None:
        kind = body.kind
        if kind in lookup.REMOVED_BODIES:
            raise _Uncertain
        is_custom = kind not in body_kinds()
        if kind in lookup.CONTROL_BODIES and body.name != "control":
            raise _Uncertain
        table = lookup.attributes_of_body(kind) or {}
        rules = self._rules.setdefault(("body", kind), {})
        for attribute in body.attributes:
            name, value = attribute.name, attribute.value
            # The reference reads it as an attribute of the last promise.
            if isinstance(value, str) and _wants_body(self._last_type, name):
                raise _Uncertain
            if is_custom:
                continue
            if name not in rules:
                rules[name] = _rule(table.get(name), is_own=True)
            self._check_value(rules[name], name, value)
            if name in _CONDITIONS:
                self._check_condition(value)

    def check_custom_type(self, block: CustomPromiseType) -> None:
        if block.kind != "agent" or lookup.is_built_in(block.name):
            raise _Uncertain
        for attribute in block.attributes:
            rule = _rule(lookup.CUSTOM_TYPE.get(attribute.name), is_own=True)
            if rule is None:
                raise _Uncertain
            self._check_value(rule, attribute.name, attribute.value)

    def _check_condition(self, value: Value) -> None:
        condition = text_of(value)
        if condition is not None and condition not in self._conditions:
            if find_error(condition) is not None:
                raise _Uncertain
            self._conditions.add(condition)

    def _check_value(self, rule: tuple[str, str] | None, name: str, value: Value) -> None:
        if rule is None:
            return
        type_, range_ = rule
        if isinstance(value, str):
            # Most attributes take any string.
            if type_ == "string" and (not range_ or range_ == ".*"):
                return
            if type_ == "data":
                return
            if type_ in _NOT_CHECKED:
                if type_ == "body" and not value.startswith(("$", "@")):
                    raise _Uncertain
                return
        elif type_ in _NOT_CHECKED:
            if isinstance(value, List):
                raise _Uncertain
            return
        if check_value(to_value(value), type_, range_, name, self._record_message) is not None:
            raise _Uncertain


def _wants_body(type_: str, name: str) -> bool:
    return lookup.attributes_of_type(type_).get(name, ("",))[0] == "body"


def _rule(attribute: tuple[str | None, ...] | None, *, is_own: bool) -> tuple[str, str] | None:
    """Return the type and range of a value; None if any value is valid."""
    if attribute is None or lookup.status(attribute) != lookup.NORMAL:
        raise _Uncertain
    if not is_own:
        return None
    return attribute[0] or "", attribute[1] or ""
