"""The plugins of a compile, and what they give before it."""

from __future__ import annotations

from duckrow.puppet.environment.node import Node
from duckrow.puppet.plugins.find import find_plugins
from duckrow.puppet.plugins.output import PrintsToStderr
from duckrow.puppet.plugins.phases import Plugins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.environment.environment import Environment
    from duckrow.puppet.settings.settings import Settings


def use_plugins(
    environment: Environment, node: Node, settings: Settings
) -> tuple[Plugins, Node, Settings]:
    """Load the plugins that a setting names; return them, and the node and settings they give."""
    names = [str(name) for name in settings["plugins"]]
    with PrintsToStderr():
        found = find_plugins(names, environment.library)
    plugins = Plugins(found, environment.name)
    settings = plugins.settings(node, settings)

    def changed(**given: object) -> Node:
        parts = {part: getattr(node, part) for part in Node.__slots__}
        return Node(**{**parts, **given})

    node = changed(facts=plugins.facts(node))
    node = changed(parameters=plugins.variables(node))
    node = changed(classes=plugins.classes(node))
    return plugins, node, settings
