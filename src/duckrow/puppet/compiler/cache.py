"""Compiled manifests on disk, by the digest of what they were made from."""

from __future__ import annotations

from duckrow.source.digest_cache import DigestCache, makers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.dialect import Dialect

__all__ = ["Cache", "makers"]


class Cache(DigestCache):
    """A directory of compiled manifests."""

    __slots__ = ()

    def __init__(self, directory: str) -> None:
        super().__init__(directory, __file__)

    def key(
        self,
        text: bytes,
        file_name: str | None,
        dialect: Dialect | None,
        *settings: object,
    ) -> str:
        """Give the name of the entry of a manifest read in some way; its name is in the code."""
        rules = "" if dialect is None else [getattr(dialect, rule) for rule in dialect.__slots__]
        return self.name(text, file_name, rules, settings)
