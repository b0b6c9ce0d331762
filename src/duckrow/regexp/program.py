"""A pattern compiled for strings of one kind, with a time limit for every search.

`re` is quick but cannot be stopped, so it gets only strings that it surely finishes soon (see
`risk`). Longer ones go to `regex`, which has a time limit. Before that, a risky pattern's twin may
know the answer (see `commit`).
"""

from __future__ import annotations

import re

from duckrow.regexp.commit import commit
from duckrow.regexp.emit import emit
from duckrow.regexp.errors import MatchTimeoutError, PatternError
from duckrow.regexp.risk import assess
from duckrow.regexp.survey import unrolled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.regexp.nodes import Pattern
    from duckrow.regexp.survey import Survey

    Search = Callable[[str, int], re.Match[str] | None]

TIME_LIMIT = 1.0
MAX_UNROLLED = 50_000  # `regex` unrolls repeats, and needs a kilobyte for each copy


# As plain numbers: each | of flags takes as long as reading a short pattern.
_WIDE = int(re.MULTILINE)
_ASCII = int(re.MULTILINE | re.ASCII)


class Program:
    """Searches in ASCII strings, or in any string.

    `find` may be called directly for strings of up to `limit` characters.
    """

    __slots__ = (
        "_flags",
        "_is_ascii",
        "_is_folded",
        "_risk",
        "_source",
        "_timed",
        "_tree",
        "_twin",
        "_twin_limit",
        "find",
        "limit",
    )

    def __init__(self, tree: Pattern, source: str, asked: Survey, *, is_ascii: bool) -> None:
        needs_regex = asked.ascii_needs_regex if is_ascii else asked.wide_needs_regex
        self._tree = tree
        self._source = source
        self._is_ascii = is_ascii
        self._is_folded = needs_regex and asked.is_folded
        self._risk = assess(tree)
        self._timed: Any = None
        self._twin: Search | None = None
        self._twin_limit = -1
        quick = None if needs_regex else self._compile()
        if quick is None:
            self.limit = -1
            self.find: Search = self._find_timed
            self._compile_timed()
        else:
            self.limit = self._risk.anywhere
            self.find = quick.search
            self._make_twin()
        self._risk.facts.clear()  # an expression may live long, and needs only its limits

    def _compile(self, committed: frozenset[int] = frozenset()) -> re.Pattern[str] | None:
        """Compile for `re`; return None for the rare look-behind whose length folding changes."""
        text = emit(
            self._tree, is_ascii=self._is_ascii, is_folded=self._is_folded, committed=committed
        )
        flags = _ASCII if self._is_ascii else _WIDE
        try:
            return re.compile(text, flags)
        except re.error:
            return None
        except RecursionError:
            raise PatternError("groups are nested too deeply", 0) from None

    def _make_twin(self) -> None:
        if self._risk.once >= 0:
            return
        found = commit(self._tree, self._risk)
        if found is not None:
            committed, risk = found
            twin = self._compile(committed)
            if twin is not None:
                self._twin_limit = risk.once
                self._twin = twin.search

    def search(self, text: str, pos: int = 0) -> re.Match[str] | None:
        """Find the first match that begins at `pos` or later; raises MatchTimeoutError."""
        if len(text) <= self.limit:
            return self.find(text, pos)
        if self._begins_once(text):
            if len(text) <= self._risk.once:
                return self.find(text, pos)
            if self._twin is not None and len(text) <= self._twin_limit:
                match = self._twin(text, pos)
                if match is not None:
                    return match
        return self._find_timed(text, pos)

    def _begins_once(self, text: str) -> bool:
        """Return whether a search can only begin at the beginning, as in one line of a file.

        Ruby's ^ does not match behind a newline at the end of the text.
        """
        leads = self._risk.leads
        return leads == "\\A" or (leads == "^" and text.find("\n", 0, -1) < 0)

    def _find_timed(self, text: str, pos: int) -> re.Match[str] | None:
        if self._timed is None:
            self._compile_timed()
        try:
            # A match of this engine has the methods of a match of `re`.
            match: re.Match[str] | None = self._timed.search(text, pos, timeout=TIME_LIMIT)
        except TimeoutError:
            raise MatchTimeoutError(self._source, TIME_LIMIT) from None
        return match

    def _compile_timed(self) -> None:
        if unrolled(self._tree) > MAX_UNROLLED:
            raise PatternError("the counts of repeats are too large", 0)
        # Importing it takes longer than most runs spend on matching.
        from importlib import import_module

        regex = import_module("regex")
        text = emit(self._tree, is_ascii=self._is_ascii, is_folded=self._is_folded)
        flags = regex.VERSION1 | regex.MULTILINE
        if self._is_folded:
            flags |= regex.IGNORECASE
        try:
            self._timed = regex.compile(text, flags)
        except RecursionError:
            raise PatternError("groups are nested too deeply", 0) from None
        except regex.error as error:
            raise PatternError(f"not supported: {error}", 0) from None
