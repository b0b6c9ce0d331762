"""dig44, dig and try_get_value: the value at a path."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_errors import class_of, no_method
from duckrow.puppet.functions.helpers.ruby_numbers import to_integer
from duckrow.puppet.functions.stdlib.helpers.autoload import autoload
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.ruby.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def dig44(_scope: Scope, arguments: list[object]) -> object:
    """Return the value at a path through arrays and hashes, or a default."""
    if len(arguments) < 2:
        raise EvaluationError(
            f"dig44(): Wrong number of arguments given ({len(arguments)} for at least 2)"
        )
    data, path = arguments[:2]
    default = arguments[2] if len(arguments) > 2 else None
    if type(data) not in (list, dict):
        raise EvaluationError(
            f"dig44(): first argument must be a hash or an array, given {class_of(data)}"
        )
    if type(path) is not list:
        raise EvaluationError(f"dig44(): second argument must be an array, given {class_of(path)}")
    found = _followed(data, path)
    return default if found is None else found


def _followed(data: object, path: list[object]) -> object:
    for key in path:
        if type(data) is list:
            try:
                index = to_integer(key)
            except EvaluationError:
                return None
            data = data[index] if -len(data) <= index < len(data) else None
        elif type(data) is dict:
            data = data.get(to_key(key))
        else:
            return None
        if data is None:
            return None
    return data


DIG44 = LegacyFunction("dig44", dig44, arity=-2)

_DEPRECATED = (
    "dig() DEPRECATED: This function has been replaced in Puppet 4.5.0, please use dig44() for "
    "backwards compatibility or use the new version."
)


def dig(scope: Scope, arguments: list[object]) -> object:
    """Return the value at a path. Deprecated: use dig44."""
    scope.build.log("warning", _DEPRECATED, scope.label)
    autoload(scope, "dig44")
    return dig44(scope, arguments)


DIG = LegacyFunction("dig", dig)
_WARNING = "try_get_value() DEPRECATED: this function is deprecated, please use dig() instead."


def _try_get_value(scope: Scope, arguments: list[object]) -> object:
    """Return the value at a path written as a string. Deprecated."""
    scope.build.log("warning", _WARNING, scope.label)
    data, path, default, separator = [*arguments, None, None, None][:4]
    if path is None or path is False:
        path = ""
    if type(data) not in (dict, list) or path == "":
        return data if default is None or default is False else default
    keys = [int(key) if _is_number(key) else key for key in _parts(path, separator)]
    return DIG.run(scope, [data, keys, default])


def _parts(path: object, separator: object) -> list[str]:
    from duckrow.ruby.core.text.split import split
    from duckrow.ruby.errors import RubyError
    from duckrow.ruby.interpreter import Interpreter

    if type(path) is not str:
        raise no_method("split", path)
    try:
        mark = "/" if separator is None or separator is False else separator
        return split(Interpreter(), path, mark, 0)
    except RubyError as wrong:
        raise EvaluationError(wrong.message) from None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


TRY_GET_VALUE = LegacyFunction("try_get_value", _try_get_value, arity=-2)
