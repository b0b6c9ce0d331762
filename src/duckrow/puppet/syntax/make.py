"""Fast constructors of the nodes: `make.IfExpression(...)` builds `nodes.IfExpression(...)`.

To a type checker `make` is the module of the nodes itself, so calls are checked.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax import nodes as make
else:
    from types import ModuleType

    from duckrow.puppet.syntax import nodes
    from duckrow.source.frozen import makers

    make = ModuleType("duckrow.puppet.syntax.make.make")
    vars(make).update(makers(nodes))

__all__ = ["make"]
