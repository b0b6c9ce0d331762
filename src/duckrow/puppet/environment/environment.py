"""An environment: manifests to start from, modules to find names in, and settings.

One environment serves many compiles, also at the same time. It caches the files that it read until
a file changes: `prepare` checks at the beginning of a compile.
"""

from __future__ import annotations

from _thread import RLock

from duckrow.machine.paths import absolute as from_root
from duckrow.puppet.loaders.directories import Directories
from duckrow.puppet.loaders.library import Library
from duckrow.puppet.loaders.sources import Sources
from duckrow.puppet.settings.settings import Settings
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.puppet.compiler.unit import Unit
    from duckrow.puppet.world import World


class Environment:
    """An environment by name.

    `world` answers all questions of its compiles about files, the clock, commands and so on; the
    settings' world by default. `directories` shares the directories that other environments read.

    `directory` may hold functions, types, data and more of its own; `manifest` is a file or a
    directory of files, and `code` replaces it. An environment that `is_fixed` trusts that no file
    changes while it is used. If the settings require signatures, a module without a valid one
    raises an InputError here, before any code of modules runs.
    """

    __slots__ = (
        "_lock",
        "_units",
        "code",
        "config_version",
        "directory",
        "hiera",
        "is_fixed",
        "library",
        "manifest",
        "modulepath",
        "more_manifests",
        "name",
        "settings",
        "sources",
        "version",
        "warnings",
        "world",
    )

    def __init__(
        self,
        name: str = "production",
        *,
        directory: str | None = None,
        modulepath: Iterable[str] = (),
        manifest: str | None = None,
        code: str | None = None,
        settings: Settings | None = None,
        sources: Sources | None = None,
        config_version: str | None = None,
        is_fixed: bool = False,
        directories: Directories | None = None,
        warnings: Iterable[str] = (),
        world: World | None = None,
    ) -> None:
        self.name = name
        self.directory = None if directory is None else absolute(directory)
        self.modulepath = [absolute(each) for each in modulepath]
        self.manifest = None if manifest is None else absolute(manifest)
        self.more_manifests: list[str] = []  # which are read behind that one
        self.code = code
        self.settings = settings or Settings(world=world)
        if directories is None:
            directories = Directories(world or self.settings.world)
        self.world = directories.world
        # The code cache is part of the machine; only a world with a disk uses it.
        self.sources = sources if sources is not None and self.world.has_disk else Sources()
        directories.cache = self.sources.cache
        self.config_version = config_version
        self.version = 0  # grows when files have changed
        self.is_fixed = is_fixed
        self.hiera: object = None  # what Hiera keeps between compiles; see hiera/state.py
        self.warnings = tuple(warnings)  # about its configuration; each compile tells them
        self.library = self._new_library(directories)
        self._check_signatures()
        self._lock = RLock()  # one compile at a time looks for files that have changed
        self._units: list[Unit] | None = None

    def _new_library(self, directories: Directories) -> Library:
        options = self.modulepath, self.directory, self.settings, directories, self.sources
        if self.settings.module_visibility == "off":
            return Library(*options)
        from duckrow.puppet.environment.visibility import visible_library

        return visible_library(*options)

    def chosen_versions(self) -> dict[str, str]:
        """Return the path of each module in the version that the environment sees, by name.

        Without module_visibility no version is chosen: the first module of a name counts.
        """
        if self.settings.module_visibility == "off":
            return {}
        return {name: module.path for name, module in self.library.modules.items()}

    def look_again(self) -> None:
        """Check signatures, and forget what was read from files that have changed since.

        Raises InputError. No code of modules runs before this.
        """
        with self._lock:
            if self.is_fixed:
                return
            self._check_signatures()
            if self.library.refresh():
                self._units = None
                self.version += 1

    def renew(self) -> None:
        """Look at the files of a fixed environment once more; no compile runs at the same time."""
        is_fixed, self.is_fixed = self.is_fixed, False
        try:
            self.look_again()
        finally:
            self.is_fixed = is_fixed
        forget = getattr(self.hiera, "forget_stamps", None)
        if forget is not None:
            forget()

    def begin_with(self, code: str | None) -> None:
        """Let the next compile begin with other code; no compile runs at the same time."""
        self.code = code
        self._units = None

    def prepare(self) -> list[Unit]:
        """Return what to start from; files that have changed since the last time are read again."""
        with self._lock:
            self.look_again()
            if self._units is None:
                from duckrow.puppet.loaders.site import read_site

                self.library.forget_own_types()
                units = read_site(self.library, self.manifest, self.code)
                for each in self.more_manifests:
                    units += read_site(self.library, absolute(each), None)
                self._units = units
            return self._units

    def _check_signatures(self) -> None:
        """Reject modules without the signatures that the settings require. Raises InputError."""
        if "module_signatures" not in self.settings.given:
            return
        from duckrow.puppet.packages.required import required_signatures

        required = required_signatures(self.settings)
        if required is not None:
            if not self.world.has_disk:
                raise InputError("signatures of modules need the files of this host")
            required.check_path(self.modulepath)

    def __repr__(self) -> str:
        return f"<environment {self.name}>"


def absolute(path: str) -> str:
    """Return the full path, without a slash at its end."""
    if path.startswith("/") and "//" not in path and "/." not in path:
        return path.rstrip("/") or "/"

    return from_root(path)
