"""Which nodes can have another catalog in the new version: those whose inputs changed.

A compile asks for files; a file that it did not ask for cannot change its catalog. An environment
asks for some files once for all nodes: lists of directories, functions, types, its configuration.
A change of these concerns every node. Others belong to single nodes, since each compile asks for
them or names them: the manifests that it used, data files, templates and files of modules. A list
of files below manifests, templates or files concerns the nodes that looked into the module. A data
file concerns the nodes that looked up a key with another value.
"""

from __future__ import annotations

from duckrow.diff.data_keys import DataKeys, is_data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.diff.versions import Compiled, Version

_LISTED = ("manifests", "templates", "files")


class Inputs:
    """What is different between two versions, as far as compiles ask for it."""

    __slots__ = (
        "_listed",
        "_new",
        "_old",
        "_same",
        "_seen",
        "_shared",
        "keys",
    )

    def __init__(self, old: Version, new: Version) -> None:
        self._old = old
        self._new = new
        self.keys = DataKeys(old, new)
        self._same: dict[str, bool] = {}
        self._seen: set[str] = set()
        self._shared: list[str] = []  # changed paths that concern every node
        self._listed: list[tuple[str, str, str]] = []  # changed lists of files, with their modules

    def is_same(self, path: str) -> bool:
        """Return whether both versions answer the same about a path."""
        found = self._same.get(path)
        if found is None:
            found = self._same[path] = self._old.tree.stamp(path) == self._new.tree.stamp(path)
        return found

    def changed(self, compiled: Compiled) -> list[str]:
        """List the changed paths that a catalog depends on."""
        asked = {*compiled.asked, *compiled.manifests}
        found = {path for path in asked if not self.is_same(path)}
        found = {path for path in found if self._concerns(path, compiled)}
        self._look_at_new()
        found.update(self._shared)
        for path, module, part in self._listed:
            if part == "manifests":
                is_concerned = module in compiled.modules
            else:
                is_concerned = any(self.in_module(each) == (module, part) for each in asked)
            if is_concerned:
                found.add(path)
        return sorted(found)

    def new_shared(self) -> list[str]:
        """List the changed paths for which the new environment asked once for all nodes."""
        return [path for path in self._new.world.seen if self._is_shared(path)]

    def _is_shared(self, path: str) -> bool:
        """Return whether a path concerns every node, and changed."""
        if self.is_same(path):
            return False
        module, part = self.in_module(path)
        return not (module and part in _LISTED) and not is_data(path)

    def _concerns(self, path: str, compiled: Compiled) -> bool:
        """Return whether a changed file concerns a compile that asked for it."""
        if not is_data(path) or path not in compiled.data_files:
            return True
        if compiled.data is None:  # it may have failed at the file itself, or before more lookups
            return True
        return self.in_module(path)[1] in _LISTED or self.keys.concern(path, compiled.keys)

    def _look_at_new(self) -> None:
        """Look at what compiles have asked for since the last time."""
        for path in self._old.world.seen - self._seen:
            self._seen.add(path)
            if self._is_shared(path):
                self._shared.append(path)
            elif not self.is_same(path) and self._old.tree.names(path) is not None:
                module, part = self.in_module(path)
                if module and part in _LISTED:
                    self._listed.append((path, module, part))

    def in_module(self, path: str) -> tuple[str, str]:
        """Return the module that a path is in, and the directory of the module; empty for none."""
        module = self.module_directory(path)
        if not module:
            return "", ""
        return module.rpartition("/")[2], path[len(module) + 1 :].partition("/")[0]

    def module_directory(self, path: str) -> str:
        """Return the directory of the module that a path is in; empty for none."""
        root = self._old.world.root
        for entry in self._old.environment.modulepath:
            inside = f"{entry}/"[len(root) + 1 :] if entry.startswith(f"{root}/") else None
            if inside is not None and path.startswith(inside):
                return inside + path[len(inside) :].partition("/")[0]
        return ""
