"""The arity of methods that pass their arguments on to another function."""

from __future__ import annotations

from duckrow.ruby.errors import wrong_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_TAKES_REST = 4  # a flag of Python's code objects


def _bounds(method: Callable[..., object]) -> tuple[int, int | None]:
    """Return the least and the most arguments besides the interpreter and self."""
    code = method.__code__
    most = code.co_argcount - 2
    least = max(most - len(getattr(method, "__defaults__", None) or ()), 0)
    return least, None if code.co_flags & _TAKES_REST else most


def check_count(method: Callable[..., object], arguments: tuple[object, ...]) -> None:
    """Reject a wrong number of arguments, in Ruby's words."""
    least, most = _bounds(method)
    if least <= len(arguments) and (most is None or len(arguments) <= most):
        return
    expected = f"{least}+" if most is None else str(most) if least == most else f"{least}..{most}"
    raise wrong_count(len(arguments), expected)
