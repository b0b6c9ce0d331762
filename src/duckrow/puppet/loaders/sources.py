"""From the source text of a manifest to code that is ready to run, with a cache.

The cache is in memory for the life of the process, and on disk if there is a cache directory.
Definitions are not cached: they belong to an environment, and each reader of a source text gets new
ones.
"""

from __future__ import annotations

from duckrow.source.errors import SourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.puppet.compiler.cache import Cache
    from duckrow.puppet.compiler.unit import Unit
    from duckrow.puppet.settings.settings import Settings


class Sources:
    """Reads manifests. Without a cache on disk, and unless `remembers`, nothing is kept."""

    __slots__ = ("cache",)

    def __init__(self, cache: Cache | None = None, *, remembers: bool = False) -> None:
        self.cache = cache
        if remembers:
            from duckrow.puppet.loaders.memory import MemoryCache

            self.cache = MemoryCache(cache)

    def read(
        self,
        data: bytes,
        file: str | None,
        settings: Settings,
        modulepath: Sequence[str],
        *,
        manifest: str | None = None,
        module_name: str = "",
    ) -> Unit:
        """Make a manifest ready to run, or raise InvalidManifestError.

        A SourceError is not let through: while code runs, one may also come from a text that a
        manifest reads as a type.
        """
        from duckrow.puppet.compiler.unit import InvalidManifestError, load_unit

        try:
            return load_unit(
                data,
                file,
                dialect=settings.dialect if settings.is_draft else None,
                cache=self.cache,
                strict=settings.strict,
                tasks=settings.tasks,
                module_path=modulepath,
                manifest=manifest,
                module_name=module_name,
            )
        except SourceError as error:
            raise InvalidManifestError([error.diagnostic]) from error
