"""Facter as Ruby code asks it: the facts of the node that is compiled for."""

from __future__ import annotations

from duckrow.puppet.ruby_code.host import facts_of
from duckrow.puppet.ruby_code.values import to_ruby
from duckrow.ruby.core.basics import to_s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


def _fact(ruby: Interpreter, _self: object, name: object) -> object:
    """Return a fact by its name, or by a path with dots."""
    found: Any = facts_of(ruby)
    word = to_s(ruby, name)
    if word in found:
        return to_ruby(found[word])
    for part in word.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    return to_ruby(found)


def _facts(ruby: Interpreter, _self: object) -> object:
    return to_ruby(facts_of(ruby))


class FactHost:
    """Facter[:name] and Facter.fact(:name): something with a value."""

    __slots__ = ("_value",)

    ruby_class_name = "Facter::Util::Fact"

    def __init__(self, value: object) -> None:
        self._value = value

    def ruby_send(
        self, ruby: Interpreter, name: str, _arguments: tuple[object, ...], _block: Proc | None
    ) -> Any:
        if name == "value":
            return self._value
        from duckrow.ruby.dispatch import no_method

        raise no_method(ruby, self, name)


def _fact_object(ruby: Interpreter, self: object, name: object) -> object:
    found = _fact(ruby, self, name)
    return None if found is None else FactHost(found)


METHODS: dict[str, Callable[..., object]] = {
    "value": _fact,
    "to_hash": _facts,
    "[]": _fact_object,
    "fact": _fact_object,
    "version": lambda ruby, self: _fact(ruby, self, "facterversion"),
}
