"""assert_private(message) and private(message)."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.helpers.autoload import autoload
from duckrow.puppet.runtime.definition import CLASS
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def assert_private(scope: Scope, arguments: list[object]) -> None:
    """Fail if a class or define is used from another module."""
    if len(arguments) > 1:
        raise EvaluationError(
            f"assert_private(): Wrong number of arguments given ({len(arguments)}}}) for 0 or 1)"
        )
    variables = scope.body()
    if variables.find("module_name") == variables.find("caller_module_name"):
        return
    if arguments and type(arguments[0]) is str:
        raise EvaluationError(arguments[0])
    source = variables.definition
    kind = "Class" if source is None or source.kind == CLASS else "Definition"
    raise EvaluationError(f"{kind} {'' if source is None else source.name} is private")


ASSERT_PRIVATE = LegacyFunction("assert_private", assert_private, is_statement=True)

_WARNING = (
    "private() DEPRECATED: This function will cease to function on Puppet 4; please use "
    "assert_private() before upgrading to puppet 4 for backwards-compatibility, or migrate to "
    "the new parser's typing system."
)


def _private(scope: Scope, arguments: list[object]) -> None:
    """Fail if a class or define is used from another module. Deprecated."""
    scope.build.log("warning", _WARNING, scope.label)
    autoload(scope, "assert_private")
    assert_private(scope, arguments[:1] or [None])


PRIVATE = LegacyFunction("private", _private, is_statement=True)
