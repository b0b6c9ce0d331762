"""Give what lies in arrays and hashes along a path that is written as text."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import no_method
from duckrow.puppet.functions.stdlib.dig import FUNCTION as DIG
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

_WARNING = "try_get_value() DEPRECATED: this function is deprecated, please use dig() instead."


def _try_get_value(scope: Scope, arguments: list[Any]) -> Any:
    scope.build.log("warning", _WARNING, scope.label)
    data, path, default, separator = [*arguments, None, None, None][:4]
    if path is None or path is False:
        path = ""
    if type(data) not in (dict, list) or path == "":
        return data if default is None or default is False else default
    keys = [int(key) if _is_number(key) else key for key in _parts(path, separator)]
    return DIG.run(scope, [data, keys, default])


def _parts(path: Any, separator: Any) -> list[str]:
    from duckrow.puppet.ruby.core.split import split
    from duckrow.puppet.ruby.errors import RubyError

    if type(path) is not str:
        raise no_method("split", path)
    try:
        return split(path, "/" if separator is None or separator is False else separator, 0)
    except RubyError as wrong:
        raise EvaluationError(wrong.message) from None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


FUNCTION = LegacyFunction("try_get_value", _try_get_value, arity=-2)
