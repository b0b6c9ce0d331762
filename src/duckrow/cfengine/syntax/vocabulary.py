"""The vocabulary of the exact reader: the words that a policy may use. This one allows all."""

# ruff: noqa: ARG002 - this vocabulary ignores its arguments

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.syntax.nodes import Value

    # Called with the level and text of a log message, or with the text of an error.
    LogMessage = Callable[[str, str], None]
    Report = Callable[[str], None]

# Status of a promise type, body or attribute.
NORMAL, DEPRECATED, REMOVED, CUSTOM = "normal", "deprecated", "removed", "custom"


class Vocabulary:
    """A vocabulary that allows every word; `policy/vocabulary.py` has that of the language."""

    __slots__ = ()

    def is_bundle_kind(self, kind: str) -> bool:
        """Return whether there are bundles of a kind."""
        return True

    def body_status(self, kind: str) -> str:
        """Return the status of a kind of body."""
        return CUSTOM

    def promise_type_status(self, bundle_kind: str, type_: str) -> str | None:
        """Return the status of a promise type; None if it is not built in."""
        return None

    def is_built_in(self, type_: str) -> bool:
        """Return whether a promise type is built in."""
        return False

    def promise_attribute_status(self, bundle_kind: str, type_: str, name: str) -> str | None:
        """Return the status of an attribute of a built-in promise type; None if it is unknown."""
        return NORMAL

    def body_attribute_status(self, kind: str, name: str) -> str | None:
        """Return the status of an attribute of a built-in body; None if it is unknown."""
        return NORMAL

    def is_custom_type_attribute(self, name: str) -> bool:
        """Return whether the block of a custom promise type has an attribute."""
        return True

    def wants_body(self, type_: str, name: str) -> bool:
        """Return whether an attribute of a promise takes a body."""
        return False

    def check_promise_value(
        self,
        type_: str,
        name: str,
        value: Value | None,
        log_message: LogMessage,
        report: Report,
    ) -> str | None:
        """Return the error in a value of a built-in promise, or None."""
        return None

    def check_body_value(
        self,
        kind: str,
        body_name: str,
        name: str,
        value: Value | None,
        log_message: LogMessage,
        report: Report,
    ) -> str | None:
        """Return the error in a value of a body, or None."""
        return None

    def check_custom_type_value(
        self, name: str, value: Value | None, log_message: LogMessage, report: Report
    ) -> str | None:
        """Return the error in a value in the block of a custom promise type, or None."""
        return None
