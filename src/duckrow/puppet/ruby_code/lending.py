"""Arrays and hashes of manifests that Ruby code looks at, and may change.

In Ruby arrays and hashes can be changed in place, in manifests nothing can. So Ruby code gets
copies: the same one each time it asks for the same value in a compile, so that what one template
changes the next one sees. What has changed by the end of a template is a new value of the variables
that held the old one, and of the attributes of the class or define whose parameters they are.
"""

from __future__ import annotations

from duckrow.puppet.ruby_code.values import SAME, from_ruby, to_ruby

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

    Pair = tuple[Any, Any]  # a value of the manifest, and the copy that Ruby code got


_MEMO = "values lent to Ruby code"


class Lent:
    """The values that one compile has lent to Ruby code, by the identity of the original.

    Functions and templates call each other: `recent` holds the values lent since the outermost of
    them began, and `depth` counts how many are running. A pair holds its original, so that no other
    value gets its identity. `result` is that of the last function or template, before it became a
    value of manifests; `has_called_native` tells whether Ruby code has called a function that is
    not in Ruby.
    """

    __slots__ = ("depth", "has_called_native", "pairs", "recent", "result")

    def __init__(self) -> None:
        self.pairs: dict[int, Pair] = {}
        self.recent: dict[int, Pair] = {}
        self.depth = 0
        self.result: object = None
        self.has_called_native = False

    def finish(self, scope: Scope) -> None:
        """Make changes visible to manifests, once the outermost template or function is done."""
        if self.depth == 1 and self.recent:
            recent, self.recent = self.recent, {}
            for value, ruby in recent.values():
                if ruby != value:
                    self._replace(scope, value, from_ruby(ruby), ruby)

    def leave(self) -> None:
        """Forget recent values when the outermost template or function ends, well or not."""
        self.depth -= 1
        if not self.depth:
            self.recent.clear()

    def _replace(self, scope: Scope, old: object, new: object, ruby: object) -> None:
        if new == old:
            return  # no more than symbols and the like
        self.pairs[id(new)] = new, ruby
        if not _replace_in(scope.chain(), old, new):
            _replace_in(scope.build.class_scopes.values(), old, new)


def lent_by(scope: Scope) -> Lent:
    """Return the values that the compile of a scope has lent."""
    memo = scope.build.memo
    found: Lent | None = memo.get(_MEMO)
    if found is None:
        found = memo[_MEMO] = Lent()
    return found


def lend(scope: Scope, value: object) -> object:
    """Return a value to Ruby code."""
    kind = type(value)
    if kind in SAME:
        return value
    if kind is not list and kind is not dict:
        return to_ruby(value)
    lent = lent_by(scope)
    known = lent.pairs.get(id(value))
    if known is None:
        known = lent.pairs[id(value)] = value, to_ruby(value)
    lent.recent[id(value)] = known
    return known[1]


def keep(scope: Scope, value: object, ruby: object) -> None:
    """Remember the Ruby value from which a value of manifests was converted."""
    if type(value) is list or type(value) is dict:
        lent = lent_by(scope)
        lent.pairs[id(value)] = lent.recent[id(value)] = value, ruby


def _replace_in(scopes: Iterable[Scope], old: object, new: object) -> bool:
    found = False
    for each in scopes:
        # Facts that nobody has read hold no lent value, and are not resolved to look.
        read = dict.items(each.variables)
        names = [name for name, value in read if value is old]
        for name in names:
            found = True
            each.variables[name] = new
            parameters = getattr(each.resource, "parameters", None)
            if parameters is not None and parameters.get(name) is old:
                parameters[name] = new
    return found
