"""What the tests of the syntax share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conformance.puppet.sources import sources

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.puppet.syntax.pn import to_text
from duckrow.source.diagnostic import Diagnostic
from duckrow.source.errors import SourceError

TESTS = Path(__file__).parents[3]


def refusal(text: str, *, epp: bool = False, tasks: bool = False) -> Diagnostic:
    """Give the error with which a text is refused."""
    with pytest.raises(SourceError) as caught:
        parse(text, "a.pp", epp=epp, tasks=tasks)
    return caught.value.diagnostic


def rejected_at(text: str, *, epp: bool = False, tasks: bool = False) -> str:
    """Give place and words of the error with which a text is refused."""
    found = refusal(text, epp=epp, tasks=tasks)
    return f"{found.line}:{found.column} {found.what}"


def tree(text: str, *, epp: bool = False, tasks: bool = False) -> str:
    """Give the tree of a text in PN."""
    return to_text(parse(text, epp=epp, tasks=tasks))


def every_node(top: n.Node) -> Iterator[n.Node]:
    waiting = [top]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(n.children(node))


def only(text: str, kind: type[n.Node], *, epp: bool = False, tasks: bool = False) -> n.Node:
    """Give the single node of a kind in a text."""
    program = parse(text, epp=epp, tasks=tasks)
    found = [node for node in every_node(program) if type(node) is kind]
    assert len(found) == 1
    return found[0]


def written(text: str, kind: type[n.Node], *, epp: bool = False, tasks: bool = False) -> list[str]:
    """Give what stands in the source for each node of a kind, in the order of the source."""
    program = parse(text, epp=epp, tasks=tasks)
    found = [node for node in every_node(program) if type(node) is kind]
    return [program.text(node) for node in sorted(found, key=lambda node: node.start)]


def programs() -> list[tuple[str, bool, bool]]:
    """Give every text bundled with the tests and the examples: text, is template, is for tasks."""
    found = [(each.text, each.is_template, each.is_for_tasks) for each in sources("syntax")]
    for path in sorted((TESTS.parent / "examples").rglob("*.*pp")):
        text = path.read_bytes().decode("utf-8", "replace")
        found.append((text, path.suffix == ".epp", False))
    return found


def parsed() -> list[n.Program]:
    """Give the trees of those that can be parsed."""
    trees = []
    for text, epp, tasks in programs():
        try:
            trees.append(parse(text, epp=epp, tasks=tasks))
        except SourceError:
            continue
    return trees
