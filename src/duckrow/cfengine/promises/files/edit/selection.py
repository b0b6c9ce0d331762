"""delete_select and insert_select: select lines by their content."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise


class Selection:
    """The selection of lines by a delete_select or insert_select body."""

    __slots__ = ("_context", "_is_wanted", "_kind", "_texts")

    def __init__(self, context: Context, promise: ExpandedPromise, verb: str) -> None:
        self._context = context
        self._kind = ""
        self._is_wanted = True
        self._texts: list[str] = []
        attributes = promise.attributes
        for kind in ("startwith", "match", "contains"):
            for negation in ("", "not_"):
                name = f"{verb}_if_{negation}{kind}_from_list"
                if name in attributes:
                    texts = promise.items(name)
                    if texts and not self._kind:
                        self._kind, self._is_wanted, self._texts = kind, not negation, texts

    def __bool__(self) -> bool:
        """Return whether there is any condition."""
        return bool(self._kind)

    def takes(self, line: str) -> bool:
        """Return whether a line is selected."""
        kind = self._kind
        if not kind:
            return True
        for text in self._texts:
            if kind == "startwith":
                found = line.startswith(text)
            elif kind == "match":
                found = self._context.patterns.matches(text, line)
            else:
                found = self._context.patterns.search(text, line) is not None
            if found:
                return self._is_wanted
        return not self._is_wanted
