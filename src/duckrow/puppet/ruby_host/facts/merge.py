"""The value of an aggregate without a block of its own: its chunks, merged."""

from __future__ import annotations

from duckrow.ruby.core.basics import inspect
from duckrow.ruby.errors import argument_error
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter


class MergeError(Exception):
    """Two values that cannot be merged."""


def merged(ruby: Interpreter, values: list[object]) -> object:
    """Return all values in one: hashes are merged, arrays joined."""
    if not values:
        return None
    result = values[0]
    try:
        for each in values[1:]:
            result = _merge(ruby, result, each, ())
    except MergeError as error:
        raise argument_error(
            f"Could not deep merge all chunks (Original error: {error}), ensure that chunks "
            "return either an Array or Hash or override the aggregate block"
        ) from None
    return result


def _merge(ruby: Interpreter, left: object, right: object, path: tuple[object, ...]) -> object:
    if isinstance(left, dict) and isinstance(right, dict):
        made = dict(left)
        for key, value in right.items():
            has = key in made
            made[key] = _merge(ruby, made[key], value, (*path, from_key(key))) if has else value
        return made
    if isinstance(left, list) and isinstance(right, list):
        return [*left, *right]
    if right is None or left is None:
        return left if right is None else right
    where = "".join(f"[{inspect(ruby, part)}]" for part in path)
    at = f" at root{where}" if path else ""
    raise MergeError(
        f"Cannot merge {inspect(ruby, left)}:{class_name(left)} and "
        f"{inspect(ruby, right)}:{class_name(right)}{at}"
    )
