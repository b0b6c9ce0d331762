"""The iterable that Ruby code gets for a value of any kind.

It iterates over the letters of a string, the numbers below a number, the pairs of a hash, or the
elements of anything else. It has the methods of an array, knows whether it was a hash, and returns
one element after another.
"""

from __future__ import annotations

from duckrow.puppet.ruby_code.catalog import Host
from duckrow.puppet.ruby_code.values import from_ruby, to_ruby
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


class IterableHost(Host):
    """A Puppet::Pops::Types::Iterable."""

    __slots__ = ("at", "is_hash", "items")

    ruby_class_name = "Puppet::Pops::Types::Iterator"

    def __init__(self, value: object) -> None:
        self.is_hash = isinstance(value, dict)
        self.items = _items(value)
        self.at = 0

    def ask_hash_style_p(self, _ruby: Interpreter) -> bool:
        return self.is_hash

    def ask_next(self, _ruby: Interpreter) -> object:
        if self.at >= len(self.items):
            raise RubyError("StopIteration", "iteration reached an end")
        self.at += 1
        return self.items[self.at - 1]

    def ruby_responds_to(self, ruby: Interpreter, name: str) -> bool:
        from duckrow.ruby.dispatch import responds_to

        return super().ruby_responds_to(ruby, name) or responds_to(ruby, self.items, name)

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[Any, ...], block: Any
    ) -> Any:
        if super().ruby_responds_to(ruby, name):
            return super().ruby_send(ruby, name, arguments, block)
        from duckrow.ruby.dispatch import send

        try:
            return send(ruby, self.items, name, *arguments, block=block)
        except RubyError as error:
            if name != "each" or error.class_name != "StopIteration":
                raise
            return self  # a block may end the iteration so


def _items(value: object) -> list[object]:
    if isinstance(value, str):
        return list(value)
    if isinstance(value, dict):
        return [[from_key(key), item] for key, item in value.items()]
    if type(value) is int:
        return list(range(value))
    if type(value) is list:
        return value
    from duckrow.puppet.runtime.iterators import restarted

    return [to_ruby(item) for item in restarted(from_ruby(value))]
