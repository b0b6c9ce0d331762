"""A regular expression that is compiled on first use.

Importing `re` and compiling a pattern takes longer than the rest of a small module, and most small
runs match nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator


class LazyPattern:
    """A pattern with the methods of `re.Pattern`; flags are written into it, as in `(?s)`."""

    if TYPE_CHECKING:
        findall: Callable[[str], list[str]]
        finditer: Callable[[str], Iterator[re.Match[str]]]
        fullmatch: Callable[[str], re.Match[str] | None]
        match: Callable[..., re.Match[str] | None]
        search: Callable[..., re.Match[str] | None]
        split: Callable[[str], list[str]]
        sub: Callable[[str | Callable[[re.Match[str]], str], str], str]
        subn: Callable[[str | Callable[[re.Match[str]], str], str], tuple[str, int]]

    def __init__(self, source: str) -> None:
        self.source = source

    def __getattr__(self, name: str) -> object:
        # Python calls this only for a missing attribute: afterwards the pattern's own method is
        # used.
        import re

        method: object = getattr(re.compile(self.source), name)
        setattr(self, name, method)
        return method
