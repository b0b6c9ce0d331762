"""The differences of one node between two versions."""

from __future__ import annotations

from duckrow.diff.causes import Causes
from duckrow.diff.changes import REDACTED
from duckrow.diff.compare import find_changes
from duckrow.diff.contents import named_files, with_contents
from duckrow.diff.exports import COLLECTS, EXPORTS
from duckrow.diff.graphs import graph_items
from duckrow.diff.inputs import Inputs
from duckrow.diff.report import CLASS, DATA, FAILED, RESOURCE, UNCHANGED, error_item, result_of
from duckrow.diff.resources import CatalogResources, hides_content, resources_in
from duckrow.diff.versions import Version
from duckrow.puppet.explain.secrets import secrets_of
from duckrow.puppet.hiera.state import state_of
from duckrow.state.secrets import Secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from duckrow.diff.exports import Stores
    from duckrow.diff.ignore import Rules
    from duckrow.diff.report import Item, NodeResult
    from duckrow.diff.tree_world import Objects
    from duckrow.diff.versions import Compiled, NodeInput, VersionName
    from duckrow.puppet.loaders.sources import Sources


class Options:
    """What a comparison shows. `compiles_all` compiles also what cannot have changed.

    `stores` has the exported resources of all nodes, once they are known.
    """

    __slots__ = (
        "compiles_all", "filters", "rules", "settings", "shows_data", "shows_order", "stores",
    )  # fmt: skip

    def __init__(
        self,
        rules: Rules,
        filters: Sequence[str] = (),
        settings: dict[str, Any] | None = None,
        *,
        shows_data: bool = True,
        shows_order: bool = True,
        compiles_all: bool = False,
    ) -> None:
        self.rules = rules
        self.shows_data = shows_data
        self.filters = list(filters)
        self.settings = settings or {}
        self.shows_order = shows_order
        self.compiles_all = compiles_all
        self.stores: Stores = ([], [])

    def with_stores(self, stores: Stores) -> Options:
        """Return the same options for nodes that collect what others export."""
        made = Options(
            self.rules,
            self.filters,
            self.settings,
            shows_data=self.shows_data,
            shows_order=self.shows_order,
            compiles_all=True,
        )
        made.stores = stores
        return made

    def key(self) -> list[object]:
        """Return what tells these options from others."""
        return [
            self.rules.key(),
            *(getattr(self, name) for name in self.__slots__ if name != "rules"),
        ]


class Comparison:
    """Two versions that are open, and the options."""

    __slots__ = ("_causes", "_inputs", "_new", "_old", "_options")

    def __init__(
        self,
        old: VersionName,
        new: VersionName,
        options: Options,
        sources: Sources,
        objects: Objects | None = None,
    ) -> None:
        self._options = options
        self._old = Version(old, options.settings, sources, objects)
        self._new = Version(new, options.settings, sources, objects)
        self._old.world.exports, self._new.world.exports = options.stores
        self._inputs = Inputs(self._old, self._new)
        self._causes = Causes(self._old, self._new, self._inputs)

    def close(self) -> None:
        """End what reads the versions."""
        self._old.close()
        self._new.close()

    def compare(self, given: NodeInput) -> NodeResult:
        """Compare the two catalogs of a node."""
        if given.error:
            return result_of(given.name, [error_item("node", given.error)], FAILED)
        old = new = self._old.compile(given)
        if self._options.compiles_all or self._may_change(old):
            new = self._new.compile(given)
        if old.data is None or new.data is None:
            errors = self._old.shortened(old.error), self._new.shortened(new.error)
            result = _failed(given.name, *errors)
            result["items"] = without_secrets(result["items"], _secrets_of(old, new))
        elif new is old:
            result = result_of(given.name, [], UNCHANGED)
        else:
            result = result_of(given.name, self._items(old, new))
        # A store keeps what a node exported last: a version in which it fails changes nothing.
        exports = (
            new.exports if old.data is None else old.exports,
            old.exports if new.data is None else new.exports,
        )
        if any(exports):
            result[EXPORTS] = exports
        if old.collects or new.collects:
            result[COLLECTS] = True
        return result

    def _may_change(self, old: Compiled) -> bool:
        """Return whether anything that a catalog depends on is different in the new version."""
        if self._inputs.changed(old):
            return True
        files = named_files(old.data, self._old) if old.data else ()
        return not all(map(self._inputs.is_same, files))

    def _items(self, old: Compiled, new: Compiled) -> list[Item]:
        assert old.data is not None
        assert new.data is not None
        sources = with_contents(old.data, new.data, self._old, self._new)
        one, other = (CatalogResources(each.data, has_exported=True) for each in (old, new))
        items: list[Item] = []
        changes = list(find_changes(one, other, self._options.rules, self._options.filters))
        causes = self._causes.of(old, new, sources, changes)
        for change in changes:
            change.old_at = self._old.short(change.old_at[0]), change.old_at[1]
            change.new_at = self._new.short(change.new_at[0]), change.new_at[1]
            resource = other.by_key.get(change.key) or one.by_key[change.key]
            change.cause = causes.cause(change, resource)
            if hides_content(one, change.key) or hides_content(other, change.key):
                change.hide_content()
            items.append({"about": RESOURCE, **change.to_data()})
        if self._options.shows_data:
            items += causes.data_items()
        items += class_items(old.data, new.data)
        if self._options.shows_order:
            items += graph_items(old, new, (self._old.short, self._new.short))
        return without_secrets(items, _secrets_of(old, new)) if items else items


def _secrets_of(old: Compiled, new: Compiled) -> set[str]:
    """Return the secrets of two compiles."""
    texts: set[str] = set()
    for compiled in (old, new):
        build = compiled.result.build
        texts.update(secrets_of(build, ()), state_of(build).decrypted)
    return texts


def without_secrets(items: list[Item], texts: set[str]) -> list[Item]:
    """Hide secrets, wherever they appear.

    Short secrets occur everywhere; a data key that has one as its value is hidden nevertheless.
    """
    secrets = Secrets()
    secrets.add(texts)
    for item in items:
        if item["about"] == DATA:
            for side in ("old_value", "new_value"):
                item[side] = _without_texts(item[side], texts)
    return [secrets.hide_all(item) for item in items]


def _without_texts(value: Any, texts: set[str]) -> Any:
    if isinstance(value, dict):
        return {key: _without_texts(item, texts) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_texts(item, texts) for item in value]
    return REDACTED if type(value) in (str, int) and str(value) in texts else value


def class_items(old: dict[str, Any], new: dict[str, Any]) -> list[Item]:
    """List the classes that only one catalog has."""
    before, after = _classes(old), _classes(new)
    return [
        {"about": CLASS, "diff_type": "+" if name in after else "-", "title": name}
        for name in sorted(before ^ after)
    ]


def _classes(data: dict[str, Any]) -> set[str]:
    """Return the names of classes; the list of a catalog also has those of node statements."""
    nodes = {
        str(each.get("title"))
        for each in resources_in(data, "the catalog")
        if each.get("type") == "Node"
    }
    classes = data.get("classes")
    return set(map(str, classes)) - nodes if isinstance(classes, list) else set()


def _failed(node: str, old: str, new: str) -> NodeResult:
    """Return the result of a node without a catalog; the same error on both sides once."""
    # The name of the node is no part of an error that many nodes share.
    old, new = (
        text.removesuffix(f" on node {node}").replace(f" for {node} (file: ", " (file: ")
        for text in (old, new)
    )
    if old == new:
        items = [error_item("both", old)]
    else:
        items = [error_item(side, text) for side, text in (("from", old), ("to", new)) if text]
    return result_of(node, items, FAILED)
