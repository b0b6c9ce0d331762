"""From a type file to its table, from the cache where the file was read before."""

from __future__ import annotations

import marshal
import os

from duckrow.puppet.ruby_code.types.description import Description

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tree_sitter import Node

    from duckrow.puppet.compiler.cache import Cache
    from duckrow.puppet.resources.table import ResourceTypeTable

    Read = Callable[[str], bytes]


def load_table(
    name: str, file: str, text: bytes, read: Read, cache: Cache | None, has_provider: bool
) -> ResourceTypeTable | None:
    """Return the table of a type that a file defines, or None if nothing could be read from it.

    `read` reads the files that it requires.
    """
    packed = None
    key = ""
    if cache is not None:
        code = cache.stamp("puppet/ruby_code/types", "ruby/compiler")
        key = cache.key(text, file, None, "type", name, has_provider, code)
        packed = cache.get(key)
    if packed is None:
        found = read_description(name, file, text, read)
        if found is not None and has_provider:
            found.parameters.setdefault("provider", "")
        packed = marshal.dumps(None if found is None else found.packed())
        if cache is not None:
            cache.put(key, packed)
    values: tuple[Any, ...] | None = marshal.loads(packed)  # noqa: S302  (digest-checked, our own)
    return None if values is None else Description.unpacked(values).table()


def read_description(name: str, file: str, text: bytes, read: Read) -> Description | None:
    """Read a type file, and the files beside it that it asks for; raises RubySyntaxError."""
    from duckrow.puppet.ruby_code.types.reader import Reader
    from duckrow.ruby.compiler.syntax_errors import syntax_error
    from duckrow.ruby.compiler.translate import parse_ruby

    seen: set[str] = set()
    library = file.rpartition("/lib/")[0] + "/lib"
    modules = os.path.dirname(os.path.dirname(library))

    def find(asked: str) -> Node | None:
        """Return the tree of a required file, in this module or in one beside it."""
        asked = asked.removesuffix(".rb")
        candidates = [f"{library}/{asked}.rb", f"{os.path.dirname(file)}/{asked}.rb"]
        owner = asked.split("/")
        if len(owner) > 1 and owner[0] == "puppet_x":
            candidates.append(f"{modules}/{owner[1]}/lib/{asked}.rb")
        for candidate in candidates:
            path = os.path.normpath(candidate)
            if path in seen:
                return None
            try:
                content = read(path)
            except OSError:
                continue
            seen.add(path)
            return parse_ruby(content).root_node
        return None

    root = parse_ruby(text).root_node
    if root.has_error:
        raise syntax_error(root, file)
    return Reader(find).read(root, name)
