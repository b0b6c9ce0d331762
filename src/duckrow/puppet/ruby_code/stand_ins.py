"""Methods that stand in for those of a scope, and of what belongs to it, in one compile.

`duckrow spec` puts them there, for stubs.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MEMO = "methods that stand in for others"


def stand_in(host: Any, name: str) -> Any:
    """Return the method that stands in for one of a scope, or of what belongs to it, if any."""
    scope = getattr(host, "scope", None)
    if scope is None:
        return None
    stubs = scope.build.memo.get(_MEMO)
    return None if stubs is None else stubs.get((scope.body(), host.ruby_class_name, name))


def put_stand_in(host: Any, name: str, method: Any) -> None:
    """Let a method stand in for one of a scope, for the rest of its compile."""
    stubs = host.scope.build.memo.setdefault(_MEMO, {})
    stubs[host.scope.body(), host.ruby_class_name, name] = method
