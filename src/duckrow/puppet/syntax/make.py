"""Fast constructors of the nodes: `make.IfExpression(...)` builds `nodes.IfExpression(...)`.

To a type checker `make` is the module of the nodes itself, so calls are checked.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax import nodes as make
else:
    from duckrow.puppet.syntax import nodes
    from duckrow.source.frozen import maker

    make = type(nodes)("duckrow.puppet.syntax.make.make")

    def _make_maker(name):
        """Make the constructor of a node when the parser first asks for it."""
        made = vars(make)[name] = maker(getattr(nodes, name))
        return made

    make.__getattr__ = _make_maker

__all__ = ["make"]
