"""Functions that manifests call: how a built-in one is described, and how a call finds its form.

    def _each_pair(scope, hash_, block): ...

    FUNCTION = Function(
        "each",
        Form("Hash[Any, Any] hash", "&Callable[2, 2] block", run=_each_pair),
        Form("Iterable iterable", "&Callable[1, 1] block", run=_each),
    )

A form names its parameters, each as a type and a name. A name ends in `?` where the argument may
be left out, in `*` for any number and in `+` for one or more. `&` is the block, `&?` one that may
be left out. `run` gets the scope of the caller, then the arguments, the block last. Leave-out
arguments are simply not passed, so give them Python defaults.

The first form whose types fit is run. If none fits the error is the reference's own. Types are
read and turned into checks when the function is first called; `Any` costs nothing.

`wants_locals` marks a function that asks for variables by name: called from a block, it gets a
scope that holds the block's local variables.
"""

from __future__ import annotations

from duckrow.puppet.runtime.block import Block
from duckrow.puppet.runtime.errors import ArgumentsError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

    Check = Callable[[tuple[Any, ...]], bool]
    Run = Callable[..., Any]
    Names = dict[str, str] | Callable[[str], Any] | None


class Form:
    """A signature of a function with its code."""

    __slots__ = ("is_fallback", "is_quiet", "parameters", "returns", "run")

    def __init__(
        self,
        *parameters: str,
        run: Callable[..., Any],
        returns: str = "",
        is_fallback: bool = False,
        is_quiet: bool = False,
    ) -> None:
        self.parameters = parameters
        self.run = run
        self.returns = returns
        # Fallback form; `run` returns the error message.
        self.is_fallback = is_fallback
        # Messages do not speak of this form, as those of Puppet 7, which has it not, do not.
        self.is_quiet = is_quiet

    @property
    def takes_anything(self) -> bool:
        """Return whether the form is called with any number of values of any type."""
        if len(self.parameters) != 1 or self.is_fallback:
            return False
        return self.parameters[0].startswith("Any ") and self.parameters[0].endswith("*")


class Function:
    """A function with its forms."""

    __slots__ = ("_checked", "forms", "local_types", "name", "wants_locals")

    def __init__(
        self,
        name: str,
        *forms: Form,
        wants_locals: bool = False,
        local_types: Names = None,
    ) -> None:
        self.name = name
        self.forms = forms
        self.wants_locals = wants_locals
        # Types that only the forms of this function know: name -> type text, or a finder of types.
        self.local_types = local_types
        self._checked: Run | None = None  # checks the arguments and calls the form that fits

    def __call__(self, scope: Scope, *arguments: object) -> object:
        return (self._checked or self._made())(scope, *arguments)

    def direct(self) -> Run:
        """Return what the code of manifests calls: a plain function of Python, not an object."""
        if type(self).__call__ is not Function.__call__:
            return self.__call__  # a function that looks at its arguments before
        return self._checked or self._made()

    def _made(self) -> Run:
        """Make one function of the checks and the calls of all forms.

        An object that goes through a table of both needs half as much time again (150,000 calls
        with strings: 90 ms instead of 61).
        """
        if len(self.forms) == 1 and self.forms[0].takes_anything:
            self._checked = self._of_any_values(self.forms[0].run)
        else:
            from duckrow.puppet.runtime.signatures import direct_of

            ways = [self._raising(f) if f.is_fallback else f.run for f in self.forms]
            self._checked = direct_of(self.forms, ways, self.local_types, self._mismatch)
        return self._checked

    def _of_any_values(self, run: Run) -> Run:
        def call(scope: Scope, *arguments: object) -> object:
            # A block is not an argument, not even for Any.
            if arguments and arguments[-1].__class__ is Block:
                return self._mismatch(arguments)
            return run(scope, *arguments)

        return call

    def _mismatch(self, arguments: tuple[object, ...]) -> Any:
        from duckrow.puppet.runtime.signatures import mismatch

        raise ArgumentsError(mismatch(self, arguments))

    def _raising(self, form: Form) -> Callable[..., object]:
        def reject(scope: Scope, *arguments: object) -> Any:
            raise ArgumentsError(f"'{self.name}' {form.run(scope, *arguments)}")

        return reject

    def __repr__(self) -> str:
        return f"<function {self.name}>"


# Values that functions of the older API get unchanged.
_PLAIN = frozenset((str, int, float, bool))


class LegacyFunction:
    """A function of the older family: no types, and a number of arguments.

    `arity` counts as the reference does: 2 is exactly two, -2 is one or more, -1 any number.
    `run` gets the scope and the list of arguments, in which undef has become the empty string at
    the top and stays None further in. A statement (`is_statement`) has no value.
    """

    __slots__ = ("arity", "is_statement", "name", "run", "wants_locals")

    def __init__(
        self,
        name: str,
        run: Callable[[Scope, list[Any]], Any],
        arity: int = -1,
        is_statement: bool = False,
        wants_locals: bool = False,
    ) -> None:
        self.name = name
        self.run = run
        self.arity = arity
        self.is_statement = is_statement
        self.wants_locals = wants_locals

    def __call__(self, scope: Scope, *arguments: object) -> object:
        count, arity = len(arguments), self.arity
        if (count == arity or -count <= arity + 1 <= 0) and _PLAIN.issuperset(map(type, arguments)):
            result = self.run(scope, list(arguments))
            return None if self.is_statement else result
        from duckrow.puppet.runtime.signatures import call_legacy

        return call_legacy(self, scope, arguments)

    def direct(self) -> Callable[..., Any]:
        """Return the function as the code of manifests calls it: a method is called faster."""
        return self.__call__

    def __repr__(self) -> str:
        return f"<function {self.name}>"
