"""Arrays and hashes of manifests that Ruby code looks at, and may change.

In Ruby arrays and hashes can be changed in place, in manifests nothing can. So Ruby code gets
copies: the same one each time it asks for the same value in a compile, so that what one template
changes the next one sees. What has changed by the end of a template is a new value of the variables
that held the old one, and of the attributes of the class or define whose parameters they are.
"""

from __future__ import annotations

from duckrow.puppet.ruby_code.current import CURRENT
from duckrow.puppet.ruby_code.memory import memory_of
from duckrow.puppet.ruby_code.values import from_ruby, to_ruby

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def lend(scope: Scope, value: Any) -> Any:
    """Give a value to Ruby code."""
    kind = type(value)
    if kind is not list and kind is not dict:
        return to_ruby(value)
    lent = memory_of(scope.build).lent
    known = lent.get(id(value))
    if known is None:
        # The value is kept, so that no other one gets its number.
        known = lent[id(value)] = value, to_ruby(value)
    CURRENT.lent[id(value)] = known
    return known[1]


def keep(scope: Scope, value: Any, ruby: Any) -> None:
    """Remember which value of Ruby's one of manifests was made of."""
    if type(value) is list or type(value) is dict:
        known = value, ruby
        memory_of(scope.build).lent[id(value)] = known
        CURRENT.lent[id(value)] = known


def settle(scope: Scope) -> None:
    """Make what Ruby code has changed visible to manifests."""
    lent, CURRENT.lent = CURRENT.lent, {}
    for value, ruby in lent.values():
        if ruby != value:
            _replace(scope, value, from_ruby(ruby), ruby)


def _replace(scope: Scope, old: Any, new: Any, ruby: Any) -> None:
    if new == old:
        return  # no more than symbols and the like
    memory_of(scope.build).lent[id(new)] = new, ruby
    if not _replace_in(scope.chain(), old, new):
        _replace_in(scope.build.class_scopes.values(), old, new)


def _replace_in(scopes: Iterable[Scope], old: Any, new: Any) -> bool:
    found = False
    for each in scopes:
        names = [name for name, value in each.variables.items() if value is old]
        for name in names:
            found = True
            each.variables[name] = new
            parameters = getattr(each.resource, "parameters", None)
            if parameters is not None and parameters.get(name) is old:
                parameters[name] = new
    return found
