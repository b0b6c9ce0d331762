"""Why a resource changed: the manifest, the data key, the template or the file behind it.

The candidates are the keys whose looked-up values changed, and the changed files that the two
compiles asked for; a file that neither asked for is never named. Of these the closest one counts,
in this order: the node that exports a collected resource, the file that `source` names, a data key
whose values explain those of the attribute, a template, the manifest that declares the resource,
other manifests, other keys, and then whatever is left. If the module of the file has another
version, that is named too.
"""

from __future__ import annotations

import re

from duckrow.diff.changes import ADDED, CHANGED, Hidden, same, shown
from duckrow.diff.data_keys import read_hash
from duckrow.diff.exports import collected_by, place_of_export
from duckrow.diff.looked_up import changed_values
from duckrow.diff.report import DATA
from duckrow.diff.structure import differences
from duckrow.puppet.hiera.errors import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import Any

    from duckrow.diff.changes import Change
    from duckrow.diff.inputs import Inputs
    from duckrow.diff.looked_up import ChangedValue
    from duckrow.diff.report import Item
    from duckrow.diff.resources import Data
    from duckrow.diff.versions import Compiled, Version

MOST_NAMED = 3  # files or keys in a cause
# Characters of a value that may be the cause by itself, and of one that is looked for in words.
SHORTEST_NAME, SHORTEST = 3, 6


class Causes:
    """The changed files of two versions, read once for all nodes."""

    __slots__ = ("_inputs", "_modules", "_new", "_old")

    def __init__(self, old: Version, new: Version, inputs: Inputs) -> None:
        self._old = old
        self._new = new
        self._inputs = inputs
        self._modules: dict[str, str] = {}

    def of(
        self, old: Compiled, new: Compiled, sources: dict[str, str], changes: Collection[Change]
    ) -> NodeCauses:
        """Return the causes for one node; `sources` are the files behind resources by name."""
        inputs = self._inputs
        changed = {*inputs.changed(old)}
        changed |= {each for each in (*new.asked, *new.manifests) if not inputs.is_same(each)}
        changed.update(inputs.new_shared())
        keys = changed_values(old, new, (self._old, self._new), inputs)
        return NodeCauses(self, changed, keys, sources, self._exported(old, new, changes))

    def _exported(
        self, old: Compiled, new: Compiled, changes: Collection[Change]
    ) -> dict[str, tuple[str, str]]:
        """Return why collected resources changed, and those inside: with the collected one."""
        names = {each.ref for each in changes}
        found = {}
        for compiled, version in ((old, self._old), (new, self._new)):
            rows = version.world.exports
            for name, (outer, node) in collected_by(compiled.result.build).items():
                if name in names and outer in names:
                    file, line = place_of_export(rows, node, outer)
                    place = f" ({version.short(file)}:{line})" if file else ""
                    found[name] = outer, f"exported by {node}{place}"
        return found

    def with_version(self, path: str) -> str:
        """Return a path, with the versions of its module if they are different."""
        return path + self._version(path)

    def module(self, path: str | None) -> str:
        """Return the module that has a file; empty for none."""
        return self._inputs.in_module(path)[0] if path else ""

    def _version(self, path: str) -> str:
        directory = self._inputs.module_directory(path)
        if not directory:
            return ""
        found = self._modules.get(directory)
        if found is None:
            old, new = (
                read_hash(version.tree, f"{directory}/metadata.json").get("version")
                for version in (self._old, self._new)
            )
            module = directory.rpartition("/")[2]
            found = "" if old == new else f" (module {module} {old} → {new})"
            self._modules[directory] = found
        return found


class NodeCauses:
    """The causes of the changes of one node."""

    __slots__ = ("_causes", "_changed", "_exported", "_keys", "_parts", "_sources")

    def __init__(
        self,
        causes: Causes,
        changed: set[str],
        keys: list[ChangedValue],
        sources: dict[str, str],
        exported: dict[str, tuple[str, str]],
    ) -> None:
        self._causes = causes
        self._exported = exported
        self._changed = sorted(changed)
        self._keys = keys
        self._parts = [(key, *values) for key in keys for values in _parts(key)]
        self._sources = sources

    def data_items(self) -> list[Item]:
        """List the data keys that have other values for the node."""
        return [
            {
                "about": DATA,
                "diff_type": each.kind,
                "title": each.key,
                "old_value": None if each.old is MISSING else shown(each.old),
                "new_value": None if each.new is MISSING else shown(each.new),
                "old_file": each.old_at[0],
                "old_line": each.old_at[1],
                "new_file": each.new_at[0],
                "new_line": each.new_at[1],
            }
            for each in self._keys
        ]

    def cause(self, change: Change, resource: Data) -> str:
        """Return the cause of a change of a resource; empty if nothing that changed can be it."""
        manifests = [path for path in self._changed if path.endswith(".pp")]
        own = [path for path in (change.new_at[0], change.old_at[0]) if path in manifests]
        collected, text = self._exported.get(change.ref, ("", ""))
        if collected == change.ref or (collected and not own):
            return text
        source = self._sources.get(change.title) if change.type == "File" else None
        if source and "content" in change.path:
            return f"file {self._causes.with_version(source)}"
        related = self._related_keys(change, resource)
        key = self._closest_key(change, related)
        if key is not None:
            return key.text
        if change.path[-1:] == ("content",):
            templates = [path for path in self._changed if "/templates/" in path]
            if templates:
                return self._named("template", templates)
        if own:
            return self._named("manifest", [str(own[0])])
        if manifests and not related:
            return self._named("manifest", manifests)
        if self._keys:
            texts = [key.text for key in related or self._keys]
            return ", ".join(texts[:MOST_NAMED]) + (", …" if len(texts) > MOST_NAMED else "")
        return self._named("file", _without_parents(self._changed)) if self._changed else ""

    def _related_keys(self, change: Change, resource: Data) -> list[ChangedValue]:
        """Return the keys of classes around a resource, or of the module that declares it.

        A resource has the names of the classes around it as tags.
        """
        tags = set(resource.get("tags") or ())
        found = [key for key in self._keys if key.key.rpartition("::")[0] in tags]
        if found:
            return found
        modules = {self._causes.module(each[0]) for each in (change.new_at, change.old_at)} - {""}
        return [key for key in self._keys if key.key.partition("::")[0] in modules]

    def _closest_key(self, change: Change, related: list[ChangedValue]) -> ChangedValue | None:
        """Return the key that explains a change best; None if no key explains it."""
        if not change.is_change:
            known = [(key, key in related) for key in self._keys]
            known.sort(key=lambda each: not each[1])
            return next(
                (key for key, is_near in known if _brings(key, change, is_related=is_near)), None
            )
        old, new = _bare(change.old), _bare(change.new)
        best, found = (0, False, 0), None
        for key, one, other in self._parts:
            level = _closeness(old, new, one, other)
            if level and level >= best[0]:
                closeness = level, key in related, len(str(one)) + len(str(other))
                if closeness > best:
                    best, found = closeness, key
        return found

    def _named(self, word: str, paths: list[str]) -> str:
        named = ", ".join(self._causes.with_version(path) for path in paths[:MOST_NAMED])
        more = ", …" if len(paths) > MOST_NAMED else ""
        return f"{word}{'' if len(paths) == 1 else 's'} {named}{more}"


