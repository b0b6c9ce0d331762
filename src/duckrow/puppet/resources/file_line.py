"""file_line: a line that is, or is not, in a file."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour
from duckrow.puppet.resources.table import ResourceTypeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.behaviour import Related
    from duckrow.puppet.resources.desired import Desired

TABLE = ResourceTypeTable(
    "file_line",
    properties={
        "ensure": "present absent",
        "line": "",
    },
    parameters={
        "name": "",
        "match": "",
        "match_for_absence": "true false",
        "multiple": "true false",
        "after": "",
        "path": "",
        "replace": "true false",
        "replace_all_matches_not_matching_line": "true false",
        "encoding": "",
        "append_on_no_match": "true false",
        "provider": "",
    },
    summary="Looks after one line of a file.",
    attribute_help={
        "ensure": "Whether the line is in the file.",
        "line": "The line.",
        "name": "What it is called.",
        "match": "A pattern of lines that the line replaces.",
        "match_for_absence": "Whether match says which lines are removed.",
        "multiple": "Whether several lines may match.",
        "after": "A pattern of the line behind which a new one goes.",
        "path": "The file.",
        "replace": "Whether a line that matches is replaced.",
        "replace_all_matches_not_matching_line": (
            "Whether all matching lines are replaced, also if the line is there."
        ),
        "encoding": "The encoding of the file.",
        "append_on_no_match": "Whether the line is added if nothing matches.",
    },
)


class FileLineType(Behaviour):
    """A line of a file, and which lines it may take the place of."""

    __slots__ = ()
    providers = ("ruby",)
    strings = ("encoding",)
    defaults = {
        "ensure": "present",
        "match_for_absence": "false",
        "replace": "true",
        "replace_all_matches_not_matching_line": "false",
        "encoding": "UTF-8",
        "append_on_no_match": "true",
    }

    def munge_path(self, desired: Desired, value: object) -> str:
        return full_path(value)

    def validate(self, desired: Desired) -> None:
        if desired["replace_all_matches_not_matching_line"] == "true":
            for name in ("multiple", "replace"):
                if desired[name] == "false":
                    raise ValueError(
                        f"{name} must be true when replace_all_matches_not_matching_line is true"
                    )
        is_by_match = desired["ensure"] == "absent" and desired["match_for_absence"] == "true"
        if desired["line"] is None and not (is_by_match and desired["match"] is not None):
            raise ValueError("line is a required attribute")
        if desired["path"] is None:
            raise ValueError("path is a required attribute")

    def autorequire(self, desired: Desired) -> Related:
        yield "file", [desired["path"]]


def full_path(value: object) -> str:
    """Return a path back that begins at the root."""
    if type(value) is not str or not value.startswith("/"):
        raise ValueError(f"File paths must be fully qualified, not '{value}'")
    return value


BEHAVIOUR = FileLineType(TABLE)
