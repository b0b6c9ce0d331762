"""A value that is not shown.

Invariants:
 1. No way of turning a Sensitive into text, and no error it raises, contains its value.
 2. It cannot be pickled: code that stores a secret must unwrap it explicitly.
 3. Two are equal when they hold the same value of the same kind: 1 is not 1.0, and strings
    compare by their exact letters, unlike the language's own `==`.
"""

from __future__ import annotations

from duckrow.ruby.values.keys import to_key
from duckrow.source.immutable import Immutable, set_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

_REDACTED = "Sensitive [value redacted]"


class Sensitive(Immutable):
    """Wraps a value; only `unwrap` returns it."""

    __slots__ = ("_value",)
    ruby_class_name = "Puppet::Pops::Types::PSensitiveType::Sensitive"

    _value: object

    def __init__(self, value: object) -> None:
        set_field(self, "_value", value)

    def unwrap(self) -> object:
        return self._value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sensitive) and to_key(self._value) == to_key(other._value)

    def __hash__(self) -> int:
        return hash((Sensitive, to_key(self._value)))

    def __str__(self) -> str:
        return _REDACTED

    def ruby_inspect(self) -> str:
        return f"#<{_REDACTED}>"

    def __repr__(self) -> str:
        return f"#<{_REDACTED}>"

    def __format__(self, form: str) -> str:
        return format(_REDACTED, form)

    def __getstate__(self) -> NoReturn:
        raise TypeError("a Sensitive value is not pickled")

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        self.__getstate__()
