"""Hashes that have an answer for keys that are missing: Hash.new(0), Hash.new { |hash, key| ... }.

A hash that was written as such is a plain dict and has no room for a default, so it cannot get one
later; DefaultHash is what Hash.new makes.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


class DefaultHash(dict):  # type: ignore[type-arg]
    """A hash made by Hash.new."""

    __slots__ = ("block", "default")
    ruby_class_name = "Hash"

    def __init__(self, default: object = None, block: Proc | None = None) -> None:
        super().__init__()
        self.default = default
        self.block = block

    def copy(self) -> DefaultHash:
        made = DefaultHash(self.default, self.block)
        made.update(self)
        return made


def missing(ruby: Interpreter, hash_: dict[Any, Any], key: object) -> object:
    """Return the answer of a hash for a key that it does not have."""
    if not isinstance(hash_, DefaultHash):
        return None
    if hash_.block is not None:
        return hash_.block(ruby, hash_, key)
    return hash_.default
