"""Words about the resource type file_line."""

SUMMARY = "Looks after one line of a file."

ATTRIBUTES = {
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
}
