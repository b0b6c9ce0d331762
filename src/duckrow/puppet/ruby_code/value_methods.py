"""The methods of Puppet's own values: secrets, versions, times, types, URIs."""

from __future__ import annotations

from duckrow.puppet.values.sensitive import Sensitive
from duckrow.ruby.values.inspect import inspect
from duckrow.ruby.values.to_s import to_s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter


def _unwrap(ruby: Interpreter, self: object) -> object:
    from duckrow.ruby.dispatch import no_method

    if isinstance(self, Sensitive):
        return self.unwrap()
    raise no_method(ruby, self, "unwrap")


def _accepts(ruby: Interpreter, self: object, value: object, *_: object) -> bool:
    """Return whether a type has a value: type.instance?(value), and `when` with a type."""
    from duckrow.puppet.types.instance import accepts
    from duckrow.puppet.types.model.base import Type
    from duckrow.ruby.dispatch import no_method

    if not isinstance(self, Type):
        raise no_method(ruby, self, "instance?")
    return accepts(self, value)


def _title(ruby: Interpreter, self: object) -> object:
    from duckrow.puppet.types.model.references import ResourceType
    from duckrow.ruby.dispatch import no_method

    if not isinstance(self, ResourceType):
        raise no_method(ruby, self, "title")
    return self.title


def _type_name(ruby: Interpreter, self: object) -> object:
    from duckrow.puppet.types.model.references import ResourceType
    from duckrow.ruby.dispatch import no_method

    if not isinstance(self, ResourceType):
        raise no_method(ruby, self, "type_name")
    return self.type_name


METHODS: dict[str, Callable[..., object]] = {
    "unwrap": _unwrap,
    "to_s": lambda _ruby, self: to_s(self),
    "inspect": lambda _ruby, self: inspect(self),
    "instance?": _accepts,
    "title": _title,
    "type_name": _type_name,
    "==": lambda _ruby, self, other: self == other,
}