def _without_parents(paths: list[str]) -> list[str]:
    """Leave out directories in which other paths of the list changed."""
    parents = {path[:at] for path in paths for at, sign in enumerate(path) if sign == "/"}
    return [path for path in paths if path not in parents]


def _parts(key: ChangedValue) -> Iterator[tuple[Any, Any]]:
    """Yield the old and the new value of a key, and of what changed inside them."""
    old, new = _bare(key.old), _bare(key.new)
    yield old, new
    if isinstance(old, (dict, list)):
        for kind, path, one, other, _ in differences(old, new):
            if kind == CHANGED and path:
                yield one, other


def _closeness(old: Any, new: Any, one: Any, other: Any) -> int:
    """Return how well two values of a key explain those of an attribute; 0 if they do not."""
    if same(old, one) and same(new, other):
        return 3
    if isinstance(old, str) and isinstance(new, str):
        is_text = all(isinstance(each, (str, int, float)) and each != "" for each in (one, other))
        if is_text and _replaced(old, str(one), str(other)) == new:
            return 2
    return 1 if _contains(old, one) and _contains(new, other) else 0


def _replaced(text: str, part: str, other: str) -> str:
    """Return a text with another part; of a short part that is a word."""
    if len(part) >= SHORTEST_NAME:
        return text.replace(part, other)
    return re.sub(_word(part), lambda _: other, text)


def _has_text(text: str, part: str) -> bool:
    """Return whether a text has a part; a short one must be a word."""
    return part in text and (len(part) >= SHORTEST or re.search(_word(part), text) is not None)


def _word(text: str) -> str:
    return rf"(?<![A-Za-z0-9]){re.escape(text)}(?![A-Za-z0-9])"


def _brings(key: ChangedValue, change: Change, *, is_related: bool) -> bool:
    """Return whether a resource is new because of a part of the new value; or gone of the old.

    Short values are in many resources: they count for keys of the classes around the resource.
    """
    here, there = (key.new, key.old) if change.kind == ADDED else (key.old, key.new)
    known = {str(each) for each in _leaves(_bare(there))}
    parts = {str(each) for each in _leaves(_bare(here))} - known
    if not is_related:
        parts = {part for part in parts if len(part) >= SHORTEST_NAME}
    resource = _bare(change.new if change.kind == ADDED else change.old)
    own = {str(each) for each in _leaves(resource.get("parameters", {}))} if resource else set()
    if not parts.isdisjoint({*own, change.title, *change.title.split()}):
        return True
    long = [part for part in parts if len(part) >= SHORTEST]
    return any(part in value for part in long for value in own)


def _bare(value: Any) -> Any:
    """Return a value in which nothing is hidden, to compare it."""
    kind = type(value)
    if kind is Hidden:
        return _bare(value.value)
    if kind is dict:
        return {key: _bare(item) for key, item in value.items()}
    if kind is list:
        return [_bare(item) for item in value]
    return None if value is MISSING else value


def _leaves(value: Any) -> Iterator[object]:
    """Yield names and plain values; true and false are in everything."""
    if isinstance(value, dict):
        yield from value
        for each in value.values():
            yield from _leaves(each)
    elif isinstance(value, list):
        for each in value:
            yield from _leaves(each)
    elif value not in (None, "") and not isinstance(value, bool):
        yield value


def _contains(value: Any, part: Any) -> bool:
    if same(value, part):
        return True
    if isinstance(value, str):
        return (
            part is not None
            and part != ""
            and not isinstance(part, (dict, list, bool))
            and _has_text(value, str(part))
        )
    if isinstance(value, dict):
        return any(_contains(each, part) for each in value.values())
    if isinstance(value, list):
        return any(_contains(each, part) for each in value)
    return False
