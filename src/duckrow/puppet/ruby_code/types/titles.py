"""Patterns of titles that a method computes: the one thing in a type file that is run.

The Ruby interpreter runs it in its closed world, together with the modules that the file and its
required files define; everything else in them is left out. A method that cannot be run returns
nothing, as if the type had no patterns.
"""

from __future__ import annotations

from duckrow.ruby.compiler.writer import text
from duckrow.ruby.errors import Jump, RubyError, UnsupportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tree_sitter import Node

    from duckrow.puppet.ruby_code.types.description import Patterns


def worked_out(method: Node, roots: list[Node]) -> Patterns:
    """Return the patterns that a method returns when it is called."""
    from duckrow.puppet.ruby_code.host import PuppetHost
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.nesting import main_object
    from duckrow.ruby.unit import load_ruby

    body = method.child_by_field_name("body")
    if body is None:
        return []
    parts = [text(each) for root in roots for each in root.named_children if _is_module(each)]
    source = "\n".join([*parts, "def title_patterns", text(body), "end", "title_patterns"])
    ruby = Interpreter(host=PuppetHost())
    try:
        unit = load_ruby(source.encode("utf-8", "surrogateescape"), "title_patterns")
        found = unit.run(ruby, main_object(ruby))
        return [_pattern(each) for each in found]
    except (RubyError, UnsupportedError, Jump, TypeError, ValueError, AttributeError):
        return []


def _is_module(node: Node) -> bool:
    return node.type in ("module", "class")


def _pattern(given: Any) -> tuple[str, int, list[str]]:
    """Split one pattern: an expression, and the names of its groups."""
    expression, names = given
    words = [each[0].name if isinstance(each, list) else each.name for each in names]
    return (expression.source, expression.flags, words)
