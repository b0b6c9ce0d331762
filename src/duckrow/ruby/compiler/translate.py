"""From Ruby text to Python code: parse with tree-sitter, generate, compile."""

from __future__ import annotations

import marshal

from duckrow.ruby.compiler.generate import Generator
from duckrow.ruby.compiler.syntax_errors import syntax_error
from duckrow.ruby.errors import UnsupportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node, Tree

_DEEPEST = 400  # more nesting than any real file has; the generator calls itself for each level


def parse_ruby(text: bytes) -> Tree:
    """Parse Ruby text."""
    import tree_sitter_ruby
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_ruby.language())).parse(text)


def translate(
    text: bytes, file: str | None, unsupported: list[UnsupportedError] | None = None
) -> bytes:
    """Compile Ruby source text to bytes; `unsupported` collects constructs that will fail."""
    root = parse_ruby(text).root_node
    if root.has_error:
        raise syntax_error(root, file)
    if _depth(root) > _DEEPEST:
        raise UnsupportedError("code nested too deeply", file, 1)
    generator = Generator(file, root)
    module = generator.module(root)
    if unsupported is not None:
        unsupported += generator.unsupported
    return marshal.dumps(compile(module, file or "(ruby)", "exec", dont_inherit=True, optimize=0))


def _depth(root: Node) -> int:
    deepest, level = 0, [root]
    while level:
        deepest += 1
        level = [child for node in level for child in node.children]
    return deepest
