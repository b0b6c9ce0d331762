"""From Ruby text to Python code: parse with tree-sitter, generate, compile."""

from __future__ import annotations

import marshal
import sys

from duckrow.ruby.compiler.generate import Generator
from duckrow.ruby.compiler.syntax_errors import syntax_error
from duckrow.ruby.errors import UnsupportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from tree_sitter import Node, Tree

_DEEPEST = 400  # more nesting than any real file has; the generator calls itself for each level


def parse_ruby(text: bytes) -> Tree:
    """Parse Ruby text."""
    tree_sitter = _compiled_part("tree_sitter")
    grammar = _compiled_part("tree_sitter_ruby")
    tree: Tree = tree_sitter.Parser(tree_sitter.Language(grammar.language())).parse(text)
    return tree


def _compiled_part(package: str) -> ModuleType:
    """Import the compiled part of a package alone.

    Its Python part imports `typing` and `importlib.resources`, which takes ten times as long.
    """
    name = f"{package}._binding"
    if name not in sys.modules:
        from importlib.machinery import PathFinder

        outer = PathFinder.find_spec(package)
        spec = PathFinder.find_spec(name, outer.submodule_search_locations) if outer else None
        if spec is None or spec.loader is None:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        module = spec.loader.create_module(spec)
        if module is None:  # a loader for Python files leaves this to its caller
            raise ImportError(f"{name} is not compiled", name=name)
        spec.loader.exec_module(module)
        sys.modules[name] = module
    return sys.modules[name]


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
