"""How a file is edited: the edit_defaults body and the agent's control body."""

from __future__ import annotations

from duckrow.cfengine.evaluation.control import control_text
from duckrow.cfengine.values.numbers import read_integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise

_EDIT_LIMIT = 100_000


class Defaults:
    """Settings for the whole file."""

    __slots__ = ("backup", "empties", "inherits", "joins", "limit", "rotate")

    def __init__(self, context: Context, promise: ExpandedPromise) -> None:
        is_template = promise.has("edit_template") or promise.has("edit_template_string")
        self.empties = is_template or promise.flag("empty_file_before_editing")
        self.inherits = is_template or promise.flag("inherit")
        # Whether a backslash at the end continues a line.
        self.joins = promise.flag("recognize_join")
        # The size limit of a file in bytes; 0 for none.
        self.limit = promise.integer("max_file_size", -1)
        if self.limit < 0:
            text = control_text(context, "agent", "editfilesize")
            self.limit = _EDIT_LIMIT if text is None else read_integer(text) or 0
        # "true", "false", "timestamp" or "rotate".
        self.backup = promise.text("edit_backup") or "true"
        self.rotate = promise.integer("rotate", 0)
