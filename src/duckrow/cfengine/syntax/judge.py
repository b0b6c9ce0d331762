"""What the exact reader asks about the meaning of words; the judge here allows everything."""

# ruff: noqa: ARG002 - who allows everything looks at nothing

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.syntax.nodes import Value

    # Hears what is said on the way to a verdict: a level and a text, or a complaint of its own.
    Say = Callable[[str, str], None]
    Complain = Callable[[str], None]

# How a thing of the language stands.
NORMAL, DEPRECATED, REMOVED, CUSTOM = "normal", "deprecated", "removed", "custom"


class Judge:
    """Knows no words, so none is wrong. The policy room has one that does."""

    __slots__ = ()

    def is_bundle_kind(self, kind: str) -> bool:
        """Tell whether there are bundles of a kind."""
        return True

    def body_status(self, kind: str) -> str:
        """Tell how bodies of a kind stand."""
        return CUSTOM

    def promise_type_status(self, bundle_kind: str, type_: str) -> str | None:
        """Tell how a promise type stands; None if it is not built in."""
        return None

    def is_built_in(self, type_: str) -> bool:
        """Tell whether a promise type is built in."""
        return False

    def promise_attribute_status(self, bundle_kind: str, type_: str, name: str) -> str | None:
        """Tell how an attribute of a built-in promise type stands; None if there is none."""
        return NORMAL

    def body_attribute_status(self, kind: str, name: str) -> str | None:
        """Tell how an attribute of a built-in body stands; None if there is none."""
        return NORMAL

    def is_custom_type_attribute(self, name: str) -> bool:
        """Tell whether the block of a custom promise type has an attribute."""
        return True

    def wants_body(self, type_: str, name: str) -> bool:
        """Tell whether an attribute of a promise is a body."""
        return False

    def check_promise_value(
        self, type_: str, name: str, value: Value | None, say: Say, complain: Complain
    ) -> str | None:
        """Say what is wrong with a value of a built-in promise."""
        return None

    def check_body_value(
        self,
        kind: str,
        body_name: str,
        name: str,
        value: Value | None,
        say: Say,
        complain: Complain,
    ) -> str | None:
        """Say what is wrong with a value of a body."""
        return None

    def check_custom_type_value(
        self, name: str, value: Value | None, say: Say, complain: Complain
    ) -> str | None:
        """Say what is wrong with a value in the block of a custom promise type."""
        return None
