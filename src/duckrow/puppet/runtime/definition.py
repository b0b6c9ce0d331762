"""What a manifest defines: classes, defines, nodes, functions, and the names of types.

A definition is made by the compiler from a tree (or from cached code), registered by the loaders,
and run by the catalog builder or by a call. It holds Python functions; nothing here is a tree.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.expressions import Expression
    from duckrow.puppet.types.model.base import Type

CLASS, DEFINE, NODE, FUNCTION, PLAN, TYPE = "class", "define", "node", "function", "plan", "type"

# Metaparameters: parameters that every resource, class and define has, in the reference's order.
METAPARAMETERS = (
    "noop",
    "schedule",
    "audit",
    "loglevel",
    "alias",
    "tag",
    "require",
    "subscribe",
    "before",
    "notify",
    "stage",
)
IS_METAPARAMETER = frozenset(METAPARAMETERS)
# Those that relate a resource to others, and whether the resource that has the parameter comes
# before the others.
RELATIONS = {"require": False, "subscribe": False, "before": True, "notify": True}
IS_RELATION = frozenset(RELATIONS)
FORWARD = tuple(name for name, is_first in RELATIONS.items() if is_first)
# Those that the contents of a class or define take over from it.
FLOWING = tuple(name for name in METAPARAMETERS if name not in IS_RELATION)


class Parameter:
    """A parameter of a definition or a block.

    `default` and `type_of` are compiled expressions, called with the scope of the body; `type_of`
    is called once and `type_` caches the result.
    """

    __slots__ = ("captures_rest", "default", "is_constant", "name", "type_", "type_of")

    def __init__(
        self,
        name: str,
        type_of: Callable[[Scope], Any] | None = None,
        default: Callable[[Scope], Any] | None = None,
        captures_rest: bool = False,
        is_constant: bool = False,
    ) -> None:
        self.name = name
        self.type_of = type_of
        self.default = default
        self.captures_rest = captures_rest
        self.is_constant = is_constant  # whether the default is written as a literal
        self.type_: Type | None = None

    def type_in(self, scope: Scope) -> Type | None:
        """Return the type, or None for any."""
        if self.type_ is None and self.type_of is not None:
            found = self.type_of(scope)
            if type(found) is list:  # File['/a', '/b'] is two types
                raise EvaluationError(
                    f"Parameter '{self.name}' is given a type that is not a Puppet Type, got Array",
                    is_bare=True,
                )
            self.type_ = found
        return self.type_


class Definition:
    """A class, define, node, function or type, by name.

    `run` is the compiled body. For a class, define or node it takes the scope of the body, whose
    parameters are already set. For a function see `runtime.function.PuppetFunction`; for a type
    alias it gives the type.
    """

    __slots__ = (
        "column",
        "expression",  # of a type: see types/expressions; names in it are read as types
        "file",
        "hosts",  # of a node: names, RubyRegexp or DEFAULT, in the order written
        "kind",
        "line",
        "module_name",
        "name",
        "parameters",
        "parent",  # of a class: the name of the class it inherits from
        "plan",  # how its parameters are filled in; made by the catalog builder on first use
        "returns",  # of a function: compiled expression for the return type
        "run",
        "text",  # of a type: its expression as written
    )

    def __init__(
        self,
        kind: str,
        name: str,
        run: Callable[..., Any],
        parameters: tuple[Parameter, ...] = (),
        *,
        parent: str | None = None,
        hosts: tuple[Any, ...] = (),
        returns: Callable[[Scope], Any] | None = None,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        module_name: str = "",
        text: str = "",
        expression: Expression = (),
    ) -> None:
        self.kind = kind
        self.name = name
        self.run = run
        self.parameters = parameters
        self.parent = parent
        self.hosts = hosts
        self.returns = returns
        self.file = file
        self.line = line
        self.column = column
        self.module_name = module_name
        self.text = text
        self.expression = expression
        self.plan: Any = None

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name}>"
