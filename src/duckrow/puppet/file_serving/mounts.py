"""From modules/pond/duck.txt to the files that it may mean.

    modules/M/PATH, scripts/M/PATH, tasks/M/PATH    a file of one module
    plugins, pluginfacts, locales                   lib, facts.d or locales of all modules
    NAME/PATH                                       a directory that fileserver.conf names

No path leaves its mount by its text: a segment `..` and a NUL are rejected. A symbolic link in a
module is followed, as by the reference: who can write a module decides what its agents run.
"""

from __future__ import annotations

import re

from duckrow.machine.paths import exists, is_directory, status
from duckrow.machine.stamps import stamp_of
from duckrow.puppet.file_serving.errors import (
    FileServingError,
    InvalidQuestionError,
    NoSuchFileError,
    NoSuchMountError,
)
from duckrow.puppet.file_serving.fileserver_conf import expanded, read_fileserver_conf
from duckrow.puppet.file_serving.modules import ModuleLists, existing
from duckrow.source.errors import InputError
from duckrow.source.plain_text import is_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.file_serving.modules import ServedEnvironment
    from duckrow.puppet.settings.settings import Settings

# The directory of a module that a mount serves: for one module by name, or for all at once.
OF_ONE = {"modules": "files", "scripts": "scripts", "tasks": "tasks"}
MERGED = {"plugins": "lib", "pluginfacts": "facts.d", "locales": "locales"}
_LONGEST = 4096  # characters of a path
_mount_name = re.compile(r"[-\w]+", re.ASCII)
_node_name = re.compile(r"[-\w.]+", re.ASCII)


class Mounts:
    """The mounts of a server; fileserver.conf is read again when it changes."""

    __slots__ = ("_conf", "_conf_path", "_settings", "_stamp", "_warn", "modules")

    def __init__(self, settings: Settings, warn: Callable[[str], None]) -> None:
        self._settings = settings
        self._warn = warn
        self.modules = ModuleLists()
        self._conf_path = str(settings["fileserverconfig"])
        self._conf: dict[str, str] = {}
        self._stamp: object = None

    def find(self, environment: ServedEnvironment, key: str, node: str) -> str:
        """Return the path of the file that a key means. Raises FileServingError."""
        mount, rest = self._split(key, "find")
        if mount in OF_ONE:
            path = self._in_module(environment, mount, rest)
        elif mount in MERGED:
            path = self._first(environment, mount, rest)
        else:
            path = _joined(self._directory(mount, node), rest)
        if key.endswith("/") and not is_directory(path):
            raise NoSuchFileError(key)
        return path

    def _first(self, environment: ServedEnvironment, mount: str, rest: str) -> str:
        """Return the file of the first module that has it."""
        for module in self.modules.of(environment).values():
            path = _joined(f"{module}/{MERGED[mount]}", rest)
            if exists(path):
                return path
        raise NoSuchFileError(f"{mount}/{rest}")

    def search(self, environment: ServedEnvironment, key: str, node: str) -> tuple[list[str], bool]:
        """Return the roots of the trees that a key means, and whether to descend into them.

        Without any plugins the answer is the module path itself, so that the agent empties its
        copy. Raises FileServingError.
        """
        mount, _ = self._split(key, "search")
        if mount in OF_ONE:
            return [self.find(environment, key, node)], True
        if mount in MERGED:
            modules = self.modules.of(environment).values()
            roots = [f"{module}/{MERGED[mount]}" for module in modules]
            roots = [root for root in roots if exists(root)]
            if roots:
                return roots, True
            return existing(environment.modulepath) or [str(self._settings["codedir"])], False
        return [self.find(environment, key, node)], True

    def _split(self, key: str, method: str) -> tuple[str, str]:
        """Return the mount and the path in it."""
        mount, _, rest = key.partition("/")
        if not _mount_name.fullmatch(mount):
            raise FileServingError(f"Cannot find file: Invalid mount '{mount}'")
        if ".." in rest.split("/"):
            raise InvalidQuestionError(f"Cannot find file: Invalid relative path '{rest}'")
        if "\0" in rest or len(rest) > _LONGEST or not is_text(rest):
            raise InvalidQuestionError("Cannot find file: no file has such a path")
        if mount not in OF_ONE and mount not in MERGED and mount not in self._configured():
            raise NoSuchMountError(method)
        return mount, "/".join(filter(None, rest.split("/")))

    def _in_module(self, environment: ServedEnvironment, mount: str, rest: str) -> str:
        name, _, path = rest.partition("/")
        if not name:
            what = "task" if mount == "tasks" else "module"
            raise FileServingError(f"No {what} specified")
        module = self.modules.of(environment).get(name)
        found = None if module is None else _joined(f"{module}/{OF_ONE[mount]}", path)
        if found is None or not exists(found):
            raise NoSuchFileError(f"{mount}/{rest}")
        return found

    def _directory(self, mount: str, node: str) -> str:
        path = self._conf[mount]
        if "%" not in path:
            return path
        if not _node_name.fullmatch(node) or ".." in node:
            raise InvalidQuestionError(f"the mount '{mount}' needs the name of a node")
        return expanded(path, node)

    def _configured(self) -> dict[str, str]:
        """Return the mounts of fileserver.conf; those of an invalid file are the old ones."""
        try:
            stamp = stamp_of(status(self._conf_path))
        except OSError:
            self._conf, self._stamp = {}, None
            return self._conf
        if stamp != self._stamp:
            self._stamp = stamp
            try:
                self._conf = read_fileserver_conf(self._conf_path, self._warn)
            except InputError as error:
                self._warn(
                    f"Error parsing fileserver configuration: {error}; using old configuration"
                )
        return self._conf


def _joined(directory: str, rest: str) -> str:
    return f"{directory}/{rest}" if rest else directory
