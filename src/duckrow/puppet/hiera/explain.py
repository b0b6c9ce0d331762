"""The tree of the steps of a lookup, with their outcomes.

The tree is only built for --explain. A node holds its kind, its subject, the nodes below it, texts
that functions added, and the outcome:

    found, found_in_overrides, found_in_defaults    a key with its value
    not_found                                       a key
    location_not_found                              the file is not there
    result                                          the value of a merge
    module_not_found, module_provider_not_found

Values that become Sensitive are made Sensitive in the tree as well: they are never shown.
"""

from __future__ import annotations

from duckrow.puppet.values.sensitive import Sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Node:
    """One step of a lookup."""

    __slots__ = ("about", "branches", "event", "key", "kind", "line", "parent", "texts", "value")

    def __init__(self, kind: str, about: Any, parent: Node | None) -> None:
        self.kind = kind
        self.about = about
        self.parent = parent
        self.branches: list[Node] = []
        self.texts: list[str] = []
        self.event = ""
        self.key = ""
        self.value: object = None
        self.line: int | None = None  # of the key in the file where it was found

    def hide(self) -> None:
        """Make all values that were found here or below Sensitive."""
        if self.event in ("found", "result"):
            self.value = Sensitive(self.value)
        for branch in self.branches:
            branch.hide()


class Explainer:
    """Grows the tree while a lookup runs."""

    __slots__ = ("_now", "only_options", "root")

    def __init__(self, only_options: bool = False) -> None:
        self.root = Node("root", None, None)
        self.only_options = only_options
        self._now = self.root

    def enter(self, kind: str, about: object) -> None:
        """Go down to a new node."""
        node = Node(kind, about, self._now)
        self._now.branches.append(node)
        self._now = node

    def leave(self) -> None:
        """Go back up."""
        if self._now.parent is not None:
            self._now = self._now.parent

    def found(self, key: str, value: Any, event: str = "found") -> None:
        node = self._now
        node.event, node.key, node.value = event, key, value

    def not_found(self, key: str) -> None:
        self._now.event, self._now.key = "not_found", key

    def location_not_found(self) -> None:
        self._now.event = "location_not_found"

    def result(self, value: Any) -> None:
        self._now.event, self._now.value = "result", value

    def text(self, text: str) -> None:
        self._now.texts.append(text)

    def hide_last(self) -> None:
        """Hide the values of the last step."""
        if self._now.branches:
            self._now.branches[-1].hide()

    def merge_source(self, name: str) -> None:
        self._now.branches.append(Node("merge_source", name, self._now))

    def module(self, name: str, event: str) -> None:
        """Note that a module, or its data, is not there."""
        node = Node("module", name, self._now)
        node.event = event
        self._now.branches.append(node)
