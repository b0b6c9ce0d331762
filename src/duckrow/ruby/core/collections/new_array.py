"""The elements of Array.new, for Array itself and for classes that inherit from it."""

from __future__ import annotations

from duckrow.ruby.core.convert import to_int
from duckrow.ruby.errors import argument_error, wrong_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


def new_list(ruby: Interpreter, given: tuple[object, ...], block: Proc | None) -> list[object]:
    """Return the elements of Array.new(2, nil), Array.new(2) { |i| i } or Array.new(array)."""
    if len(given) > 2:
        raise wrong_count(len(given), "0..2")
    if not given:
        return []
    if isinstance(given[0], list):
        return list(given[0])
    count = to_int(ruby, given[0])
    if count < 0:
        raise argument_error("negative array size")
    ruby.check_elements(count)
    fill = given[1] if len(given) > 1 else None
    return [fill] * count if block is None else [block(ruby, index) for index in range(count)]
