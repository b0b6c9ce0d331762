"""Methods that parse an operand of one token.

Most operands are one token, so these methods call no constructor: each fills its node itself, and
is compiled for that from an expression for the node's value. (2,052 manifests: 257 ms; 264 ms with
a call of the constructor.)
"""

from __future__ import annotations

from duckrow.puppet.syntax.escapes import unescape_single
from duckrow.source.frozen import making

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.syntax import nodes as n

_HEAD = """\
def parse(self):
    i = self.i
    self.i = i + 1
    text = self.texts[i]
"""


def one_token(node: type[n.Expression], **value: str) -> Callable[[Any], n.Expression]:
    """Return a method that parses a token; an expression makes the node's value of its `text`."""
    fields = {"start": "self.starts[i]", "end": "self.ends[i]", **value}
    made: Any = making(node, _HEAD, fields, {"unescape_single": unescape_single})
    return made  # type: ignore[no-any-return]
