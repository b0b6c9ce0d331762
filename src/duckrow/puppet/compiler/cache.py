"""Compiled manifests on disk, by the digest of their input."""

from __future__ import annotations

from duckrow.source.digest_cache import DigestCache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.dialect import Dialect

# The packages whose code decides how a manifest is compiled.
ROOMS = (
    "puppet/compiler",
    "puppet/syntax",
    "puppet/syntax/nodes",
    "puppet/validation",
    "puppet/values",
    "ruby/values",
    "source",
    "regexp",
)


class Cache(DigestCache):
    """A directory of compiled manifests."""

    __slots__ = ()

    def __init__(self, directory: str, *, like: Cache | None = None) -> None:
        super().__init__(directory, *ROOMS, like=like)

    def key(
        self,
        text: bytes,
        file_name: str | None,
        dialect: Dialect | None,
        *settings: object,
    ) -> str:
        """Return the name of the entry of a manifest read in some way; its name is in the code."""
        rules = "" if dialect is None else [getattr(dialect, rule) for rule in dialect.__slots__]
        return self.name(text, file_name, rules, settings)
