"""Frames: the bundle calls in progress.

A frame knows the current promise and the parameters of the body that is being expanded.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.classes.table import Class
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.evaluation.variables.table import Variable
    from duckrow.cfengine.policy.model import Bundle, Promise


class Frame:
    """One call of a bundle."""

    __slots__ = (
        "body",
        "bundle",
        "caller",
        "caller_this",
        "classes",
        "depth",
        "edit",
        "inherits",
        "is_aborted",
        "origin",
        "promise",
        "round",
    )

    def __init__(self, bundle: Bundle, caller: Frame | None, *, inherits: bool = False) -> None:
        self.bundle = bundle
        self.caller = caller
        # The depth of calls, including this one.
        self.depth: int = 1 if caller is None else caller.depth + 1
        # Whether the classes of the caller are visible.
        self.inherits = inherits
        self.classes: dict[tuple[str, str], Class] = {}
        # Variables of the scope `edit`.
        self.edit: dict[Any, Variable] = {}
        # The variables of `this` in the calling promise, which the bundle does not see.
        self.caller_this: dict[Any, Variable] | None = None
        self.body: dict[str, Variable] | None = None
        self.promise: ExpandedPromise | None = None
        # The current promise before expansion.
        self.origin: Promise | None = None
        # The current promise in its current round of iteration.
        self.round = 1
        self.is_aborted = False

    def local_class(self, namespace: str, name: str) -> Class | None:
        """Return a class of this call, or of the callers it inherits from, or None."""
        frame: Frame | None = self
        while frame is not None:
            found = frame.classes.get((namespace, name))
            if found is not None:
                return found
            frame = frame.caller if frame.inherits else None
        return None
