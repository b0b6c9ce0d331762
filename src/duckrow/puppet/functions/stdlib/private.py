"""Refuse that a class or define is used by the code of another module; the older name."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.assert_private import assert_private
from duckrow.puppet.functions.stdlib.autoload import autoload
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

_WARNING = (
    "private() DEPRECATED: This function will cease to function on Puppet 4; please use "
    "assert_private() before upgrading to puppet 4 for backwards-compatibility, or migrate to "
    "the new parser's typing system."
)


def _private(scope: Scope, arguments: list[Any]) -> None:
    scope.build.log("warning", _WARNING, scope.label)
    autoload(scope, "assert_private")
    assert_private(scope, arguments[:1] or [None])


FUNCTION = LegacyFunction("private", _private, is_statement=True)
