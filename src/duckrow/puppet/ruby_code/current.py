"""For whom Ruby code runs at this moment: the scope that called it, and what a file has defined.

Functions and templates run one at a time in a process, and may call each other through functions of
the language: whoever runs Ruby code puts its own scope here and puts the one before back.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


class Current:
    """The scope whose code called Ruby code, and the functions that the file being read made."""

    __slots__ = ("files", "lent", "made", "scope")

    def __init__(self) -> None:
        self.scope: Scope | None = None
        self.made: list[Any] = []
        self.files: Any = None  # while a file is read: see `requiring`
        self.lent: dict[int, tuple[Any, Any]] = {}  # see `lending`

    def asked(self) -> Scope:
        """Give the scope; Ruby code that runs while a file is read has none."""
        if self.scope is None:
            from duckrow.ruby.errors import UnsupportedError

            raise UnsupportedError("a question to the compiler while the file is read")
        return self.scope


CURRENT = Current()
