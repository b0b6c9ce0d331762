"""File and line of each key in an explanation."""

from __future__ import annotations

from duckrow.data.lines import line_of
from duckrow.puppet.hiera.key import LOOKUP_OPTIONS, Key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from duckrow.puppet.hiera.explain import Node


def key_lines(
    root: Node,
    world: Any,
    keys: list[str],
    find_line: Callable[[str, tuple[str | int, ...]], int | None] | None = None,
) -> list[tuple[str, str, int | None]]:
    """Return each key that was found in a file, with the file and the line, as the search went.

    The lines also go to the nodes. Of a dotted key it is the line at the end of the dots. Many
    searches in the same files pass a `find_line`, which returns the line of keys in a file.
    """
    if find_line is None:

        def find_line(path: str, inside: tuple[str | int, ...]) -> int | None:
            return line_of(world.read(path), inside)

    segments = {key.root: key.segments for key in map(Key, keys)}
    # Merge options matter only if values were merged or nothing else was looked up.
    kinds = {branch.kind for branch in root.branches}
    wants_options = "merge_source" in kinds or "data" not in kinds
    found: dict[tuple[str, str], int | None] = {}
    for node in _located(root):
        if node.key == LOOKUP_OPTIONS and not wants_options:
            continue
        path = node.about.path
        if (node.key, path) not in found:
            inside = (node.key, *segments.get(node.key, ()))
            found[node.key, path] = find_line(path, inside)
        node.line = found[node.key, path]
    return [(key, path, line) for (key, path), line in found.items()]


def _located(node: Node) -> Iterator[Node]:
    if node.kind == "location" and node.event == "found" and not node.about.is_uri:
        yield node
    for branch in node.branches:
        yield from _located(branch)
