"""Call functions: by name, as methods, and the stubs of names that are not yet looked up."""

from __future__ import annotations

from duckrow.puppet.runtime.block import Block
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Function, LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.definition import Definition, Parameter
    from duckrow.puppet.runtime.scope import Scope

    Locals = Callable[[], dict[str, Any]] | None

# Classes of values without methods.
PLAIN_VALUES = frozenset((str, int, float, bool, list, dict, type(None)))


def late_function(name: str, names: dict[str, object]) -> Callable[..., Any]:
    """Return a function that looks up the function of a name at its call.

    Calls from one plain function to another need no stack of C, which Python 3.12 limits: this is
    what lets functions of manifests call one another as deep as in the reference.
    """

    def call(scope: Scope, *arguments: object) -> Any:
        found = find_function(scope, name)
        if isinstance(found, PuppetFunction):
            return found.block(scope).call(*arguments)
        if isinstance(found, Function | LegacyFunction):
            # The same in every compile, unless a manifest defines one of this name.
            scope.build.loaders.bind_function(name, names, found.direct())
        return found(scope, *arguments)

    call.name = name  # type: ignore[attr-defined]
    return call


def find_function(scope: Scope, name: str) -> Any:
    """Return a function that is visible from some code."""
    found = scope.build.loaders.find_function(name, scope.module_name)
    if found is None:
        raise EvaluationError(
            f"Unknown function: '{name}'.", "unknown-function", missing=("function", name)
        )
    return found


def call_function(scope: Scope, locals_: Locals, name: str, *arguments: object) -> Any:
    """Call a function by a qualified name."""
    found = find_function(scope, name)
    if locals_ is not None and getattr(found, "wants_locals", False):
        from duckrow.puppet.runtime.variables import local_scope

        scope = local_scope(scope, locals_())
    return found(scope, *arguments)


def object_method(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return what value.name(...) calls where the value may have methods of its own.

    Code of manifests calls the function directly if the class of the value is in PLAIN_VALUES.
    """

    def call(scope: Scope, receiver: Any, *arguments: object) -> Any:
        member = None if type(receiver) in PLAIN_VALUES else _member(receiver, name)
        if member is not None:
            return member(scope, *arguments)
        return function(scope, receiver, *arguments)

    return call


def call_method_named(
    scope: Scope, locals_: Locals, name: str, receiver: object, *arguments: object
) -> object:
    """Call value.name(...) where the name is qualified, which no method's is."""
    return call_function(scope, locals_, name, receiver, *arguments)


def _member(receiver: object, name: str) -> Callable[..., object] | None:
    """Return a method or attribute of an object, as a function of the scope and the arguments."""
    from duckrow.puppet.runtime.members import member_of

    return member_of(receiver, name)


def plain_block(function: Callable[..., object], scope: Scope, count: int) -> Block:
    """Make a block whose parameters have no types and no defaults."""
    return Block(function, scope, (), count, count)


def as_list(value: object) -> list[object]:
    """Return the default of a parameter that captures the rest, as a list."""
    return value if isinstance(value, list) else [value]


def in_body(_scope: Scope) -> object:
    """Mark a default that the compiled code evaluates itself."""
    raise AssertionError("the default of this parameter is part of its body")


class PuppetFunction:
    """A function written in the language. It always runs in the top scope."""

    __slots__ = ("_block", "definition", "name")

    wants_locals = False

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.name = definition.name
        self._block: Block | None = None

    def __call__(self, scope: Scope, *arguments: object) -> object:
        return self.block(scope).call(*arguments)

    def block(self, scope: Scope) -> Block:
        """Return the function as a block of the compile that a scope belongs to."""
        block = self._block
        if block is None or block.scope is not scope.build.top:
            block = self._block = self._in(scope.build.top)
        return block

    def _in(self, top: Scope) -> Block:
        """Make the callable for one compile."""
        definition = self.definition
        run, parameters = definition.run, definition.parameters
        low, high = parameter_bounds(parameters)
        return Block(
            lambda *arguments: run(top, *arguments),
            top,
            parameters,
            low,
            high,
            False,
            definition.returns,
            self.name,
        )

    def __repr__(self) -> str:
        return f"<function {self.name}>"


def parameter_bounds(parameters: tuple[Parameter, ...]) -> tuple[int, int | None]:
    """Return the least and the greatest number of arguments that parameters take."""
    low = sum(each.default is None and not each.captures_rest for each in parameters)
    has_rest = any(each.captures_rest for each in parameters)
    return low, None if has_rest else len(parameters)
