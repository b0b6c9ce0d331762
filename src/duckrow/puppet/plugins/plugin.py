"""The class that a plugin overrides, and the node that it sees."""

from __future__ import annotations

from duckrow.puppet.plugins.copies import Copies

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Protocol

    from duckrow.puppet.plugins.catalog import PluginCatalog

    class CompiledNode(Protocol):
        """The node of a compile; see puppet/environment/node.py."""

        name: str
        facts: dict[str, object]
        trusted: dict[str, object]
        parameters: dict[str, object]

        @property
        def classes(self) -> list[str] | dict[str, object]: ...


class PluginNode:
    """The node as a plugin sees it; it cannot be changed."""

    __slots__ = ("classes", "environment", "facts", "name", "trusted", "variables")

    def __init__(self, node: CompiledNode, environment: str) -> None:
        classes = node.classes
        self.name = node.name
        self.environment = environment
        self.facts: Mapping[str, object] = Copies(node.facts)
        self.trusted: Mapping[str, object] = Copies(node.trusted)
        self.variables: Mapping[str, object] = Copies(node.parameters)
        self.classes: Mapping[str, object] = Copies(
            classes if isinstance(classes, dict) else dict.fromkeys(classes)
        )


class Plugin:
    """A plugin overrides some of these methods. Each compile makes an object of its own.

    duckrow sets `name` and `file` before it calls a method.
    """

    name = ""
    file = ""

    def settings(self, node: PluginNode) -> Mapping[str, object]:  # noqa: ARG002
        """Return settings of the compile by name."""
        return {}

    def facts(self, node: PluginNode) -> Mapping[str, object]:  # noqa: ARG002
        """Return facts by name; they replace facts of the node."""
        return {}

    def variables(self, node: PluginNode) -> Mapping[str, object]:  # noqa: ARG002
        """Return variables of the top scope by name."""
        return {}

    def classes(self, node: PluginNode) -> Iterable[str] | Mapping[str, object]:  # noqa: ARG002
        """Return names of classes, or names with their parameters."""
        return ()

    def data(self, key: str, node: PluginNode) -> object:  # noqa: ARG002
        """Return the value of a key of Hiera; None lets the other data answer."""
        return None

    def change(self, catalog: PluginCatalog) -> None:
        """Look at the finished catalog, or change it."""


def misspelt_methods(plugin: Plugin) -> list[str]:
    """Return warnings about methods that nothing calls, and whose names are almost of one that is.

    A helper may have such a name: then the plugin has the other method too.
    """
    from duckrow.source.did_you_mean import most_similar

    classes = [each for each in type(plugin).__mro__ if each not in (Plugin, object)]
    defined = [name for each in classes for name, value in vars(each).items() if callable(value)]
    called = [name for name, value in vars(Plugin).items() if callable(value)]
    known = [name for name in called if name not in defined]
    unknown = [name for name in defined if name not in called and not name.startswith("_")]
    return [
        f"Plugin {plugin.name} has a method {name}, which is never called; did you mean {meant}?"
        for name in unknown
        if (meant := most_similar(name, known))
    ]
