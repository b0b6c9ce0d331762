"""realize(references...): realize virtual resources."""

from __future__ import annotations

from duckrow.puppet.catalog.collectors import realize
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _realize(scope: Scope, arguments: list[object]) -> None:
    realize(scope, arguments)


REALIZE = LegacyFunction("realize", _realize, arity=-2, is_statement=True)
