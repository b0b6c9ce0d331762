"""Blocks of code given to a function: |$x| { ... }.

A block is compiled to a Python function whose positional parameters are those of the block.
Where they have no types and no defaults, which is nearly always, calling the block is calling
that function: iterating functions take `block.call` and pay nothing for the rest.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.definition import Parameter
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.model.wrappers import CallableType

# Given for a parameter that the caller leaves out: the compiled body then takes the default.
MISSING: object = type("Missing", (), {"__slots__": (), "__repr__": lambda _: "MISSING"})()


class Block:
    """A block with the scope it was written in."""

    __slots__ = (
        "_checked",
        "_type",
        "call",
        "function",
        "high",
        "low",
        "name",
        "origin",
        "parameters",
        "returns",
        "scope",
    )

    def __init__(
        self,
        function: Callable[..., Any],
        scope: Scope,
        parameters: tuple[Parameter, ...] = (),
        low: int = 0,
        high: int | None = 0,
        is_plain: bool = True,
        returns: Callable[[Scope], Any] | None = None,
        name: str = "lambda",
    ) -> None:
        self.name = name  # functions written in the language are called as blocks with a name
        self.function = function
        self.origin: Any = None  # the block of Ruby that it is made of
        self.scope = scope
        self.parameters = parameters
        self.low = low
        self.high = high  # None: any number
        self.returns = returns
        # For iterating functions. Plain: no types, no defaults, no captured rest.
        self.call: Callable[..., Any] = function if is_plain else self.checked
        self._checked: Callable[..., Any] | None = None
        self._type: CallableType | None = None

    def takes(self, count: int) -> bool:
        """Return whether the block can be called with a number of arguments."""
        return self.low <= count and (self.high is None or count <= self.high)

    def checked(self, *arguments: object) -> object:
        """Call the block, its parameters checked and its defaults filled in."""
        call = self._checked
        if call is None:
            from duckrow.puppet.runtime.block_calls import prepared

            call = self._checked = self.call = prepared(self)
        return call(*arguments)

    def __call__(self, *arguments: object) -> object:
        """Call the block: arguments that it has no parameter for are ignored."""
        count = len(arguments)
        if self.high is not None and count > self.high:
            return self.call(*arguments[: self.high])
        if count < self.low:
            name = self.names()[count]
            raise EvaluationError(
                f"Parameter ${name} is required but no value was given",
                "missing-required-parameter",
                part=f"parameter_{name}",
            )
        return self.call(*arguments)

    def names(self) -> list[str]:
        """Return the names of the parameters; those of a plain block are only in its code."""
        if self.parameters:
            return [parameter.name for parameter in self.parameters]
        # In Python a local has a number at its end; see the compiler's frames.
        return [each.rpartition("_")[0] for each in self.function.__code__.co_varnames[: self.low]]

    @property
    def puppet_type(self) -> CallableType:
        """The type of the block, as its parameters and their types make it."""
        if self._type is None:
            from duckrow.puppet.runtime.block_calls import type_of_block

            self._type = type_of_block(self)
        return self._type

    def __repr__(self) -> str:
        return "<block>"
