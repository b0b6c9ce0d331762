"""Why a resource changed: the manifest, the data key, the template or the file behind it.

The candidates are the changed files that the two compiles asked for; a file that neither asked for
is never named. Of these the closest one counts, in this order: the file that `source` names, a data
key whose old and new values are in the old and new value of the attribute, a template, the manifest
that declares the resource, other manifests, other keys, and then whatever is left. If the module of
the file has another version, that is named too.
"""

from __future__ import annotations

from duckrow.diff.changes import same, shown
from duckrow.diff.data_keys import is_data, read_hash
from duckrow.diff.report import DATA

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.diff.changes import Change
    from duckrow.diff.data_keys import ChangedKey
    from duckrow.diff.inputs import Inputs
    from duckrow.diff.report import Item
    from duckrow.diff.versions import Compiled, Version

MOST_NAMED = 3  # files or keys in a cause


class Causes:
    """The changed files of two versions, read once for all nodes."""

    __slots__ = ("_inputs", "_keys", "_modules", "_new", "_old")

    def __init__(self, old: Version, new: Version, inputs: Inputs) -> None:
        self._old = old
        self._new = new
        self._inputs = inputs
        self._keys = inputs.keys
        self._modules: dict[str, str] = {}

    def of(self, old: Compiled, new: Compiled, sources: dict[str, str]) -> NodeCauses:
        """Return the causes for one node; `sources` are files behind resources, by title."""
        inputs = self._inputs
        changed = {*inputs.changed(old)}
        changed |= {each for each in (*new.asked, *new.manifests) if not inputs.is_same(each)}
        looked_up = {*old.keys, *new.keys}
        keys = [
            key
            for path in sorted(changed)
            if is_data(path)
            for key in self._keys.changed(path)
            if key.key in looked_up
        ]
        return NodeCauses(self, changed, keys, sources)

    def with_version(self, path: str) -> str:
        """Return a path, with the versions of its module if they are different."""
        return path + self._version(path)

    def _version(self, path: str) -> str:
        module, _ = self._inputs.in_module(path)
        if not module:
            return ""
        found = self._modules.get(module)
        if found is None:
            directory = path[: path.index(f"{module}/") + len(module)]
            old, new = (
                read_hash(version.tree, f"{directory}/metadata.json")[0].get("version")
                for version in (self._old, self._new)
            )
            found = "" if old == new else f" (module {module} {old} → {new})"
            self._modules[module] = found
        return found


class NodeCauses:
    """The causes of the changes of one node."""

    __slots__ = ("_causes", "_changed", "_keys", "_sources")

    def __init__(
        self,
        causes: Causes,
        changed: set[str],
        keys: list[ChangedKey],
        sources: dict[str, str],
    ) -> None:
        self._causes = causes
        self._changed = sorted(changed)
        self._keys = keys
        self._sources = sources

    def data_items(self) -> list[Item]:
        """List the data keys that the compiles looked up and that have other values."""
        return [
            {
                "about": DATA,
                "diff_type": "~",
                "title": each.key,
                "old_value": shown(each.old),
                "new_value": shown(each.new),
                "old_file": each.file,
                "old_line": each.lines[0],
                "new_file": each.file,
                "new_line": each.lines[1],
            }
            for each in self._keys
        ]

    def cause(self, change: Change) -> str:
        """Return the cause of a change; empty if nothing that changed can be it."""
        source = self._sources.get(change.title) if change.type == "File" else None
        if source and "content" in change.path:
            return f"file {self._causes.with_version(source)}"
        for key in self._keys:
            if change.is_change and _is_behind(key, change):
                return key.text
        if change.path[-1:] == ("content",):
            templates = [path for path in self._changed if "/templates/" in path]
            if templates:
                return self._named("template", templates)
        manifests = [path for path in self._changed if path.endswith(".pp")]
        own = [path for path in (change.new_at[0], change.old_at[0]) if path in manifests]
        if own:
            return self._named("manifest", [str(own[0])])
        if manifests:
            return self._named("manifest", manifests)
        if self._keys:
            texts = [key.text for key in self._keys]
            return ", ".join(texts[:MOST_NAMED]) + (", …" if len(texts) > MOST_NAMED else "")
        return self._named("file", self._changed) if self._changed else ""

    def _named(self, word: str, paths: list[str]) -> str:
        named = ", ".join(self._causes.with_version(path) for path in paths[:MOST_NAMED])
        more = ", …" if len(paths) > MOST_NAMED else ""
        return f"{word}{'' if len(paths) == 1 else 's'} {named}{more}"


def _is_behind(key: ChangedKey, change: Change) -> bool:
    """Return whether the values of a key are in the values of a change, before and after."""
    return _contains(shown(change.old), key.old) and _contains(shown(change.new), key.new)


def _contains(value: Any, part: Any) -> bool:
    if same(value, part):
        return True
    if isinstance(value, str):
        return (
            part is not None
            and part != ""
            and not isinstance(part, (dict, list, bool))
            and (str(part) in value)
        )
    if isinstance(value, dict):
        return any(_contains(each, part) for each in value.values())
    if isinstance(value, list):
        return any(_contains(each, part) for each in value)
    return False
