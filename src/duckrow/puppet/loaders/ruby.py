"""What a module brings in Ruby: its place is known, it cannot be run or read here.

Nothing fails for such a file being there. An error that names it comes when a manifest needs what
is in it: when a function is called, or when a resource of a type is declared. Each need is counted
by name, so that one knows what a whole fleet would need.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from duckrow.puppet.runtime.scope import Scope

NEEDS_RUBY = "needs-ruby"


class NeedsRubyError(EvaluationError):
    """A manifest needs something that only exists in Ruby. `kind` and `name` say what."""

    def __init__(self, kind: str, name: str, file: str) -> None:
        super().__init__(
            f"The {kind} '{name}' is written in Ruby ({file}), which duckrow does not run yet",
            NEEDS_RUBY,
        )
        self.kind = kind
        self.name = name
        self.file = file


class RubyFunction:
    """A function that exists but cannot be called."""

    __slots__ = ("file", "name", "wants_locals")

    def __init__(self, name: str, file: str) -> None:
        self.name = name
        self.file = file
        self.wants_locals = False

    def __call__(self, _scope: Scope, *_arguments: Any) -> NoReturn:
        raise NeedsRubyError("function", self.name, self.file)

    def __repr__(self) -> str:
        return f"<Ruby function {self.name}>"


class RubyResourceType:
    """A resource type that exists; what its attributes are is only said in Ruby."""

    __slots__ = ("file", "name")

    def __init__(self, name: str, file: str) -> None:
        self.name = name
        self.file = file

    def __getattr__(self, _name: str) -> NoReturn:
        raise NeedsRubyError("resource type", self.name, self.file)

    def __repr__(self) -> str:
        return f"<Ruby resource type {self.name}>"
